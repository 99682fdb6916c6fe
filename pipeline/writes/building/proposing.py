"""What change somebody asks for: one checked statement, a question back, or why it cannot be."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from knowledge.sql_text import write_sql
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy, inspect
from pipeline.times.values import TimeSpan
from pipeline.writes.building.naming import Names
from pipeline.writes.building.rows import Answers, Builder
from pipeline.writes.building.spellings import settle_spellings
from pipeline.writes.building.unsettled import Unclear, UnsettledError
from pipeline.writes.statements.typed import statement_in, statement_proposed
from pipeline.writes.values import Impossible, Proposal
from pipeline.writes.wishes.kinds import (
    ChangeWish,
    Destroy,
    Mark,
    Move,
    OutOfReach,
    Remove,
    Rename,
    Scale,
    SetValue,
)
from pipeline.writes.wishes.reading import wish_in

_NO_CHOICES: Mapping[str, str] = {}

__all__ = ["Proposed", "Unclear", "Wish", "proposed"]

# "Change it to months" may be about an answer; these words are about data even where nothing fits.
_SURELY_CHANGES = (Remove, Rename)

Proposed: TypeAlias = Proposal | Unclear | Impossible | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The words of somebody who may want a change, what they have answered, and its dates."""

    words: str
    choices: Mapping[str, str] = field(default_factory=lambda: _NO_CHOICES)
    times: Sequence[TimeSpan] = ()
    values: Mapping[str, str] = field(default_factory=lambda: _NO_CHOICES)


def proposed(wish: Wish, known: Known, policy: Policy) -> Proposed:
    """What the words ask to change; None where they ask for no change."""
    statement = statement_in(wish.words)
    if statement:
        found = statement_proposed(statement, known.catalog, policy, words=wish.words)
        # "Delete from customers where the country is Spain" looks like SQL, and is none.
        if isinstance(found, Impossible) and not _is_sql(statement, known, policy):
            return _in_words(wish, known, policy) or found
        return found
    return _in_words(wish, known, policy)


def _is_sql(statement: str, known: Known, policy: Policy) -> bool:
    found = inspect(statement, known.catalog.dialect, policy.extra_functions)
    return found.regenerated is not None


def _in_words(wish: Wish, known: Known, policy: Policy) -> Proposed:
    readings = wish_in(wish.words)
    outcomes: list[Proposal | Unclear | Impossible] = []
    understood: set[str] = set()
    for reading in readings:
        # What was understood and cannot be is never read as a wish for something else instead.
        if understood and _family(reading) not in understood:
            continue
        outcome, linked = _of_reading(reading, wish, known, policy)
        if isinstance(outcome, Proposal) or isinstance(reading, Destroy | OutOfReach):
            return outcome
        if linked:
            understood.add(_family(reading))
            if isinstance(reading, SetValue | Scale) and _names_column(reading.column, known):
                outcomes.insert(0, outcome)
                break
            outcomes.append(outcome)
        elif isinstance(reading, _SURELY_CHANGES):
            outcomes.append(outcome)
    asked = next((outcome for outcome in outcomes if isinstance(outcome, Unclear)), None)
    return asked or next(iter(outcomes), None)


def _names_column(words: str, known: Known) -> bool:
    """Whether the words before the value are a column: then no other reading is better."""
    plain = re.sub(r"^(?:all|every|each|the)\s+", "", words, flags=re.IGNORECASE)
    return bool(Names(known, {}).tables_with(plain))


def _family(reading: ChangeWish) -> str:
    return "set" if isinstance(reading, SetValue | Mark | Move | Scale) else type(reading).__name__


def _of_reading(
    reading: ChangeWish, wish: Wish, known: Known, policy: Policy
) -> tuple[Proposal | Unclear | Impossible, bool]:
    """What one reading comes to, and whether it is about this database at all."""
    answers = Answers(choices=wish.choices, times=wish.times)
    try:
        built = Builder(known, answers).built(reading)
        tree = settle_spellings(built, known, wish.choices)
    except UnsettledError as unsettled:
        return unsettled.outcome, unsettled.linked
    sql = write_sql(tree, known.catalog.dialect)
    return statement_proposed(sql, known.catalog, policy, words=wish.words), True
