"""`how many more A than B`, `A minus B`: where the two numbers of a difference stand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.rules.divisions.forms import without_group
from pipeline.rules.text.words import lemma_of
from pipeline.rules.vocabulary import PREPOSITIONS

_MOST = 14
_LONGEST = 4
_ASKS = (
    r"(?:(?:what|what's|which|how|is|was|are|were|calculate|compute|find|show|give|me|us|return|"
    r"list|tell|determine|get|please|can|could|you|i|want|would|like|to|know|see|the|an?|and)\s+)*"
)
_SCOPE = r"(?P<scope>[^?!]*?,\s+)?"
_GAP = r"(?:differences?|gap)"
# `how much more did repairs cost in total than checks`: a total or an average of two kinds.
_COST_MORE = re.compile(
    r"^(?:by\s+)?how\s+much\s+(?P<sign>more|less)\s+(?:did|do|does)\s+(?P<one>.+?)\s+cost\s+"
    r"(?P<how>in\s+total|overall|altogether|on\s+average)\s+than\s+(?P<other>.+)$",
    re.IGNORECASE,
)
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^{_SCOPE}(?:by\s+)?(?P<much>how\s+(?:many|much))\s+(?P<sign>more|fewer|less)\s+"
        r"(?P<one>.+?)\s+than\s+(?P<other>.+)$",
        rf"^{_SCOPE}(?:by\s+)?how\s+much\s+(?:higher|larger|bigger|greater|(?P<sign>lower|smaller))\s+"
        r"(?:is|are|was|were)\s+(?P<one>.+?)\s+than\s+(?P<other>.+)$",
        rf"^{_SCOPE}by\s+how\s+(?:many|much)\s+(?:do|does|did)\s+(?P<one>.+?)\s+"
        r"(?:outnumber|exceed|surpass)\s+(?P<other>.+)$",
        rf"^{_SCOPE}{_ASKS}{_GAP}\s+in\s+(?P<what>.+?)\s+between\s+(?P<one>.+?)\s+and\s+(?P<other>.+)$",
        rf"^{_SCOPE}{_ASKS}{_GAP}\s+between\s+(?P<one>.+?)\s+and\s+(?P<other>.+)$",
        rf"^{_SCOPE}{_ASKS}(?P<one>.+?)\s+minus\s+(?P<other>.+)$",
        rf"^{_SCOPE}(?:please\s+)?subtract\s+(?P<other>.+?)\s+from\s+(?P<one>.+)$",
    )
)
_NUMBER = re.compile(
    r"^(?:the\s+)?(?:total\s+|overall\s+)?(?:(?:numbers?|counts?)\s+of|sum\s+of|total|average|avg|mean)\b"
    r"(?:\s+the\b)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s(?:are|is|was|were|do|did|does|have|has|had|came|come|went|got|there)(?=\s|$)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"^how\s+many\s", re.IGNORECASE)
_OTHERWISE = re.compile(r"^(?:(?:are|is|was|were)\s+)?not$", re.IGNORECASE)
_LAST_BE = re.compile(r"\b(?:are|is|was|were)\b(?!.*\b(?:are|is|was|were)\b)", re.IGNORECASE)
_OF_EACH = ("for", "in", "of", "from", "by", "with", "at")
_SINGLE = re.compile(
    r"^(?:please\s+)?(?:return|give|show)\s+(?:me\s+)?(?:only\s+)?(?:a|one|the)\s+(?:single\s+)?"
    r"(?:number|difference|value)$",
    re.IGNORECASE,
)
_END = re.compile(r"[.?!;](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers in words, the second of which is taken off the first, and their groups."""

    one: str
    other: str
    group: str = ""
    scope: str = ""


_PART_OF = re.compile(
    r"(?P<part>.+?)\s+as\s+an?\s+(?:percentage|percent|%|share|proportion|fraction)\s+of\s+"
    r"(?P<whole>[a-z' ]+?)(?=\s+(?:per|for|by|in|on|over|during|since|from|across|of)\b|[.?!,;]|$)",
    re.IGNORECASE,
)
_ALL = frozenset(("the", "a", "its", "their", "all", "total", "overall", "whole", "sum", "number",
                  "grand", "entire"))  # fmt: skip


def pairs_said(question: str) -> Iterator[Pair]:
    """Every way in which a question may ask for one number less another, likeliest first."""
    parts = [part.strip() for part in _END.split(" ".join(question.split()))]
    first, *others = [part for part in parts if part] or [""]
    if any(_SINGLE.match(sentence) is None for sentence in others):
        return
    first = _COST_MORE.sub(_in_nouns, first)
    for form in _FORMS:
        found = form.match(first)
        if found is not None:
            yield from _pairs(found)
            return


def _in_nouns(found: re.Match[str]) -> str:
    number = "average" if found["how"].lower().endswith("average") else "total"
    one, other = f"the {number} cost of {found['one']}", f"the {number} cost of {found['other']}"
    one, other = (one, other) if found["sign"].lower() == "more" else (other, one)
    return f"the difference between {one} and {other}"


def tells_gap(question: str) -> bool:
    """Whether a question may ask for one number less another."""
    return next(pairs_said(question), None) is not None


