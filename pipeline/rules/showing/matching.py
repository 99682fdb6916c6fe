"""What a listed thing is: a number that is computed, a column of the rows, or a further number."""

from dataclasses import replace

from pipeline.intent import Intent
from pipeline.rules.showing.columns_shown import Rows, columns_of
from pipeline.rules.showing.numbers_shown import further_number, number_of_them

Found = tuple[Intent, tuple[str | int, ...]]


def matched(item: str, rows: Rows, asked: frozenset[str]) -> Found:
    """The outputs that a listed thing is, none where that is not clear; and the intent with them.

    `asked` are the stems of the question proper.
    """
    intent = rows.intent
    computed = number_of_them(item, rows, asked)
    if computed is not None:
        return intent, (intent.measures.index(computed),)
    columns = columns_of(item, rows)
    if columns:
        return intent, columns
    further = further_number(item, rows)
    if further is None:
        return intent, ()
    return replace(intent, measures=(*intent.measures, further)), (len(intent.measures),)
