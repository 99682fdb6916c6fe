"""Which tables hold what a verb tells of: orders for `bought`, loans for `borrowed`."""

from collections import defaultdict
from collections.abc import Mapping

from knowledge.catalog import Table
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import related_words
from pipeline.rules.text.words import lemma_of, name_words, stem_of
from pipeline.rules.vocabulary.words_on_file import lines_of

# A verb or noun, and all that stand for the same deed.
Deeds = Mapping[str, frozenset[str]]
_AGENT = ("er", "or")
_NEAR = 0.5
_PERSONAL = frozenset(
    ("email", "mail", "phone", "mobile", "birth", "birthday", "birthdate", "surname", "gender",
     "sex", "first", "last", "salary")
)  # fmt: skip


def tables_of_deed(verb: str, subject: str, known: Known) -> tuple[str, ...]:
    """The tables with rows of what a verb tells of, of those nearest to the subject, if any."""
    found = _called_by(verb, subject, known, _DEEDS) or _called_by(verb, subject, known, _PAPERS)
    if not subject:
        return tuple(found)
    many = [
        key for key in found
        if known.joins.has_many(subject, key) or _are_of(known.table(key), subject)
    ]  # fmt: skip
    nearest = min((known.joins.distance(subject, key) for key in many), default=0.0)
    return tuple(k for k in many if known.joins.distance(subject, k) < nearest + _NEAR)


def _are_of(rows: Table, subject: str) -> bool:
    """Whether rows are kept for those of the subject, though each has one at most."""
    return any(key.to_table == subject for key in rows.foreign_keys)


def is_told_by(verb: str, table: Table) -> bool:
    """Whether the rows of a table are called by a verb: affiliations by `affiliated`."""
    return any(_is_deed(verb, lemma_of(word), _DEEDS) for word in name_words(table.name))


def people_of(tables: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """The tables of people that rows of these tables belong to."""
    above = {edge.right for key in tables for edge in known.joins.edges(key) if not edge.multiplies}
    return tuple(key for key in sorted(above) if _is_of_people(known.table(key)))


def _is_of_people(table: Table) -> bool:
    return any(_PERSONAL & set(name_words(column.name)) for column in table.columns)


def _called_by(verb: str, subject: str, known: Known, deeds: Deeds) -> list[str]:
    return [
        key for key in sorted(known.allowed)
        if key != subject and _tells_of(verb, known.table(key), known, deeds)
    ]  # fmt: skip


def _tells_of(verb: str, table: Table, known: Known, kept: Deeds) -> bool:
    note = known.glossary.note(table.key)
    called = [list(name_words(table.name))]
    called += [name.lower().split() for name in (note.synonyms if note else ())]
    return any(_is_deed(verb, lemma_of(word), kept) for name in called for word in name)


def _is_deed(verb: str, noun: str, kept: Deeds) -> bool:
    """`visits` are what is visited, visitors are those who visit."""
    said = verb.lower()
    lemma = lemma_of(said)
    if stem_of(said) == stem_of(noun):
        return noun == lemma or not noun.endswith(_AGENT)
    deeds = {*related_words(said), *kept.get(lemma, ()), *kept.get(_base(said, kept), ())}
    return noun in deeds


def _base(word: str, kept: Deeds) -> str:
    """`ordered` as `order`, good enough to look a regular verb up."""
    return next(
        (base for end in ("ed", "ing", "d") if (base := word.removesuffix(end)) in kept), word
    )


def _grouped(name: str) -> Deeds:
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines_of(name):
        words = line.split()
        for word in words:
            found[word].update(words)
    return {word: frozenset(others) for word, others in found.items()}


_DEEDS = _grouped("deeds.txt")
# Read only where no rows are called by the deed: invoices beside orders are no second answer.
_PAPERS = _grouped("deeds_on_paper.txt")
