"""How many there is room for: `halls that can seat more than 300 people` are told by a capacity."""

from collections.abc import Sequence

from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import Word, is_plural, name_words, stem_of
from pipeline.rules.vocabulary.nouns import PEOPLE

_HOLDING = frozenset(map(stem_of, ("accommodate", "accomodate", "hold", "seat", "sit", "fit")))
_CAPACITY = frozenset(("capacity", "occupancy", "seat", "seats", "seating"))
_AT_LEAST = ">="


def with_room_for(items: Sequence[Item], words: Sequence[Word], known: Known) -> list[Item]:
    """The items with that number as one of the column that says how many fit in."""
    for at, word in enumerate(words):
        before = [item for item in items if item.last <= at]
        behind = [item for item in items if item.first > at]
        column = _capacity(before, known) if word.stem in _HOLDING and behind else None
        told = _told(behind) if column is not None else None
        if column is not None and told is not None:
            fits = Item("C", at, at + 1, word.text, candidates=[column])
            return [*before, fits, *told]
    return list(items)


def _capacity(before: Sequence[Item], known: Known) -> Candidate | None:
    """The one capacity of the rows that were named last."""
    named = [item for item in before if item.letter in "TC"]
    if not named:
        return None
    table = named[-1].candidates[0].table
    found = [
        column.name for column in known.table(table).columns
        if looks_numeric(column) and _CAPACITY & set(expanded(name_words(column.name)))
    ]  # fmt: skip
    return Candidate(table, found[0], 1.0) if len(found) == 1 else None


def _told(behind: Sequence[Item]) -> list[Item] | None:
    """What follows, without the people who fit in; None where no number of them is said."""
    code = "".join(item.letter for item in behind)
    sign = 1 if code[:1] in ("c", "b") else 0
    until = next((n for n in range(sign, len(code)) if code[n] not in "#p&"), len(code))
    numbers = list(behind[sign:until])
    if not numbers or numbers[0].letter != "#" or numbers[-1].letter != "#":
        return None
    rows = behind[until] if until < len(behind) else None
    if rows is None or not (rows.text.lower() in PEOPLE or _are_rows(rows)):
        return None
    first = numbers[0]
    several = len(numbers) > 1
    how = Item("b" if several else "c", first.first, first.first, "", _AT_LEAST)
    return [*(behind[:sign] or [how]), *numbers, *behind[until + 1 :]]


def _are_rows(item: Item) -> bool:
    return item.letter == "T" and is_plural(item.text.lower().split()[-1])
