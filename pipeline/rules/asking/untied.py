"""Tables that no key ties together, though both have a column of one name: a person is asked."""

from collections.abc import Mapping, Sequence
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
_MOST, _TWO = 4, 2
_TELLING = frozenset((Kind.INTEGER, Kind.TEXT))


def question_of_tie(tables: Sequence[str], about: Known) -> Question | None:
    """By which of their equal columns two tables that cannot be joined belong together.

    None where no such column is likely: equal names, days and addresses tie nothing.
    """
    for one, other in combinations(dict.fromkeys(tables), 2):
        if about.joins.distance(one, other) < float("inf"):
            continue
        names = [edge.pairs[0][0] for edge in _alike(about.table(one), about.table(other))]
        options = tuple(
            Option(id=name, label=f"By the same {' '.join(name_words(name))}")
            for name in names[:_MOST]
        )
        if options:
            prompt = f"No key connects {_called(one, other, about)}. How do they connect?"
            return Question(f"{TIE}{one}:{other}", "columns", prompt, options, open=True)
    return None


def with_ties(joins: JoinGraph, about: Known, choices: Mapping[str, str]) -> JoinGraph:
    """The joins, and those by equal columns that a person picked."""
    picked = _picked(choices, about)
    return joins.beside((), picked) if picked else joins


def told_ties(choices: Mapping[str, str], about: Known) -> tuple[str, ...]:
    """What was assumed of tables that no key ties together."""
    return tuple(
        f"{capital(_called(edge.left, edge.right, about))} are joined by the same "
        f"{' '.join(name_words(edge.pairs[0][0]))}; no key says so."
        for edge in _picked(choices, about)
    )


def _picked(choices: Mapping[str, str], about: Known) -> list[Edge]:
    found = []
    for key, column in choices.items():
        tables = key.removeprefix(TIE).split(":") if key.startswith(TIE) else []
        if len(tables) == _TWO and all(table in about.allowed for table in tables):
            edges = _alike(*(about.table(table) for table in tables))
            found += [edge for edge in edges if edge.pairs[0][0] == column]
    return found


def _called(one: str, other: str, about: Known) -> str:
    names = (" ".join(name_words(about.table(table).name)) for table in (one, other))
    return " and ".join(names)


def _alike(one: Table, other: Table) -> list[Edge]:
    """The joins of two tables by columns of one name, first those that either table has once."""
    found: list[tuple[bool, Edge]] = []
    for column in one.columns:
        same = next((c for c in other.columns if c.name.lower() == column.name.lower()), None)
        if same is None:
            continue
        here, there = is_unique(one, (column.name,)), is_unique(other, (same.name,))
        named = column.name in display_columns(one) and same.name in display_columns(other)
        if not named and _may_tie(column, same, once=here or there):
            pairs = ((column.name, same.name),)
            edge = Edge(one.key, other.key, pairs, multiplies=not there, cost=DECLARED)
            found.append((here or there, edge))
    return [edge for _, edge in sorted(found, key=lambda tie: not tie[0])]


def _may_tie(column: Column, same: Column, *, once: bool) -> bool:
    """Whether equal values may be the same thing: a code, or what one table has but once."""
    kinds, words = {column.kind, same.kind}, name_words(column.name)
    if len(kinds) > 1 or not kinds <= _TELLING or PLACED & set(words):
        return False
    shared = Kind.TEXT in kinds and not set(column.values).isdisjoint(same.values)
    return once or bool(REFERENCES & set(words[-1:])) or shared
