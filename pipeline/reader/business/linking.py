"""Which words of a business question may mean which part of the semantic model, with scores."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from typing_extensions import override

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.matching.stem import stem
from knowledge.semantics import Edge, SemanticModel
from knowledge.semantics.words import concepts_of, stems_of
from knowledge.sql_text import column_node, write_sql
from knowledge.value_lookup import similarity
from knowledge.values import ValueIndex
from pipeline.dates import GrainWord
from pipeline.reader.business.cues import (
    DAYS_OF,
    are_synonyms,
    concepts,
    countries,
    cues_of,
    has_concept,
    is_operator,
    operator_of,
    synonym_groups,
)
from pipeline.reader.business.elements import Condition, Elements, Quantity, elements_of
from pipeline.reader.business.intent import Aggregate
from pipeline.reader.words import is_function_word, lexicon
from pipeline.times.values import TimeSpan

_WORD = re.compile(r"[A-Za-z][\w']*|%|#|\d[\d.,]*k?")
_CLOSE, _LEAST, _USED, _GENERIC = 0.8, 0.4, 0.5, 0.35
_NAMED, _ELSEWHERE = 0.75, 0.6
_PREFIX, _BEFORE, _MARK = 0.25, 0.7, 2
_FEW = 3
_MOST_OF = {Aggregate.SUM: 7, Aggregate.DURATION: 5}
_MARKS = frozenset(("not", "no", "without", "never", "non", "yet"))
_SHORTEST_MENDED = 5
Pairs = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question: its place, its stem, and whether a period covers it."""

    at: int
    text: str
    stem: str
    dated: bool = False
    plain: bool = False
    number: float | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A part of the model that words may mean. `words` are the places of these in the question.

    `signs` are words that say it without naming it: "more than", "without".
    """

    table: str
    score: float
    words: frozenset[int]
    column: str = ""
    quantity: Quantity | None = None
    condition: str = ""
    kind: str = ""
    prior: float = 1.0
    path: tuple[Edge, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with its day, and what it says of time: resolved periods, and grains."""

    text: str
    today: dt.date
    times: tuple[TimeSpan, ...] = ()
    grains: tuple[GrainWord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LinkedBusiness:
    """A question with what its words may mean; the best links first."""

    text: str
    words: tuple[Word, ...]
    ranges: tuple[TimeSpan, ...]
    compared: bool
    grain: GrainWord | None
    numbers: tuple[tuple[int, float], ...]
    tables: tuple[Link, ...]
    measures: tuple[Link, ...]
    columns: tuple[Link, ...]
    states: tuple[Link, ...]
    dates: tuple[Link, ...]
    roles: tuple[Link, ...]
    cues: Mapping[str, frozenset[int]]
    content: frozenset[int] = field(default=frozenset())


def link(
    asked: Asked, model: SemanticModel, catalog: Catalog, values: ValueIndex, pairs: Pairs
) -> LinkedBusiness:
    """Link a question to the model. `pairs` are learned word pairs."""
    spans = [(each.at, each.until) for each in asked.times]
    spans += [each.span for each in asked.grains]
    known = _Vocabulary(catalog, pairs)
    words = _words(asked.text, spans, _vocabulary(known))
    elements = elements_of(model, catalog, asked.today)
    linker = _Linker(words, pairs, _names(known))
    keys = {(edge.table, name) for edge in model.edges for name in edge.columns}
    keys |= {
        (t.key, name) for t in catalog.tables if len(t.primary_key) == 1 for name in t.primary_key
    }
    columns: list[Link] = []
    dates: list[Link] = []
    states = [*_values(asked.text, values, words), *linker.conditions(elements)]
    states += _of_countries(words, catalog)
    for meaning in model.tables:
        table = catalog.table(meaning.table)
        for column in table.columns if table else ():
            if (meaning.table, column.name) in keys:
                continue
            found = linker.of(meaning.table, stems_of(column.name), column=column.name)
            found = replace(found, words=linker.beside(meaning.table, found.words, 1))
            (dates if column.kind.is_dated else columns).append(found)
            if table and column.kind in (Kind.INTEGER, Kind.NUMBER) and found.score >= _LEAST:
                states += linker.comparisons(found, table.name, catalog.dialect)
                states += linker.against(found, column, table, catalog.dialect)
    states += linker.lasting(elements)
    states = [replace(s, words=linker.beside(s.table, s.words, _FEW)) for s in states]
    cues = cues_of([(word.text, word.stem) for word in words])
    content = frozenset(
        n for n, w in enumerate(words)
        if not w.dated and w.number is None and (not w.plain or n in cues["negates"])
    )  # fmt: skip
    return LinkedBusiness(
        text=asked.text, words=words, ranges=asked.times,
        compared=any(each.comparison is not None for each in asked.times),
        grain=asked.grains[0] if asked.grains else None,
        numbers=tuple((n, w.number) for n, w in enumerate(words) if w.number is not None),
        tables=_best([linker.of(t.table, stems_of(_short(t.table))) for t in model.tables], 6),
        measures=_by_kind(linker.quantities(elements), _likeliest(elements)),
        columns=_best(columns, 10), states=_best(states, 14), dates=_best(dates, 5),
        roles=_best(linker.roles(model), 6), cues=cues, content=content,
    )  # fmt: skip


class _Linker:
    def __init__(self, words: Sequence[Word], pairs: Pairs, names: frozenset[str]) -> None:
        self._words, self._pairs = words, pairs
        self._texts = [word.text for word in words]
        self._free = [(n, w) for n, w in enumerate(words) if not w.dated and w.number is None]
        # What a word stands for elsewhere counts less where a name of this database carries it.
        self._named_here = frozenset(
            n
            for n, w in self._free
            if w.stem in names or any(_alike(w.stem, name) >= _NAMED for name in names)
        )
        self._tables: dict[str, Link] = {}
        self._alike: dict[str, tuple[float, frozenset[int]]] = {}
        self._known: dict[str, tuple[float, int]] = {}

    def of(self, table: str, stems: Sequence[str], *, column: str = "") -> Link:
        """How well the words of the question carry a name."""
        keys = (*stems, *(f"#{concept}" for concept in sorted(concepts_of("_".join(stems)))))
        score, used = self._carried(stems, keys)
        return Link(table=table, score=score, words=used, column=column)

    def quantities(self, elements: Elements) -> list[Link]:
        """How well the words carry one of the names of each quantity."""
        found = []
        timed = any(w.text in concepts()["duration"] for _, w in self._free)
        for each in elements.quantities:
            score, used = self._best_name(each.names, each.keys)
            if score < _LEAST and timed and each.kind is Aggregate.DURATION:
                score, used = _LEAST, frozenset()
            if score >= _LEAST:
                found.append(
                    Link(each.table, score, self.beside(each.table, used), each.column, each,
                         kind=each.kind, prior=each.prior)
                )  # fmt: skip
        return found

    def beside(self, table: str, used: frozenset[int], far: int = 2) -> frozenset[int]:
        """With the words that name the table, where these stand beside: "rental revenue"."""
        if table not in self._tables:
            self._tables[table] = self.of(table, stems_of(_short(table)))
        own = self._tables[table]
        near = {n + step for n in used for step in range(-far, far + 1)}
        return used | own.words if own.score >= _USED and own.words & near else used

    def conditions(self, elements: Elements) -> Iterator[Link]:
        """The conditions that words name, or deny where these are about what is missing."""
        for each in elements.conditions:
            score, used = 0.0, frozenset[int]()
            for name in each.names:
                one, at = self._named(name, negated=each.negates)
                if one > score:
                    score, used = one, at
            known, place = self._learned(each.keys)
            if known > score or (known >= _USED and place not in used):
                used = frozenset((place,)) if known > score else used
                score = max(score, 0.95 * known)
            if score >= _LEAST:
                marks = self._marks(used) if each.negates else frozenset()
                link = Link(
                    each.table, score * (0.7 + 0.3 * each.prior), used | marks, each.column,
                    condition=each.sql, kind=_kind_of(each), prior=each.prior,
                )  # fmt: skip
                yield link
                if not each.negates and (denied := self._marks(used) - used):
                    yield replace(
                        link, words=used | denied, condition=f"NOT ({each.sql})", kind="denied"
                    )

    def _named(self, name: tuple[str, ...], *, negated: bool) -> tuple[float, frozenset[int]]:
        """All parts of a name; where it is denied, "unpaid" or "not paid"."""
        if not negated:
            score, used = self._carried(name, (), all_of=True)
            return score, used
        for n, word in self._free:
            for mark in ("un", "non", "in"):
                rest = word.text.removeprefix(mark)
                if rest != word.text and any(_alike(stem(rest), part) >= _USED for part in name):
                    return 1.0, frozenset((n,))
        score, used = self._carried(name, (), all_of=True)
        marks = self._marks(used) - used
        return (score, used | marks) if marks else (0.0, frozenset())

    def _marks(self, used: frozenset[int]) -> frozenset[int]:
        """The words that deny, closely before these."""
        near = {n - back for n in used for back in (1, 2, 3)} & set(range(len(self._words)))
        return frozenset(n for n in near if self._texts[n] in _MARKS and n not in used)

    def comparisons(self, found: Link, table: str, dialect: str) -> Iterator[Link]:
        """A number column against each number of the question."""
        for at, number in ((n, w.number) for n, w in enumerate(self._words)):
            if number is None or self._words[at].dated:
                continue
            sign, words = operator_of(self._texts, at)
            node = write_sql(column_node(found.column, table), dialect)
            plain = not sign and at in {n + 1 for n in found.words}
            if sign or plain:
                yield Link(
                    found.table, found.score, found.words | words | {at}, found.column,
                    condition=f"{node} {sign or '='} {_written(number)}",
                    kind="compared" if sign else "equal",
                )  # fmt: skip

    def against(self, found: Link, column: Column, table: Table, dialect: str) -> Iterator[Link]:
        """A column against another one that shares a word: "below safety stock"."""
        before = min(found.words, default=0) - 1
        text = self._texts[before] if before >= 0 else ""
        sign = "<" if has_concept(text, "less") else ">" if has_concept(text, "more") else ""
        own = set(stems_of(column.name))
        for other in table.columns if sign else ():
            shares = own & {part for part in stems_of(other.name) if len(part) > _FEW}
            if other is not column and shares and other.kind in (Kind.INTEGER, Kind.NUMBER):
                one, two = (
                    write_sql(column_node(each.name, table.name), dialect)
                    for each in (other, column)
                )
                yield Link(
                    found.table, found.score, found.words | {before}, column.name,
                    condition=f"{one} {sign} {two}", kind="against",
                )  # fmt: skip

    def lasting(self, elements: Elements) -> Iterator[Link]:
        """A duration against each number of the question."""
        for at, number in ((n, w.number) for n, w in enumerate(self._words)):
            sign, words = operator_of(self._texts, at)
            days_each = DAYS_OF.get(self._texts[at + 1]) if at + 1 < len(self._words) else None
            if number is None or not sign or days_each is None:
                continue
            for each in elements.quantities:
                if each.kind is Aggregate.DURATION:
                    score, used = self._best_name(each.names, each.keys)
                    days = each.sql[each.sql.index("(") + 1 : -1]
                    yield Link(
                        each.table, 0.3 * each.prior + 0.7 * max(score, _LEAST),
                        used | words | {at, at + 1}, each.column,
                        condition=f"{days} {sign} {_written(number * days_each)}", kind="lasting",
                        prior=each.prior,
                    )  # fmt: skip

    def roles(self, model: SemanticModel) -> list[Link]:
        """Keys whose column names more than the table that they lead to: `return_station_id`."""
        found = []
        for edge in model.edges:
            stems = tuple(s for s in stems_of(edge.columns[0]) if s not in ("id", "key", "no"))
            own = set(stems_of(_short(edge.to_table)))
            if stems and set(stems) - own:
                each = self.of(edge.to_table, stems)
                found.append(replace(each, path=(edge,)))
        return found

    def _best_name(
        self, names: Iterable[tuple[str, ...]], keys: Sequence[str]
    ) -> tuple[float, frozenset[int]]:
        found = (self._carried(name, keys) for name in names)
        return max(found, key=lambda each: (each[0], len(each[1])))

    def _carried(
        self, stems: Sequence[str], keys: Sequence[str], *, all_of: bool = False
    ) -> tuple[float, frozenset[int]]:
        if not stems:
            return 0.0, frozenset()
        total, whole, used = 0.0, 0.0, set[int]()
        telling = [part for part in stems if not has_concept(part, "generic")]
        for part in stems:
            is_head = not telling or part == telling[-1]
            weight = _weight(part, is_head=is_head) if len(stems) > 1 else 1.0
            score, places = self._most_alike(part)
            if not all_of:
                known, place = self._learned((part,))
                if 0.9 * known > score:
                    score, places = 0.9 * known, frozenset((place,))
            whole += weight
            if score >= _USED:
                total += weight * score
                used |= places
        direct = total / whole
        learned, at = self._learned(keys)
        if 0.9 * learned > direct:
            return 0.9 * learned, frozenset(used | {at})
        return direct, frozenset(used)

    def _most_alike(self, part: str) -> tuple[float, frozenset[int]]:
        """The words that are most like a part of a name: all places of the best one."""
        if part not in self._alike:
            scores = [(self._like(w, part), n) for n, w in self._free]
            best = max((score for score, _ in scores), default=0.0)
            self._alike[part] = best, frozenset(n for score, n in scores if score == best > 0)
        return self._alike[part]

    def _like(self, word: Word, part: str) -> float:
        """How much a word is like a part of a name; `lowest` is no form of `low`."""
        found = _alike(word.stem, part)
        return found if found == 1 or not is_operator(word.text) else 0.0

    def _learned(self, keys: Sequence[str]) -> tuple[float, int]:
        """By the words that stood for such names, or for such concepts, in other databases."""
        best, at = 0.0, 0
        for key in keys:
            if key not in self._known:
                self._known[key] = max(
                    ((self._elsewhere(n, w.stem, key), -n) for n, w in self._free),
                    default=(0.0, 0),
                )
            score, place = self._known[key]
            if score > best:
                best, at = score, -place
        return best, at

    def _elsewhere(self, at: int, word: str, key: str) -> float:
        """How often a word stood for a name or a concept in other databases."""
        known = self._pairs.get(word, {}).get(key, 0.0)
        return known * _ELSEWHERE if at in self._named_here and key != word else known


def _weight(part: str, *, is_head: bool) -> float:
    """How much of a name of several words one of them is: the last one that tells says most."""
    if has_concept(part, "generic"):
        return _GENERIC
    if is_head:
        return 1.0
    return _PREFIX if len(part) <= _MARK else _BEFORE


def _kind_of(condition: Condition) -> str:
    return condition.keys[0].split(" ")[0] if condition.keys else ""


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


@lru_cache(50_000)
def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) > 3 and longer.startswith(shorter):
        return 0.75
    if 2 <= len(other) <= 4 < len(one) and one[0] == other[0] and _is_within(other, one):
        return 0.6
    if len(shorter) > 4 and longer.endswith(shorter):
        return 0.6
    return 0.7 if are_synonyms(one, other) else 0.0


