"""Verbs that say of rows that others belong to them: `which courses are assigned`."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.deeds import tables_of_deed
from pipeline.rules.tagging.denied_links import DeniedLinks
from pipeline.rules.text.words import Word, stem_of
from pipeline.rules.vocabulary.ties import RESTRICTING_VERBS, TYING_VERBS

_BE = frozenset(("be", "get", "been", "being"))
_BESIDE = frozenset(("currently", "already", "actually", "ever", "still", "now"))
_ENDS = frozenset((".", "?", "!"))
_IDLE = "rhwp"
_DONE = ("ed", "en")
_RESTRICTING = frozenset(
    stem_of(form) for verb in RESTRICTING_VERBS for form in (verb, f"{verb.removesuffix('e')}ed")
)
_IRREGULAR = frozenset(("taught", "sold", "bought", "lent", "built", "taken", "worn"))
_TYING = frozenset(
    stem_of(form) for verb in TYING_VERBS for form in (verb, f"{verb.removesuffix('e')}ed")
)
# So low that it is asked: which rows the verb tells of is not in the data by name.
_GUESSED = 0.2


def with_links_said(items: Sequence[Item], words: Sequence[Word], known: Known) -> list[Item]:
    """The items, with the rows that such a verb tells of: those without any are not meant."""
    found = list(items)
    named = [item for item in found if item.letter in "TCVFMD#"]
    if not named or named[0].letter != "T" or any(item.letter == "n" for item in found):
        return found
    rows = named[0]
    at = _end(words)
    behind = at == rows.last or _is_state(words, at)  # `materials used` are those that are used
    if not (_restricts(words[at]) and behind and named == [rows]):
        at = rows.first - 1  # `the assigned courses`
        if at < 0 or not _restricts(words[at]):
            return found
    unread = [item for item in found if item.first <= at < item.last]
    if any((item.letter, item.last) != ("x", at + 1) for item in unread):
        return found
    found = [item for item in found if item not in unread]
    until = next(n for n, item in enumerate(found) if item is rows) + 1
    while until < len(found) and found[until].letter in _IDLE and found[until].last <= at:
        found.pop(until)  # `courses that have been assigned`
    found[until:until] = _Links(found, known).told(words[at], at, rows.candidates[0].table)
    return found


def _end(words: Sequence[Word]) -> int:
    at = len(words) - 1
    while at > 0 and words[at].lower in _ENDS:
        at -= 1
    return at


def _restricts(word: Word) -> bool:
    """Whether a participle says more of rows than that they are `listed` or `held`."""
    said = word.lower
    return said in _IRREGULAR or (said.endswith(_DONE) and stem_of(said) in _RESTRICTING)


def _is_state(words: Sequence[Word], at: int) -> bool:
    at -= 1
    while at > 0 and words[at].lower in _BESIDE:
        at -= 1
    return at >= 0 and (words[at].lemma in _BE or words[at].lower in _BE)


@dataclass(slots=True)
class _Links(DeniedLinks):
    """Finds the rows that a verb says that there are."""

    def told(self, verb: Word, at: int, subject: str) -> list[Item]:
        """Rows called by the verb, or that alone tie; else whatever belongs is asked about."""
        parts = self._parts_of(subject)
        called = [key for key in tables_of_deed(verb.text, subject, self.known) if key in parts]
        sure = called if len(called) == 1 else []
        if not sure and self._ties(verb) and parts and self._only_ties(parts, subject):
            sure = parts
        if not parts:
            return [Item("x", at, at + 1, verb.text)]
        score = 1.0 if sure else _GUESSED
        rows = [Candidate(key, "", score) for key in sure or called or parts]
        return [
            Item("h", at, at, ""),
            Item("T", at, at + 1, verb.text, candidates=rows),
        ]

    def _ties(self, verb: Word) -> bool:
        """`assigned`, `linked`: no more than that; what was `taught` is another matter."""
        return stem_of(verb.lower) in _TYING
