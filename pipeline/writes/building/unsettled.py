"""What keeps a wish from becoming a statement: a question that must be answered, or a fact."""

from dataclasses import dataclass

from pipeline.checkpoint import Question
from pipeline.writes.values import Impossible


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """What must be known first. Answers come back as `choices` by the questions' ids."""

    questions: tuple[Question, ...]
    intro: str = ""


class UnsettledError(Exception):
    """The wish cannot be read to its end yet; `linked` says that it is about this database."""

    def __init__(self, outcome: Unclear | Impossible, *, linked: bool) -> None:
        self.outcome = outcome
        self.linked = linked
        super().__init__(str(outcome))


def ask(question: Question) -> UnsettledError:
    """A question that must be answered first."""
    return UnsettledError(Unclear(questions=(question,)), linked=True)


def cannot(*, because: str, next_step: str = "", linked: bool = True) -> UnsettledError:
    """A fact that keeps it from being done."""
    return UnsettledError(Impossible(reason=because, next_step=next_step), linked=linked)
