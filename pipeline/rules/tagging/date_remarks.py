"""Remarks that say which date counts: `(by issue date)`, `use the sign-up date`."""

from collections.abc import Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import Word, name_words, stem_of
from pipeline.rules.vocabulary import GRAINS
from pipeline.rules.vocabulary.numbers import RECENT_YEARS
from pipeline.times.values import TimeSpan

_LEADS = (
    ("going", "by"), ("counted", "by"), ("dated", "by"), ("measured", "by"), ("based", "on"),
    ("according", "to"), ("using",), ("use",),
)  # fmt: skip
_SHORT_LEADS = (("by",), ("per",))
_OPENING, _CLOSING = frozenset("(,;"), frozenset(")")
_ENDS = frozenset(").,;:?!")
_DATE = frozenset(("date", "day", "time", "timestamp"))
_LONGEST = 4
_BEFORE_TIME = frozenset(("in", "on", "per", "by", "each", "every", "during", "for", "the", "of"))


def date_remark(words: Sequence[Word], at: int, known: Known) -> tuple[int, list[Candidate]] | None:
    """The dates that a remark beginning at a word may mean, and where it ends."""
    opened = words[at].lower in _OPENING
    if not opened and (at == 0 or words[at - 1].lower not in _ENDS):
        return None
    place = at + opened
    lower = [word.lower for word in words[place : place + _LONGEST + 3]]
    leads = (*_LEADS, *_SHORT_LEADS) if opened else _LEADS
    lead = next((lead for lead in leads if tuple(lower[: len(lead)]) == lead), None)
    if lead is None:
        return None
    first = place + len(lead)
    first += lower[len(lead) : len(lead) + 1] in (["the"], ["their"], ["its"])
    until = next((n for n in range(first, len(words)) if words[n].lower in _ENDS), len(words))
    named = words[first:until]
    if not 0 < len(named) <= _LONGEST or named[-1].lower not in _DATE:
        return None
    found = _dates(named, known)
    if not found:
        return None
    closes = words[at].lower == "(" and until < len(words) and words[until].lower in _CLOSING
    return until + closes, found


def says_when(words: Sequence[Word], at: int, times: Sequence[TimeSpan]) -> bool:
    """Whether a time, or `per month`, follows from a word on."""
    while at < len(words) and words[at].lower in _BEFORE_TIME:
        if _is_in_time(words[at], times):
            return True
        at += 1
    if at == len(words):
        return False
    return (
        _is_in_time(words[at], times)
        or words[at].lower in GRAINS
        or words[at].number in RECENT_YEARS
    )


def _is_in_time(word: Word, times: Sequence[TimeSpan]) -> bool:
    return any(span.at <= word.at < span.until for span in times)


def _dates(named: Sequence[Word], known: Known) -> list[Candidate]:
    """The date columns of such a name: `issue date` is also what is called `issued_on`."""
    found = [c for c in known.lexicon.find(named) if c.column]
    dates = [c for c in found if known.column(c.ref).kind.is_dated]
    if dates:
        return dates
    said = [_forms(word.lower) for word in named[:-1]]
    return [
        Candidate(key, column.name, 1.0)
        for key in sorted(known.allowed)
        for column in known.table(key).columns
        if column.kind.is_dated
        and said
        and all(any(forms & _forms(name) for name in name_words(column.name)) for forms in said)
    ]


def _forms(word: str) -> set[str]:
    return {word, stem_of(word)}
