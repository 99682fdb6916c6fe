"""Remarks on which rows count, in words that the rules know: `unpaid ones are ignored`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pipeline.rules.text.words import Word, lemma_of, stem_of

EXCLUDING, COUNTING = "excluding", "counting only"
_BOUNDS = frozenset(".?!;:()-–—")  # noqa: RUF001 - people type typographic dashes
# What begins a question: whatever it ends in is asked for, and no remark.
_ASKING = frozenset(
    ("which", "what", "who", "whom", "whose", "how", "when", "where", "show", "list", "give",
     "return", "find", "are", "is", "do", "does", "did", "was", "were", "name", "tell", "for")
)  # fmt: skip
# Behind these the same words tell of the rows that are asked for: `tickets that were ignored`.
_TELLING = frozenset(("that", "which", "who", "whose", "and", "or", "have", "has", "had", "not"))
# Behind `and` these begin a remark.
_HEADS = frozenset(
    ("skip", "skipping", "drop", "dropping", "discard", "discarding", "filter", "filtering",
     "leave", "leaving", "count", "counting", "consider", "considering")
)  # fmt: skip
_BE = r"(?:(?:are|is|were|was|be|being|to|should|can|could|must|may|shall|will|get|please|all) )*"
_MAY = (
    r"(?:(?:are|is) to be|(?:should|can|could|must|may|shall|will|are|is|to)(?: please)? be|being)"
)
_WEIGHED = r"(?:counted|included|considered|relevant|of interest|taken into account|wanted)"
_LEFT_OUT = re.compile(
    rf"(?P<rows>.+?) (?:{_BE}(?:not (?:to )?(?:be )?{_WEIGHED}|ignored|excluded|disregarded"
    r"|omitted|left out|left aside|filtered out|discounted)"
    rf"|{_MAY} (?:skipped|dropped|removed|discarded)"
    r"|(?:do|does|did|should|must|shall) not "
    rf"(?:count|matter|interest (?:me|us)|(?:be )?{_WEIGHED}))"
)
_OUT = re.compile(r"(?:leav(?:e|ing)|filter(?:ing)?|keep(?:ing)?) (?P<rows>.+?) out")
_ONLY = re.compile(rf"(?:only|just) (?P<rows>.+?) (?:count|counts|matter|matters|{_BE}{_WEIGHED})")
_SKIP = re.compile(
    r"(?:(?:skip|drop|discard|filter|set)(?:p?ing)? (?:out |aside )?|aside from |minus "
    r"|leav(?:e|ing) aside )(?:all |any )?(?P<rows>.+)"
)
_COUNT = re.compile(
    r"(?:(?:count|consider|look)(?:ing)?(?: at)? (?:only|just)(?: at)?"
    r"|(?:only|just) (?:count|consider|look)(?:ing)?(?: at)?"
    r"|(?:restrict|limit)(?:ed)?(?: this| it| that)? to(?: only)?) (?P<rows>.+)"
)
_COUNTING = re.compile(r"(?:counting|considering|looking at|including) (?:only|just) (?P<rows>.+)")
_FORMS = (
    (_COUNT, COUNTING), (_COUNTING, COUNTING), (_ONLY, COUNTING),
    (_OUT, EXCLUDING), (_LEFT_OUT, EXCLUDING), (_SKIP, EXCLUDING),
)  # fmt: skip
_LEAD = re.compile(r"(?:(?:and|but|please|once|after|when|with|while|however|also|though) )+")
_FEW = 2


def with_remarks_first(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words, with each remark led by what it does to its rows."""
    found: list[Word] = []
    for at, until in _clauses(words):
        found += _remark(words[at:until], first=at == 0)
    return tuple(found)


def _clauses(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where clauses begin and end; a list (`lost, late and cancelled ones`) is not cut."""
    cuts = [0]
    for at, word in enumerate(words):
        behind = words[at + 1].lower if at + 1 < len(words) else ""
        if word.quoted:
            continue
        if word.lower in _BOUNDS or (word.lower == "," and at - cuts[-1] > _FEW):
            cuts += [at, at + 1]
        elif word.lower in ("and", "but") and behind in _HEADS:
            cuts += [at]
    ends = [*cuts[1:], len(words)]
    return [(at, until) for at, until in zip(cuts, ends, strict=True) if until > at]


def _remark(words: Sequence[Word], *, first: bool) -> list[Word]:
    """A clause with what it does in front, where it is a remark."""
    said = " ".join(word.lower for word in words)
    lead = _LEAD.match(said)
    begin = lead.end() if lead else 0
    for pattern, head in _FORMS:
        match = pattern.fullmatch(said, begin)
        if match is None or (first and pattern is not _COUNTING):
            continue
        rows = match["rows"].split()
        if rows[0] in _ASKING or rows[-1] in _TELLING:
            continue
        place = _place_of(words)
        return _led(words, place(match.start("rows")), place(match.end("rows")), head)
    return list(words)


def _led(words: Sequence[Word], at: int, until: int, head: str) -> list[Word]:
    spare = words[0] if at else words[-1]
    led = replace(spare, text=head, lower=head, lemma=lemma_of(head), stem=stem_of(head))
    return [led, *words[at:until]]


def _place_of(words: Sequence[Word]) -> Callable[[int], int]:
    """From a character of the joined words to the word that begins there, or the next one."""
    starts: list[int] = []
    at = 0
    for word in words:
        starts.append(at)
        at += len(word.lower) + 1

    def place(character: int) -> int:
        return next((n for n, start in enumerate(starts) if start >= character), len(words))

    return place
