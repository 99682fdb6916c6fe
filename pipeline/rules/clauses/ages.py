"""How old, in plain words: `at least 25 years old`, `how old are they on average`."""

from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.operators import DENIED
from pipeline.rules.schema.parts import Test

_YEARS = frozenset(("year", "years"))
_OLDER = {"young": "<=", "younger": "<=", "older": ">=", "more": ">=", "less": "<="}
_ON_AVERAGE = "on average"


def ages(stream: Stream) -> None:
    """Reduce a number of years that somebody is old to a condition on the age."""
    stream.rewrite(
        r"(?P<n>n)?(?P<op>c)?(?P<v>#)(?P<y>[xCG])(?P<old>x)(?:(?P<k>K)|\|(?P<x>x))?", _aged
    )


def asked_degrees(stream: Stream, known: Known) -> None:
    """Read `how old ... on average`, `how old is the youngest` as a number of that column."""
    at = stream.code.find("J")
    number = _number_of(stream, at) if at >= 0 else None
    found = _column_of(stream, stream.items[at], known) if number is not None else None
    if number is None or found is None:
        return
    stream.items.remove(number)
    degree = next(item for item in stream.items if item.letter == "J")
    function = "avg" if number.letter == "a" else "max" if number.payload[0] == "desc" else "min"
    asked = Item("a", degree.first, degree.last, degree.text, function)
    place = stream.items.index(degree)
    told = stream.items[place + 1 : place + 2]
    again = any(c.ref == found.ref for item in told for c in item.candidates[:1])
    column = Item("C", degree.first, degree.last, degree.text, "number", candidates=[found])
    stream.items[place : place + 1] = [asked] if again else [asked, column]


def _aged(run: Run) -> Item | None:
    said = run["y"].text.lower(), run["old"].text.lower()
    if said[0] not in _YEARS or said[1] != "old":
        return None
    run["y"].verb = True
    behind = run.get("k") or run.get("x")
    operator = str(run["op"].payload) if run.get("op") is not None else "="
    if behind is not None:
        operator = _OLDER.get(behind.text.lower().split()[-1], "")
    if run.get("n") is not None:
        operator = DENIED.get(operator, "")
    if operator not in DENIED:
        return None
    test = Test(
        operator=operator, adjective="aged", values=(run["v"].payload,), words=run.text,
        first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)


def _number_of(stream: Stream, at: int) -> Item | None:
    """What is asked of all the degrees: their average, or those of the oldest of each kind."""
    for item in stream.items:
        if item.letter == "a" and item.text.lower() == _ON_AVERAGE and item.payload == "avg":
            return item
    behind = stream.items[at + 1] if at + 1 < len(stream.items) else None
    code = stream.code[at + 1 :]
    if behind is None or code[1:2] != "T" or "e" not in code:
        return None
    average = behind.letter == "a" and behind.payload == "avg"
    ends = behind.letter == "s" and behind.payload[1] in ("old", "young")
    if ends and stream.items[at].payload == "old":
        oldest = (behind.payload[0] == "desc") == (behind.payload[1] == "old")
        behind.payload = ("desc" if oldest else "asc", "old")
    return behind if average or (ends and stream.items[at].payload == "old") else None


def _column_of(stream: Stream, degree: Item, known: Known) -> Candidate | None:
    """The one column of the named tables that holds such degrees, not dates of birth."""
    tables = [c.table for item in stream.items if item.letter in "TC" for c in item.candidates[:1]]
    told = [item for item in stream.items if item.letter == "C" and item.payload == "number"]
    beside = stream.items.index(degree) + 1
    if told and told[0] is stream.items[min(beside + 1, len(stream.items) - 1)]:
        return None
    found = Linker(known, {}).of_adjective(str(degree.payload), list(dict.fromkeys(tables)))
    if found is None or found[1] < 0:
        return None
    table, _, name = found[0].rpartition(".")
    return Candidate(table, name, 1.0)
