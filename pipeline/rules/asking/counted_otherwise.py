"""Other ways to count the same: by what is left of a group, every tie, how many a column lists."""

from dataclasses import replace

from knowledge.catalog import Kind
from pipeline.intent import Condition, Dimension, Having, Intent, Measure
from pipeline.rules.asking.grouped_otherwise import each_name
from pipeline.rules.asking.senseless import counts_one
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.operators import ORDERED
from pipeline.rules.text.plain_words import plain, plural

CHILDREN, _MOST = "children:", 3


def by_the_rest(intent: Intent, about: Known) -> Intent | None:
    """`states where at least 3 of them were born`: by state alone, not by each of them."""
    one = next((m for m in intent.measures if counts_one(m, intent, about)), None)
    if one is None:
        return None
    table = about.table(one.column.rpartition(".")[0] or one.table)
    own = {f"{table.key}.{name}" for name in (*table.primary_key, *display_columns(table))}
    groups = tuple(d for d in intent.dimensions if d.column not in own)
    shown = tuple(o for o in intent.outputs if o not in own)
    if not groups or not any(isinstance(o, str) for o in shown):
        return None
    return replace(intent, dimensions=groups, outputs=shown)


def children_counted(intent: Intent, about: Known) -> list[tuple[str, str]]:
    """Ids and labels: rows that belong to what is counted for itself, of the largest tables first.

    `the product that was ordered most often`: its orders, not the product.
    """
    measure = next((m for m in intent.measures if counts_one(m, intent, about)), None)
    if measure is None:
        return []
    tables = {edge.right for edge in about.joins.edges(measure.table) if edge.multiplies}
    found = sorted(tables, key=lambda key: (-(about.table(key).rows or 0), key))
    return [
        (f"{CHILDREN}{key}", f"Count the {plural(plain(key))} of each") for key in found[:_MOST]
    ]


def of_children(intent: Intent, key: str, about: Known) -> Intent | None:
    """The intent with the rows of that table counted."""
    table = key.removeprefix(CHILDREN)
    for place, measure in enumerate(intent.measures):
        if counts_one(measure, intent, about) and table in about.allowed:
            counted = replace(measure, table=table, column="", distinct=False)
            measures = (*intent.measures[:place], counted, *intent.measures[place + 1 :])
            return replace(intent, measures=measures)
    return None


def rows_counted(intent: Intent, about: Known) -> Intent | None:
    """Rows are counted, not the different values in them."""
    _ = about
    counted = tuple(
        replace(m, column="", distinct=False) if m.function == "count" and m.column else m
        for m in intent.measures
    )
    return replace(intent, measures=counted) if counted != intent.measures else None


def every_tie(intent: Intent, about: Known) -> Intent | None:
    """`machines that each of them repairs`: every row that ties the two is counted."""
    for place, measure in enumerate(intent.measures):
        owners = {d.column.rpartition(".")[0] for d in intent.dimensions} - {measure.table}
        plain = measure.function == "count" and not measure.column and not measure.where
        if not plain or len(owners) != 1:
            continue
        way = about.joins.path(measure.table, owners.pop()) or ()
        if len(way) > 1 and way[0].multiplies:
            tie = Measure(function="count", table=way[0].right)
            measures = (*intent.measures[:place], tie, *intent.measures[place + 1 :])
            return replace(intent, measures=measures)
    return None


def ties_by_name(intent: Intent, about: Known) -> Intent | None:
    """Every row that ties two is counted, and rows of one name are one group."""
    tied = every_tie(intent, about)
    return each_name(tied, about) if tied is not None else None


def so_many(intent: Intent, about: Known) -> Intent | None:
    """`two or more delegates`, where a column names them: how many rows there are."""
    if intent.measures or intent.dimensions or intent.both:
        return None
    for place, clause in enumerate(intent.filters):
        if not isinstance(clause, Condition) or not _numbers_names(clause, about):
            continue
        table = clause.column.rpartition(".")[0]
        if not _may_be_so_many(clause, table, about):
            continue
        rest = (*intent.filters[:place], *intent.filters[place + 1 :])
        counted = Measure(function="count", table=table)
        having = (Having(measure=0, operator=clause.operator, values=clause.values),)
        shown = [o for o in intent.outputs if isinstance(o, str)]
        outputs = (clause.column,) if table == intent.subject else tuple(shown)
        keys = [f"{intent.subject}.{name}" for name in _key(intent.subject, about)]
        groups = outputs if table == intent.subject else dict.fromkeys((*keys, *outputs))
        return replace(
            intent, measures=(counted,), filters=rest, having=having, outputs=outputs,
            dimensions=tuple(Dimension(column=ref) for ref in groups), distinct=False,
        )  # fmt: skip
    return None


def _numbers_names(clause: Condition, about: Known) -> bool:
    """Whether a name or a key is compared with a number, which only a count is."""
    if clause.operator not in ORDERED or "%" in clause.words:
        return False
    if not all(isinstance(value, int) for value in clause.values):
        return False
    column = about.column(clause.column)
    return about.ties(clause.column) or (column.kind is Kind.TEXT and not looks_numeric(column))


def _may_be_so_many(clause: Condition, table: str, about: Known) -> bool:
    """Whether there may be so many rows at all: not more than 2000 of a table that has 40."""
    rows = about.table(table).rows
    return rows is None or all(isinstance(v, int) and v <= rows for v in clause.values)


def _key(table: str, about: Known) -> tuple[str, ...]:
    return about.table(table).primary_key if table else ()
