"""What an unknown word may mean: columns, numbers and stored values, the nearest first."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from knowledge.catalog import Column, Kind
from pipeline.checkpoint import Option
from pipeline.rules.linking.link import Linker
from pipeline.rules.linking.nearness import NEAR, SHORTEST, SLIP, nearness
from pipeline.rules.linking.rows_meant import AWAY, FAR, Stands, rows_meant
from pipeline.rules.schema.holding import holds_years, looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns, expanded
from pipeline.rules.schema.people import keeps_people
from pipeline.rules.text.kin import akin
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.nouns import KINDS

_MOST = 3
_BESIDE = 0.1
_DENYING = ("un", "non", "in", "im", "dis", "not", "un-", "non-", "in-")
_ANYWHERE, _MOST_VALUES, _MOST_KINDS = Stands(), 2, 12
_SIZES = frozenset(
    ("large", "big", "great", "huge", "small", "little", "high", "low", "good", "bad")
)
_DATED = frozenset(("day", "date", "time", "moment", "year"))


def offers_for(
    word: str,
    tables: list[str],
    about: Known,
    stands: Stands = _ANYWHERE,
) -> list[Option]:
    """The nearest meanings of a word in these tables: a few, best first."""
    found = list(_values(word, tables, about))
    found += [] if stands.describes else list(rows_meant(word, tables, about, stands))
    found += list(_columns(word, tables, about))
    found += list(_columns_beside(word, tables, about))
    found += list(_days(word, tables, about))
    found += list(_kinds(word, tables, about))
    found += list(_measured(word, tables, about, stands))
    best = sorted(found, key=lambda pair: -pair[0])
    unique = {option.id: option for _, option in reversed(best)}
    return [option for _, option in best if unique.pop(option.id, None) is not None][:_MOST]


def in_words(ref: str) -> str:
    """A column in words, with its table if the ref names one."""
    table, _, column = ref.rpartition(".")
    named = " ".join(name_words(column)) or column
    return f"{named} of {' '.join(name_words(table)) or table}" if table else named


def _measured(
    word: str, tables: list[str], about: Known, stands: Stands
) -> Iterator[tuple[float, Option]]:
    """`the largest college`: a number that its rows have. What is long or old is no such number.

    `with more than 500 people`, `how many people attended`: one that is kept of each row.
    """
    sized = word.lower() in _SIZES
    if not sized and not stands.numbered:
        return
    for ref in numbers_of(stands.verbs, tables, about):
        yield NEAR, Option(id=ref, label=in_words(ref))
    linker = Linker(about, {})
    for amounts in map(linker.amounts, tables):
        # What is the only number of a row may say how many there are; a price says of nobody.
        only = amounts[0] if len(amounts) == 1 else ""
        counts = bool(only) and _may_count(only, about) and bool(stands.named)
        for ref in amounts if sized or counts else ():
            yield _BESIDE, Option(id=ref, label=in_words(ref))


def _may_count(ref: str, about: Known) -> bool:
    """Whether a number may say how many there are: it is whole, and is none of a person."""
    people = keeps_people(about.table(ref.rpartition(".")[0]))
    return not people and about.column(ref).kind is Kind.INTEGER


def numbers_of(verbs: Collection[str], tables: Iterable[str], about: Known) -> Iterator[str]:
    """Columns of how many did something: `attended`, where an attendance is kept."""
    for table in tables if verbs else ():
        for column in about.table(table).columns:
            names = expanded(name_words(column.name))
            done = any(akin(verb.lower(), name) for verb in verbs for name in names)
            if done and looks_numeric(column) and not column.primary_key:
                yield f"{table}.{column.name}"


def _days(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`on which day`, `in which year`: the dates of the tables that are named."""
    said = lemma_of(word.lower())
    for place, table in enumerate(tables if said in _DATED else ()):
        for column in about.table(table).columns:
            dated = column.kind.is_dated and said != "year"
            if dated or (said == "year" and holds_years(column)):
                ref = f"{table}.{column.name}"
                yield 1.0 - 0.05 * place, Option(id=ref, label=in_words(ref))


def _kinds(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`the names and types of the dorms`: what sorts rows into a few kinds."""
    for table in tables if word.lower() in KINDS else ():
        names = (*display_columns(about.table(table)), *about.table(table).primary_key)
        for column in about.table(table).columns:
            few = column.complete and 1 < len(column.values) <= _MOST_KINDS
            if few and column.kind is Kind.TEXT and column.name not in names:
                ref = f"{table}.{column.name}"
                yield _BESIDE, Option(id=ref, label=in_words(ref))


def _values(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`successful`: the stored value `success`. What all names end in is none of them."""
    for table in tables:
        for column in about.table(table).columns:
            if column.kind is not Kind.TEXT or not column.complete:
                continue
            ref, named = f"{table}.{column.name}", " ".join(name_words(column.name))
            near = {
                value: nearness(word.lower(), value.lower())
                for value in about.shown_values(table, column)
            }
            found = [v for v, score in near.items() if score >= SLIP and len(v) >= SHORTEST]
            found = [value for value in found if not _is_opposite(word, value)]
            for value in found if len(found) <= _MOST_VALUES else ():
                yield 0.5 + near[value], Option(id=f"{ref}={value}", label=f"{named} {value}")


def _is_opposite(word: str, value: str) -> bool:
    """`unpaid` is anything but `paid`."""
    long, short = sorted((word.lower(), value.lower()), key=len, reverse=True)
    return any(long == f"{prefix}{short}" for prefix in _DENYING)


def _columns(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    for place, table in enumerate(tables):
        for column in about.table(table).columns:
            if not _is_key(column) or _is_called(word, column):
                ref = f"{table}.{column.name}"
                names = expanded(name_words(column.name))
                score = max((nearness(word.lower(), name) for name in names), default=0.0)
                score = score or (NEAR if _are_initials(word.lower(), names) else 0.0)
                if score:
                    yield score + _BESIDE - 0.05 * place, Option(id=ref, label=in_words(ref))


def _columns_beside(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`attendees`, where the records of the exhibitions that are spoken of keep an attendance."""
    for table in sorted(about.allowed.difference(tables)):
        away = min((about.joins.distance(one, table) for one in tables), default=FAR)
        if away < FAR:
            for score, option in _columns(word, [table], about):
                if score >= NEAR:
                    yield score - AWAY * away, option


def _are_initials(word: str, names: Sequence[str]) -> bool:
    """`os` of an operating system, `dob` of a date of birth."""
    return len(names) > 1 and word == "".join(name[:1] for name in names)


def _is_called(word: str, column: Column) -> bool:
    """`code`, where rows are told apart by a code: a key that people know by its name."""
    names = expanded(name_words(column.name))
    return bool(names) and nearness(word.lower(), names[-1]) >= NEAR


def _is_key(column: Column) -> bool:
    return column.primary_key or name_words(column.name)[-1:] == ("id",)
