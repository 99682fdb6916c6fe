"""Other ways to count the same: by what is left of a group, every tie, how many a column lists."""

from dataclasses import replace

from knowledge.catalog import Kind
from pipeline.intent import Condition, Dimension, Having, Intent, Measure
from pipeline.rules.asking.senseless import counts_one
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns

_ORDERED = frozenset(("<", "<=", ">", ">="))


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


def so_many(intent: Intent, about: Known) -> Intent | None:
    """`two or more delegates`, where a column names them: how many rows there are."""
    if intent.measures or intent.dimensions or intent.both:
        return None
    for place, clause in enumerate(intent.filters):
        if not isinstance(clause, Condition) or not _numbers_names(clause, about):
            continue
        table = clause.column.rpartition(".")[0]
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
    if clause.operator not in _ORDERED or not all(isinstance(v, int) for v in clause.values):
        return False
    column = about.column(clause.column)
    return about.ties(clause.column) or (column.kind is Kind.TEXT and not looks_numeric(column))


def _key(table: str, about: Known) -> tuple[str, ...]:
    return about.table(table).primary_key if table else ()
