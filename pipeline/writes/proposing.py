"""What change somebody asks for: one checked statement, a question back, or why it cannot be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipeline.checkpoint import Question
from pipeline.rules.known import Known
from pipeline.sql import Policy
from pipeline.writes.statements import statement_in, statement_proposed
from pipeline.writes.values import Impossible, Proposal

_NO_CHOICES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """What must be known first. Answers come back as `choices` by the questions' ids."""

    questions: tuple[Question, ...]
    intro: str = ""


Proposed: TypeAlias = Proposal | Unclear | Impossible | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The words of somebody who may want a change, and what they have answered so far."""

    words: str
    choices: Mapping[str, str] = field(default_factory=lambda: _NO_CHOICES)
    values: Mapping[str, str] = field(default_factory=lambda: _NO_CHOICES)


def proposed(wish: Wish, known: Known, policy: Policy) -> Proposed:
    """What the words ask to change; None where they ask for no change."""
    statement = statement_in(wish.words)
    if statement:
        return statement_proposed(statement, known.catalog, policy, words=wish.words)
    return None