def _is_within(short: str, word: str) -> bool:
    """Whether the letters of an abbreviation stand in a word in that order."""
    rest = iter(word)
    return all(letter in rest for letter in short)


def _likeliest(elements: Elements) -> list[Link]:
    """The sums that a database is most likely asked for, where words name none."""
    sums = [
        Link(q.table, _LEAST, frozenset(), q.column, q, kind=q.kind, prior=q.prior)
        for q in elements.quantities
        if q.kind is Aggregate.SUM and q.prior >= 0.5
    ]
    return sorted(sums, key=lambda each: -each.prior)[:_FEW]


def _values(question: str, values: ValueIndex, words: Sequence[Word]) -> list[Link]:
    found = []
    for start, end, hit in values.spans(question):
        at = frozenset(
            n for n, word in enumerate(words) if start <= word.at < end and not word.dated
        )
        text = hit.value.replace("'", "''")
        condition = f'"{_short(hit.table)}"."{hit.column}" = \'{text}\''
        if at:
            found.append(
                Link(hit.table, 0.98 * hit.score, at, column=hit.column, condition=condition,
                     kind="stored")
            )  # fmt: skip
    return found


def _of_countries(words: Sequence[Word], catalog: Catalog) -> Iterator[Link]:
    """What is of a country: `german customers`, where a column holds countries or their codes."""
    said = [(n, countries()[w.text]) for n, w in enumerate(words) if w.text in countries()]
    for table in catalog.tables if said else ():
        for column in table.columns:
            if column.kind is not Kind.TEXT or column.pii:
                continue
            for at, names in said:
                for value in column.values:
                    if value.lower() in names:
                        text = value.replace("'", "''")
                        yield Link(
                            table.key, 0.95, frozenset((at,)), column=column.name,
                            condition=f'"{table.name}"."{column.name}" = \'{text}\'',
                            kind="stored",
                        )  # fmt: skip


