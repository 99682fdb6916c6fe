"""From a question to items: the longest stretch of words that means something wins."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.values import ValueHit
from pipeline.rules.items import Item
from pipeline.rules.known import Known
from pipeline.rules.lexicon import LINKING_WORDS, LONGEST_PHRASE, Candidate
from pipeline.rules.parts import Test
from pipeline.rules.places import COUNTRY_OF
from pipeline.rules.vocabulary import (
    ALL_COLUMNS,
    FILLERS,
    FORMS,
    GRAINS,
    KEYWORDS,
    NUMBER_WORDS,
    PREPOSITIONS,
    RELATION_VERBS,
    VERB_FORMS,
)
from pipeline.rules.words import Word, lemma_of, name_words, stem_of, words_of
from pipeline.times import TimeSpan

_LONGEST_KEYWORD = 7
_LONGEST_NAME = 4
IGNORED = "-"
EXACT = 0.95
_SURE = 0.85
_SEXES = {
    **dict.fromkeys(
        ("female", "females", "women", "woman", "girl", "girls"), ("f", "female", "w", "woman")
    ),
    **dict.fromkeys(("male", "males", "men", "man", "boy", "boys"), ("m", "male", "man")),
}
_COMPARING = frozenset(
    ("vs", "versus", "compared", "compare", "against", "comparison", "comparing")
)
_MAY_BE_NAMES = frozenset(
    ("value", "values", "result", "results", "record", "term", "current", "present", "existing",
     "system", "report", "status", "output", "world", "side")
)  # fmt: skip
_COMMON_NAMES = 40
_DEGREE = {"more": "more", "most": "most", "less": "less", "least": "least"}
_PLAIN_YEAR = re.compile(r"\b\d{4}\b")
_BARE_YEAR = re.compile(r"((in|of|during|for|by)\s+)?(the\s+)?years?", re.IGNORECASE)
_TIMES_WORDS = {"once": 1, "twice": 2, "thrice": 3}


@dataclass(frozen=True, slots=True)
class Tagged:
    """The items of a question, and the verbs that only relate (explained by the schema)."""

    words: tuple[Word, ...]
    items: list[Item]
    verbs: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...] = ()


class _Tagger:
    """Reads one question from left to right."""

    def __init__(
        self, question: str, known: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
    ) -> None:
        self.known = known
        self.words = words_of(question)
        self.times = times
        self.choices = choices
        self.corrected: list[tuple[str, str]] = []
        self.items: list[Item] = []
        self.verbs: list[str] = []
        self.passive: set[int] = set()
        self.values = self._value_spans(question)
        self.words = self._spelled()

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
        return found

    def _spelled(self) -> tuple[Word, ...]:
        """The words with slips of the pen in names of tables and columns put right."""
        covered = {n for first, (last, _) in self.values.items() for n in range(first, last)}
        return tuple(
            word if n in covered or word.quoted else self._put_right(word)
            for n, word in enumerate(self.words)
        )

    def _put_right(self, word: Word) -> Word:
        if f"word:{word.lower}" in self.choices or self.known.spelling.knows(word):
            return word
        better = self.known.spelling.nearest(word.lower)
        if better is None:
            return word
        self.corrected.append((word.text, better))
        return replace(word, lower=better, lemma=lemma_of(better), stem=stem_of(better))

    def run(self) -> Tagged:
        at = 0
        while at < len(self.words):
            at = self._step(at)
        return Tagged(self.words, self.items, tuple(self.verbs), tuple(self.corrected))

    def _step(self, at: int) -> int:
        for recogniser in (
            self._chosen,
            self._time,
            self._quoted,
            self._longest,
            self._single,
            self._name,
        ):
            until = recogniser(at)
            if until is not None:
                return until
        self._add("x", at, at + 1)
        return at + 1

    def _chosen(self, at: int) -> int | None:
        """A word that a person explained."""
        picked = self.choices.get(f"word:{self.words[at].lower}")
        if picked is None:
            return None
        if picked != IGNORED:
            table, column = _split(self.known, picked)
            found = Candidate(table, column, 1.2)
            letter = "C" if column else "T"
            self.items.append(Item(letter, at, at + 1, self.words[at].text, candidates=[found]))
        return at + 1

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

    def _add(self, letter: str, at: int, until: int, payload: object = None) -> Item:
        text = " ".join(word.text for word in self.words[at:until])
        item = Item(letter, at, until, text, payload)
        self.items.append(item)
        return item

    def _time(self, at: int) -> int | None:
        span = next((s for s in self.times if s.at <= self.words[at].at < s.until), None)
        if (
            span is None
            or _BARE_YEAR.fullmatch(span.words)
            or (span.grain == "year" and span.comparison is None and _PLAIN_YEAR.search(span.words))
        ):
            return None
        until = at
        while until < len(self.words) and self.words[until].at < span.until:
            until += 1
        self._add("D", at, until, span)
        return until

    def _quoted(self, at: int) -> int | None:
        word = self.words[at]
        if not word.quoted:
            return None
        hits = [hit for hit in self.known.values.find(word.text) if hit.table in self.known.allowed]
        exact = [hit for hit in hits if hit.score >= EXACT]
        self._add("V", at, at + 1, exact or hits)
        return at + 1

    def _longest(self, at: int) -> int | None:
        keyword = self._keyword_end(at)
        schema = self._schema(at)
        phrase = self._phrase(at, keyword, schema)
        if phrase:
            return phrase
        value = self.values.get(at)
        schema_end = schema.last if schema else at
        if value and self._prefers_value(at, value[0], schema, keyword):
            item = self._add("V", at, value[0], value[1])
            item.other = schema
            return value[0]
        if keyword > schema_end or (keyword and keyword == schema_end and not self._beats(schema)):
            return self._add_keyword(at, keyword, schema)
        if schema:
            self.items.append(schema)
            return schema.last
        return None

    def _phrase(self, at: int, keyword: int, schema: Item | None) -> int | None:
        """Words of the glossary, where nothing longer means something else."""
        found = self.known.phrasebook.longest(self.words[at:])
        if found is None:
            return None
        count, phrase = found
        until = at + count
        named = schema and (
            schema.last > until
            or (
                schema.last == until
                and phrase.letter == "M"
                and self.items
                and self.items[-1].letter in "ep"
            )
        )
        if named or keyword > until:
            return None
        payload = phrase.payload
        noun = self._schema(until - 1) if count > 1 and phrase.letter == "F" else None
        if noun and noun.letter == "T" and noun.last == until:
            self.items.append(noun)
        if isinstance(payload, Test):
            payload = replace(payload, first=at)
        self._add(phrase.letter, at, until, payload).other = schema
        return until

    def _beats(self, schema: Item | None) -> bool:
        if schema is None or schema.candidates[0].score < _SURE:
            return False
        phrase = " ".join(w.lower for w in self.words[schema.first : schema.last])
        return KEYWORDS.get(phrase, ("?",))[0] not in "kesnhr&|p.wcoa"

    def _prefers_value(self, at: int, until: int, schema: Item | None, keyword: int) -> bool:
        words = self.words[at:until]
        if all(
            w.lower in FILLERS or w.lower in PREPOSITIONS or w.lower in LINKING_WORDS for w in words
        ):
            return False
        if keyword >= until or (len(words) == 1 and words[0].number is not None):
            return False
        if schema and schema.last >= until and schema.candidates[0].score >= _SURE:
            return False
        if schema and schema.last > until:
            return False
        if len(words) == 1 and words[0].lower == words[0].text:
            plain = not _is_verb(words[0]) and words[0].lower not in GRAINS
            return plain and any(self._is_category(hit) for hit in self.values[at][1])
        return True

    def _is_category(self, hit: ValueHit) -> bool:
        """Whether a value comes from few: a lower-case word is hardly a proper name."""
        distinct = self.known.column(f"{hit.table}.{hit.column}").distinct
        return distinct is not None and distinct <= _COMMON_NAMES

    def _keyword_end(self, at: int) -> int:
        for until in range(min(len(self.words), at + _LONGEST_KEYWORD), at, -1):
            words = self.words[at:until]
            if not any(w.quoted for w in words) and " ".join(w.lower for w in words) in KEYWORDS:
                return until
        return at if at else 0

    def _add_keyword(self, at: int, until: int, schema: Item | None) -> int | None:
        phrase = " ".join(word.lower for word in self.words[at:until])
        if phrase not in KEYWORDS:
            return None
        degree = self._degree(at, until, phrase)
        if degree:
            return degree
        letter, payload = KEYWORDS[phrase]
        if letter == "y" and at in self.passive:
            letter = "p"
        self._add(letter, at, until, payload).other = schema
        return until

    def _degree(self, at: int, until: int, phrase: str) -> int | None:
        """`most expensive`, `less recent than`: an adjective's comparative written with a word."""
        degree = _DEGREE.get(phrase)
        from pipeline.rules.vocabulary import ADJECTIVES

        adjective = self.words[until].lower if degree and until < len(self.words) else ""
        adjective = adjective if adjective in ADJECTIVES else adjective.removesuffix("ly")
        if not degree or adjective not in ADJECTIVES:
            return None
        self._add_form(degree, adjective, at, until + 1)
        return self.items[-1].last

    def _add_form(self, degree: str, adjective: str, at: int, until: int) -> None:
        than = until < len(self.words) and self.words[until].lower == "than"
        if degree in ("most", "least"):
            self._add("s", at, until, ("desc" if degree == "most" else "asc", adjective))
        else:
            self._add("c", at, until + than, (">" if degree == "more" else "<", adjective))

    def _schema(self, at: int) -> Item | None:
        if self.words[at].lower in LINKING_WORDS or self.words[at].quoted:
            return None
        for until in range(min(len(self.words), at + LONGEST_PHRASE), at, -1):
            words = self.words[at:until]
            if words[-1].lower in LINKING_WORDS or any(not w.lower[:1].isalnum() for w in words):
                continue
            found = [] if any(w.quoted for w in words) else self.known.lexicon.find(words)
            if found and self._plausible(words, found[0].score):
                letter = "C" if found[0].column else "T"
                text = " ".join(w.text for w in words)
                verb = len(words) == 1 and _incidental(words[0], found[0].score)
                return Item(letter, at, until, text, candidates=found, verb=verb)
        return None

    def _plausible(self, words: Sequence[Word], score: float) -> bool:
        if len(words) > 1:
            return True
        word = words[0]
        if word.lower in GRAINS and word.lower.endswith("ly"):
            return False
        if score < _SURE and word.lower in ("times", "time", "once"):
            return False
        if word.lower in FILLERS or word.lower in PREPOSITIONS:
            return score >= 1.0 and word.lower in _MAY_BE_NAMES
        return not (word.lower in FORMS and score < 1.0)

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
            number = NUMBER_WORDS[word.lower]
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

    def _may_be_number(self, at: int) -> bool:
        lower = self.words[at].lower
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
        elif _is_verb(word):
            self.verbs.append(word.text)
            self._passive(at + 1)
        elif (
            word.lower not in FILLERS
            and word.lower not in ("one", "ones")
            and word.lower[:1].isalnum()
        ):
            return None
        return at + 1


def _is_verb(word: Word) -> bool:
    """Whether a word is a verb's form (directed, using), not a noun made of it (director)."""
    return word.lower in VERB_FORMS or word.lemma in RELATION_VERBS


def _incidental(word: Word, score: float) -> bool:
    """Whether a word looks like a column's name but may only relate: `visited`, `people`."""
    participle = word.lower != word.lemma and not word.lower.endswith("s")
    return (_is_verb(word) and (participle or score < _SURE)) or (
        word.lemma == "people" and score < 1.0
    )


def _split(known: Known, ref: str) -> tuple[str, str]:
    if known.catalog.table(ref):
        return ref, ""
    table, _, column = ref.rpartition(".")
    return table, column


def tagged(
    question: str, known: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> Tagged:
    """The items of a question."""
    return _Tagger(question, known, times, choices).run()
