"""How many rows there are at least and at most: `between 2 and 5 orders`, `with 2 to 5 orders`."""

import re
from dataclasses import replace

from pipeline.rules.clauses.comparisons import operator_of
from pipeline.rules.schema.items import Item, Stream

# A column right before is what lies between the two, unless rows `have` so many.
_NO_COLUMN = r"(?<!C)(?<!C[pr])"
_ROWS = r"k?(?P<t>u?T)"
_TWO = (
    re.compile(rf"{_NO_COLUMN}(?P<first>b)(?P<low>#)[&p](?P<high>#){_ROWS}"),
    re.compile(rf"(?<=h)(?P<low>#)(?P<to>p)(?P<high>#){_ROWS}"),
    re.compile(
        rf"{_NO_COLUMN}(?P<one>c)(?P<low>#)(?:&(?P<deny>n)?|(?P<no>n))(?P<other>c)(?P<high>#){_ROWS}"
    ),
)
_TO = frozenset(("to", "up to", "through"))
_YEARS = range(1800, 2100)


def counts_between(stream: Stream) -> None:
    """Say the rows behind both bounds, so that each of them is one of its own."""
    for pattern in _TWO:
        at = 0
        while (found := pattern.search(stream.code, at)) is not None:
            at = found.start() + 1
            said = _apart(stream.items, found)
            if said:
                stream.items[found.start() : found.end()] = said


def _apart(items: list[Item], found: re.Match[str]) -> list[Item]:
    """The two bounds with the rows behind each; nothing where they bound something else."""
    low, high = items[found.start("low")], items[found.start("high")]
    rows = items[found.start("t") : found.end("t")]
    groups = found.groupdict()
    joint = replace(low, letter="&", text="and", payload=None)
    if groups.get("one"):
        one, other = items[found.start("one")], items[found.start("other")]
        denied = bool(groups.get("deny") or groups.get("no"))
        signs = operator_of(one)[0], operator_of(other, negated=denied)[0]
        if any(operator_of(sign)[1] for sign in (one, other)) or signs[0][:1] == signs[1][:1]:
            return []
    else:
        signs = (">=", "<=")
        to = items[found.start("to")].text.lower() if groups.get("to") else "to"
        if to not in _TO or (low.payload in _YEARS and high.payload in _YEARS):
            return []
    first, last = (replace(low, letter="c", text="", payload=sign) for sign in signs)
    again = [replace(item) for item in rows]
    return [first, low, *again, joint, last, high, *rows]
