"""Whether two statements mean the same but for the values that they are asked with."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify

from knowledge.catalog import Catalog
from knowledge.sql_text import read_sql
from pipeline.kept_findings import KeptFindings

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MIDNIGHT = re.compile(r"(\d{4}-\d{2}-\d{2})[ T]00:00(:00(\.0+)?)?")
_PLACE, _EDGE = "place", "edge"
_TURNED = {exp.GT: exp.LT, exp.LT: exp.GT, exp.GTE: exp.LTE, exp.LTE: exp.GTE}
_FORMATS = {"%Y": re.compile(r"\d{4}"), "%Y-%m": re.compile(r"\d{4}-(0[1-9]|1[0-2])")}


@dataclass(frozen=True, slots=True)
class Slot:
    """A literal of a statement, as its canonical form has it.

    `place` is its number among the literals of the text. An `edge` stands for a whole year or month
    whose first day, or the day after whose last, `value` is.
    """

    place: int
    kind: str
    value: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A statement in canonical form: `text` has a typed mark for each of the `slots`, in order.

    `exact` is the same text with the values. Of `twins` the order says nothing.
    """

    text: str
    exact: str
    slots: tuple[Slot, ...]
    twins: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """The literal of a place in the approved text, and the value that takes its place."""

    place: int
    value: str


def changes_for(approved: Meaning, read: Meaning) -> tuple[Change, ...] | None:
    """The values to put into the approved statement so that it is the read one; None for another.

    Empty where the two are the same as they stand.
    """
    if approved.exact == read.exact:
        return ()
    if approved.text != read.text:
        return None
    found: dict[int, str] = {}
    edges: dict[int, dict[str, str]] = {}
    for number, (old, new) in enumerate(zip(approved.slots, read.slots, strict=True)):
        if old.edge:
            edges.setdefault(old.place, {})[old.edge.partition(":")[2]] = new.value
        elif old.value != new.value:
            if number in approved.twins or old.place in found:
                return None
            found[old.place] = new.value
    for slot in approved.slots:
        if slot.edge and slot.place not in found:
            named = _named_period(slot.edge.partition(":")[0], edges[slot.place])
            if named is None:
                return None
            found[slot.place] = named
    return tuple(Change(place, value) for place, value in sorted(found.items()))


_FOUND = KeptFindings[Catalog, Meaning | None](4_096)


def meaning_of(sql: str, catalog: Catalog) -> Meaning | None:
    """The canonical form of a query; None where it cannot be told."""
    return _FOUND.found(catalog, sql, lambda: _meaning_of(sql, catalog))


def _meaning_of(sql: str, catalog: Catalog) -> Meaning | None:
    try:
        tree = read_sql(sql.rstrip().rstrip(";"), catalog.dialect)
        if not isinstance(tree, exp.Query):
            return None
        _number(tree)
        tree = qualify(
            tree,
            schema=_columns_of(catalog),
            dialect=catalog.dialect,
            quote_identifiers=False,
            validate_qualify_columns=False,
            identify=False,
        )
        return _meaning(_normal(tree, catalog))
    except (SqlglotError, RecursionError, AttributeError):
        return None


def _columns_of(catalog: Catalog) -> dict[str, object]:
    return {
        table.name: {column.name: column.type or "TEXT" for column in table.columns}
        for table in catalog.tables
    }


def _number(tree: exp.Expr) -> None:
    """Number the literals in the order of the text."""
    found = [node for node in tree.find_all(exp.Literal) if "start" in node.meta]
    found.sort(key=lambda node: int(node.meta["start"]))
    for number, node in enumerate(found):
        node.meta[_PLACE] = number


def _normal(tree: exp.Expr, catalog: Catalog) -> exp.Expr:
    """The tree with one form for what is said in several."""
    for rule in _RULES:
        rule(tree, catalog)
    return tree


def _ranges(tree: exp.Expr, _catalog: Catalog) -> None:
    """`BETWEEN` and a whole year or month by its name as two comparisons."""
    for between in list(tree.find_all(exp.Between)):
        low = exp.GTE(this=between.this.copy(), expression=between.args["low"])
        high = exp.LTE(this=between.this.copy(), expression=between.args["high"])
        between.replace(exp.and_(low, high))
    for node in list(tree.find_all(exp.EQ)):
        ranged = _whole_period(node)
        if ranged is not None:
            node.replace(ranged)


def _selects(tree: exp.Expr, _catalog: Catalog) -> None:
    """Aliases written out, inner joins as a list, tables by their own names."""
    for select in list(tree.find_all(exp.Select)):
        _order_by_expressions(select)
    for select in list(tree.find_all(exp.Select)):
        _with_joins_apart(select)
        _by_table_names(select)


def _keys(tree: exp.Expr, catalog: Catalog) -> None:
    """Groups by their keys alone, and the count of a key as the count of rows."""
    for group in list(tree.find_all(exp.Group)):
        _by_keys_alone(group, catalog)
    for count in list(tree.find_all(exp.Count)):
        if _counts_rows(count, catalog):
            count.set("this", exp.Star())
        count.set("big_int", None)


