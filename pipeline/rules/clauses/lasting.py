"""Lengths of time in another unit than they are kept in: `longer than 5 minutes`, kept in ms."""

from pipeline.intent import Value
from pipeline.rules.clauses.comparisons import operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.quantities import kept_in
from pipeline.rules.vocabulary.units import TIME_UNITS

# `took more than 5 hours` may be of any two dates: a length is called long.
_LONG = frozenset(("long", "longer", "short", "shorter"))


def lasting(stream: Stream, known: Known) -> None:
    """Reduce a comparison in a unit of time to one in the unit that the column is kept in."""
    stream.rewrite(r"(?P<op>c)p?(?P<v>#)(?P<x>[xG])(?P<l>x?)(?!C)", lambda run: _longer(run, known))
    stream.rewrite(
        r"(?P<c>C)[ph]*(?P<op>c)p?(?P<v>#)(?P<x>[xG])(?!C)", lambda run: _lasted(run, known)
    )


def _longer(run: Run, known: Known) -> Item | None:
    operator, adjective = operator_of(run["op"])
    owners = [i.candidates[0].table for i in run.before if i.letter == "T" and i.candidates]
    name = _timed(owners[-1], known) if owners and not adjective else None
    told = run.get("l")
    long = bool(_LONG & {*run["op"].text.lower().split(), told.text.lower() if told else ""})
    if name is None or not long or (told is not None and told.text.lower() not in _LONG):
        return None
    column = Item("C", run.first, run.last, run.text, "number")
    column.candidates = [Candidate(owners[-1], name, 1.0)]
    return _told(run, column, operator)


def _timed(table: str, known: Known) -> str | None:
    """The one column of a table that is called after a unit of time: `Milliseconds`."""
    found = [
        column.name for column in known.table(table).columns
        if column.kind.is_number and kept_in(column.name) is not None
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _lasted(run: Run, known: Known) -> Item | None:
    operator, adjective = operator_of(run["op"])
    best = run["c"].candidates[0]
    numeric = best.column and known.column(best.ref).kind.is_number
    return _told(run, run["c"], operator) if numeric and not adjective else None


def _told(run: Run, column: Item, operator: str) -> Item | None:
    said = TIME_UNITS.get(run["x"].text.lower())
    kept = kept_in(column.candidates[0].column)
    if said is None or kept is None:
        return None
    test = Test(
        operator=operator, column=column, values=(_scaled(run["v"].payload, said, kept),),
        words=run.text, first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)


def _scaled(value: Value, said: int, kept: int) -> Value:
    if not isinstance(value, int | float):
        return value
    scaled = value * said / kept
    return int(scaled) if scaled == int(scaled) else scaled