def tells_part(question: str) -> bool:
    """Whether one number is asked for as a part of another: `total fee as a percentage of amount`.

    What is a part of all of the same is none: `sales by region as a share of total sales`.
    """
    found = _PART_OF.search(question)
    if found is None:
        return False
    part, whole = (set(re.findall(r"[a-z]+", found[name].lower())) for name in ("part", "whole"))
    return bool(whole - _ALL) and not (whole - _ALL) & part


def _pairs(found: re.Match[str]) -> Iterator[Pair]:
    told = found.groupdict()
    for other, group, scope in without_group(found["other"], found["scope"] or ""):
        for one, less in _distinct(_sides(found["one"], other, told.get("what") or "")):
            lead = f"{told['much'].lower()} " if told.get("much") else ""
            pair = Pair(f"{lead}{one}", f"{lead}{less}", group, scope)
            fewer = (told.get("sign") or "more").lower() != "more"
            yield replace(pair, one=pair.other, other=pair.one) if fewer else pair


def in_full(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Both sides of a comparison with the words of the other one that they leave out."""
    plain = re.sub(r"\bones?$", "", other.strip()).strip()
    if plain != other.strip():
        # `insured repairs than open ones`: of the same rows.
        other = " ".join((plain, one.split()[-1]))
    yield from _distinct(
        (" ".join(left), " ".join(right)) for left, right in _completed(one.split(), other.split())
    )


def _distinct(sides: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    seen: set[tuple[str, str]] = set()
    for pair in sides:
        if pair not in seen and len(seen) < _MOST:
            seen.add(pair)
            yield pair


def _sides(one: str, other: str, what: str) -> Iterator[tuple[str, str]]:
    """Both numbers in full: what is said of one of them only is said of both."""
    if what:
        for word in _OF_EACH:
            yield f"{what} {word} {one}", f"{what} {word} {other}"
        yield f"{one} {what}", f"{other} {what}"
        return
    kinds = [_NUMBER.match(side) for side in (one, other)]
    if kinds[1] is not None:
        yield one, other
        return
    lead = f"{kinds[0].group()} " if kinds[0] is not None else ""
    words = one[len(lead) :].split()
    tail = _TAIL.search(f" {other}") if _TAIL.search(f" {one}") is None else None
    if tail is not None and tail.start():
        # `A than B were there in 2023`: the verb is of both.
        ending = other[tail.start() :].split()
        for left, right in _completed(words, other[: tail.start()].split()):
            yield lead + " ".join((*left, *ending)), lead + " ".join((*right, *ending))
        return
    for left, right in _completed(words, other.split()):
        yield lead + " ".join(left), lead + " ".join(right)


def _completed(one: list[str], other: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Either side with the words of the other one that it leaves out."""
    begins = other[0].lower()
    # `loans of copies from A than of copies from B`: from the same word on.
    same = [at for at in range(1, len(one)) if one[at].lower() == begins]
    # `by phone` after `came in online`: said instead of what stands last.
    last = len(one) - 1
    phrases = [at for at in range(1, len(one)) if at == last or one[at].lower() in PREPOSITIONS]
    for at in (*reversed(same), *(reversed(phrases) if begins in PREPOSITIONS else ())):
        yield one, [*one[:at], *other]
    if begins not in PREPOSITIONS:
        yield from _inside(one, other)


def with_noun(one: str, other: str) -> Iterator[tuple[str, str]]:
    """`king than queen beds`, `furnished than unfurnished flats`: what the first leaves out."""
    kind = _ASKED.match(one)
    if _OTHERWISE.match(other):
        # `how many are insured compared to those that are not`
        denied = _LAST_BE.sub(lambda verb: f"{verb[0]} not", one)
        if denied != one:
            yield one, denied
        return
    lead = kind.group() if kind is not None else ""
    words = one[len(lead) :].split()
    pairs = _completed(words, other.split()) if lead else _with_noun(words, other.split())
    for left, right in pairs:
        yield lead + " ".join(left), lead + " ".join(right)


def _with_noun(one: list[str], other: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    said, also = ({lemma_of(word.lower()) for word in words} for words in (one, other))
    for at in () if said & also else range(1, min(len(other), _LONGEST)):
        yield [*one, *other[at:]], other


def _inside(one: list[str], other: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Either side with the noun, or all that stands around it, of the other one."""
    yield from _with_noun(one, other)
    yield one, other
    # `tools does the A branch have than the B branch`: in the place of what it is like.
    for at in _places(one, other):
        yield one, [*one[:at], *other, *one[at + len(other) :]]
    for at in reversed(range(max(1, len(one) - _LONGEST), len(one))):
        yield one, [*one[:at], *other]


def _places(one: list[str], other: list[str]) -> Iterator[int]:
    """Where as many words may stand for others inside: those that share a word come first."""
    size = len(other)
    said = {lemma_of(word.lower()) for word in other}
    spots = range(1, len(one) - size)
    alike = {
        at: sum(lemma_of(word.lower()) in said for word in one[at : at + size])
        + sum(word[:1].isupper() for word in one[at : at + size])
        for at in spots
    }  # fmt: skip
    yield from sorted(spots, key=lambda at: -alike[at])
