"""What else a question for a quotient says: in which order, and that both numbers are shown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.rules.divisions.form import Form
from pipeline.rules.text.words import lemma_of

_ORDER = re.compile(
    r"(?:^|[,;]?\s+)(?:and\s+)?(?:order|sort|rank)(?:ed|ing)?\b(?P<how>.*)$", re.IGNORECASE
)
_LISTS = re.compile(r"^(?:also\s+|please\s+)*(?:return|show|give|list|include|provide|display)\b",
                    re.IGNORECASE)  # fmt: skip
_DOWN = frozenset(("desc", "descending", "decreasing", "highest", "largest", "biggest", "most"))
_UP = frozenset(("asc", "ascending", "increasing", "lowest", "smallest", "fewest", "least"))
_QUOTIENT = frozenset(
    ("ratio", "percentage", "percent", "proportion", "fraction", "share", "rate", "value")
)
_IDLE = frozenset(
    ("the", "by", "in", "from", "to", "order", "it", "them", "result", "results", "first", "high",
     "low", "of", "that", "this", "a", "an", "its", "their", "and", "with", "on", "based")
)  # fmt: skip
_COUNTS = frozenset(
    ("number", "count", "total", "as", "well", "too", "also", "both", "all", "each", "every", "me",
     "respective", "corresponding", "along", "return", "show", "give", "list", "include",
     "provide", "display", "please", "annual", "yearly", "monthly", "along")
)  # fmt: skip
_AWAY = (
    r"(?:skip(?:ping)?|ignor(?:e|ing)|leav(?:e|ing)\s+out|exclud(?:e|ing)|omit(?:ting)?|"
    r"drop(?:ping)?|without|not\s+counting|do\s+not\s+(?:show|list|include))"
)
_SKIPS = re.compile(
    rf"(?:^|[,;]?\s+)(?:and\s+|but\s+|please\s+)*{_AWAY}\s+(?P<rows>[\w' -]+?)\s+"
    r"(?:(?:that|which|who|where\s+there)\s+)?"
    r"(?:(?:have|has|had|with|are|is)\s+(?:no|none|zero|not\s+any)|without(?:\s+any)?|lacking)\s+"
    r"(?P<what>[\w' -]+)$",
    re.IGNORECASE,
)
_SPLIT = re.compile(r",\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Further:
    """The order that is asked for, the lists of what is shown, and which groups are skipped."""

    order: str = ""
    lists: tuple[str, ...] = ()
    skipped: str = ""

    def without_order(self, text: str) -> tuple[str, str]:
        """The text without the order at its end, and which one is asked for in all."""
        found = _ORDER.search(text)
        told = _direction(found["how"]) if found is not None else ""
        if found is None or not told:
            return text, self.order
        return text[: found.start()], told

    def shown(self, form: Form) -> Iterator[Form]:
        """The form with what is to be shown; none where a list names something else."""
        if self.skipped:
            # `skip branches that have no adults`: where there is none of what is below.
            told = _words(self.skipped) <= _words(form.bottom) | _words(form.group)
            if not told or not form.group or form.whole:
                return
            form = replace(form, skips=True)
        for text in self.lists:
            listed = _listed(text, form)
            if listed is None:
                return
            form = listed
        yield form


def further(behind: str, sentences: Sequence[str]) -> Further | None:
    """What the other sentences say; None where one of them says anything else."""
    order, lists, skipped = "", [], ""
    for whole in (behind.strip(" ,"), *sentences):
        sentence, away = without_skipped(whole)
        skipped = away or skipped
        found = _ORDER.search(sentence)
        told = _direction(found["how"]) if found is not None else ""
        rest = sentence[: found.start()].strip(" ,") if found is not None and told else sentence
        order = told or order
        if rest and _LISTS.match(rest) is None:
            return None
        lists += [rest] if rest else []
    return Further(order, tuple(lists), skipped)


def without_skipped(text: str) -> tuple[str, str]:
    """The text without the groups to skip at its end, and what it is that these have none of."""
    found = _SKIPS.search(text)
    if found is None:
        return text, ""
    return text[: found.start()].rstrip(" ,"), found["what"]


def _direction(said: str) -> str:
    words = re.findall(r"[a-z]+", said.lower())
    down, up = (next((n for n, w in enumerate(words) if w in way), -1) for way in (_DOWN, _UP))
    if any(word not in _IDLE | _DOWN | _UP | _QUOTIENT for word in words) or max(down, up) < 0:
        return ""
    return "desc" if up < 0 or 0 <= down < up else "asc"


def _words(text: str) -> set[str]:
    said = {lemma_of(word) for word in re.findall(r"[\w']+", text.lower())}
    return {"id" if word == "ids" else word for word in said} - _IDLE


def _listed(text: str, form: Form) -> Form | None:
    """Every part of a list is the quotient, the groups or one of the two numbers."""
    numbers, group = (
        {"top": _words(form.top) - _COUNTS, "bottom": _words(form.bottom) - _COUNTS},
        "",
    )
    seen: set[str] = set()
    for part in _SPLIT.split(text):
        said = _words(part) - _COUNTS
        if not said or said & _QUOTIENT:
            continue
        sides = [side for side, words in numbers.items() if said <= words]
        if said <= _words(form.group):
            continue
        if sides:
            seen.add(min(sides, key=lambda side: len(numbers[side])))
        elif _words(form.group) & said and not group:
            group = " ".join(w for w in part.split() if lemma_of(w.lower()) not in _COUNTS | _IDLE)
        else:
            return None
    if len(seen) == 1:
        return None
    return replace(form, shown=bool(seen), group=group or form.group)
