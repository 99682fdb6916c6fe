"""`new customers per month`: rows that came in a period, by the date on which they came."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary import GRAINS
from pipeline.rules.vocabulary.numbers import RECENT_YEARS

_CAME = frozenset(
    ("created", "registered", "joined", "opened", "signed", "added", "hired", "founded", "enrolled",
     "admitted", "onboarded", "launched", "started", "bought", "purchased", "acquired", "signup")
)  # fmt: skip
# Numbers of something else may be of another day than that on which the rows came.
_OTHERS = frozenset("MamCs")


def with_newcomers(items: Sequence[Item], known: Known) -> tuple[list[Item], tuple[str, ...]]:
    """The items without `new`, and the verb that it stands for; as they were where it is open."""
    at = next((n for n, item in enumerate(items[:-1]) if _is_new(item, items[n + 1])), -1)
    timely = [item for item in items if _is_time(item)]
    table = _rows(items[at + 1]) if at >= 0 and timely else ""
    if not table:
        return list(items), ()
    others = {item.letter for item in items if item not in timely}
    without = [*items[:at], *items[at + 1 :]]
    note = known.glossary.note(table)
    if note is not None and note.time_column:
        # Another date than the one that people agreed on would be another answer.
        return (list(items), ()) if "M" in others else (without, ())
    came = "" if others & _OTHERS else verb_of_coming(table, known)
    return (without, (came,)) if came else (list(items), ())


def _is_new(item: Item, behind: Item) -> bool:
    return item.letter == "x" and item.text.lower() == "new" and behind.letter in "TV"


def _is_time(item: Item) -> bool:
    """A period or a unit of it; `2026` and `month` may as well be a number and a column."""
    year = item.letter == "#" and isinstance(item.payload, int) and item.payload in RECENT_YEARS
    return item.letter in "DG" or year or item.text.lower().removesuffix("s") in GRAINS


def _rows(behind: Item) -> str:
    """The table of what is new; empty where nothing stored is."""
    found_in = behind.candidates if behind.letter == "T" else behind.payload
    return found_in[0].table if found_in else ""


def verb_of_coming(table: str, known: Known) -> str:
    """The word in the only date of such rows that says when they came."""
    columns = known.table(table).columns
    dated = [set(name_words(c.name)) & _CAME for c in columns if c.kind.is_dated]
    found = [words for words in dated if words]
    return min(found[0]) if len(found) == 1 else ""