def _comparisons(tree: exp.Expr, _catalog: Catalog) -> None:
    """The value of a comparison on its right side; a sort order without where nulls stand."""
    for ordered in tree.find_all(exp.Ordered):
        ordered.set("nulls_first", None)
    for compared in list(tree.find_all(*_TURNED)):
        if isinstance(compared.this, exp.Literal):
            turned = _TURNED[type(compared)]
            compared.replace(turned(this=compared.expression, expression=compared.this))


def _wrappings(tree: exp.Expr, _catalog: Catalog) -> None:
    """No brackets and no aliases: the tree itself says what belongs together."""
    for node in list(tree.find_all(exp.Paren, exp.Alias)):
        node.replace(node.this)


def _order_by_expressions(select: exp.Select) -> None:
    """What `ORDER BY` and `GROUP BY` name is written out."""
    named = {each.alias.lower(): each.this for each in select.expressions if each.alias}
    for clause in ("order", "group", "having"):
        found = select.args.get(clause)
        for column in list(found.find_all(exp.Column)) if found is not None else ():
            meant = named.get(column.name.lower())
            if not column.table and meant is not None:
                column.replace(meant.copy())


def _with_joins_apart(select: exp.Select) -> None:
    """Inner joins as a list of tables, their conditions among the others."""
    joins = select.args.get("joins") or []
    source = select.args.get("from_")
    if source is None or any(join.side or join.kind in ("LEFT", "ANTI", "SEMI") for join in joins):
        return
    conditions = [join.args["on"] for join in joins if join.args.get("on") is not None]
    tables = sorted([source.this, *(join.this for join in joins)], key=_source_key)
    if conditions:
        select.where(*conditions, copy=False)
    select.set("from_", exp.From(this=tables[0]))
    select.set("joins", [exp.Join(this=table, kind="CROSS") for table in tables[1:]])


def _source_key(source: exp.Expr) -> str:
    return source.name.lower() if isinstance(source, exp.Table) else source.sql()


def _by_table_names(select: exp.Select) -> None:
    """Tables go by their own names; one that is read several times, by its number too."""
    joins = select.args.get("joins") or []
    source = select.args.get("from_")
    read = [each.this for each in (source, *joins) if each is not None]
    seen: dict[str, int] = {}
    names: dict[str, str] = {}
    for table in read:
        if not isinstance(table, exp.Table):
            continue
        name = table.name.lower()
        seen[name] = seen.get(name, 0) + 1
        names[table.alias_or_name.lower()] = name if seen[name] == 1 else f"{name}_{seen[name]}"
    for table in read:
        if isinstance(table, exp.Table):
            called = names[table.alias_or_name.lower()]
            table.set("alias", exp.TableAlias(this=exp.to_identifier(called)))
    for column in list(select.find_all(exp.Column)):
        meant = names.get(column.table.lower())
        if meant and column.meta.get("named") is None:
            column.meta["named"] = True
            column.set("table", exp.to_identifier(meant))
            column.set("this", exp.to_identifier(column.name.lower()))


def _by_keys_alone(group: exp.Group, catalog: Catalog) -> None:
    """What else of a table is grouped by beside its key changes nothing."""
    keyed = {each.table for each in group.expressions if _is_key(each, catalog)}
    kept = [
        each
        for each in group.expressions
        if not isinstance(each, exp.Column) or each.table not in keyed or _is_key(each, catalog)
    ]
    group.set("expressions", kept)


def _counts_rows(count: exp.Count, catalog: Catalog) -> bool:
    """Whether counting that column counts every row: a key is never missing."""
    select = count.find_ancestor(exp.Select)
    if select is None or any(join.side for join in select.args.get("joins") or ()):
        return False
    return _is_key(count.this, catalog)


def _is_key(column: object, catalog: Catalog) -> bool:
    if not isinstance(column, exp.Column) or isinstance(column.this, exp.Star):
        return False
    owner = next((t for t in catalog.tables if t.name.lower() == column.table.lower()), None)
    found = owner.column(column.name) if owner is not None else None
    return owner is not None and found is not None and tuple(owner.primary_key) == (found.name,)


def _whole_period(node: exp.EQ) -> exp.Expr | None:
    """`strftime('%Y', day) = '2023'` as the range of that year."""
    call, value = node.this, node.expression
    if not isinstance(call, exp.TimeToStr) or not isinstance(value, exp.Literal):
        return None
    form = call.args["format"].name if call.args.get("format") is not None else ""
    fits = _FORMATS.get(form)
    if fits is None or not fits.fullmatch(value.name):
        return None
    column = call.this
    while isinstance(column, exp.TsOrDsToTimestamp | exp.TsOrDsToDate | exp.Cast):
        column = column.this
    if not isinstance(column, exp.Column):
        return None
    unit = "year" if form == "%Y" else "month"
    first = dt.date.fromisoformat((value.name + "-01-01")[:10])
    last = first.replace(year=first.year + 1) if unit == "year" else _after(first)
    return exp.and_(
        exp.GTE(this=column.copy(), expression=_edge(value, first, f"{unit}:first")),
        exp.LT(this=column.copy(), expression=_edge(value, last, f"{unit}:last")),
    )


