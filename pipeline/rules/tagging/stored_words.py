"""Words of a question that are stored values: names, places, letters, quoted text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.linking.acronyms import is_acronym
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import name_parts
from pipeline.rules.tagging.comparisons_said import with_comparisons_said
from pipeline.rules.tagging.empty_words import with_empty_cells
from pipeline.rules.tagging.idle_remarks import without_idle_words
from pipeline.rules.tagging.order_said import with_orders_said
from pipeline.rules.tagging.parted_words import with_parts_said
from pipeline.rules.tagging.row_remarks import with_remarks_first
from pipeline.rules.tagging.ties_said import ties_said
from pipeline.rules.tagging.translating import LANGUAGE, in_english
from pipeline.rules.text.places import OTHER_NAMES
from pipeline.rules.text.words import Word, lemmas_of, name_words, words_of
from pipeline.rules.vocabulary import FORMS
from pipeline.times.values import TimeSpan

IGNORED = "-"
EXACT = 0.95
_BEFORE_MARKS = frozenset(("a", "an", "grade", "group", "type", "class", "section", "level"))
_ARTICLES = ("the", "a", "an")
_LONGEST_NAME = 4
_SHORTEST_VALUE, _COMMON_NAMES = 3, 40
_PARTS_OF_NAME = 2
_LONGEST_PLACE, _CODE, _BY_CODE = 3, 2, 0.96
# Nobody writes these two capitals for anything else.
_COUNTRY_CODES = frozenset(("US", "UK"))
_SEXES = {
    **dict.fromkeys(
        ("female", "females", "women", "woman", "girl", "girls"), ("f", "female", "w", "woman")
    ),
    **dict.fromkeys(("male", "males", "men", "man", "boy", "boys"), ("m", "male", "man")),
}


class StoredWords:
    """A question being read, and the values that its words may be."""

    def __init__(
        self, question: str, known: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
    ) -> None:
        self.known, self.question = known, question
        words = in_english(words_of(question), choices.get(LANGUAGE, ""), times)
        said = with_remarks_first(words)
        for reword in (
            without_idle_words, with_parts_said, with_orders_said, with_comparisons_said,
        ):  # fmt: skip
            said = reword(said, self._is_name)
        self.words = with_empty_cells(said, known)
        self.left_out = self._left_out(choices)
        self.times = times
        self.choices = choices
        self.corrected: list[tuple[str, str]] = []
        self.items: list[Item] = []
        self.verbs: list[str] = []
        self.passive: set[int] = set()
        self.values = self._value_spans(question)
        self.remarks = ties_said(question)

    def _is_name(self, words: str) -> bool:
        return bool(self.known.lexicon.find(words_of(words)))

    def _value_spans(self, question: str) -> dict[int, tuple[int, list[ValueHit]]]:
        """First word -> (word after the last, hits) of stored values."""
        starts = {word.at: n for n, word in enumerate(self.words)}
        ends = {word.until: n + 1 for n, word in enumerate(self.words)}
        found: dict[int, tuple[int, list[ValueHit]]] = {}
        for at, until, hit in self.known.values.spans(question):
            first, last = starts.get(at), ends.get(until)
            if first is None or last is None or hit.table not in self.known.allowed:
                continue
            if self._names_rows(first, last):
                continue
            if first in found and found[first][0] > last:
                continue
            if first not in found or found[first][0] < last:
                found[first] = (last, [])
            found[first][1].append(hit)
        for first in range(len(self.words)):
            self._add_place(first, found)
        return found

    def _names_rows(self, first: int, last: int) -> bool:
        """`the mountains`: rows of a table, whatever some row of another is called."""
        article, *noun = self.words[first:last]
        if article.text not in _ARTICLES or article.quoted:
            return False
        said = tuple(word.lemma for word in noun)
        return any(said == tuple(lemmas_of(name)) for name in self.known.allowed)

    def _add_place(self, first: int, found: dict[int, tuple[int, list[ValueHit]]]) -> None:
        """`in California`, where only CA is stored."""
        for last in range(min(len(self.words), first + _LONGEST_PLACE), first, -1):
            words = self.words[first:last]
            others = OTHER_NAMES.get(" ".join(word.lower for word in words), ())
            if not others or not words[0].text[:1].isupper() or self._is_short(words[0]):
                continue
            hits = [hit for other in others for hit in self._stored_as(other)]
            if hits and (first not in found or found[first][0] <= last):
                the = first > 0 and self.words[first - 1].lower == "the"
                coded = the and words[0].text in _COUNTRY_CODES  # `the US` is no airline's code
                same = first in found and found[first][0] == last and not coded
                known = found[first][1] if same else []
                found[first] = (last, [*known, *hits])
                return

    def _is_short(self, word: Word) -> bool:
        """Whether two capitals may be a word of the sentence, or a code as it is stored."""
        return len(word.text) == _CODE and word.text not in _COUNTRY_CODES

    def _stored_as(self, name: str) -> list[ValueHit]:
        hits = (h for h in self.known.values.find(name) if h.table in self.known.allowed)
        return [replace(h, score=_BY_CODE) for h in hits if h.value == name and h.score >= EXACT]

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
        placed = self.words[at - 1].lower in ("in", "from", "at", "near", "named", "called")
        if is_acronym(text) and not placed:
            return None
        hits = [h for h in self.known.values.find(text) if h.table in self.known.allowed]
        if not hits and until == at + 1 and self.words[at - 1].text in ".?!":
            return None  # the first word of a sentence is written so anyway
        if not self._in_two_parts(text, hits, at, until):
            self._add("V", at, until, hits)
        return until

    def _in_two_parts(self, text: str, hits: list[ValueHit], at: int, until: int) -> bool:
        """`Ana Lopez`, where first and last names are kept apart: one table knows both."""
        words = text.split()
        if len(words) != _PARTS_OF_NAME or any(hit.score >= EXACT for hit in hits):
            return False
        found = [self._named_as(word, place) for place, word in enumerate(words)]
        shared = {hit.table for hit in found[0]} & {hit.table for hit in found[1]}
        for word, part in zip(words, found, strict=True):
            kept = [hit for hit in part if hit.table in shared]
            if kept:
                self._add("V", at, until, kept).text = word
        return bool(shared)

    def _named_as(self, word: str, place: int) -> list[ValueHit]:
        """Where a word is stored as the first (0) or last (1) part of a name."""
        hits = (h for h in self.known.values.find(word) if h.table in self.known.allowed)
        parts = {table.key: name_parts(table) for table in self.known.catalog.tables}
        return [
            hit for hit in hits
            if hit.score >= EXACT and parts[hit.table][place : place + 1] == (hit.column,)
        ]  # fmt: skip

    def _quoted(self, at: int) -> int | None:
        word = self.words[at]
        if not word.quoted:
            return None
        hits = [hit for hit in self.known.values.find(word.text) if hit.table in self.known.allowed]
        exact = [hit for hit in hits if hit.score >= EXACT]
        if not exact and word.number is not None:
            self._add("#", at, at + 1, word.number)
            return at + 1
        places = [h for name in OTHER_NAMES.get(word.lower, ()) for h in self._stored_as(name)]
        if not places and self._in_two_parts(word.text, exact or hits, at, at + 1):
            return at + 1
        self._add("V", at, at + 1, exact or places or hits)
        return at + 1

    def _letter(self, at: int) -> int | None:
        """`without the letter a`: a letter, whatever word it is."""
        before = self.items[-1] if self.items else None
        told = (
            before is not None and before.letter == "l" and before.text.lower().endswith("letter")
        )
        if not told or len(self.words[at].text) > 1:
            return None
        self._add("V", at, at + 1, [])
        return at + 1

    def _mark(self, at: int, word: Word) -> int | None:
        """`got an A`, `blood group B`: a letter that stands for something."""
        before = self.words[at - 1].lower if at else ""
        if len(word.text) > 1 or not word.text.isupper() or before not in _BEFORE_MARKS:
            return None
        hits = [h for h in self.known.values.find(word.text) if h.value == word.text]
        self._add("V", at, at + 1, [h for h in hits if h.table in self.known.allowed])
        return at + 1

    def _is_as_stored(self, at: int, until: int) -> bool:
        """Whether a name within a sentence is written with a capital just as it is stored."""
        text = " ".join(word.text for word in self.words[at:until])
        capital = at > 0 and text[:1].isupper() and not text.isupper()
        return capital and any(hit.value == text for hit in self.values[at][1])

    def _is_category(self, hit: ValueHit) -> bool:
        """Whether a value comes from few: a lower-case word is hardly a proper name."""
        distinct = self.known.column(f"{hit.table}.{hit.column}").distinct
        return distinct is not None and distinct <= _COMMON_NAMES

    def _category(self, at: int) -> int | None:
        """A plain word that one of few values is: `cat`, `overdue`."""
        word = self.words[at]
        if not word.text.isalpha() or len(word.text) < _SHORTEST_VALUE:
            return None
        # `been` is no form of the code BE.
        forms = [form for form in (word.lower, word.lemma) if len(form) >= _SHORTEST_VALUE]
        found = [h for form in forms for h in self.known.values.find(form)]
        hits = [
            h for h in dict.fromkeys(found) if h.score >= EXACT and h.table in self.known.allowed
        ]
        hits = [hit for hit in hits if self._is_category(hit)]
        if not hits:
            return None
        self._add("V", at, at + 1, hits)
        return at + 1

    def _left_out(self, choices: Mapping[str, str]) -> tuple[str, ...]:
        """Words that a person said to leave out; what they are part of is not read either."""
        said = {key.removeprefix("word:") for key, to in choices.items() if to == IGNORED}
        gone = [word for word in self.words if {word.lower, adjective_of(word)} & said]
        self.words = tuple(word for word in self.words if word not in gone)
        return tuple(dict.fromkeys(word.lower for word in gone))

    def _add(self, letter: str, at: int, until: int, payload: object = None) -> Item:
        text = " ".join(word.text for word in self.words[at:until])
        item = Item(letter, at, until, text, payload)
        self.items.append(item)
        return item


def adjective_of(word: Word) -> str:
    """The adjective that a word is a form of: questions back name that."""
    return FORMS[word.lower][1] if word.lower in FORMS else ""
