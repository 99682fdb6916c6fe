"""Columns that are shown beside the rows that are asked for: `..., along with their price`."""

import re

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Also
from pipeline.rules.vocabulary.joints import BESIDE, OWNERS

# What ends the list: the sentence, or the order that the rows come in.
_CLAUSE = re.compile(
    r"(?P<joint>&?(?:[&h]w?|N&))(?P<list>(?:J|k?T?C)(?:&(?:J|T?C))*)h?(?=\.|$|&?[do]|[&h]w?(?:J|k?T?C))"
)
# Numbers and groups: what stands beside them is part of the list that they are in.
_NUMBERS = frozenset("kaMUmGjJI%e.")
_ROWS = frozenset("TV")
_WITH = ("with", "with the")
_SEVERAL = 2
# Which of all rows, where such a word stands in the name of a column too.
_ENDS = frozenset(
    ("max", "maximum", "min", "minimum", "highest", "lowest", "latest", "earliest", "top", "best")
)
_BY = re.compile(r"(?:^|[w.])[TV]+y[TC]?C+$")
# What rows are sorted by, right before the joint.
_KEY = re.compile(r"o[py]*T?C+$")


def shown_beside(stream: Stream) -> list[Also]:
    """Take such clauses out of a stream: what they name, and whose it is."""
    found: list[Also] = []
    at = 0
    while True:
        match = _CLAUSE.search(stream.code, at)
        if match is None:
            return found
        run = Run(stream.items, match)
        if not _beside_rows(run):
            at = match.start() + 1
            continue
        found += _named(run.all("list", "JCT"))
        _without_each(stream, match.start())
        _sorted_by(stream.items[: match.start()])
        del stream.items[match.start() : match.end()]
        at = match.start()


def _beside_rows(run: Run) -> bool:
    """Whether rows are asked for before the joint, and it joins columns of theirs to them."""
    code = "".join(item.letter for item in _sentence(run.before))
    each, per_unit = code.startswith("eT"), code.replace("deC", "d")
    if not _ROWS & set(code) or _NUMBERS & set(per_unit[each:]):
        return False
    return _joins(run) and all(_kept_as_number(run, item) for item in run.all("list", "k"))


def _joins(run: Run) -> bool:
    """`with their price`, `with name and price`; `with an email` is a condition."""
    joint, named = run.all("joint"), run.all("list", "JCT")
    if _of_an_end(named, joint):
        return False
    if any(item.letter == "N" for item in joint):
        return joint[-2].text.lower().startswith(_WITH[0])
    asks = joint[-1].letter == "w"
    said = " ".join(item.text.lower() for item in joint if item.letter != "w")
    if said in BESIDE and said.startswith(","):
        return True
    apart = said.startswith(", ")
    said = said.removeprefix(", ")
    if said.startswith("and ") and _KEY.search("".join(item.letter for item in run.before)):
        return said.split()[1] not in OWNERS  # `sorted by year and their class`: two keys
    if said in BESIDE or ((asks or named[0].letter == "J") and said in ("and", "&")):
        return True
    listed = len(named) >= _SEVERAL or apart
    bare = said == _WITH[0] and named[0].first == joint[-1].last
    return said == _WITH[1] or (bare and listed)


def _of_an_end(named: list[Item], joint: list[Item]) -> bool:
    """`the rink with the max occupancy` is one, whatever column is called `max occupancy`."""
    said = joint[-1].text.lower()
    return len(named) == 1 and said in _WITH and named[0].text.lower().split()[0] in _ENDS


def _kept_as_number(run: Run, number: Item) -> bool:
    """`the number of beds`, where a column keeps it."""
    column = run.items[run.items.index(number) + 1]
    return column.letter == "C" and column.payload == "number"


def _sentence(items: list[Item]) -> list[Item]:
    ends = [at for at, item in enumerate(items) if item.letter == "."]
    return items[ends[-1] + 1 :] if ends else items


def _named(items: list[Item]) -> list[Also]:
    found: list[Also] = []
    owner: Item | None = None
    for item in items:
        if item.letter == "T":
            owner = item
            continue
        found.append(Also(item, owner))
        owner = None
    return found


def _sorted_by(before: list[Item]) -> None:
    """`list the artists by age, with their country`: rows that are listed come in that order."""
    if _BY.search("".join(item.letter for item in before)):
        by = max(at for at, item in enumerate(before) if item.letter == "y")
        before[by].letter = "o"


def _without_each(stream: Stream, until: int) -> None:
    """`list each visit with its fee` lists all of them."""
    begun = until - len(_sentence(stream.items[:until]))
    if stream.items[begun].letter == "e":
        stream.items[begun].letter = "p"
