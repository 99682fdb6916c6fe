"""Checkpoints: what a run asks of a person, and what a person answers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pipeline.approval import Change
from pipeline.result import Sample

# The value of a card's form that holds its SQL, where the card has no inputs of its own.
EDITED_SQL: Final = "sql"


class CheckpointKind(StrEnum):
    """Why a run pauses."""

    CLARIFICATION = "clarification"
    MATCH = "match"
    DATES = "dates"
    GEOGRAPHY = "geography"
    TABLES = "tables"
    COLUMNS = "columns"
    WRITE_APPROVAL = "write_approval"
    WRITE_OUTCOME = "write_outcome"
    REPAIR = "repair"
    REVIEW = "review"
    OUTLINE = "outline"


class Audience(StrEnum):
    """Who may decide: the asker, or the workspace's reviewers."""

    ASKER = "asker"
    REVIEWERS = "reviewers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer that a button or a menu offers. `detail` says more than fits the label."""

    id: str
    label: str
    detail: str = ""


class InputKind(StrEnum):
    """How a value is typed or picked."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    SQL = "sql"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A value typed instead of choosing an option; shown behind *Other...* or *Edit*."""

    id: str
    label: str
    kind: InputKind = InputKind.TEXT
    value: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One uncertain point. `default` is the option that stands first and that *Yes* means.

    A typed answer to `inputs` arrives in `Decision.values`; `multiple` lets a person choose several
    options (their ids joined by commas in `Decision.choices`).
    """

    id: str
    text: str
    options: tuple[Option, ...] = ()
    default: str = ""
    inputs: tuple[Input, ...] = ()
    multiple: bool = False

    def offers(self, chosen: str) -> bool:
        """Whether this choice, or each of several, is an option of the question."""
        options = {option.id for option in self.options}
        return chosen in options or (self.multiple and set(chosen.split(",")) <= options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A labelled line on a card, e.g. "Approved by" - "Rui, 3 Nov"."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a run asks: one card.

    One question becomes buttons; several become menus and one *Continue*. `change` is what an
    approval of a write is about.
    """

    kind: CheckpointKind
    title: str
    questions: tuple[Question, ...]
    audience: Audience = Audience.ASKER
    intro: str = ""
    facts: tuple[Fact, ...] = ()
    sql: str = ""
    sample: Sample | None = None
    warning: str = ""
    change: Change | None = None

    def offers(self, decision: "Decision") -> bool:
        """Whether the card has each choice of a decision, and an input for each value."""
        questions = {question.id: question for question in self.questions}
        inputs = {each.id for question in self.questions for each in question.inputs}
        if not inputs and self.sql:
            inputs = {EDITED_SQL}
        return set(decision.values) <= inputs and all(
            key in questions and questions[key].offers(chosen)
            for key, chosen in decision.choices.items()
        )


class Action(StrEnum):
    """What a person did with a checkpoint."""

    APPROVE = "approve"
    EDIT = "edit"
    ASK_BACK = "ask_back"
    REJECT = "reject"
    ESCALATE = "escalate"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A person's answer: chosen option ids by question id, typed values by input id, and a note."""

    action: Action
    choices: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    note: str = ""