def _words(
    question: str, spans: Sequence[tuple[int, int]], vocabulary: frozenset[str]
) -> tuple[Word, ...]:
    words = []
    for match in _WORD.finditer(question):
        dated = any(start <= match.start() < end for start, end in spans)
        text = match[0].lower()
        number = _number(text)
        if number is not None or text[0].isdigit():
            if not dated and number is not None:
                words.append(Word(match.start(), "#", "#", plain=True, number=number))
            continue
        text = text.removesuffix("'s")
        common = _says_nothing(text)
        root = stem(text) if common or dated else _mended(text, vocabulary)
        common = common or (root != stem(text) and root in _plain_stems())
        words.append(Word(match.start(), text, root, dated, common))
    return tuple(words)


def _says_nothing(word: str) -> bool:
    return is_function_word(word) or has_concept(word, "filler")


@cache
def _plain_stems() -> frozenset[str]:
    """The stems of words that name nothing, to know them where they are misspelled."""
    words = (*lexicon().of("function_word"), *concepts()["filler"])
    return frozenset(stem(word) for word in words if len(word) > _FEW)


def written(linked: LinkedBusiness, place: int) -> str:
    """A word of the question as a person wrote it."""
    found = _WORD.match(linked.text, linked.words[place].at)
    return found[0] if found else linked.words[place].text


