"""Values that several rows have: `names used by more than one client`, `share the same name`."""

import re

from pipeline.rules.clauses.comparisons import is_measured, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count, Enough
from pipeline.rules.text.words import lemma_of

_SAME = frozenset(("same", "identical"))
_LEADING = frozenset(("share", "shares", "sharing", "very", "exact", "exactly")) | _SAME
_REPEATED = frozenset(("duplicate", "duplicated", "repeated", "recurring"))
_NAMES = frozenset(("name", "names", "value", "values", "combination"))
_SHARED = re.compile(r"(?P<t>T)[rh]*(?P<x>x{1,3})C(?:&C)*(?=[.&]|$)")
_ONE = 1


def repeats(stream: Stream) -> None:
    """Reduce what says that rows have a value in common to a condition on their number."""
    _share(stream)
    stream.rewrite(r"(?P<x>x)(?P<c>C)(?=[.&]|$)", lambda run: _duplicate(run, stream))
    stream.rewrite(r"(?<=C)p(?P<op>c)(?P<v>#)(?=[x.&]|$)", _by_several)


def of_values(stream: Stream) -> None:
    """Note which numbers are of the rows that have a value: `names that occur twice`."""
    before: Item | None = None
    for item in stream.items:
        if item.letter == "H" and before is not None and before.letter == "C":
            item.payload.repeated = not (before.verb or before.payload)
        if item.letter not in "rhp":
            before = item


def _share(stream: Stream) -> None:
    found = _SHARED.search(stream.code)
    if found is None:
        return
    said = stream.items[found.start("x") : found.end("x")]
    words = {item.text.lower() for item in said}
    if not words & _SAME or not words <= _LEADING:
        return
    rows, rest = stream.items[found.start("t")], stream.items[found.end() :]
    rest = _without_each(rest)
    counted = any(item.letter == "k" for item in rest)
    several = _several(said[0].first, said[-1].last, rows, unsure=not counted)
    shared = stream.items[found.end("x") : found.end()]
    stream.items = [*stream.items[: found.start("t") + 1], *shared, several, *rest]


def _without_each(items: list[Item]) -> list[Item]:
    """`list each such name and how many have it`: the names are shown already."""
    code = "".join(item.letter for item in items)
    found = re.match(r"\.eC&?(?=k)", code)
    again = found is not None and items[2].text.lower().split()[-1] in _NAMES
    return [items[0], *items[found.end() :]] if found is not None and again else items


def _several(first: int, last: int, rows: Item | None, *, unsure: bool = False) -> Item:
    number = Count(function="count", table=rows, unsure=unsure)
    enough = Enough(measure=number, operator=">", values=(_ONE,), until=last, repeated=True)
    return Item("H", first, last, payload=enough)


def _duplicate(run: Run, stream: Stream) -> Item | None:
    """`duplicate phone numbers`."""
    if run["x"].text.lower() not in _REPEATED or is_measured(run["c"]):
        return None
    at = run.match.end()
    stream.items.insert(at, _several(run["x"].first, run["x"].last, None))
    return run["c"]


def _by_several(run: Run) -> Item | None:
    """`names used by more than one ...`: by so many of the rows that have them."""
    operator, adjective = operator_of(run["op"])
    if adjective or is_measured(run.before[-1]) or run.before[-1].payload:
        return None
    unsure = bool(run.after) and run.after[0].letter == "x"
    if unsure:
        _name_rows(run)
    made = Enough(
        measure=Count(function="count", unsure=unsure), operator=operator,
        values=(run["v"].payload,), until=run.last, repeated=True,
    )  # fmt: skip
    return Item("H", run.first, run.last, payload=made)


def _name_rows(run: Run) -> None:
    """`used by more than one account`, where no rows are called so: maybe those of the column."""
    said = lemma_of(run.after[0].text.lower())
    owner = run.before[-1].candidates[0].table
    for item in run.after:
        if item.letter == "x" and lemma_of(item.text.lower()) == said:
            item.letter, item.candidates = "T", [Candidate(owner, "", 1.0)]
