"""What an explanation claims, word by word: verbs, kinds of objects, names, numbers, directions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, stem_of, words_of, written_words
from pipeline.writes.explaining.claim_words import (
    ALL,
    ALSO_NOUNS,
    BEFORE_NOUNS,
    BEFORE_VERBS,
    DOWN,
    HARMLESS,
    KEEPS_DATA,
    LESS,
    MORE,
    NEGATIONS,
    NO_NUMBER,
    NOUNS_IN_S,
    NUMBERS,
    PURPOSE,
    SILENT,
    UP,
    VERB_KINDS,
)

_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_CALL = re.compile(r"\b\w+\(")
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w])")
_QUOTED = re.compile(r"'((?:[^']|'')*)'|\"([^\"]*)\"|“([^”]*)”|`([^`]*)`")
_TURNING = ("", "de", "in", "un", "dis")
_SHORTEST_ROOT = 5
_ENDINGS = (("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"))


@dataclass(frozen=True)
class Claims:
    """One explanation, read once."""

    text: str
    plain: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", PURPOSE.sub(" ", self.text))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All words in lower case, in order."""
        return tuple(word.lower for word in words_of(self.text.replace("_", " ")))

    @cached_property
    def _lemmas(self) -> frozenset[str]:
        found = {lemma_of(word) for word in self.words} | set(self.words)
        inside = [part for quote in self.quotes for part in written_words(quote)]
        named = [part for word in self.words for part in written_words(word)]
        return frozenset(found | {lemma_of(part) for part in (*inside, *named)})

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem_of(word) for word in self._lemmas)

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The kinds of things that it says are done, in order."""
        plain = _CALL.sub(" x ", _QUOTED.sub(" x ", self.plain))
        words = [word.lower for word in words_of(plain)]
        found = [kind for n, word in enumerate(words) if (kind := _kind_of(words, n))]
        return tuple(dict.fromkeys(found))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers that are named, without what stands in quotes or is part of a date."""
        bare = re.sub(r"\d{4}-\d{2}-\d{2}[^\s,.;)]*", " ", _QUOTED.sub(" ", self.plain))
        digits = {number_text(found) for found in _NUMBER.findall(bare)}
        words = [word.lower for word in words_of(NO_NUMBER.sub(" ", self.plain))]
        said = {NUMBERS[word] for word in words if word in NUMBERS}
        return frozenset(digits | said)

    @cached_property
    def dates(self) -> frozenset[str]:
        """The dates that are named, as they are written in a statement."""
        return frozenset(_DATE.findall(self.text))

    def without(self, names: Iterable[str]) -> "Claims":
        """The same explanation without these names, so that no part of them counts for another."""
        text = self.text
        for name in sorted(names, key=len, reverse=True):
            spaced = r"[ _]".join(map(re.escape, written_words(name)))
            written = rf"\b(?:{re.escape(name)}|{spaced or '(?!)'})\b"
            text = re.sub(written, " ", text, flags=re.IGNORECASE)
        return Claims(text)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """What stands in quotes."""
        groups = [
            next((part for part in found if part), "") for found in _QUOTED.findall(self.text)
        ]
        return tuple(group.replace("''", "'") for group in groups if group)

    @property
    def harmless(self) -> bool:
        return bool(HARMLESS.search(self.text))

    @property
    def keeps_data(self) -> bool:
        return bool(KEEPS_DATA.search(self.text))

    @property
    def denies(self) -> bool:
        return bool(NEGATIONS & set(self.words)) or "<>" in self.text or "!=" in self.text

    def says(self, *words: str) -> bool:
        """Whether one of these words stands in it, in any form."""
        return any(word in self._lemmas for word in words)

    def names(self, name: str) -> bool:
        """Whether a table or column is named, or all the words of its name are."""
        if name.lower() in self.text.lower().split():
            return True
        parts = [part for part in written_words(name) if part not in SILENT] or list(
            written_words(name)
        )
        return all(self._has(part) for part in parts)

    def mentions(self, value: str) -> bool:
        """Whether a value of the statement is told."""
        if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", self.text, re.IGNORECASE):
            return True
        return number_text(value) in self.numbers

    @property
    def says_more(self) -> bool:
        return bool(MORE & set(self.words)) or ">" in self.text

    @property
    def says_less(self) -> bool:
        return bool(LESS & set(self.words)) or "<" in self.text

    @property
    def goes_up(self) -> bool:
        return bool(UP & self._lemmas)

    @property
    def goes_down(self) -> bool:
        return bool(DOWN & self._lemmas)

    @property
    def says_all(self) -> bool:
        return bool(ALL & set(self.words))

    def _has(self, part: str) -> bool:
        forms = {part, lemma_of(part), *expanded((part,))}
        if forms & self._lemmas or stem_of(lemma_of(part)) in self._stems:
            return True
        # "Deactivates" is about a column called active.
        root = part.removesuffix("e")
        turned = {word.removeprefix(start) for word in self._lemmas for start in _TURNING}
        return len(root) >= _SHORTEST_ROOT and any(word.startswith(root) for word in turned)


def _kind_of(words: list[str], place: int) -> str:
    """The kind of a verb: in its form for what the statement does, or where a sentence begins."""
    word = words[place]
    lemma = _base(word)
    kind = VERB_KINDS.get(lemma, "")
    before = words[place - 1] if place else "."
    if not kind or before in BEFORE_NOUNS:
        return ""
    finite = word.endswith("s") and word not in NOUNS_IN_S
    if not place or (finite and lemma not in ALSO_NOUNS):
        return kind
    sure = finite or lemma not in ALSO_NOUNS or before == "will"
    return kind if before in BEFORE_VERBS and sure else ""


def _base(word: str) -> str:
    if word in VERB_KINDS:
        return word
    bases = (word.removesuffix(end) + new for end, new in _ENDINGS if word.endswith(end))
    return next((base for base in bases if base in VERB_KINDS), word)


def number_text(text: str) -> str:
    """A number in one form: 12.50 and 12.5 are the same."""
    plain = text.replace(",", "").strip("-")
    if not re.fullmatch(r"\d+(\.\d+)?", plain):
        return text
    return plain.rstrip("0").rstrip(".") if "." in plain else plain.lstrip("0") or "0"
