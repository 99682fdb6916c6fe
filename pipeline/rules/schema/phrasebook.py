"""The phrasebook: the glossary's words for metrics, conditions and regions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.catalog import Catalog
from knowledge.glossary import Glossary, Metric, Region, Term
from knowledge.values import ValueHit
from pipeline.rules.schema.metrics import reads_only_known
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import Word, words_of

Payload = tuple[Metric, ...] | Test


@dataclass(frozen=True, slots=True)
class Phrase:
    """A glossary entry that words of a question name: letter M for metrics, F for conditions."""

    letter: str
    payload: Payload


@dataclass(slots=True)
class Phrasebook:
    """Looks up the glossary's phrases by the lemmas of a question."""

    _metrics: dict[tuple[str, ...], dict[str, Metric]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _conditions: dict[tuple[str, ...], Test] = field(default_factory=dict)
    _longest: int = 0

    def add_metric(self, name: str, metric: Metric) -> None:
        self._metrics[self._kept(name)][metric.name] = metric

    def add_condition(self, name: str, test: Test) -> None:
        self._conditions.setdefault(self._kept(name), test)

    def _kept(self, name: str) -> tuple[str, ...]:
        key = _key(name)
        self._longest = max(self._longest, len(key))
        return key

    def reading(self, conditions: Mapping[str, Test]) -> "Phrasebook":
        """The same phrasebook with these names read as these conditions."""
        other = Phrasebook(self._metrics, dict(self._conditions), self._longest)
        other._conditions.update({other._kept(name): test for name, test in conditions.items()})
        return other

    def defining(self, metrics: Sequence[Metric]) -> "Phrasebook":
        """The same phrasebook where the names of these numbers mean them alone."""
        other = Phrasebook(defaultdict(dict, self._metrics), self._conditions, self._longest)
        named = [(name, metric) for metric in metrics for name in (metric.name, *metric.synonyms)]
        other._metrics.update({_key(name): {} for name, _ in named})
        for name, metric in named:
            other.add_metric(name, metric)
        return other

    def names_condition(self, name: str) -> bool:
        """Whether the glossary itself says what a name stands for."""
        return _key(name) in self._conditions

    def longest(self, words: Sequence[Word]) -> tuple[int, Phrase] | None:
        """How many of the first words name an entry, and the entry."""
        for count in range(min(len(words), self._longest), 0, -1):
            key = tuple(word.lemma for word in words[:count])
            metrics = self._metrics.get(key)
            if metrics:
                exact = tuple(m for m in metrics.values() if _key(m.name) == key)
                return count, Phrase("M", exact or tuple(metrics.values()))
            if key in self._conditions:
                return count, Phrase("F", self._conditions[key])
        return None


def phrasebook_of(glossary: Glossary, catalog: Catalog, allowed: frozenset[str]) -> Phrasebook:
    """The phrasebook of the tables that may be read."""
    book = Phrasebook()
    for metric in known_metrics(glossary, catalog, allowed):
        for name in (metric.name, *metric.synonyms):
            book.add_metric(name, metric)
    for term in glossary.terms:
        if _is_condition(term, catalog) and reads_only_known(term.means, catalog):
            for name in (term.name, *term.synonyms):
                book.add_condition(name, Test(sql=term.means, words=term.name))
    for region, name in _regions(glossary, catalog, allowed):
        book.add_condition(name, _in_region(region))
    return book


def _is_whole(metric: Metric, catalog: Catalog) -> bool:
    """Whether everything that the metric reads may be known to who asks."""
    dated = (metric.time_column,) if metric.time_column else ()
    parts = (metric.expression, *metric.filters, *dated)
    return all(reads_only_known(sql, catalog, metric.table) for sql in parts)


def _regions(
    glossary: Glossary, catalog: Catalog, allowed: frozenset[str]
) -> Iterator[tuple[Region, str]]:
    for region in glossary.regions:
        owner, _, name = region.column.rpartition(".")
        table = catalog.table(owner) if owner in allowed else None
        if table and table.column(name) and region.values:
            for name in (region.name, *region.synonyms):
                yield region, name


def _in_region(region: Region) -> Test:
    table, _, column = region.column.rpartition(".")
    hits = tuple(
        (ValueHit(table=table, column=column, value=value, score=1.0),) for value in region.values
    )
    operator = "in" if len(hits) > 1 else "="
    return Test(operator=operator, hits=hits, values=region.values, words=region.name)


def known_metrics(glossary: Glossary, catalog: Catalog, allowed: frozenset[str]) -> list[Metric]:
    """The metrics that read nothing unknown."""
    return [m for m in glossary.metrics if m.table in allowed and _is_whole(m, catalog)]


def _is_condition(term: Term, catalog: Catalog) -> bool:
    if catalog.table(term.means):
        return False
    table, _, column = term.means.rpartition(".")
    found = catalog.table(table) if table else None
    return found is None or found.column(column) is None


def _key(name: str) -> tuple[str, ...]:
    return tuple(word.lemma for word in words_of(name))
