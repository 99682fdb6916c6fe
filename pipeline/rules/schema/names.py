"""Names of tables and columns in words: abbreviations, glued words, synonyms, names of rows."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from knowledge.catalog import Kind, Table
from pipeline.rules.schema.short_heads import head_of, rows_of, with_rows
from pipeline.rules.text.words import in_full, lemma_of, lemmas_of, name_words, written_words
from pipeline.rules.vocabulary import (
    ABBREVIATIONS,
    OCCUPATIONS,
    SAID_AS,
    SHORT_FOR_SEVERAL,
    SYNONYMS,
)
from pipeline.rules.vocabulary.nouns import IDS, TITLES

_FULL_NAME = ("first", "last")
_PARTS = {
    "first": (
        ("first", "name"),
        ("f", "name"),
        ("first",),
        ("given", "name"),
        ("personal", "name"),
    ),
    "last": (
        ("last", "name"),
        ("l", "name"),
        ("last",),
        ("surname",),
        ("family", "name"),
        ("sur", "name"),
    ),
}
_INITIALS = frozenset(("f", "l"))
_FEW, _MOST_WAYS = 3, 16
_SYNONYM, _SAID_AS = 0.1, 0.04
_LONGEST_PART = max(map(len, SAID_AS))


def expanded(names: Sequence[str]) -> tuple[str, ...]:
    """A name's words with usual abbreviations written out."""
    written = " ".join(ABBREVIATIONS.get(name, name) for name in _spelled(names)).split()
    return tuple(written)


