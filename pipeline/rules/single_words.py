"""One word of a question: a number, a form of an adjective, a value, a verb, or a filler."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.items import Item
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.places import COUNTRY_OF, OTHER_NAMES
from pipeline.rules.vocabulary import (
    ALL_COLUMNS,
    FILLERS,
    FORMS,
    GRAINS,
    NUMBER_WORDS,
    PREPOSITIONS,
    RELATION_VERBS,
    VERB_FORMS,
)
from pipeline.rules.vocabulary.changes import CHANGES
from pipeline.rules.words import Word, name_words, words_of
from pipeline.times import TimeSpan

_LONGEST_NAME = 4
_LONGEST_PLACE, _CODE, _BY_CODE = 3, 2, 0.96
_LONGEST_CHANGE = 6
IGNORED = "-"
EXACT = 0.95
_SEXES = {
    **dict.fromkeys(
        ("female", "females", "women", "woman", "girl", "girls"), ("f", "female", "w", "woman")
    ),
    **dict.fromkeys(("male", "males", "men", "man", "boy", "boys"), ("m", "male", "man")),
}
_COMPARING = frozenset(
    ("vs", "versus", "compared", "compare", "against", "comparison", "comparing")
)
_PLAIN_YEAR = re.compile(r"\b\d{4}\b")
_BARE_YEAR = re.compile(r"((in|of|during|for|by)\s+)?(the\s+)?years?", re.IGNORECASE)
_QUANTIFIERS = {"any": "any", "some": "any", "all": "all", "every": "all", "each": "all"}
_TIMES_WORDS = {"once": 1, "twice": 2, "thrice": 3}


class SingleWords:
    """What one word, or a stretch that stands by itself, was recognised as."""

    def __init__(
        self, question: str, known: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
    ) -> None:
        self.known = known
        self.words = words_of(question)
        self.left_out = self._left_out(choices)
        self.times = times
        self.choices = choices
        self.corrected: list[tuple[str, str]] = []
        self.items: list[Item] = []
        self.verbs: list[str] = []
        self.passive: set[int] = set()
        self.values = self._value_spans(question)

    def _left_out(self, choices: Mapping[str, str]) -> tuple[str, ...]:
        """Words that a person said to leave out; what they are part of is not read either."""
        said = {key.removeprefix("word:") for key, to in choices.items() if to == IGNORED}
        gone = [word for word in self.words if {word.lower, _adjective(word)} & said]
        self.words = tuple(word for word in self.words if word not in gone)
        return tuple(dict.fromkeys(word.lower for word in gone))

    def _value_spans(self, question: str) -> dict[int, tuple[int, list[ValueHit]]]:
        """First word -> (word after the last, hits) of stored values."""
        starts = {word.at: n for n, word in enumerate(self.words)}
        ends = {word.until: n + 1 for n, word in enumerate(self.words)}
        found: dict[int, tuple[int, list[ValueHit]]] = {}
        for at, until, hit in self.known.values.spans(question):
            first, last = starts.get(at), ends.get(until)
            if first is None or last is None or hit.table not in self.known.allowed:
                continue
            if first in found and found[first][0] > last:
                continue
            if first not in found or found[first][0] < last:
                found[first] = (last, [])
            found[first][1].append(hit)
        for first in range(len(self.words)):
            self._add_place(first, found)
        return found

    def _add_place(self, first: int, found: dict[int, tuple[int, list[ValueHit]]]) -> None:
        """`in California`, where only CA is stored."""
        for last in range(min(len(self.words), first + _LONGEST_PLACE), first, -1):
            words = self.words[first:last]
            others = OTHER_NAMES.get(" ".join(word.lower for word in words), ())
            if not others or not words[0].text[:1].isupper() or len(words[0].text) == _CODE:
                continue
            hits = [hit for other in others for hit in self._stored_as(other)]
            if hits and (first not in found or found[first][0] <= last):
                known = found[first][1] if first in found and found[first][0] == last else []
                found[first] = (last, [*known, *hits])
                return

    def _stored_as(self, name: str) -> list[ValueHit]:
        hits = (h for h in self.known.values.find(name) if h.table in self.known.allowed)
        return [replace(h, score=_BY_CODE) for h in hits if h.value == name and h.score >= EXACT]

    def _add(self, letter: str, at: int, until: int, payload: object = None) -> Item:
        text = " ".join(word.text for word in self.words[at:until])
        item = Item(letter, at, until, text, payload)
        self.items.append(item)
        return item

    def _single(self, at: int) -> int | None:
        word = self.words[at]
        if word.lower in _COMPARING and any(span.comparison is not None for span in self.times):
            return at + 1
        until = self._phrase_of_all(at)
        if until:
            self._add("A", at, until)
            return until
        return self._number(at, word) or self._form(at, word) or self._plain(at, word)

    def _number(self, at: int, word: Word) -> int | None:
        before = self.items[-1].letter if self.items else ""
        number = word.number
        if number is None and self._may_be_number(at):
            number = NUMBER_WORDS.get(word.lower, 1)
        if number is not None:
            self._add("#", at, at + 1, number)
            return at + 1
        if word.lower in _TIMES_WORDS and before == "c":
            self._add("#", at, at + 1, _TIMES_WORDS[word.lower])
        elif word.lower != "times" or before != "#":
            return None
        self._add("i", at, at + 1)
        return at + 1

    def _form(self, at: int, word: Word) -> int | None:
        if word.lower not in FORMS:
            return None
        self._add_form(*FORMS[word.lower], at, at + 1)
        return self.items[-1].last

    def _add_form(self, degree: str, adjective: str, at: int, until: int) -> None:
        than = until < len(self.words) and self.words[until].lower == "than"
        sign = ">" if degree == "more" else "<"
        others = _QUANTIFIERS.get(self.words[until + 1].lower) if self._than_others(until) else None
        if others and degree in ("more", "less"):
            self._add("Q", at, until + 2, (sign, others, adjective))
            return
        if degree in ("most", "least"):
            self._add("s", at, until, ("desc" if degree == "most" else "asc", adjective))
        else:
            self._add("c", at, until + than, (">" if degree == "more" else "<", adjective))

    def _than_others(self, until: int) -> bool:
        return until + 1 < len(self.words) and self.words[until].lower == "than"

    def _may_be_number(self, at: int) -> bool:
        lower = self.words[at].lower
        if lower == "single":
            return bool(self.items) and self.items[-1].letter == "c"
        if lower not in NUMBER_WORDS:
            return False
        if lower != "one":
            return True
        before = self.words[at - 1].lower if at else ""
        return before in ("only", "exactly", "single", "just") or bool(
            self.items and self.items[-1].letter in "cb3"
        )

    def _phrase_of_all(self, at: int) -> int | None:
        for until in range(min(len(self.words), at + 3), at, -1):
            if " ".join(w.lower for w in self.words[at:until]) in ALL_COLUMNS:
                return until
        return None

    def _plain(self, at: int, word: Word) -> int | None:
        sexed = self._sexed(word.lower)
        if sexed:
            self._add("V", at, at + 1, sexed)
        elif word.lower in GRAINS:
            self._add("G", at, at + 1, GRAINS[word.lower])
        elif word.lower in COUNTRY_OF:
            hits = [h for h in self.known.values.find(COUNTRY_OF[word.lower]) if h.score >= EXACT]
            if not hits:
                return None
            self._add("V", at, at + 1, hits)
        elif word.lower in PREPOSITIONS:
            self._add("p", at, at + 1)
        elif is_verb(word):
            self.verbs.append(word.text)
            self._passive(at + 1)
        elif (
            word.lower not in FILLERS
            and word.lower not in ("one", "ones")
            and word.lower[:1].isalnum()
        ):
            return None
        return at + 1

    def _sexed(self, word: str) -> list[ValueHit]:
        """Values of a sex or gender column that a word like `female` means."""
        wanted = _SEXES.get(word, ())
        found = []
        for key in sorted(self.known.allowed) if wanted else ():
            for column in self.known.table(key).columns:
                if {"sex", "gender"} & set(name_words(column.name)):
                    found += [
                        ValueHit(table=key, column=column.name, value=value, score=1.0)
                        for value in column.values
                        if value.lower() in wanted
                    ]
        return found

    def _passive(self, at: int) -> None:
        """`written by X` relates; only a `by` after a number groups."""
        if at < len(self.words) and self.words[at].lower == "by":
            self.passive.add(at)

    def _name(self, at: int) -> int | None:
        """Unknown words with a capital may be a stored name, misspelt."""
        until = at
        while (
            until < len(self.words)
            and self.words[until].text[:1].isupper()
            and until - at < _LONGEST_NAME
        ):
            until += 1
        if at in (0, until) or not self.words[at].text.isalpha():
            return None
        text = " ".join(word.text for word in self.words[at:until])
        hits = [h for h in self.known.values.find(text) if h.table in self.known.allowed]
        self._add("V", at, until, hits)
        return until

    def _quoted(self, at: int) -> int | None:
        word = self.words[at]
        if not word.quoted:
            return None
        hits = [hit for hit in self.known.values.find(word.text) if hit.table in self.known.allowed]
        exact = [hit for hit in hits if hit.score >= EXACT]
        places = [h for name in OTHER_NAMES.get(word.lower, ()) for h in self._stored_as(name)]
        self._add("V", at, at + 1, exact or places or hits)
        return at + 1

    def _time(self, at: int) -> int | None:
        span = next((s for s in self.times if s.at <= self.words[at].at < s.until), None)
        if (
            span is None
            or _BARE_YEAR.fullmatch(span.words)
            or (span.grain == "year" and span.comparison is None and _PLAIN_YEAR.search(span.words))
            or self._is_change(at)
        ):
            return None
        until = at
        while until < len(self.words) and self.words[until].at < span.until:
            until += 1
        self._add("D", at, until, span)
        return until

    def _is_change(self, at: int) -> bool:
        """Whether `month-over-month` tells how a number moves, not which months are meant."""
        lower = [word.lower for word in self.words[at : at + _LONGEST_CHANGE]]
        phrases = (" ".join(lower[:until]) for until in range(len(lower), 0, -1))
        return any(phrase in CHANGES for phrase in phrases)

    def _chosen(self, at: int) -> int | None:
        """A word that a person explained."""
        word = self.words[at]
        picked = self.choices.get(f"word:{word.lower}")
        explained = self.choices.get(f"word:{_adjective(word)}")
        if picked is None and explained is None:
            return None
        table, column = _split(self.known, picked or explained or "")
        item = Item(
            "C" if column else "T",
            at,
            at + 1,
            word.text,
            candidates=[Candidate(table, column, 1.2)],
        )
        if picked is None:
            self._explained(at, item)
        else:
            self.items.append(item)
        return at + 1

    def _explained(self, at: int, column: Item) -> None:
        """`longest`, `longer than`, by the column that a person said it is of."""
        degree, _ = FORMS[self.words[at].lower]
        if degree not in ("most", "least"):
            self.items.append(column)
        self._add_form(degree, "", at, at + 1)
        if degree in ("most", "least"):
            self.items.append(column)


# Nouns that ask for another number than the word before them, and look like verbs.
_NUMBERS_OF = frozenset(("rate", "rates", "cost", "costs", "share", "shares"))


def _adjective(word: Word) -> str:
    """The adjective that a word is a form of: questions back name that."""
    return FORMS[word.lower][1] if word.lower in FORMS else ""


def is_verb(word: Word) -> bool:
    """Whether a word is a verb's form (directed, using), not a noun (director, refund rate)."""
    if word.lower in _NUMBERS_OF:
        return False
    return word.lower in VERB_FORMS or word.lemma in RELATION_VERBS


def _split(known: Known, ref: str) -> tuple[str, str]:
    if known.catalog.table(ref):
        return ref, ""
    table, _, column = ref.rpartition(".")
    return table, column
