"""Words for time: the periods that a question names, and how numbers move from one to the next."""

import re

from pipeline.rules.tagging.explained_words import ExplainedWords
from pipeline.rules.vocabulary.changes import CHANGES
from pipeline.times.values import TimeSpan

_LONGEST_CHANGE = 9
_PLAIN_YEAR = re.compile(r"\b\d{4}\b")
_GOES_ON = re.compile(r"\b\d{4},?\s+\w")
_FROM_TO = re.compile(
    r"\b\d{4}\s*(?:to|through|thru|until|till|up to|-|\u2013)\s*\d{4}\b", re.IGNORECASE
)
_LEADS = ("from ", "by ", "up to ", "as of ", "as at ", "through ")
_TAKEN_IN = frozenset(("including", "include", "incl"))
_BARE_YEAR = re.compile(r"((in|of|during|for|by)\s+)?(the\s+)?years?", re.IGNORECASE)


class TimeWords(ExplainedWords):
    """Where the periods of a question stand among its words."""

    def _time(self, at: int) -> int | None:
        spans = [span for span in self.times if span.at <= self.words[at].at < span.until]
        span = spans[0] if spans else None
        behind = [word.lower for word in self.words[at + 1 : at + 2]]
        if span is not None and self.words[at].lower == "calendar" and behind == ["year"]:
            return at + 2  # `calendar year 2024` is 2024
        if (
            span is None
            or self._is_text(span)
            or _BARE_YEAR.fullmatch(span.words)
            or (self._is_plain_year(span) and _PLAIN_YEAR.search(span.words) and not _runs(span))
            or self._is_change(at)
        ):
            return None
        until = at
        while until < len(self.words) and self.words[until].at < span.until:
            until += 1
        if (
            at
            and self.words[at - 1].lower in _TAKEN_IN
            and any(i.letter == "D" for i in self.items)
        ):
            self._add("x", at - 1, at)  # `the last 7 days, including today`
        # `against last year` names one of two periods: the other is the one that goes on.
        for each in spans:
            self._add("D", at, until, each)
        return until

    def _is_text(self, span: TimeSpan) -> bool:
        """`emails that start with h1`: letters that are looked for, and no half of a year."""
        led = bool(self.items) and self.items[-1].letter == "l"
        return led and len(span.words.split()) == 1

    def _is_plain_year(self, span: TimeSpan) -> bool:
        """A year by itself, or one of those that `both` and `either` name."""
        before = "".join(item.letter for item in self.items[-2:])
        listed = before[-1:] in ("2", "3") or before == "#&"
        return span.grain == "year" and (span.comparison is None or listed)

    def _sets_periods_apart(self) -> bool:
        """Whether two periods are set against each other, each of them named."""
        places = {word.at: at for at, word in enumerate(self.words)}
        return any(
            span.comparison is not None and not self._is_change(places.get(span.at, 0))
            for span in self.times
        )

    def _is_change(self, at: int) -> bool:
        """Whether `month-over-month` tells how a number moves, not which months are meant."""
        lower = [word.lower for word in self.words[at : at + _LONGEST_CHANGE]]
        phrases = (" ".join(lower[:until]) for until in range(len(lower), 0, -1))
        return any(phrase in CHANGES for phrase in phrases)


def _runs(span: TimeSpan) -> bool:
    """`from 2020 on`, `2020 and later`, `2019 to 2021`: more than the years that are named.

    Behind `since` and `between` a year may as well be a number of a column.
    """
    half = (span.start is None) != (span.end is None)
    begins = span.words.lower().startswith(_LEADS) or _GOES_ON.search(span.words) is not None
    return (half and begins) or _FROM_TO.search(span.words) is not None
