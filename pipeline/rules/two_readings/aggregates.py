"""`total`, `highest`, `%`: an aggregate, or a column that is called so."""

import re

from pipeline.rules.clauses.superlatives import LESS
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import SOLD, Count, Extreme
from pipeline.rules.schema.quantities import is_quantity
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary import ADJECTIVES

_PLAIN = 0.9
_AGED = frozenset(("old", "young"))
_OTHERWISE = frozenset(
    ("count", "common", "times", "new", "late", "recent", "old", "young", "early")
)


def total(run: Run) -> Item | None:
    """`the total of invoices per country`: a sum, also where a column is called so."""
    column = run["a"].other
    if run["a"].payload != "sum" or column is None or column.letter != "C":
        return None
    return Item("m", run.first, run.last, payload=[Count(function="sum", column=column)])


def as_column(run: Run) -> Item | None:
    """`% of all` or `total`, where a column is called so."""
    groups = run.match.groupdict()
    item = next(run[name] for name in groups if groups[name])
    other = item.other
    if other is not None:
        other.payload = "number"
    return (
        other
        if other is not None and other.letter == "C" and other.candidates[0].score >= _PLAIN
        else None
    )


def as_aggregate(run: Run) -> Item | None:
    """`highest, lowest and average cost`: three numbers, not the row with the highest one."""
    item = run["s" if run.match.group("s") else "s2"]
    direction, adjective = item.payload
    if adjective not in ("", "count"):
        return _of_age(run, item)
    return Item("a", run.first, run.last, payload="max" if direction == "desc" else "min")


def _of_age(run: Run, item: Item) -> Item | None:
    """`average and oldest age`, of a number that the adjective speaks of: its highest."""
    direction, adjective = item.payload
    column = next((each for each in run.after if each.letter not in "as&|"), None)
    if adjective not in _AGED or column is None or column.letter != "C":
        return None
    signs = dict(ADJECTIVES[adjective])
    sign = next((signs[word] for word in _words_in(column) if word in signs), 0)
    if column.payload != "number" or not sign:
        return None
    highest = (direction == "desc") == (sign > 0)
    return Item("a", run.first, run.last, payload="max" if highest else "min")


def _words_in(column: Item) -> tuple[str, ...]:
    """The words of the name that an item means first."""
    return tuple(name_words(column.candidates[0].column))


def sold_by(stream: Stream) -> None:
    """`the 5 best-selling models by revenue` are the top 5 by revenue."""
    for at, item in enumerate(stream.items):
        if item.letter != "s" or item.payload[1] != SOLD:
            continue
        behind = re.match(r"[TC]+y(?P<number>[akM]|C)", stream.code[at + 1 :])
        if behind is None:
            continue
        number = stream.items[at + behind.end()]
        if number.letter == "C" and number.payload != "number":
            continue
        if _is_of_sales(number):
            _by_quantity(stream, at, at + behind.end())
        elif "t" in stream.code[:at]:
            del stream.items[at]
        else:
            item.letter, item.payload = "t", "top" if item.payload[0] == "desc" else "bottom"
        return


def _is_of_sales(number: Item) -> bool:
    """Whether a column says how many were sold, which is what sells best anyhow."""
    return number.letter == "C" and is_quantity(number.candidates[0].column)


def _by_quantity(stream: Stream, at: int, number: int) -> None:
    """`best selling products by quantity`: added up for each, as without those words."""
    del stream.items[number - 1 : number + 1]
    if "t" in stream.code[:at]:
        del stream.items[stream.code.index("t")]


def told_by(stream: Stream) -> None:
    """`the longest track by minutes` is the track with the longest minutes."""
    found = re.search(r"(?<![t#])sTyC(?=\.|$)", stream.code)
    if found is None:
        return
    at = found.start()
    degree, table, _, column = stream.items[at : at + 4]
    direction, adjective = degree.payload
    if column.payload == "number" and adjective not in _OTHERWISE:
        extreme = Extreme(descending=(direction == "desc") != (adjective in LESS), column=column)
        degree.letter, degree.payload = "S", extreme
        stream.items[at : at + 4] = [degree, table]


def ranking(run: Run) -> Item | None:
    """`whose rank is between 10 and 15`: the column of that name."""
    named = run["o"].other
    return named if named is not None and named.letter == "C" else None
