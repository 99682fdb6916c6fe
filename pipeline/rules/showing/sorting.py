"""The order of what is listed: as it is said, else by what is shown of it."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Intent, Sorting
from pipeline.rules.schema.known import Known
from pipeline.rules.showing.columns_shown import Rows
from pipeline.rules.showing.matching import matched
from pipeline.rules.showing.order_said import Ordered


def sorted_as_said(
    said: Sequence[Ordered], before: Intent, rows: Rows, asked: frozenset[str]
) -> Intent | None:
    """The intent in the order that is said; None where that is not clear, or another ranks it."""
    intent = rows.intent
    ranked = intent.limit is not None or bool(intent.within)
    if not said:
        return intent if ranked else _by_what_is_shown(intent, before)
    order = [_sorting(key, before, rows, asked) for key in said]
    kept = tuple(key for key in order if key is not None)
    if len(kept) < len(order) or (ranked and intent.order[:1] != kept[:1]):
        return None
    return replace(intent, order=kept)


def _by_what_is_shown(intent: Intent, before: Intent) -> Intent:
    """Rows that were sorted by the number shown, by the first that is shown in its place."""
    first = next((key.by for key in intent.order), None)
    gone = isinstance(first, int) and first in before.outputs and first not in intent.outputs
    numbers = _numbers(intent)
    if not gone:
        return intent
    order = (Sorting(by=numbers[0], descending=True),) if numbers else ()
    return replace(intent, order=order)


def _sorting(key: Ordered, before: Intent, rows: Rows, asked: frozenset[str]) -> Sorting | None:
    intent = rows.intent
    if not key.by:
        plain = _dates(intent, rows.known) if key.timely else _numbers(intent)
        asked_for = [output for output in plain if output in before.outputs]
        by = asked_for if len(plain) > 1 else plain
        return Sorting(by=by[0], descending=key.descending) if len(by) == 1 else None
    changed, found = matched(key.by, rows, asked)
    if len(found) != 1 or changed is not intent:
        return None
    return Sorting(by=found[0], descending=key.descending)


def _numbers(intent: Intent) -> list[str | int]:
    return [output for output in intent.outputs if isinstance(output, int)]


def _dates(intent: Intent, known: Known) -> list[str | int]:
    """The dates and periods that are shown."""
    grained = {d.column for d in intent.dimensions if d.grain}
    columns = [output for output in intent.outputs if isinstance(output, str)]
    return [ref for ref in columns if ref in grained or known.column(ref).kind.is_dated]
