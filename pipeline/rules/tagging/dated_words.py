"""Words that say which date counts, and between which dates something took how long."""

from functools import cached_property

from pipeline.rules.linking.dates_of_deeds import dates_of
from pipeline.rules.tagging.clock_conditions import read_clock
from pipeline.rules.tagging.date_remarks import date_remark, says_when
from pipeline.rules.tagging.deeds import tables_of_deed
from pipeline.rules.tagging.expiry import read_expiry
from pipeline.rules.tagging.first_and_last import apart_asked
from pipeline.rules.tagging.growth import growth_asked
from pipeline.rules.tagging.lengths_asked import lengths_asked
from pipeline.rules.tagging.text_searches import TextSearches
from pipeline.rules.tagging.timing import Read, read_timing
from pipeline.rules.tagging.took_place import read_took_place

_PERFECT = frozenset(("have", "has", "had", "been", "ever", "never"))


class DatedWords(TextSearches):
    """Reads such words before anything else is seen in them."""

    def _tied(self, at: int) -> int | None:
        """`if several share first place, list them all`: a remark on ties, one item."""
        place = self.words[at].at
        said = next((one for one in self.remarks if one.at <= place < one.until), None)
        if said is None:
            return None
        inside = (n for n in range(at, len(self.words)) if self.words[n].at >= said.until)
        until = next(inside, len(self.words))
        self._add("B", at, until, said)
        return until

    def _dated(self, at: int) -> int | None:
        """`(by issue date)`, where a number or a period is asked for: which date counts."""
        found = date_remark(self.words, at, self.known)
        if found is None or not self._is_timely():
            return None
        until, candidates = found
        self._add("@", at, until, "date").candidates = candidates
        return until

    def _is_timely(self) -> bool:
        return bool(self.times) or any(item.letter in "kasMXG%" for item in self.items)

    @cached_property
    def _ahead(self) -> Read:
        """What stands for words that are read as a whole: lengths, weekends, which date counts."""
        found = {**growth_asked(self.words), **read_timing(self.words, self.known)}
        found |= apart_asked(self.words, self.known)
        said = {**read_took_place(self.words, self.known), **read_clock(self.words, self.known)}
        said |= read_expiry(self.words, self.known)
        return {**said, **found, **lengths_asked(self.words, self.known)}

    def _read_ahead(self, at: int) -> int | None:
        """`how long does a repair take on average`, `on a weekend versus on a weekday`."""
        read = self._ahead.get(at)
        if read is None:
            return None
        self.items += read[1]
        return read[0]

    def _was_done(self, at: int) -> bool:
        return at > 0 and self.words[at - 1].lemma == "be"

    def _was_bought(self, at: int) -> bool:
        """`have ordered kale`, `has been ordered by`: no list is put in order, rows tell of it."""
        said, before = self.words[at], self.words[at - 1].lower if at else ""
        return (
            said.lower == "ordered"
            and before in _PERFECT
            and bool(tables_of_deed(said.lower, "", self.known))
        )

    def _done_then(self, at: int) -> bool:
        """`shipments ordered since May`, `ordered per month`: when, where rows keep that date."""
        rows = [item.candidates[0].table for item in self.items if item.letter == "T"]
        dates = dates_of([self.words[at].lower], self.known.table(rows[-1])) if rows else []
        return bool(dates) and says_when(self.words, at + 1, self.times)
