"""Drafts the semantic model of a catalog."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from sqlglot import exp

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.semantics.features import DatePath, Seen, is_calendar, is_link
from knowledge.semantics.model import (
    ColumnRef,
    DateChoice,
    Duration,
    Measure,
    MeasureKind,
    NameChoice,
    Period,
    RowKind,
    SemanticModel,
    TableMeaning,
)
from knowledge.semantics.scoring import chosen, likely
from knowledge.semantics.states import states_of
from knowledge.semantics.words import concepts_of, spoken, stems_of
from knowledge.shapes import unit_in_name
from knowledge.sql_text import column_node, write_sql

LEARNED_KINDS = (RowKind.EVENT, RowKind.THING, RowKind.LINE)
_STRUCTURE = 0.9
_LEAST = 0.02
_COMPUTED = 0.6
_MOST_NUMBERS = 60
_MOST_DATES = 8


def draft(catalog: Catalog, *, most: int | None = None) -> SemanticModel:
    """What the catalog lets expect of its tables, or of the `most` connected. Looks at no row."""
    seen = Seen(catalog)
    tables = tuple(_meaning(seen, table) for table in _connected(seen, most))
    return SemanticModel(version=catalog.version, tables=tables, edges=seen.edges)


def _connected(seen: Seen, most: int | None) -> Sequence[Table]:
    """All tables in their order; of too many those with rows and the most keys."""
    every = seen.catalog.tables
    if most is None or len(every) <= most:
        return every
    keys = Counter(end for edge in seen.edges for end in (edge.table, edge.to_table))
    asked = [table for table in every if table.rows and table.view_sql is None]
    kept = {t.key for t in sorted(asked, key=lambda t: -keys[t.key])[:most]}
    return [table for table in every if table.key in kept]


def _meaning(seen: Seen, table: Table) -> TableMeaning:
    kind, kind_score = _row_kind(seen, table)
    dates, no_date = _dates(seen, table)
    names, no_name = _names(seen, table)
    best = dates[0] if dates and dates[0].score > no_date else None
    date = best.at if best else None
    spans = tuple(_durations(seen, table, best))
    units = ((column.name, unit_in_name(column)) for column in seen.numbers(table))
    return TableMeaning(
        table=table.key,
        row=spoken(table.name),
        kind=kind,
        kind_score=kind_score,
        dates=dates,
        no_date=no_date,
        period=_period(spans),
        names=names,
        no_name=no_name,
        measures=tuple(_measures(seen, table, date)),
        durations=spans,
        states=states_of(table, seen.keys(table), seen.catalog.dialect),
        units=tuple((name, unit) for name, unit in units if unit),
    )


def _row_kind(seen: Seen, table: Table) -> tuple[RowKind, float]:
    if is_calendar(table):
        return RowKind.CALENDAR, _STRUCTURE
    if is_link(table, seen.keys(table)):
        return RowKind.LINK, _STRUCTURE
    features = seen.of_table(table)
    every = [{f"{kind} {name}": v for name, v in features.items()} for kind in LEARNED_KINDS]
    scores = chosen("kind", every)
    best = max(range(len(scores)), key=scores.__getitem__)
    return LEARNED_KINDS[best], scores[best]


def _dates(seen: Seen, table: Table) -> tuple[tuple[DateChoice, ...], float]:
    paths = seen.date_paths(table)
    scores = chosen("date", [seen.of_no_date(table), *(seen.of_date(table, p) for p in paths)])
    found = [_date_choice(path, score) for path, score in zip(paths, scores[1:], strict=True)]
    return tuple(sorted(found, key=lambda each: -each.score)), scores[0]


def _date_choice(path: DatePath, score: float) -> DateChoice:
    at = ColumnRef(table=path.table.key, column=path.column.name)
    return DateChoice(at=at, path=path.path, score=score)


def _names(seen: Seen, table: Table) -> tuple[tuple[NameChoice, ...], float]:
    every = seen.name_choices(table)
    scores = chosen("name", [seen.of_no_name(table), *(seen.of_name(table, c) for c in every)])
    found = [
        NameChoice(columns=tuple(column.name for column in columns), score=score)
        for columns, score in zip(every, scores[1:], strict=True)
    ]
    return tuple(sorted(found, key=lambda each: -each.score)), scores[0]


# ---------------------------------------------------------------- durations


def _durations(seen: Seen, table: Table, event: DateChoice | None) -> Iterator[Duration]:
    """Pairs of dates of which the second never comes first, as far as is known."""
    dated = seen.dated(table)[:_MOST_DATES]
    for one, other in permutations(dated, 2):
        if not _may_precede(one, other):
            continue
        features = duration_features(table, one, other, event)
        yield Duration(start=one.name, end=other.name, score=likely("duration", features))


def duration_features(
    table: Table, one: Column, other: Column, event: DateChoice | None
) -> dict[str, float]:
    """Features of the time from one date to another."""
    is_event = event is not None and event.at == ColumnRef(table=table.key, column=one.name)
    after = table.columns.index(other) > table.columns.index(one)
    return {
        "bias": 1.0,
        **{f"from {name}": 1.0 for name in concepts_of(one.name)},
        **{f"to {name}": 1.0 for name in concepts_of(other.name)},
        "from event": float(is_event),
        "in order": float(after),
        "nulls": float((other.null_share or 0) >= (one.null_share or 0)),
    }


def _may_precede(one: Column, other: Column) -> bool:
    if one.low and other.low and other.low[:10] < one.low[:10]:
        return False
    return not {"birth", "change"} & (concepts_of(one.name) | concepts_of(other.name))


def _period(spans: Sequence[Duration]) -> Period | None:
    """The span from a begin to an end, where there is one."""
    fits = [
        each
        for each in spans
        if "end" in concepts_of(each.end)
        and concepts_of(each.start) & {"begin", "happen", "create"}
    ]
    best = max(fits, key=_lasts, default=None)
    return Period(start=best.start, end=best.end, score=best.score) if best else None


def _lasts(span: Duration) -> tuple[bool, bool, float]:
    """How well two dates bound what lasts: `valid_from` and `valid_to` share a word."""
    one, other = set(stems_of(span.start)), set(stems_of(span.end))
    return bool(one & other), "begin" in concepts_of(span.start), span.score


# ---------------------------------------------------------------- measures


def _measures(seen: Seen, table: Table, date: ColumnRef | None) -> Iterator[Measure]:
    row = spoken(table.name)
    yield Measure(
        kind=MeasureKind.COUNT, sql="COUNT(*)", refs=(), words=(row,), score=1.0, date=date
    )
    numbers = seen.numbers(table)[:_MOST_NUMBERS]
    for column in numbers:
        yield from _of_column(seen, table, column, date)
    for score, tree, refs, words in (*_products(seen, table, numbers), *_sums(table, numbers)):
        text = write_sql(exp.Sum(this=tree), seen.catalog.dialect)
        unit = next((u for ref in refs if (u := _unit(seen, ref))), "")
        yield Measure(
            kind=MeasureKind.SUM,
            sql=text,
            refs=refs,
            words=words,
            score=score,
            unit=unit,
            date=date,
        )
    for edge in seen.parents(table.key):
        parent = spoken(edge.to_table.rpartition(".")[2])
        node = column_node(edge.columns[0], table.name)
        text = write_sql(exp.Count(this=exp.Distinct(expressions=[node])), seen.catalog.dialect)
        yield Measure(
            kind=MeasureKind.DISTINCT, sql=text, words=(parent,), score=edge.score, date=date,
            refs=(ColumnRef(table=table.key, column=edge.columns[0]),),
        )  # fmt: skip


def _of_column(
    seen: Seen, table: Table, column: Column, date: ColumnRef | None
) -> Iterator[Measure]:
    features = seen.of_number(table, column)
    node, ref = column_node(column.name, table.name), ColumnRef(table=table.key, column=column.name)
    for kind, element, call in (
        (MeasureKind.SUM, "sum", exp.Sum),
        (MeasureKind.AVERAGE, "average", exp.Avg),
    ):
        score = likely(element, features)
        if score >= _LEAST:
            yield Measure(
                kind=kind, sql=write_sql(call(this=node.copy()), seen.catalog.dialect),
                refs=(ref,), words=(spoken(column.name),), score=score,
                unit=unit_in_name(column), date=date,
            )  # fmt: skip


_Computed = tuple[float, exp.Expr, tuple[ColumnRef, ...], tuple[str, ...]]


def _products(seen: Seen, table: Table, numbers: Sequence[Column]) -> Iterator[_Computed]:
    """Price times quantity, of this table or of one that it refers to, and less the discount."""
    amounts = [c for c in numbers if "quantity" in concepts_of(c.name) and not _is_price(c)]
    own = [(table, column) for column in numbers if _is_price(column)]
    for edge in seen.parents(table.key) if not own else ():
        parent = seen.catalog.table(edge.to_table)
        if parent is not None:
            own += [(parent, column) for column in seen.numbers(parent) if _is_price(column)]
    discounts = [c for c in numbers if "discount" in concepts_of(c.name)]
    for quantity in amounts:
        for holder, price in own:
            product: exp.Expr = exp.Mul(
                this=_node(table, quantity), expression=_node(holder, price)
            )
            refs = (_ref(table, quantity), _ref(holder, price))
            words = ("revenue", f"{spoken(price.name)} {spoken(quantity.name)}")
            yield _COMPUTED, product, refs, words
            for discount in discounts if holder is table else ():
                less = _discounted(product, _node(table, discount), discount)
                net_words = ("net revenue", "revenue")
                yield _COMPUTED + 0.1, less, (*refs, _ref(table, discount)), net_words


def _discounted(product: exp.Expr, node: exp.Expr, discount: Column) -> exp.Expr:
    if "percent" not in concepts_of(discount.name):
        return exp.Sub(this=product.copy(), expression=node)
    hundred = float(discount.high or 100) > 1
    share = exp.Div(this=node, expression=exp.Literal.number("100.0")) if hundred else node
    kept = exp.paren(exp.Sub(this=exp.Literal.number(1), expression=share))
    return exp.Mul(this=product.copy(), expression=kept)


def _sums(table: Table, numbers: Sequence[Column]) -> Iterator[_Computed]:
    """Amounts less discounts and costs, and amounts that make a whole together."""
    # A rate is no amount: nothing is taken from an amount by it.
    money = [
        c for c in numbers
        if "money" in concepts_of(c.name) and "percent" not in concepts_of(c.name)
        and not _is_price(c)
    ]  # fmt: skip
    gross = [c for c in money if "gross" in concepts_of(c.name)]
    minus = {
        name: [c for c in money if name in concepts_of(c.name)] for name in ("discount", "cost")
    }
    for whole in gross:
        left: exp.Expr = _node(table, whole)
        refs: tuple[ColumnRef, ...] = (_ref(table, whole),)
        for word, name in (("net", "discount"), ("margin", "cost")):
            for each in minus[name][:1]:
                left = exp.Sub(this=left.copy(), expression=_node(table, each))
                refs = (*refs, _ref(table, each))
                yield _COMPUTED, left, refs, (f"{word} {spoken(whole.name)}", word)
    parts = [c for c in money if c not in gross and not {"discount"} & concepts_of(c.name)]
    for one, other in combinations(parts, 2):
        if unit_in_name(one) == unit_in_name(other) and _are_parts(one, other):
            words = (f"{spoken(one.name)} and {spoken(other.name)}", "total", "gross")
            both = exp.Add(this=_node(table, one), expression=_node(table, other))
            yield _COMPUTED, both, (_ref(table, one), _ref(table, other)), words


def _are_parts(one: Column, other: Column) -> bool:
    """Net and tax, or two named alike but for what they are of."""
    concepts = {*concepts_of(one.name)} | {*concepts_of(other.name)}
    if {"net", "tax"} <= concepts:
        return True
    ends = {spoken(column.name).rpartition(" ")[2] for column in (one, other)}
    kept = {"gross", "net", "cost", "tax", "due"} & concepts
    return len(ends) == 1 and not kept and one.kind is Kind.NUMBER and other.kind is Kind.NUMBER


def _is_price(column: Column) -> bool:
    concepts = concepts_of(column.name)
    return "unit_price" in concepts and not {"percent", "discount"} & concepts


def _node(table: Table, column: Column) -> exp.Expr:
    return column_node(column.name, table.name)


def _ref(table: Table, column: Column) -> ColumnRef:
    return ColumnRef(table=table.key, column=column.name)


def _unit(seen: Seen, ref: ColumnRef) -> str:
    table = seen.catalog.table(ref.table)
    column = table.column(ref.column) if table else None
    return unit_in_name(column) if table and column else ""
