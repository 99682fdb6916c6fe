"""Runs SQL that a person wrote, under every check that generated SQL has to pass."""

import datetime as dt
from collections.abc import Callable
from typing import TypeAlias

from pipeline.checkpoint import Ask
from pipeline.flow import Finish, Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import Draft, RunState
from pipeline.steps.check import PERSON, check
from pipeline.steps.execute import execute
from pipeline.steps.interpret import interpret
from pipeline.workspace import Workspaces
from pipeline.writes.receipt import Receipt

Today: TypeAlias = Callable[[str, Person], dt.date]


class Rerunner:
    """Gives the answer of a reviewer's SQL, read with the asker's own permissions."""

    def __init__(self, workspaces: Workspaces, today: Today) -> None:
        self._workspaces = workspaces
        self._today = today

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        """The answer that this SQL gives to the same question, or why it was not run."""
        workspace = self._workspaces.get(answer.workspace)
        if workspace is None:
            reason = self._workspaces.unavailable().get(answer.workspace, "The data is not there.")
            return Refusal(code="database_down", reason=reason, next_step="Try again later.")
        state = RunState(
            question=answer.question,
            asker=asker,
            today=self._today(workspace.name, asker),
            workspace=workspace.name,
            reading=answer.reading,
            changed=answer.changed,
            assumptions=answer.assumptions,
            confirmed=answer.confirmed,
            left_out=answer.left_out,
            ignored=answer.ignored,
            draft=Draft(sql=sql, by=PERSON),
        )
        for step in (check, execute, interpret):
            outcome = await step(state, workspace)
            state = outcome.state
            if isinstance(outcome, Finish) and not isinstance(outcome.outcome, Receipt):
                return outcome.outcome
            if isinstance(outcome, Pause) and not (state.draft and state.draft.findings):
                return _too_much(outcome.ask)
            if not (state.draft and state.draft.passed):
                break
        return _unfit(state)


def _too_much(card: Ask) -> Refusal:
    """What would be asked of an asker: here nobody can say *Run it*."""
    said = " ".join(part for part in (card.title, card.intro, card.warning) if part)
    return Refusal(
        code="expensive",
        reason=f"That SQL was not run. {said}",
        next_step="Give it a range of dates, or read less, and try again.",
    )


def _unfit(state: RunState) -> Refusal:
    findings = " ".join(state.draft.findings) if state.draft else ""
    return Refusal(
        code="unchecked",
        reason=f"That SQL was not run. {findings}".strip(),
        next_step="Edit it and try again.",
    )
