"""The lexicon: which words of a question may mean which table or column of a catalog."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product
from math import prod

from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.roles import stands_by
from pipeline.rules.text.short_forms import (
    abbreviates,
    holds_in_order,
    is_pair,
    is_short_form,
)
from pipeline.rules.text.words import (
    Word,
    in_full,
    is_plural,
    lemma_of,
    name_words,
    stem_of,
    written_words,
)
from pipeline.rules.vocabulary import SHORT_FOR_SEVERAL, VERB_FORMS

LINKING_WORDS = frozenset(("of", "the", "a", "an", "'s", "all", "their", "its"))
_CALLED = frozenset(("named", "titled"))
NAME_JOINTS = LINKING_WORDS | {"in", "for", "on", "to"}
LONGEST_PHRASE = 7
_NAMED = 0.95
# How well a name must fit with a short form in it: `premium` of `prem_amt` is no whole name.
_SHORT_TABLE, _SHORT_COLUMN, _MOST_WAYS = 0.85, 0.62, 16
_ALONE, _OTHER_WORD = 0.8, 0.1
# `payments` are the rows of card payments, before the first word of a payment date.
TABLE_TAIL, _MANY = 0.85, 0.04
_STEM = 0.12
# Of a table that is named, even a synonym may be meant.
_LIKELY = 0.55


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table (`column` empty) or column that words may mean, and how sure the name makes it."""

    table: str
    column: str
    score: float

    @property
    def ref(self) -> str:
        """`table.column`, or the table's key."""
        return f"{self.table}.{self.column}" if self.column else self.table


