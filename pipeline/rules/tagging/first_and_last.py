"""`hours between the first and the last scan of each parcel`: how far events lie apart."""

from collections.abc import Sequence

from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count
from pipeline.rules.tagging.timing import Read
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.lengths import FUNCTIONS, UNITS

_POINTING = frozenset(("the", "its", "their", "his", "her", "a"))
_FIRST, _LAST = frozenset(("first", "earliest")), frozenset(("last", "latest", "final"))
_JOINTS = frozenset(("and", "to", "until"))
_PASSED = frozenset(
    ("that", "which", "passed", "pass", "elapsed", "lie", "lay", "went", "by", "in")
)
_FAR = 4
_BEFORE_NUMBERS = (("how", "many"), ("number", "of"), ("time", "in"), ("duration", "in"))


def apart_asked(words: Sequence[Word], known: Known) -> Read:
    """What stands for the words of such a length, where one kind of rows has such events."""
    lower = tuple(word.lower for word in words)
    for at, word in enumerate(lower):
        joint = next((n for n in range(at + 1, at + _FAR) if lower[n : n + 1] in _LEADS), 0)
        if word not in UNITS or not joint or set(lower[at + 1 : joint]) - _PASSED:
            continue
        first = at - 2 if lower[max(at - 2, 0) : at] in _BEFORE_NUMBERS else at
        if first and lower[first - 1] in FUNCTIONS:
            return {}
        last = _last_of(lower, joint)
        event = _event(words[last : last + 1], known) if last else None
        if event is None:
            continue
        end = Item("C", first, last + 1, words[last].text, "date", candidates=[event])
        rows = Item("T", first, last + 1, candidates=[Candidate(event.table, "", 1.0)])
        count = Count(function="apart", column=end, since=end, unit=UNITS[word], table=rows)
        return {first: (last + 1, (Item("m", first, last + 1, payload=[count]),))}
    return {}


_LEADS = (("between",), ("from",))


def _last_of(lower: Sequence[str], joint: int) -> int:
    """Where the event stands behind `between the first and the last`; 0 where that is not said."""
    said = [n for n in range(joint + 1, min(len(lower), joint + 9)) if lower[n] not in _POINTING]
    if not said or lower[said[0]] not in _FIRST:
        return 0
    last = next((n for n in said if lower[n] in _LAST), 0)
    between = [lower[n] for n in said if said[0] < n < last]
    if not last or len(between) > 2 or not _JOINTS & set(between):  # noqa: PLR2004
        return 0
    named = set(between) - _JOINTS
    if named and lower[last + 1 : last + 2] != tuple(named):
        return 0
    return last + 1 if last + 1 < len(lower) else 0


def _event(noun: Sequence[Word], known: Known) -> Candidate | None:
    """The date of the rows that a noun names, where they have one of their own."""
    rows = [c for c in known.lexicon.find(noun)[:1] if not c.column]
    if not rows:
        return None
    dates = Linker(known, {}).dates(rows[0].table)
    return Candidate(rows[0].table, dates[0].rpartition(".")[2], 1.0) if len(dates) == 1 else None
