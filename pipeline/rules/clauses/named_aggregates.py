"""Columns called after an aggregate: `the days when the max temperature was above 30`."""

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words

_CALLED = {
    "max": frozenset(("maximum", "highest", "max")),
    "min": frozenset(("minimum", "lowest", "min")),
    "avg": frozenset(("average", "mean", "avg")),
}
_ALL = frozenset(word for words in _CALLED.values() for word in words)
_NAMED, _SURE = 0.9, 0.85
# What goes by the number of each row: a comparison, an order, another aggregate of it.
_OF_ROWS_BEFORE, _OF_ROWS_BEHIND = frozenset("aso"), frozenset("c#bK")


def named_aggregates(stream: Stream) -> None:
    """Take the aggregate's word as part of the column's name, where a column is called so.

    Alone it stays what is asked for: the maximum temperature in June is the highest of its days.
    """
    kept: list[Item] = []
    for at, item in enumerate(stream.items):
        said = kept[-1] if kept else None
        found = _called_so(said, item) if said is not None else []
        if said is not None and found:
            item.candidates, item.payload = found, "number"
            if _is_of_rows(kept[:-1], stream.items[at + 1 :]):
                item.first, item.text = said.first, f"{said.text} {item.text}"
                kept.pop()
        kept.append(item)
    stream.items = kept


def _called_so(said: Item, item: Item) -> list[Candidate]:
    """The columns that have both in their names, where none is called by the noun alone."""
    if said.letter != "a" or item.letter != "C" or said.last != item.first:
        return []
    names = _CALLED.get(str(said.payload), frozenset())
    if not names or item.candidates[0].score >= _SURE or _ALL & set(item.text.lower().split()):
        return []
    return [
        Candidate(c.table, c.column, max(c.score, _NAMED))
        for c in item.candidates
        if c.column and names & set(expanded(name_words(c.column)))
    ]


def _is_of_rows(before: list[Item], behind: list[Item]) -> bool:
    """Whether the number of each row is meant: by it rows are told apart, sorted or listed."""
    if before and before[-1].letter in _OF_ROWS_BEFORE:
        return True
    if behind and behind[0].letter in _OF_ROWS_BEHIND:
        return True
    if any(item.letter in "ey" for item in (*before, *behind)):
        return False
    beside = (before[-2:][::-1], behind[:2])
    return any(
        [item.letter for item in pair] == ["&", "C"] and pair[1].payload != "number"
        for pair in beside
    )