@dataclass(slots=True)
class Lexicon:
    """Phrases of a catalog and its glossary, looked up by the sorted words of a question."""

    _by_lemma: dict[tuple[str, ...], dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _by_stem: dict[tuple[str, ...], dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _own: dict[tuple[str, ...], set[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    _glued: dict[str, dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _whole: dict[str, dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _shorts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)

    def add(
        self, phrase: Sequence[str], ref: tuple[str, str], score: float, *, own: bool = True
    ) -> None:
        """Let these words mean a table or column with that score, unless a better one is known.

        Words that are not its `own` give way to the columns whose own they are.
        """
        words = [word for word in phrase if word not in NAME_JOINTS]
        if not words:
            return
        self.words.update(words)
        lemmas = tuple(sorted(lemma_of(word) for word in words))
        stems = tuple(sorted(stem_of(word) for word in words))
        for store, key in ((self._by_lemma, lemmas), (self._by_stem, stems)):
            store[key][ref] = max(score, store[key].get(ref, 0.0))
        if own:
            self._own[lemmas].add(ref)

    def add_glued(self, name: str, ref: tuple[str, str], score: float) -> None:
        """Let a name be found from its words without any gap, and one without from its words."""
        self._glued[name][ref] = max(score, self._glued[name].get(ref, 0.0))
        whole = "".join(written_words(name))
        for key in {whole, lemma_of(whole)}:
            self._whole[key][ref] = max(score, self._whole[key].get(ref, 0.0))

    def called(self, name: str) -> list[Candidate]:
        """The tables and columns that the schema writes so, in whatever case."""
        found = self._glued.get(name.lower(), {})
        return sorted(
            (Candidate(table, column, score) for (table, column), score in found.items()),
            key=lambda c: (-c.score, bool(c.column), c.ref),
        )

    def find(self, words: Sequence[Word]) -> list[Candidate]:
        """What these words together may mean, best first."""
        content = [word for word in words if word.lower not in LINKING_WORDS]
        lemmas = tuple(sorted(w.lemma for w in content))
        found = dict(self._by_lemma.get(lemmas, {}))
        stems = () if _is_other_noun(content) else tuple(sorted(w.stem for w in content))
        said = content[0].lower if len(content) == 1 else ""
        done = content[0].stem if said.endswith("ed") and said not in _CALLED else ""
        for ref, score in self._by_stem.get(stems, {}).items():
            # What was placed is no place: a verb tells of what is called so itself.
            if not done or done in map(stem_of, name_words(ref[1] or ref[0])):
                found[ref] = max(found.get(ref, 0.0), score - _STEM)
        found = self._behind_own(lemmas, found)
        if max(found.values(), default=0.0) < TABLE_TAIL:
            found = {**self._otherwise(content), **found}
        if len(content) == 1 and is_plural(content[0].lower):
            found |= {ref: score + _MANY for ref, score in found.items() if _is_tail(ref, score)}
        if len(content) > 1:
            # `tried out` of a tryout, `checked in` of a check-in.
            glued = {"".join(w.lower for w in content), "".join(w.lemma for w in content)}
            for name in sorted(glued | _done_of(content)):
                for ref, score in self._glued.get(name, {}).items():
                    found[ref] = max(found.get(ref, 0.0), score)
        turned = self._turned_round(words)
        kept = [
            Candidate(t, c, s)
            for (t, c), s in found.items()
            if not turned(c or t) and stands_by(words, c or t)
        ]
        return sorted(kept, key=lambda c: (-c.score, bool(c.column), c.ref))

    def _behind_own(
        self, lemmas: tuple[str, ...], found: dict[tuple[str, str], float]
    ) -> dict[tuple[str, str], float]:
        """A unit price is `unit_price_net` before `unit_cost`, and hours are no hourly wage."""
        own, named = self._own.get(lemmas, set()), self._by_lemma.get(lemmas, {})
        best = max((found[ref] for ref in own if ref[1]), default=None)
        if best is None:
            return found
        return {
            ref: score if ref in own or not ref[1] else min(score, max(best - _MANY, _LIKELY))
            for ref, score in found.items()
            if ref in named or not ref[1]
        }

    def _otherwise(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """What words may mean that are written in another way than the names are."""
        # A question begins with a capital, whatever its first word is.
        named = any(word.text[:1].isupper() and word.at for word in content)
        other = _is_other_noun(content)
        short = self._shortened(content) if content and not (named or other) else {}
        if len(content) != 1:
            return short or self._with_joints(content)
        word = content[0].lower
        of_verb = {} if other else self._of_verb(word)
        return of_verb or short or dict(self._whole.get(word, {}))

    def _with_joints(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """`week on top`, where that little word is in the name itself."""
        joints = {word.lower for word in content[1:-1]} & NAME_JOINTS
        if not joints:
            return {}
        lemmas = sorted(word.lemma for word in content if word.lower not in joints)
        known = self._by_lemma.get(tuple(lemmas), {})
        return {
            ref: score for ref, score in known.items()
            if score >= _NAMED and joints <= set(written_words(ref[1] or ref[0]))
        }  # fmt: skip

    def _turned_round(self, words: Sequence[Word]) -> Callable[[str], bool]:
        """Whether a name says two things the other way round than words with an `of` between them.

        Templates of a type are templates, and no template types, where there are templates. The
        number of invoices is how many there are, and no invoice number.
        """
        cut = next((at for at, word in enumerate(words) if word.lower == "of"), 0)
        first, rest = words[:cut], words[cut:]
        if [word.lemma for word in first if word.lower not in LINKING_WORDS] == ["number"]:
            # An id is called a number only right behind its rows: an order number.
            many = first[-1].lower == "number" and is_plural(rest[-1].lower)
            return lambda name: (
                name.lower().endswith("id")
                or (many and expanded(written_words(name))[-1:] == ("number",))
            )
        *before, last = [word.lemma for word in words[-2:]] or [""]
        if last == "number" and LINKING_WORDS & set(before):
            return lambda name: name.lower().endswith("id")  # `for each choir the number of tours`
        whole = self._by_lemma.get(tuple(sorted(word.lemma for word in first)), {})
        if not any(score >= 1.0 and not column for (_, column), score in whole.items()):
            return lambda _: False
        of, said = {word.stem for word in rest}, {word.stem for word in first}

        def turned(name: str) -> bool:
            parts = [stem_of(part) for part in written_words(name)]
            heads = [place for place, part in enumerate(parts) if part in said]
            others = [place for place, part in enumerate(parts) if part in of]
            return bool(heads and others) and max(heads) < max(others)

        return turned

    def _shortened(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """`discharge date`, where the column is called `disch_date`; `shipments` of `shpmt`."""
        several = len(content) > 1
        ways = [(word.lemma, *self._shorts_of(word.lemma, several=several)) for word in content]
        if prod(map(len, ways)) > _MOST_WAYS:
            return {}
        found: dict[tuple[str, str], float] = {}
        many = len(content) == 1 and is_plural(content[0].lower)
        for written in [*product(*ways)][1:]:
            for ref, score in self._by_lemma.get(tuple(sorted(written)), {}).items():
                enough = score >= _least(ref, written, content)
                if enough and not (many and _names_rows(ref, written[0])):
                    found[ref] = max(found.get(ref, 0.0), score - _cost(written, content))
        return (
            {ref: max(score, _ALONE) for ref, score in found.items()} if len(found) == 1 else found
        )

    def _shorts_of(self, word: str, *, several: bool) -> list[str]:
        """The parts of names that the word is written as for short; of two letters among others."""
        if not self._shorts:
            shorts = sorted(
                {lemma_of(name) for name in self.words if is_short_form(name) or is_pair(name)}
            )
            self._shorts = {
                letter: tuple(names) for letter, names in groupby(shorts, lambda name: name[0])
            }
        return [
            short for short in self._shorts.get(word[:1], ())
            if abbreviates(short, word)
            or (several and _is_open_pair(short) and holds_in_order(short, word))
        ]  # fmt: skip

    def _of_verb(self, word: str) -> dict[tuple[str, str], float]:
        """`ordered`: what the verb itself means as a noun."""
        base = word.removesuffix("ed").removesuffix("ing")
        tables = self._by_lemma.get((base,), {}) if base != word else {}
        return {ref: score - _STEM for ref, score in tables.items() if not ref[1]}


def _done_of(content: Sequence[Word]) -> set[str]:
    """`tried out` of a tryout, `checking in` of a check-in: the noun made of a verb."""
    verb, *rest = content
    if len(rest) != 1 or not verb.lower.endswith(("ed", "ing")):
        return set()
    base = f"{verb.stem[:-1]}y" if verb.lower.endswith("ied") else verb.stem
    return {base + rest[0].lower}


def _is_other_noun(content: Sequence[Word]) -> bool:
    """`marketing` is no market: where no verb is written so, the word is a noun of its own."""
    word = content[0].lower if len(content) == 1 else ""
    return word.endswith("ing") and word not in VERB_FORMS


def _is_open_pair(short: str) -> bool:
    """Whether two letters may stand for any word: `dt` is a date, and no distance."""
    return is_pair(short) and in_full(short) == short and short not in SHORT_FOR_SEVERAL


def _least(ref: tuple[str, str], written: Sequence[str], content: Sequence[Word]) -> float:
    """How well a name must fit that is written so; in whole where two letters stand for a word."""
    if any(
        is_pair(part) and part != word.lemma for part, word in zip(written, content, strict=True)
    ):
        return _NAMED
    return _SHORT_COLUMN if ref[1] else _SHORT_TABLE


def _cost(written: Sequence[str], content: Sequence[Word]) -> float:
    """What usually stands for another word costs more: inspectors are rather `insr` than `insp`."""
    others = (
        part != word.lemma and in_full(part) not in (part, word.lemma)
        for part, word in zip(written, content, strict=True)
    )
    return _STEM + (_OTHER_WORD if any(others) else 0.0)


def _names_rows(ref: tuple[str, str], short: str) -> bool:
    """`schol_name` of `schol_awards`: scholarships are its rows, or the names that they have."""
    column = ref[1]
    named = [{lemma_of(part) for part in written_words(name)} for name in ref]
    return bool(column) and all(short in parts for parts in named)


def _is_tail(ref: tuple[str, str], score: float) -> bool:
    return not ref[1] and score == TABLE_TAIL
