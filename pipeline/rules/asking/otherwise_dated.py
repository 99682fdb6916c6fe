"""Other dates that a period may be of: of the same rows, or of others that the question reads."""

from collections.abc import Iterator
from dataclasses import replace

from pipeline.intent import Clause, Condition, Intent, Related
from pipeline.rules.asking.named_only import read_by
from pipeline.rules.asking.other_columns import owner_of, with_columns
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.holding import holds_years
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain

DATED = "dated:"
_MOST = 2


def otherwise_dated(intent: Intent, about: Known) -> list[tuple[str, str]]:
    """Ids and labels of the readings by another date."""
    now = _date_of(intent, about) or _year_of(intent, about)
    if not now:
        return []
    linker = Linker(about, {})
    counted = [measure.table for measure in intent.measures if measure.table]
    tables = dict.fromkeys((*counted, owner_of(now), *sorted(_tables_of(intent))))
    found = [ref for table in tables for ref in linker.dates(table) if ref != now]
    return [
        (f"{DATED}{ref}", f"By {plain(ref)} of {plain(owner_of(ref))}") for ref in found[:_MOST]
    ]


def dated_by(intent: Intent, key: str, about: Known) -> Intent | None:
    """The intent with that date in the place of the one that it goes by."""
    ref, year = key.removeprefix(DATED), _year_of(intent, about)
    now = _date_of(intent, about) or year
    if not now:
        return None

    def put(one: str) -> str:
        return ref if one == now else one

    filters = tuple(_by(clause, now, ref) for clause in intent.filters)
    made = replace(with_columns(intent, put), filters=filters)
    return _by_year(made, ref) if now == year else made


def _by_year(intent: Intent, ref: str) -> Intent:
    dimensions = (replace(d, grain="year") if d.column == ref else d for d in intent.dimensions)
    return replace(intent, dimensions=tuple(dimensions))


def _year_of(intent: Intent, about: Known) -> str:
    """The one column of plain years that rows are grouped by, where no date is read at all."""
    found = [d.column for d in intent.dimensions if holds_years(about.column(d.column))]
    return found[0] if len(found) == 1 == len(intent.dimensions) else ""


def _date_of(intent: Intent, about: Known) -> str:
    """The one date that a period or its parts are of; empty where there is none or are several."""
    periods = {c.column for c in intent.filters if isinstance(c, Condition) and _is_period(c)}
    parts = {d.column for d in intent.dimensions if d.grain}
    found = {ref for ref in periods | parts if about.column(ref).kind.is_dated}
    return found.pop() if len(found) == 1 and not intent.compared else ""


def _is_period(clause: Condition) -> bool:
    return clause.operator in ("within", "<", "<=", ">", ">=", "between")


def _by(clause: Clause, now: str, ref: str) -> Clause:
    if isinstance(clause, Condition) and clause.column == now:
        return replace(clause, column=ref)
    return clause


def _tables_of(intent: Intent) -> Iterator[str]:
    yield from (owner_of(ref) for ref in read_by(intent))
    yield from (clause.table for clause in intent.filters if isinstance(clause, Related))
