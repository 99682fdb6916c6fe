"""The words of a database: its tables, columns and known values, as the matcher looks them up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from knowledge.catalog import Catalog
from knowledge.glossary import Glossary
from knowledge.matching.sqlshape import Shape, name_words
from knowledge.matching.thesaurus import concepts_of
from knowledge.matching.values import ValueIndex

Element = tuple[str, str]


class SchemaWords:
    """Which tables and columns a word names. An element is (table, column), or (table, "")."""

    def __init__(self, elements: Iterable[Element] = ()) -> None:
        self._by_word: dict[str, set[Element]] = defaultdict(set)
        self._by_concept: dict[tuple[str, int], set[Element]] = defaultdict(set)
        self._said_for: dict[str, set[str]] = defaultdict(set)
        self.elements = frozenset(elements)
        for table, column in self.elements:
            for word in name_words(column or table):
                self.add(word, (table, column))

    def add(self, word: str, element: Element) -> None:
        """Let a stem name an element."""
        self._by_word[word].add(element)
        for concept in concepts_of(word):
            self._by_concept[concept].add(element)

    def add_synonym(self, word: str, name: str) -> None:
        """Let a stem stand for another; one that stands for two is left alone."""
        self._said_for[word].add(name)

    def meant_by(self, word: str) -> str:
        """The stem that a word stands for in this workspace."""
        meant = self._said_for.get(word, ())
        return next(iter(meant)) if len(meant) == 1 else word

    def named_by(self, word: str) -> frozenset[Element]:
        """The elements that have the word, or a term equal to it, in their name."""
        found = set(self._by_word.get(word, ()))
        for concept in concepts_of(word):
            found |= self._by_concept.get(concept, set())
        return frozenset(found)

    def names(self, word: str) -> bool:
        return word in self._by_word


def schema_of_columns(columns: Iterable[str]) -> SchemaWords:
    """From plain `table.column` names; a name without a dot may be either."""
    elements: set[Element] = set()
    for name in columns:
        table, _, column = name.lower().rpartition(".")
        elements.add((table, column))
        if table:
            elements.add((table, ""))
    return SchemaWords(elements)


def schema_of_catalog(catalog: Catalog, glossary: Glossary | None = None) -> SchemaWords:
    """From the catalog; the glossary's terms and synonyms name what they mean."""
    elements: set[Element] = set()
    for table in catalog.tables:
        elements.add((table.name.lower(), ""))
        elements.update((table.name.lower(), column.name.lower()) for column in table.columns)
    words = SchemaWords(elements)
    for name, element in _glossary_names(glossary):
        if element in elements:
            for word in name_words(name):
                words.add(word, element)
    for name, synonyms in _terms(glossary):
        for synonym in synonyms:
            if len(name_words(name)) == len(name_words(synonym)) == 1:
                words.add_synonym(name_words(synonym)[0], name_words(name)[0])
    return words


def _terms(glossary: Glossary | None) -> Iterable[tuple[str, tuple[str, ...]]]:
    if glossary is not None:
        yield from ((term.name, term.synonyms) for term in glossary.terms)
        yield from ((metric.name, metric.synonyms) for metric in glossary.metrics)


def _glossary_names(glossary: Glossary | None) -> Iterable[tuple[str, Element]]:
    if glossary is None:
        return
    for term in glossary.terms:
        table, _, column = term.means.lower().rpartition(".")
        element = (table, column) if table else (column, "")
        yield from ((name, element) for name in (term.name, *term.synonyms))
    for note in glossary.tables:
        yield from ((name, (note.table.lower(), "")) for name in note.synonyms)


def values_of_catalog(catalog: Catalog) -> ValueIndex:
    """The known values of every text column."""
    values: Mapping[str, list[str]] = {
        f"{table.name}.{column.name}": list(column.values)
        for table in catalog.tables
        for column in table.columns
        if column.values and not column.pii
    }
    return ValueIndex(values)


def used_by(shape: Shape, elements: frozenset[Element]) -> bool:
    """Whether the SQL uses one of the elements for more than tying tables together."""
    return any(_uses(shape, table, column) for table, column in elements)


def _uses(shape: Shape, table: str, column: str) -> bool:
    if not column:
        return table in shape.tables
    if not table and column in shape.tables:
        return True
    for item in shape.used:
        if item.column == column and item.clause != "join" and _same(item.table, table):
            return True
    return shape.star and (not table or table in shape.tables)


def _same(left: str, right: str) -> bool:
    return not left or not right or left == right