def other_meanings(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A name with what its parts may stand for besides: `tx_yr` is a tax year as well."""
    ways = [SHORT_FOR_SEVERAL.get(name, (name,)) for name in names]
    usual = expanded(names)
    if 1 < prod(map(len, ways)) <= _MOST_WAYS:
        found = (expanded(way) for way in product(*ways))
        yield from (way for way in found if way != usual)


def _spelled(names: Sequence[str]) -> Sequence[str]:
    """`l_name` and `LName` are the last name as `lname` is."""
    if len(names) > 1 and in_full(names[-1]) == "name" and names[-2] in _INITIALS:
        return (*names[:-2], f"{names[-2]}name")
    return names


# What a name without gaps may end in; no word so short that others end in it.
_GLUED_TAILS = IDS | TITLES | {"type", "date", "number", "count"}
_HEADS = frozenset(("first", "last", "full", "user", "middle", "given", "family", "nick"))
_SHORT_HEAD = 3


def unglued(
    names: Sequence[str], known: Collection[str], owner: Collection[str] = ()
) -> tuple[str, ...]:
    """`directorname` as the name of a director, where there are directors; `bname` of a bank."""
    if len(names) == 1 and _is_initialled(names[0], owner):
        return (names[0][1:],)
    return tuple(part for name in names for part in _cut(name, known))


def _is_initialled(name: str, owner: Collection[str]) -> bool:
    """Whether a name is the initial of its table and what names rows; `lname` is a last name."""
    initials = {word[0] for word in owner}
    return name not in ABBREVIATIONS and name[1:] in TITLES | {"id"} and name[0] in initials


# `shipper`, where there are ships and quantities per unit, is one word.
_NO_NOUNS = frozenset(("per", "for", "and", "the", "not", "out", "via", "ing"))


def _cut(name: str, known: Collection[str]) -> tuple[str, ...]:
    if name in ABBREVIATIONS:
        return (name,)
    if name.startswith("num") and name.endswith("s") and len(name) > len("numbers"):
        return "number", name.removeprefix("num")
    for at in range(_SHORT_HEAD, len(name) - 1):
        head, tail = name[:at], name[at:]
        noun = tail in known and len(tail) >= _SHORT_HEAD and tail not in _NO_NOUNS
        if not noun and tail not in _GLUED_TAILS:
            continue
        if any(one in known or one in _HEADS for one in (head, lemma_of(head))):
            return head, tail
    return (name,)


def shared_prefix(names: Sequence[tuple[str, ...]]) -> int:
    """How many first words all names share; 0 where that would leave one without a word."""
    if len(names) < _FEW:
        return 0
    shared = 0
    while (
        all(len(name) > shared + 1 for name in names) and len({name[shared] for name in names}) == 1
    ):
        shared += 1
    return shared


_CODES = frozenset(("code", "number", "no", "nr", "ref", "reference", "sku", "plate", "serial"))
# Codes of where somebody lives or how to reach them: of no row its own.
_OF_OTHERS = frozenset((
    "postal", "post", "zip", "area", "dial", "dialling", "country", "region", "state", "city",
    "currency", "language", "phone", "telephone", "mobile", "fax", "tax", "vat", "house",
))  # fmt: skip
# What firms are called by, beside the names of those whom they send.
_FIRMS = frozenset(
    ("company", "business", "organization", "organisation", "firm", "trade", "legal")
)
_DESCRIPTIONS = ("description", "label")
_LEAST_ROWS = 50


def display_columns(table: Table) -> tuple[str, ...]:
    """The columns that name a row of the table to a person."""
    shared = shared_prefix([written_words(column.name) for column in table.columns])
    own = set(lemmas_of(table.name)) | {table.name.lower()}
    head = "" if shared else head_of(table)
    named = {
        column.name: expanded(
            unglued(with_rows(written_words(column.name)[shared:], head, table), own, own)
        )
        for column in table.columns
    }
    owner = expanded(rows_of(table))
    single = tuple(lemma_of(word) for word in owner)
    called: dict[tuple[str, ...], str] = {}
    for column, words in named.items():
        called.setdefault(words, column)
    for wanted in (("name",), (*owner, "name"), (*single, "name")):
        if wanted in called:
            return (called[wanted],)
    both = tuple(called[w, "name"] for w in _FULL_NAME if (w, "name") in called)
    person = len(both) == len(_FULL_NAME)
    # The title of a person is what they do.
    titles = () if person else (("title",), (*owner, "title"))
    for wanted in (
        *titles, ("full", "name"), ("user", "name"), ("username",), (*owner[-1:], "name"),
    ):  # fmt: skip
        if wanted in called:
            return (called[wanted],)
    if person:
        return both
    owners = {owner, owner[-1:], single, single[-1:]} - {()}
    same = [c for c, words in named.items() if words in owners and _is_text(table, c)]
    return tuple(same[:1]) or _other_name(table, named, single)


def _other_name(
    table: Table, named: Mapping[str, tuple[str, ...]], owner: tuple[str, ...]
) -> tuple[str, ...]:
    """`company name` of a supplier, `territory description`; never a name that many rows share."""
    ends = [
        c
        for c, words in named.items()
        if words[-1:] in (("name",), ("title",)) and _is_text(table, c) and _tells_apart(table, c)
    ]
    firms = [c for c in ends if named[c][-2:-1] and named[c][-2] in _FIRMS]
    told = [
        c
        for c, words in named.items()
        if words[-1:] and words[-1] in _DESCRIPTIONS and words[:-1] in (owner, owner[-1:])
        and _is_text(table, c) and _tells_apart(table, c)
    ]  # fmt: skip
    for found in (firms, ends, told):
        if len(found) == 1:
            return tuple(found)
    return ()


def _tells_apart(table: Table, name: str) -> bool:
    """Whether most rows have a value of their own there, as far as anybody counted."""
    column = table.column(name)
    if column is None or column.distinct is None or (table.rows or 0) < _LEAST_ROWS:
        return True
    return 2 * column.distinct > (table.rows or 0)


def shown_columns(table: Table) -> tuple[str, ...]:
    """What a person is shown for a row: its name, else the one code people know it by, its key."""
    return display_columns(table) or _codes(table) or table.primary_key


def _codes(table: Table) -> tuple[str, ...]:
    codes = [
        column.name
        for column in table.columns
        if column.kind is Kind.TEXT and column.name not in table.primary_key
        and _CODES.intersection(name_words(column.name)[-1:])
        and not _OF_OTHERS & set(name_words(column.name))
        and (column.unique or (table.rows and column.distinct == table.rows))
    ]  # fmt: skip
    return tuple(codes) if len(codes) == 1 and len(table.primary_key) == 1 else ()


def name_parts(table: Table) -> tuple[str, ...]:
    """The columns of a person's first and last name, where a table keeps both."""
    words = {c.name: expanded(unglued(written_words(c.name), ())) for c in table.columns}
    found = [
        next((c for c, named in words.items() if named[-2:] in _PARTS[part]), "")
        for part in _FULL_NAME
    ]
    return tuple(found) if all(found) else ()


def _is_text(table: Table, name: str) -> bool:
    column = table.column(name)
    return column is not None and column.kind is Kind.TEXT


def with_synonyms(phrase: Sequence[str]) -> Iterator[tuple[tuple[str, ...], float]]:
    """A phrase, and what it may be called otherwise at what cost."""
    yield tuple(phrase), 0.0
    for place, word in enumerate(phrase):
        for other in _SYNONYMS_OF.get(lemma_of(word), ()):
            yield (*phrase[:place], other, *phrase[place + 1 :]), _SYNONYM
        for until in range(place + 1, min(place + _LONGEST_PART, len(phrase)) + 1):
            part = tuple(lemma_of(each) for each in phrase[place:until])
            for said in SAID_AS.get(part, ()):
                yield (*phrase[:place], *said, *phrase[until:]), _SAID_AS


def occupations_like(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """`sales representatives` of a table of salespersons: the same people, called otherwise."""
    lemmas = tuple(lemma_of(name) for name in names)
    for group in OCCUPATIONS:
        called = {tuple(lemma_of(word) for word in phrase) for phrase in group}
        if lemmas in called:
            yield from (phrase for phrase in group if phrase != tuple(names))


def _synonyms() -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    for group in SYNONYMS:
        for word in group:
            found[word].update(other for other in group if other != word)
    return {word: tuple(sorted(others)) for word, others in found.items()}


_SYNONYMS_OF = _synonyms()


def related_words(verb: str) -> tuple[str, ...]:
    """A verb's lemma and the words that may stand for it in names."""
    lemma = lemma_of(verb.lower())
    return (verb.lower(), lemma, *_SYNONYMS_OF.get(lemma, ()))