def _number(text: str) -> float | None:
    if text[0].isdigit():
        plain = text.rstrip("k").replace(",", "").rstrip(".")
        if not plain.replace(".", "", 1).isdigit():
            return None
        return float(plain) * (1000 if text.endswith("k") else 1)
    spelled = lexicon().of("number").get(text)
    return float(spelled) if spelled and text != "one" else None


def _mended(word: str, vocabulary: frozenset[str]) -> str:
    """The stem of a word; of a misspelled one, the known stem that it is close to."""
    root = stem(word)
    if root in vocabulary or len(word) < _SHORTEST_MENDED:
        return root
    return _nearest(word, root, vocabulary)


@lru_cache(5_000)
def _nearest(word: str, root: str, vocabulary: frozenset[str]) -> str:
    forms = {root, word, word.removesuffix("s")}
    near = (
        (max(similarity(form, each) for form in forms), each)
        for each in vocabulary
        if each[:1] == word[0] and abs(len(each) - len(word)) <= _FEW
    )
    score, best = max(near, default=(0.0, root))
    return best if score >= _CLOSE else root


@dataclass(frozen=True, eq=False)
class _Vocabulary:
    catalog: Catalog
    pairs: Pairs

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Vocabulary) and (
            self.catalog is other.catalog and self.pairs is other.pairs
        )

    @override
    def __hash__(self) -> int:
        return hash((id(self.catalog), id(self.pairs)))


