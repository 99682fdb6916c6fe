"""Days between two dates of a row: `average days from visit to discharge`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Count
from pipeline.rules.schema.quantities import kept_in


def durations(stream: Stream, known: Known) -> None:
    """Reduce an aggregate of the days from one date to another to a measure."""
    stream.rewrite(
        r"(?P<list>a(?:&+a)*)(?P<j>j)(?P<c>[CT])p*[&p](?P<c2>[CT])", lambda run: _days(run, known)
    )

    stream.rewrite(r"(?P<list>a(?:&+a)*)(?P<j>j)(?P<c>C)", _kept)


def _kept(run: Run) -> Item | None:
    """A length that rows keep as a number, told in the unit that is asked for."""
    unit, column = run["j"].payload, run["c"]
    if column.payload != "number" or kept_in(column.candidates[0].column) is None:
        return None
    counts = [
        Count(function=one.payload, column=column, unit=unit, unsure=not one.text)
        for one in run.all("list", "a")
    ]
    return Item("m", run.first, run.last, payload=counts)


def _days(run: Run, known: Known) -> Item | None:
    since, until = _dated(run["c"], known), _dated(run["c2"], known)
    functions = run.all("list", "a")
    added = any(one.payload == "sum" for one in functions) and bool(run["j"].text)
    if since is None or until is None or added:
        return None
    tables = {c.table for c in since.candidates} & {c.table for c in until.candidates}
    for end in (since, until):
        end.candidates = [c for c in end.candidates if c.table in tables] or end.candidates
    for named in (run["c"], run["c2"]):
        named.verb = True
    unit = run["j"].payload or ""
    rows = Item("T", run.first, run.last, candidates=[replace(until.candidates[0], column="")])
    counts = [
        Count(
            function=one.payload, column=until, since=since, unit=unit, table=rows,
            unsure=not one.text,
        )
        for one in functions
    ]  # fmt: skip
    return Item("m", run.first, run.last, payload=counts)


def _dated(item: Item, known: Known) -> Item | None:
    """The dates that a word may mean, also where it names the rows of an event first."""
    found = [c for c in item.candidates if c.column and known.column(c.ref).kind.is_dated]
    return replace(item, letter="C", payload="date", candidates=found) if found else None
