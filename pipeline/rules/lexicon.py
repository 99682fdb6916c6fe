"""The lexicon: which words of a question may mean which table or column of a catalog."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, TableNote
from pipeline.rules.names import (
    display_columns,
    expanded,
    shared_prefix,
    short_names,
    unglued,
    with_synonyms,
    written_out,
)
from pipeline.rules.roles import stands_by
from pipeline.rules.spelling import ENGLISH
from pipeline.rules.words import Word, is_plural, lemma_of, name_words, stem_of

LINKING_WORDS = frozenset(("of", "the", "a", "an", "'s", "all", "their", "its"))
_NAME_JOINTS = LINKING_WORDS | {"in", "for", "on", "to"}
LONGEST_PHRASE = 7
_FULL_NAME = ("first", "last")
_PLANS = frozenset(
    ("target", "targets", "budget", "budgets", "forecast", "forecasts", "plan", "plans", "planned",
     "quota", "quotas", "goal", "goals")
)  # fmt: skip
_PLANNED = 0.3
_SHORT_COMMENT, _FEW = 4, 3
_SHORT_NAME, _REST, _NAMED = 5, 3, 0.95
_TOWARDS = 0.9
# `payments` are the rows of card payments, before the first word of a payment date.
_TABLE_TAIL, _MANY = 0.85, 0.04
_SYNONYM, _STEM, _COMMENT = 0.1, 0.12, 0.2
_GENERIC_TAILS = frozenset(
    ("name", "id", "number", "code", "text", "date", "type", "value", "title")
)
_OTHERWISE_CALLED: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("first", "name"): ("forename",),
    ("last", "name"): ("surname",),
}
_MEASURES: Mapping[str, tuple[str, ...]] = {
    "m2": ("sqm", "square metre", "square meter"), "sqm": ("m2", "square metre", "square meter"),
    "km2": ("square kilometre", "square kilometer"), "m3": ("cubic metre", "cubic meter"),
    "sqft": ("square foot",),
}  # fmt: skip
_SAID = 0.8
_PREFIXES = frozenset(("is", "has", "tbl", "dim", "fact", "ref", "the"))


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
    _glued: dict[str, dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _whole: dict[str, dict[tuple[str, str], float]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _short: dict[str, str] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)

    def add(self, phrase: Sequence[str], ref: tuple[str, str], score: float) -> None:
        """Let these words mean a table or column with that score, unless a better one is known."""
        words = [word for word in phrase if word not in _NAME_JOINTS]
        if not words:
            return
        self.words.update(words)
        lemmas = tuple(sorted(lemma_of(word) for word in words))
        stems = tuple(sorted(stem_of(word) for word in words))
        for store, key in ((self._by_lemma, lemmas), (self._by_stem, stems)):
            store[key][ref] = max(score, store[key].get(ref, 0.0))

    def add_glued(self, name: str, ref: tuple[str, str], score: float) -> None:
        """Let a name be found from its words without any gap, and one without from its words."""
        self._glued[name][ref] = max(score, self._glued[name].get(ref, 0.0))
        whole = "".join(name_words(name))
        for key in {whole, lemma_of(whole)}:
            self._whole[key][ref] = max(score, self._whole[key].get(ref, 0.0))

    def find(self, words: Sequence[Word]) -> list[Candidate]:
        """What these words together may mean, best first."""
        content = [word for word in words if word.lower not in LINKING_WORDS]
        found = dict(self._by_lemma.get(tuple(sorted(w.lemma for w in content)), {}))
        for ref, score in self._by_stem.get(tuple(sorted(w.stem for w in content)), {}).items():
            found[ref] = max(found.get(ref, 0.0), score - _STEM)
        found = found or self._otherwise(content)
        if len(content) == 1 and is_plural(content[0].lower):
            found |= {ref: score + _MANY for ref, score in found.items() if _is_tail(ref, score)}
        if len(content) > 1:
            glued = "".join(w.lower for w in content), "".join(w.lemma for w in content)
            for name in glued:
                for ref, score in self._glued.get(name, {}).items():
                    found[ref] = max(found.get(ref, 0.0), score)
        turned = self._turned_round(words)
        kept = [
            Candidate(t, c, s)
            for (t, c), s in found.items()
            if not turned(c or t) and stands_by(words, c or t)
        ]
        return sorted(kept, key=lambda c: (-c.score, bool(c.column), c.ref))

    def _otherwise(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """What words may mean that are written in another way than the names are."""
        named = any(word.text[:1].isupper() for word in content)
        short = self._shortened(content) if content and not named else {}
        if len(content) != 1:
            return short or self._with_joints(content)
        word = content[0].lower
        return self._of_verb(word) or short or dict(self._whole.get(word, {}))

    def _with_joints(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """`week on top`, where that little word is in the name itself."""
        joints = {word.lower for word in content[1:-1]} & _NAME_JOINTS
        if not joints:
            return {}
        lemmas = sorted(word.lemma for word in content if word.lower not in joints)
        known = self._by_lemma.get(tuple(lemmas), {})
        return {
            ref: score for ref, score in known.items()
            if score >= _NAMED and joints <= set(name_words(ref[1] or ref[0]))
        }  # fmt: skip

    def _turned_round(self, words: Sequence[Word]) -> Callable[[str], bool]:
        """Whether a name says two things the other way round than words with an `of` between them.

        Templates of a type are templates, and no template types, where there are templates. The
        number of invoices is how many there are, and no invoice number.
        """
        cut = next((at for at, word in enumerate(words) if word.lower == "of"), 0)
        first, rest = words[:cut], words[cut:]
        if [word.lower for word in first] == ["number"] and is_plural(rest[-1].lower):
            return lambda name: expanded(name_words(name))[-1:] == ("number",)
        whole = self._by_lemma.get(tuple(sorted(word.lemma for word in first)), {})
        if not any(score >= 1.0 and not column for (_, column), score in whole.items()):
            return lambda _: False
        of, said = {word.stem for word in rest}, {word.stem for word in first}

        def turned(name: str) -> bool:
            parts = [stem_of(part) for part in name_words(name)]
            heads = [place for place, part in enumerate(parts) if part in said]
            others = [place for place, part in enumerate(parts) if part in of]
            return bool(heads and others) and max(heads) < max(others)

        return turned

    def _shortened(self, content: Sequence[Word]) -> dict[tuple[str, str], float]:
        """`discharge date`, where the column is called `disch_date`."""
        lemmas = [self._short.get(word.lemma, "") or self._short_of(word.lemma) for word in content]
        if all(short == word.lemma for short, word in zip(lemmas, content, strict=True)):
            return {}
        known = self._by_lemma.get(tuple(sorted(lemmas)), {})
        return {ref: score - _STEM for ref, score in known.items() if score >= _NAMED}

    def _short_of(self, word: str) -> str:
        fits = [
            name for name in self.words
            if len(name) >= _SHORT_NAME and len(word) >= len(name) + _REST
            and word.startswith(name) and name not in ENGLISH
        ]  # fmt: skip
        self._short[word] = max(fits, key=len, default=word)
        return self._short[word]

    def _of_verb(self, word: str) -> dict[tuple[str, str], float]:
        """`ordered`: what the verb itself means as a noun."""
        base = word.removesuffix("ed").removesuffix("ing")
        tables = self._by_lemma.get((base,), {}) if base != word else {}
        return {ref: score - _STEM for ref, score in tables.items() if not ref[1]}


def lexicon_of(catalog: Catalog, glossary: Glossary, allowed: Collection[str]) -> Lexicon:
    """The lexicon of the tables that may be read."""
    lexicon = Lexicon()
    tables = [table for table in catalog.tables if table.key in allowed]
    shared = shared_prefix([name_words(table.name) for table in tables])
    known = {lemma_of(part) for table in tables for part in name_words(table.name)}
    known |= {part for table in tables for part in name_words(table.name)}
    known |= {part for t in tables for c in t.columns for part in name_words(c.name)}
    short = short_names(tables)
    for table in tables:
        note = glossary.note(table.key)
        _add_table(lexicon, table, note, shared)
        _add_columns(lexicon, table, known, short)
        _add_display(lexicon, table)
    for term in glossary.terms:
        ref = _ref_of(catalog, term.means)
        if ref and ref[0] in allowed:
            for name in (term.name, *term.synonyms):
                lexicon.add(name.lower().split(), ref, 1.05)
    return lexicon


def lexicon_of_columns(columns: Iterable[tuple[Table, Column]]) -> Lexicon:
    """The lexicon of single columns."""
    lexicon = Lexicon()
    for table, column in columns:
        owner = frozenset(expanded(name_words(table.name)))
        _add_column(lexicon, table, column, _Naming(0, owner, frozenset(), {}))
        lexicon.add((column.name.lower(),), (table.key, column.name), 1.0)
    return lexicon


def _is_tail(ref: tuple[str, str], score: float) -> bool:
    return not ref[1] and score == _TABLE_TAIL


def _ref_of(catalog: Catalog, means: str) -> tuple[str, str] | None:
    table = catalog.table(means)
    if table:
        return table.key, ""
    owner, _, name = means.rpartition(".")
    table = catalog.table(owner) if owner else None
    column = table.column(name) if table else None
    return (table.key, column.name) if table and column else None


def _add_table(lexicon: Lexicon, table: Table, note: TableNote | None, shared: int) -> None:
    ref = (table.key, "")
    names = expanded(name_words(table.name)[shared:])
    while len(names) > 1 and names[0] in _PREFIXES:
        names = names[1:]
    for phrase, cost in with_synonyms(names):
        lexicon.add(phrase, ref, 1.0 - cost)
    lexicon.add_glued(table.name.lower(), ref, 1.0)
    for at in range(1, len(names)):
        lexicon.add(names[at:], ref, _TABLE_TAIL)
        lexicon.add(names[:at], ref, 0.62)
    for synonym in note.synonyms if note else ():
        lexicon.add(synonym.lower().split(), ref, 1.05)


def _add_columns(
    lexicon: Lexicon,
    table: Table,
    known: set[str],
    short: Mapping[str, str],
) -> None:
    shared = shared_prefix([name_words(column.name) for column in table.columns])
    owner = set(expanded(name_words(table.name)))
    naming = _Naming(shared, frozenset(owner), frozenset(known), short)
    for column in table.columns:
        if column.name and column.retired is None:
            _add_column(lexicon, table, column, naming)


def _add_display(lexicon: Lexicon, table: Table) -> None:
    """Whatever names a row of a table is its name, also where no column is called so."""
    names = display_columns(table)
    if len(names) == 1:
        lexicon.add(("name",), (table.key, names[0]), 0.93)


@dataclass(frozen=True, slots=True)
class _Naming:
    shared: int
    owner: frozenset[str]
    known: frozenset[str]
    short: Mapping[str, str]


def _add_column(lexicon: Lexicon, table: Table, column: Column, naming: _Naming) -> None:
    ref = (table.key, column.name)
    names = expanded(unglued(name_words(column.name)[naming.shared :], naming.known))
    written = written_out(tuple(naming.short.get(name, name) for name in names), naming.owner)
    if written != names:
        lexicon.add(written, ref, 1.0)
        names = written
    if table.primary_key == (column.name,) and names[-1].endswith("id"):
        lexicon.add(("id",), ref, 0.97)
        lexicon.add((*sorted(naming.owner), "id"), ref, 1.0)
    _add_as_written(lexicon, column.name, ref)
    full = _TOWARDS if names[:1] == ("to",) else 1.0
    lexicon.add(names, ref, full)
    lexicon.add(name_words(column.name)[naming.shared :], ref, full)
    lexicon.add(name_words(column.name), ref, full)
    _add_otherwise(lexicon, ref, names)
    if len(names) > 1 and names[0] in _PREFIXES:
        names = names[1:]
    planned = _is_planned(column, naming.owner | set(names))
    for phrase, full in _column_phrases(names, naming.owner):
        score = full - (_PLANNED if planned and not _PLANS & set(phrase) else 0.0)
        for variant, cost in with_synonyms(phrase):
            lexicon.add(variant, ref, score - cost)
    if column.kind is Kind.TEXT and names and names[-1] not in _GENERIC_TAILS:
        lexicon.add((*names, "name"), ref, 0.93)
        lexicon.add((*names, "title"), ref, 0.9)
    comment = column.comment.lower().split()
    if 0 < len(comment) <= _SHORT_COMMENT:
        lexicon.add(comment, ref, 1.0 - _COMMENT)


def _add_as_written(lexicon: Lexicon, name: str, ref: tuple[str, str]) -> None:
    """`score in points` is called so in full, though `in` stands in no list of its words."""
    words = name_words(name)
    lexicon.add_glued(name.lower(), ref, 1.0)
    if words and words[-1] not in _NAME_JOINTS:
        lexicon.add_glued("".join(words), ref, 1.0)


def _add_otherwise(lexicon: Lexicon, ref: tuple[str, str], names: tuple[str, ...]) -> None:
    """A last name is a surname, too, and an area in m2 one in square metres."""
    for called in _OTHERWISE_CALLED.get(names[-2:], ()):
        lexicon.add((*names[:-2], called), ref, 1.0)
        lexicon.add((called,), ref, 1.0)
    for unit in names:
        for called in _MEASURES.get(unit, ()):
            lexicon.add(called.split(), ref, _SAID)


def _is_planned(column: Column, words: Collection[str]) -> bool:
    """Whether a number is what was planned, not what happened."""
    return column.kind in (Kind.INTEGER, Kind.NUMBER) and bool(_PLANS & set(words))


def _column_phrases(
    names: tuple[str, ...], owner: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], float]]:
    names = tuple(name for name in names if name not in _NAME_JOINTS) or names
    yield names, 1.0
    own = {lemma_of(name) for name in owner}
    for at in range(1, len(names)):
        head, tail = names[:at], names[at:]
        if {lemma_of(word) for word in head} <= own:
            yield tail, 0.97
        else:
            yield tail, 0.6 + 0.25 * len(tail) / len(names)
        generic = set(tail) <= _GENERIC_TAILS
        is_key = tail[-1] in ("id", "code", "number")
        for until in range(at + 1, len(names)):
            yield names[at:until], 0.5 + 0.2 * (until - at) / len(names)
        yield head, (0.7 if is_key else 0.88) if generic else 0.55 + 0.2 * len(head) / len(names)
