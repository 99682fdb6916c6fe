"""From a question to items: the longest stretch of words that means something wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LINKING_WORDS
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.arrivals import with_arrivals
from pipeline.rules.tagging.called_alike import told_apart_from_tables
from pipeline.rules.tagging.deeds_dated import with_deeds_dated
from pipeline.rules.tagging.deeds_recorded import with_deeds_recorded
from pipeline.rules.tagging.denied import with_denials
from pipeline.rules.tagging.done_to import with_deeds_done
from pipeline.rules.tagging.kind_nouns import rows_of_kind
from pipeline.rules.tagging.newcomers import with_newcomers
from pipeline.rules.tagging.ourselves import is_ourselves
from pipeline.rules.tagging.part_names import with_part_names
from pipeline.rules.tagging.parted_words import with_breakdowns
from pipeline.rules.tagging.reached import with_reached
from pipeline.rules.tagging.room_for import with_room_for
from pipeline.rules.tagging.said_kinds import with_kinds
from pipeline.rules.tagging.said_links import with_links_said
from pipeline.rules.tagging.shared_words import with_shared_words
from pipeline.rules.tagging.single_words import is_verb
from pipeline.rules.tagging.singled_out import with_parts_singled_out
from pipeline.rules.tagging.sorting_words import RANK, SORTING, named_so, names_a_rank
from pipeline.rules.tagging.spelled import Spelled
from pipeline.rules.tagging.stretches import SURE, SURE_NAME
from pipeline.rules.tagging.things import with_things
from pipeline.rules.tagging.tops import with_best
from pipeline.rules.tagging.translating import LANGUAGE
from pipeline.rules.tagging.where_and_when import with_places_asked
from pipeline.rules.text.spelling import KEPT
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary import FILLERS, GRAINS, KEYWORDS, PREPOSITIONS
from pipeline.times.values import TimeSpan

_LIKELY = 0.7
_BETWEEN_VALUES = frozenset(("to", "and", "or", "vs", "versus"))
_OF_WORDS = ("word:", KEPT)
_FOLLOWED = "followed by"
_DONE = frozenset(("ordered", "ordered on", "ordered in", "listed in"))


@dataclass(frozen=True, slots=True)
class Tagged:
    """The items of a question, and the verbs that only relate (explained by the schema)."""

    words: tuple[Word, ...]
    items: list[Item]
    verbs: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    question: str = ""

    def describes(self, text: str) -> bool:
        """Whether a word stands right before a name that it tells more of: `sturdy books`.

        Whoever is `trying out`, where there are tryouts, does something.
        """
        beside = zip(self.items, self.items[1:], strict=False)
        return any(
            one.text.lower() == text.lower()
            and other.letter in "TC"
            and one.last == other.first
            and not other.text.split()[0].endswith("ing")
            for one, other in beside
        )


class _Tagger(Spelled):
    """Reads one question from left to right."""

    def run(self) -> Tagged:
        self.words = self._spelled()
        at = 0
        while at < len(self.words):
            at = self._step(at)
        items, came = with_newcomers(self.items, self.known)
        items, arrived = with_arrivals(items, self.known)
        items = with_shared_words(with_things(items, self.known), self.known)
        items = with_best(items, self.verbs, self.known)
        items = with_breakdowns(items)
        items = with_room_for(with_reached(items, self.words), self.words, self.known)
        items = told_apart_from_tables(with_denials(items, self.known), self.known)
        items = with_deeds_done(with_part_names(items, self.known), self.known)
        items = with_links_said(items, self.words, self.known)
        items, went = with_deeds_dated(items, self.words, self.known)
        items = with_parts_singled_out(items, self.words, self.known)
        items = with_deeds_recorded(items, self.words, self.known)
        verbs, corrected = (*self.verbs, *came, *arrived, *went), tuple(self.corrected)
        items = with_places_asked(items, verbs, self.known)
        return Tagged(self.words, items, verbs, corrected, self.left_out, self.question)

    def _step(self, at: int) -> int:
        if is_ourselves(self.words, at):
            return at + 1
        for recogniser in (
            self._chosen,
            self._read_ahead,
            self._tied,
            self._dated,
            self._letter,
            self._time,
            self._written,
            self._addressed,
            self._quoted,
            self._rated,
            self._aimed,
            self._searched,
            self._of_column,
            self._stayed,
            self._stated,
            self._conditional,
            self._denied_word,
            self._overdue,
            self._longest,
            self._single,
            self._name,
            self._category,
            self._coded_kind,
        ):
            until = recogniser(at)
            if until is not None:
                return until
        self._add("x", at, at + 1)
        return at + 1

    def _coded_kind(self, at: int) -> int | None:
        hits = rows_of_kind(self.words[at], self.known)
        if not hits:
            return None
        self._add("V", at, at + 1, hits)
        return at + 1

    def _longest(self, at: int) -> int | None:
        keyword = self._keyword_end(at)
        if keyword > at + 1 and self.words[at].lower == "the" and self._named_longer(at, keyword):
            return at + 1
        schema = self._schema(at)
        phrase = self._numbering(at, keyword, schema) or self._phrase(at, keyword, schema)
        if phrase:
            return phrase
        value = self.values.get(at)
        schema_end = schema.last if schema else at
        if value and self._prefers_value(at, value[0], schema, keyword):
            hits = with_kinds(self.words[at : value[0]], value[1], self.known)
            item = self._add("V", at, value[0], hits)
            item.other = schema
            return value[0]
        if keyword > schema_end or (keyword and keyword == schema_end and not self._beats(schema)):
            return self._add_keyword(at, keyword, schema)
        if schema:
            self.items.append(schema)
            return schema.last
        return None

    def _numbering(self, at: int, keyword: int, schema: Item | None) -> int | None:
        """`the number of guests of each country`, `the room numbers of all patients`."""
        if self._is_number_itself(at, keyword):
            self.items[-1].last = at + 1
            return at + 1
        if not keyword or schema is None:
            return None
        if self._counts_them(keyword, schema):
            return self._add_keyword(at, keyword, schema)
        if self._numbers_them(at, schema):
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
                and (schema.letter == "T" or schema.candidates[0].score >= SURE_NAME)
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
        if schema is None or schema.candidates[0].score < SURE:
            return False
        phrase = " ".join(w.lower for w in self.words[schema.first : schema.last])
        called = named_so(self.words, schema.first) if schema.candidates[0].column else False
        if phrase in SORTING and (called or self._is_noun(schema.first)):
            return True
        return KEYWORDS.get(phrase, ("?",))[0] not in "kesnhr&|p.wcoa"

    def _prefers_value(self, at: int, until: int, schema: Item | None, keyword: int) -> bool:
        words = self.words[at:until]
        if all(
            w.lower in FILLERS or w.lower in PREPOSITIONS or w.lower in LINKING_WORDS for w in words
        ) and not self._is_code(words):
            return False
        if keyword >= until or (len(words) == 1 and words[0].number is not None):
            return False
        if self._is_of_column_before(at):
            return True
        score = schema.candidates[0].score if schema else 0.0
        # `the Surgery department`, though procedures are called surgeries too.
        stored = score < 1 and self._is_as_stored(at, until)
        sure = schema and schema.last >= until and score >= SURE and not stored
        if schema and (sure or schema.last > until or self._is_aggregated(at, schema)):
            return False
        if len(words) == 1 and words[0].lower == words[0].text:
            named = schema and score >= _LIKELY and not self._describes(at)
            state = at > 0 and self.words[at - 1].lemma in ("be", "or")
            stands = state or not is_verb(words[0]) or self._describes(at)
            plain = stands and words[0].lower not in GRAINS
            return not named and plain and any(self._is_category(hit) for hit in self.values[at][1])
        return True

    def _is_code(self, words: Sequence[Word]) -> bool:
        """Whether capitals in a sentence set them apart from the word: `the US`, `in IT`."""
        shouted = all(word.text.isupper() for word in self.words if word.text.isalpha())
        return (
            len(words) == 1 and len(words[0].text) > 1 and words[0].text.isupper() and not shouted
        )

    def _describes(self, at: int) -> bool:
        """Whether a word stands before the name of rows: `paid invoices`, `paid to open ones`."""
        joint = self.words[at + 1].lower if at + 1 < len(self.words) else ""
        if joint in _BETWEEN_VALUES and at + 2 in self.values:
            return self._describes(self.values[at + 2][0] - 1)
        behind = self._schema(at + 1) if at + 1 < len(self.words) else None
        if behind is None or behind.letter != "T":
            return False
        tables = {c.table for c in behind.candidates if not c.column}
        return any(hit.table in tables for hit in self.values[at][1])

    def _add_keyword(self, at: int, until: int, schema: Item | None) -> int | None:
        phrase = " ".join(word.lower for word in self.words[at:until])
        if phrase not in KEYWORDS:
            return None
        degree = self._degree(at, until, phrase)
        if degree:
            return degree
        was = at > 0 and self.words[at - 1].lemma == "be"
        if phrase == _FOLLOWED and (was or until in self.values):
            return None  # `users followed by Mary`
        letter, payload = KEYWORDS[phrase]
        if letter == "o" and self._was_bought(at):
            self.verbs.append(self.words[at].text)
            self._passive(at + 1)
            return at + 1
        if letter == "o" and phrase in _DONE and (self._was_done(at) or self._done_then(at)):
            self.verbs.append(self.words[at].text)
            return at + 1
        if letter == "y" and at in self.passive:
            letter = "p"
        if letter == "o" and names_a_rank(self.words, at):
            letter = RANK
        self._add(letter, at, until, payload).other = schema
        return until


def tagged(
    question: str, known: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> Tagged:
    """The items of a question."""
    return _Tagger(question, known, times, choices_of_words(choices)).run()


def choices_of_words(choices: Mapping[str, str]) -> dict[str, str]:
    """What was chosen for words: nothing else changes what a question's items are."""
    return {key: to for key, to in choices.items() if key == LANGUAGE or key.startswith(_OF_WORDS)}
