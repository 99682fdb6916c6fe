"""What rows did, by rows that tell of it: `users who commented` are those with comments.

A verb behind `who` with nothing behind it stands for rows of another table or for a kind of event,
else for nothing known. What a date of the rows themselves tells, `deeds_dated` has read before.
"""

from collections.abc import Sequence

from knowledge.values import ValueHit
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.deeds import tables_of_deed
from pipeline.rules.tagging.single_words import BEGUN, is_verb
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.text.words import Word, is_past, stem_of

_WHO = frozenset(("who", "that", "which"))
_BESIDE = frozenset(
    ("have", "has", "had", "did", "do", "ever", "already", "actually", "also", "once", "just",
     "recently", "then", "again", "still")
)  # fmt: skip
_PARTICLES = frozenset(("in", "up", "out", "off", "on", "back", "down", "over"))
_SOMETHING = frozenset(("something", "anything", "somebody", "someone"))
_ENDS = frozenset((".", "?", "!", ",", ";", "and", "but", "or", "yet", "while"))
# True of whatever there is, or said of where and when it is.
_IDLE = BEGUN | frozenset(
    stem_of(form) for verb in (
        "exist", "occur", "happen", "appear", "belong", "work", "live", "reside", "stay", "remain",
        "act", "apply", "participate", "arrive", "come", "say", "know", "matter", "fit", "match",
        "follow", "result", "relate", "qualify", "register", "enter", "order", "start", "create")
    for form in (verb, f"{verb.removesuffix('e')}ed")
)  # fmt: skip


def with_deeds_recorded(items: Sequence[Item], words: Sequence[Word], known: Known) -> list[Item]:
    """The items, with what such a verb tells of; one that tells of nothing here is not known."""
    found = list(items)
    for at, word in enumerate(words):
        subject = _subject(found, at) if _stands_alone(words, at) else ""
        said = next((item for item in found if item.first <= at < item.last), None)
        if not subject or not _may_be_deed(word, said):
            continue
        deed = _deed(words, at, subject, known, said)
        if deed is None:
            continue
        until = _end_of_deed(words, at)
        kept = [item for item in found if not at <= item.first < until]
        place = next((n for n, item in enumerate(kept) if item.first > at), len(kept))
        having = [Item("h", at, at, "have")] if deed.letter != "x" else []
        found = [*kept[:place], *having, deed, *kept[place:]]
    return found


def _may_be_deed(word: Word, said: Item | None) -> bool:
    """Whether a word tells what was done: no more than a tie so far, a date of it, or unknown."""
    done = is_past(word.lower) or word.lower.endswith("ed")
    return done and (is_verb(word) if said is None else said.letter in "xC")


def _end_of_deed(words: Sequence[Word], at: int) -> int:
    until = at + 1
    while until < len(words) and words[until].lower in _PARTICLES | _SOMETHING:
        until += 1
    return until


def _stands_alone(words: Sequence[Word], at: int) -> bool:
    """Whether a word is what the rows before it did, with nothing behind it that it is done to."""
    before, until = at - 1, _end_of_deed(words, at)
    while before > 0 and words[before].lower in _BESIDE:
        before -= 1
    led = before > 0 and words[before].lower in _WHO
    return led and (until == len(words) or words[until].lower in _ENDS)


def _subject(items: Sequence[Item], at: int) -> str:
    """The rows named last before a verb, be it by their kind: `viewers who exported something`."""
    named = [item for item in items if item.letter in "TV" and item.last <= at]
    if not named or named[-1].letter == "T":
        return named[-1].candidates[0].table if named else ""
    owners = {hit.table for hit in named[-1].payload or ()}
    return owners.pop() if len(owners) == 1 else ""


def _deed(
    words: Sequence[Word], at: int, subject: str, known: Known, said: Item | None
) -> Item | None:
    """The rows or the kind of event that a verb tells of; `x` where nothing here does."""
    word = words[at]
    if said is not None and said.letter == "C":
        return _rows_dated(said, subject, known)
    tables = tables_of_deed(word.lower, subject, known)
    if tables:
        return _rows(tables, at, word.text)
    kinds = _kinds_of_deed(words, at, subject, known)
    if kinds:
        return Item("V", at, at + 1, word.text, kinds)
    return None if said is not None or word.stem in _IDLE else Item("x", at, at + 1, word.text)


def _rows(tables: Sequence[str], at: int, text: str) -> Item:
    return Item("T", at, at + 1, text, candidates=[Candidate(key, "", 1.0) for key in tables])


def _rows_dated(said: Item, subject: str, known: Known) -> Item | None:
    """`members who came`, where each visit has a day on which somebody came."""
    named = said.candidates[0]
    column = known.column(named.ref) if named.column else None
    if column is None or not column.kind.is_dated or column.null_share:
        return None
    many = named.table != subject and known.joins.has_many(subject, named.table)
    return _rows((named.table,), said.first, said.text) if many else None


def _kinds_of_deed(words: Sequence[Word], at: int, subject: str, known: Known) -> list[ValueHit]:
    """`logged in`, where events of these rows have the kind `login`."""
    base = stem_of(words[at].lower)
    behind = words[at + 1].lower if at + 1 < len(words) else ""
    for text in (f"{base}{behind}", base):
        hits = [
            hit for hit in known.values.find(text)
            if hit.score >= EXACT and known.joins.has_many(subject, hit.table)
            and known.column(f"{hit.table}.{hit.column}").complete
        ]  # fmt: skip
        if hits:
            return hits
    return []
