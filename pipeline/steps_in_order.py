"""The pipeline: its steps in order, which is the road of every run, and what a decision changes."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from pipeline.approval import Signed
from pipeline.askable import askable
from pipeline.checkpoint import Ask, Decision
from pipeline.clarifying.points import CLARIFYING
from pipeline.clarifying.reopening import reopened
from pipeline.elsewhere import told_elsewhere
from pipeline.flow import Finish, Outcome, Pause
from pipeline.offered import refused_by_choice, why_not, with_offers
from pipeline.reports.parts import collected
from pipeline.result import Refusal, is_of_files
from pipeline.state import RunState
from pipeline.steps.about import about
from pipeline.steps.administer import administer, reported
from pipeline.steps.approve import approve
from pipeline.steps.check import check
from pipeline.steps.commit import commit
from pipeline.steps.compare import compare
from pipeline.steps.compose import compose
from pipeline.steps.data_edge import data_edge
from pipeline.steps.dates import dates
from pipeline.steps.draw import draw
from pipeline.steps.emptied import emptied
from pipeline.steps.execute import execute
from pipeline.steps.find_spans import find_spans
from pipeline.steps.gather import gather
from pipeline.steps.intent import ADD_A_MODEL, intent
from pipeline.steps.interpret import interpret
from pipeline.steps.match import match
from pipeline.steps.next_questions import next_questions
from pipeline.steps.outline import outline
from pipeline.steps.pick_columns import pick_columns
from pipeline.steps.pick_tables import pick_tables
from pipeline.steps.preview import preview
from pipeline.steps.propose import propose
from pipeline.steps.read import LONGEST, read
from pipeline.steps.recall import recall
from pipeline.steps.redraw import redraw
from pipeline.steps.rewrite import rewrite
from pipeline.steps.route import route
from pipeline.steps.spell import spell
from pipeline.steps.tables import tables
from pipeline.steps.tell import tell
from pipeline.steps.tell_apart import tell_apart
from pipeline.steps.ties import ties
from pipeline.steps.understand import understand
from pipeline.steps.write_sql import write_sql
from pipeline.telling.real_names import with_real_names
from pipeline.turns.below import told_on_the_card
from pipeline.ways_back import bounded
from pipeline.workspace import Workspace, Workspaces, files_are_gone
from pipeline.writes.deciding import decided_on

InWorkspace: TypeAlias = Callable[[RunState, Workspace], Awaitable[Outcome]]

STEPS: tuple[tuple[str, InWorkspace], ...] = (
    ("recall", recall),
    ("redraw", redraw),
    ("about", about),
    ("spell", spell),
    ("match", match),
    ("dates", dates),
    ("intent", intent),
    ("rewrite", rewrite),
    ("find_spans", find_spans),
    ("understand", understand),
    ("pick_tables", pick_tables),
    ("pick_columns", pick_columns),
    ("write_sql", write_sql),
    ("tables", tables),
    ("check", check),
    ("compare", compare),
    ("execute", execute),
    ("tell_apart", tell_apart),
    ("data_edge", data_edge),
    ("emptied", emptied),
    ("ties", ties),
    ("draw", draw),
    ("tell", tell),
    ("next_questions", next_questions),
    ("interpret", interpret),
)
_OF_A_PART = frozenset(name for name, _ in STEPS)
# Where `route` hands a wished report over to; its parts go through the steps above.
REPORT_STEPS: tuple[tuple[str, InWorkspace], ...] = (
    ("outline", outline),
    ("gather", gather),
    ("compose", compose),
)
# Where `route` hands a wished change over to.
WRITE_STEPS: tuple[tuple[str, InWorkspace], ...] = (
    ("propose", propose),
    ("preview", preview),
    ("approve", approve),
    ("commit", commit),
    ("administer", administer),
)


class Pipeline:
    """The flow that turns a question into an answer; see `pipeline.flow.Flow`."""

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces
        self._steps = dict((*STEPS, *REPORT_STEPS, *WRITE_STEPS))
        self._names = ("read", "route", *self._steps)

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    def expect(self, question: str, workspace: str) -> None:
        """Its approved answers are looked for where only one workspace can be meant."""
        everywhere = self._workspaces.all()
        sole = everywhere[0] if len(everywhere) == 1 else None
        asked = self._workspaces.get(workspace) if workspace else sole
        if asked is not None and len(question) <= LONGEST:
            asked.validated.expect(question)

    async def run(self, name: str, state: RunState) -> Outcome:
        """What the step says, on no way back more often than it may be taken."""
        return bounded(name, await self._said(name, state), self._names)

    async def _said(self, name: str, state: RunState) -> Outcome:
        """Every step after `route` works in the run's workspace."""
        if name == "read":
            await self._caught_up()
            return await read(state, self._workspaces)
        if name == "route":
            return await route(state, self._workspaces)
        workspace = self._workspaces.get(state.workspace)
        if workspace is None:
            return Finish(state=state, outcome=self._away(state.workspace))
        if refusal := refused_by_choice(state):
            return Finish(state=state, outcome=refusal)
        outcome = await self._steps[name](state, workspace)
        outcome = told_elsewhere(outcome, workspace, self._workspaces.all())
        outcome = told_on_the_card(outcome)
        outcome = with_real_names(outcome)
        if isinstance(outcome, Pause):
            outcome = await self._as_offered(outcome, workspace)
        return collected(outcome) if name in _OF_A_PART else reported(outcome)

    async def _as_offered(self, outcome: Pause, workspace: Workspace) -> Outcome:
        """The card without what nobody could mean; a question with nothing left is refused."""
        held = with_offers(outcome)
        if isinstance(held, Pause):
            return held
        known = await askable(outcome.state, [workspace])
        add = "" if workspace.models is not None else ADD_A_MODEL
        refusal = Refusal(code="cannot", reason=why_not(held), next_step=f"{known} {add}".strip())
        return Finish(state=outcome.state, outcome=refusal, noted=outcome.noted)

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        """The layer that took something for granted; nothing above it is taken again."""
        step, above = reopened(state)
        return step, replace(above, ways_back={})

    async def _caught_up(self) -> None:
        """What was changed here a moment ago is known to the next question."""
        for workspace in self._workspaces.all():
            if workspace.writing is not None:
                await workspace.writing.catch_up()

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        """New answers replace earlier ones to the same questions; the step runs again with them."""
        if ask.change is not None and state.write is not None:
            decided = decided_on(state.write, ask, decision, signed)
            return replace(state, write=decided, ways_back={})
        asked = {question.id for question in ask.questions}
        inputs = {item.id for question in ask.questions for item in question.inputs}
        choices = {key: value for key, value in state.choices.items() if key not in asked}
        values = {key: value for key, value in state.values.items() if key not in inputs}
        return replace(
            state,
            cards=state.cards + (ask.kind in CLARIFYING),
            choices=choices | _offered(ask, decision),
            values=values | {key: decision.values[key] for key in inputs & set(decision.values)},
            ways_back={},
        )

    def _away(self, name: str) -> Refusal:
        if is_of_files(name):
            return files_are_gone()
        reason = self._workspaces.unavailable().get(name, f"The workspace {name!r} is not there.")
        return Refusal(code="database_down", reason=reason, next_step="Try again in a few minutes.")


def _offered(ask: Ask, decision: Decision) -> dict[str, str]:
    """The choices that the card really offered; anything else was not asked and does not count."""
    questions = {question.id: question for question in ask.questions}
    return {
        key: chosen
        for key, chosen in decision.choices.items()
        if key in questions and questions[key].offers(chosen)
    }
