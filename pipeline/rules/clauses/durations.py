"""Days between two dates of a row: `average days from visit to discharge`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Count


def durations(stream: Stream, known: Known) -> None:
    """Reduce an aggregate of the days from one date to another to a measure."""
    stream.rewrite(r"(?P<a>a)(?P<j>j)(?P<c>[CT])p*[&p](?P<c2>[CT])", lambda run: _days(run, known))


def _days(run: Run, known: Known) -> Item | None:
    since, until = _dated(run["c"], known), _dated(run["c2"], known)
    if since is None or until is None or run["a"].payload == "sum":
        return None
    tables = {c.table for c in since.candidates} & {c.table for c in until.candidates}
    for end in (since, until):
        end.candidates = [c for c in end.candidates if c.table in tables] or end.candidates
    for named in (run["c"], run["c2"]):
        named.verb = True
    unit = run["j"].payload or ""
    count = Count(function=run["a"].payload, column=until, since=since, unit=unit)
    return Item("m", run.first, run.last, payload=[count])


def _dated(item: Item, known: Known) -> Item | None:
    """The dates that a word may mean, also where it names the rows of an event first."""
    found = [c for c in item.candidates if c.column and known.column(c.ref).kind.is_dated]
    return replace(item, letter="C", payload="date", candidates=found) if found else None