def _after(first: dt.date) -> dt.date:
    return (first.replace(day=28) + dt.timedelta(days=4)).replace(day=1)


def _edge(literal: exp.Expr, day: dt.date, edge: str) -> exp.Expr:
    made = exp.Literal.string(day.isoformat())
    made.meta[_PLACE] = literal.meta.get(_PLACE, -1)
    made.meta[_EDGE] = edge
    return made


def _named_period(unit: str, edges: dict[str, str]) -> str | None:
    """The year or month that the two edges are of."""
    try:
        first = dt.date.fromisoformat(edges["first"])
        last = dt.date.fromisoformat(edges["last"])
    except (KeyError, ValueError):
        return None
    if unit == "year":
        whole = (first.month, first.day) == (1, 1) and last == first.replace(year=first.year + 1)
        return str(first.year) if whole else None
    return first.strftime("%Y-%m") if first.day == 1 and last == _after(first) else None


_RULES: tuple[Callable[[exp.Expr, Catalog], None], ...] = (
    _ranges, _selects, _keys, _comparisons, _wrappings,
)  # fmt: skip


def _meaning(tree: exp.Expr) -> Meaning:
    written = _Writing()
    text = written.of(tree)
    order = [int(number) for number in re.findall(r"\x00(\d+)\x00", text)]
    slots = [written.slots[number] for number in order]
    twins = {place for place, number in enumerate(order) if number in written.twins}
    marked = re.sub(r"\x00(\d+)\x00", lambda found: f"<{written.slots[int(found[1])].kind}>", text)
    exact = re.sub(r"\x00(\d+)\x00", lambda found: repr(written.slots[int(found[1])].value), text)
    return Meaning(marked, exact, tuple(slots), frozenset(twins))


class _Writing:
    """Writes a tree with its symmetric parts in one order and its literals as numbered marks."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.twins: set[int] = set()

    def of(self, node: object) -> str:
        if isinstance(node, exp.Literal):
            return self._literal(node)
        if isinstance(node, exp.Identifier):
            return node.name.lower()
        if isinstance(node, exp.And | exp.Or):
            parts = self._sorted([self.of(each) for each in node.flatten()])
            return f"{node.key}({','.join(parts)})"
        if isinstance(node, exp.EQ | exp.NEQ | exp.Add | exp.Mul):
            left, right = self._sorted([self.of(node.this), self.of(node.expression)])
            return f"{node.key}({left},{right})"
        if isinstance(node, exp.In) and node.expressions:
            parts = self._sorted([self.of(each) for each in node.expressions])
            return f"in({self.of(node.this)},[{','.join(parts)}])"
        if isinstance(node, exp.Group):
            parts = self._sorted([self.of(each) for each in node.expressions])
            return f"group({','.join(parts)})"
        if isinstance(node, exp.Expr):
            return f"{node.key}({','.join(self._arguments(node))})"
        return str(node).lower()

    def _arguments(self, node: exp.Expr) -> Iterator[str]:
        for key in sorted(node.args):
            value = node.args[key]
            if value is None or value is False or value == []:
                continue
            if isinstance(value, list):
                yield f"{key}=[{','.join(self.of(each) for each in value)}]"
            else:
                yield f"{key}={self.of(value)}"

    def _literal(self, node: exp.Literal) -> str:
        value = str(node.this)
        midnight = _MIDNIGHT.fullmatch(value)
        value = midnight[1] if midnight else value
        if isinstance(node.parent, exp.Limit | exp.Fetch | exp.Offset):
            kind = "limit"
        elif node.is_string:
            kind = "date" if _DAY.fullmatch(value) else "text"
        else:
            kind = "number"
            value = f"{float(value):g}" if _is_number(value) else value
        place = int(node.meta.get(_PLACE, -1))
        self.slots.append(Slot(place, kind, value, str(node.meta.get(_EDGE, ""))))
        return f"\x00{len(self.slots) - 1}\x00"

    def _sorted(self, parts: Sequence[str]) -> list[str]:
        """The parts by what they are without their values; equal ones are twins."""
        plain = [re.sub(r"\x00(\d+)\x00", self._kind, part) for part in parts]
        for part, said in zip(parts, plain, strict=True):
            if plain.count(said) > 1:
                self.twins |= {int(number) for number in re.findall(r"\x00(\d+)\x00", part)}
        valued = [re.sub(r"\x00(\d+)\x00", self._value, part) for part in parts]
        order = sorted(range(len(parts)), key=lambda place: (plain[place], valued[place]))
        return [parts[place] for place in order]

    def _kind(self, found: re.Match[str]) -> str:
        return f"<{self.slots[int(found[1])].kind}>"

    def _value(self, found: re.Match[str]) -> str:
        return self.slots[int(found[1])].value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