@lru_cache(64)
def _vocabulary(known: _Vocabulary) -> frozenset[str]:
    found = set(known.pairs)
    found.update(word for words in concepts().values() for word in words)
    found.update(synonym_groups())
    found.update(_plain_stems())
    for table in known.catalog.tables:
        found.update(stems_of(table.name))
        for column in table.columns:
            found.update(stems_of(column.name))
            if _is_listed(column):
                found.update(stem(w) for value in column.values for w in value.lower().split())
    return frozenset(found)


@lru_cache(64)
def _names(known: _Vocabulary) -> frozenset[str]:
    """The stems of the names of tables and columns."""
    tables = known.catalog.tables
    every = (*(t.name for t in tables), *(c.name for t in tables for c in t.columns))
    return frozenset(part for name in every for part in stems_of(name))


def _is_listed(column: Column) -> bool:
    return column.kind is Kind.TEXT and column.complete


def _by_kind(measures: Sequence[Link], likeliest: Sequence[Link]) -> tuple[Link, ...]:
    """The best measures of each kind: a column makes several."""
    found: list[Link] = []
    for kind in Aggregate:
        found += _best([m for m in measures if m.kind == kind], _MOST_OF.get(kind, 3))
    if len([each for each in found if each.kind == Aggregate.SUM]) < _FEW:
        found += likeliest
    return tuple(found)


def _best(links: Sequence[Link], most: int) -> tuple[Link, ...]:
    kept = [each for each in links if each.score >= _LEAST]
    return tuple(sorted(kept, key=lambda each: (-each.score, -len(each.words), -each.prior))[:most])


def _short(key: str) -> str:
    return key.rpartition(".")[2]
