"""Tables that no key ties together, though both have a column of one name: a person is asked."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from knowledge.catalog import Column, Kind, Table
from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.schema.edges import DECLARED, Edge
from pipeline.rules.schema.joins import JoinGraph
from pipeline.rules.schema.keys import is_unique
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.nouns import PLACED, REFERENCES

TIE = "tie:"
_MOST = 4
_TELLING = frozenset((Kind.INTEGER, Kind.TEXT))


def question_of_tie(tables: Sequence[str], about: Known) -> Question | None:
    """By which of their equal columns two tables that cannot be joined belong together.

    None where no such column is likely: equal names, days and addresses tie nothing.
    """
    for one, other in combinations(dict.fromkeys(tables), 2):
        if about.joins.distance(one, other) < float("inf"):
            continue
        found = sorted(_alike(about.table(one), about.table(other)), key=lambda tie: not tie[1])
        options = tuple(
            Option(
                id=edge.pairs[0][0], label=f"By an equal {' '.join(name_words(edge.pairs[0][0]))}"
            )
            for edge, _ in found[:_MOST]
        )
        if options:
            names = _called((one, other), about)
            prompt = f"No key ties {names} together. How do they belong together?"
            return Question(f"{TIE}{one}:{other}", "columns", prompt, options, open=True)
    return None


def with_ties(joins: JoinGraph, about: Known, choices: Mapping[str, str]) -> JoinGraph:
    """The joins, and those by equal columns that a person picked."""
    picked = [
        edge
        for key, column in choices.items()
        if key.startswith(TIE)
        for edge, _ in _offered(key, about)
        if edge.pairs[0][0] == column
    ]
    return joins.beside((), picked) if picked else joins


def told_ties(choices: Mapping[str, str], about: Known) -> tuple[str, ...]:
    """What was assumed of tables that no key ties together."""
    return tuple(
        f"{capital(_called(_tables_of(key), about))} belong together by an equal "
        f"{' '.join(name_words(column))}; no key says so."
        for key, column in choices.items()
        if key.startswith(TIE) and any(e.pairs[0][0] == column for e, _ in _offered(key, about))
    )


def _offered(key: str, about: Known) -> list[tuple[Edge, bool]]:
    tables = _tables_of(key)
    known = all(table in about.allowed for table in tables)
    return list(_alike(*(about.table(table) for table in tables))) if known else []


def _called(tables: Sequence[str], about: Known) -> str:
    return " and ".join(" ".join(name_words(about.table(table).name)) for table in tables)


def _tables_of(key: str) -> tuple[str, str]:
    one, _, other = key.removeprefix(TIE).partition(":")
    return one, other


def _alike(one: Table, other: Table) -> Iterator[tuple[Edge, bool]]:
    """The joins of two tables by columns of one name, and whether either table has each once."""
    for column in one.columns:
        same = next((c for c in other.columns if c.name.lower() == column.name.lower()), None)
        if same is None or not _may_tie(column, same, one, other):
            continue
        once = is_unique(one, (column.name,)), is_unique(other, (same.name,))
        pairs = ((column.name, same.name),)
        yield Edge(one.key, other.key, pairs, multiplies=not once[1], cost=DECLARED), any(once)


def _may_tie(column: Column, same: Column, one: Table, other: Table) -> bool:
    """Whether equal values may be the same thing: a code, or what one table has but once."""
    kinds, words = {column.kind, same.kind}, name_words(column.name)
    named = column.name in display_columns(one) and same.name in display_columns(other)
    if len(kinds) > 1 or not kinds <= _TELLING or PLACED & set(words) or named:
        return False
    once = is_unique(one, (column.name,)) or is_unique(other, (same.name,))
    shared = Kind.TEXT in kinds and not set(column.values).isdisjoint(same.values)
    return once or bool(REFERENCES & set(words[-1:])) or shared
