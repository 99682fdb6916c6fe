"""A number that nobody asks about, in the place of a length that the rest is planned around."""

import re
from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp

from knowledge.glossary import Metric
from knowledge.sql_text import write_sql
from pipeline.intent import Dimension, Intent, Measure
from pipeline.rules.relatives.linked import Read
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.names import shown_columns

PROBE = "zeroth lapse"
ReadKnowing = Callable[[Known], Read]
_ROWS_ASKED = re.compile(r"\s*(?:which|who|list|show|find|return|give)\b", re.IGNORECASE)


def asks_for_rows(question: str) -> bool:
    """`Which members had the shortest time between`: rows are asked for, not the time itself."""
    return _ROWS_ASKED.match(question) is not None


def with_probe(measure: Measure, about: Known) -> Known:
    """What is known, with a number of the rows that stands for the length."""
    table = about.table(measure.table)
    date = column_of(table, (measure.since or measure.column).rpartition(".")[2])
    probe = Metric(
        name=PROBE,
        synonyms=(PROBE, f"average {PROBE}"),
        expression=write_sql(exp.Max(this=date), about.catalog.dialect),
        table=table.key,
    )
    return about.defining((probe,))


def in_its_place(intent: Intent, measure: Measure) -> Intent | None:
    """The intent with the length where the probe is; None where it has it not once."""
    if [each.name for each in intent.measures].count(PROBE) != 1:
        return None
    measures = tuple(measure if each.name == PROBE else each for each in intent.measures)
    return replace(intent, measures=measures)


def by_rows(intent: Intent, table: str, about: Known) -> Intent:
    """Each row by itself, where some have the same name."""
    told = {dimension.column for dimension in intent.dimensions}
    owner = about.table(table)
    if not told & {f"{table}.{name}" for name in shown_columns(owner)}:
        return intent
    keys = (f"{table}.{name}" for name in owner.primary_key)
    apart = tuple(Dimension(column=key) for key in keys if key not in told)
    return replace(intent, dimensions=(*apart, *intent.dimensions))
