"""`compose`: the parts become one report; every figure of it is looked up in a result."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pipeline.agents.backed import says_only
from pipeline.agents.numbers import cites_only
from pipeline.agents.outputs import Opening
from pipeline.events import is_heard
from pipeline.flow import Finish, Outcome
from pipeline.model_calls import Asking, Away
from pipeline.reporting import Reporting
from pipeline.reports.citing import cited
from pipeline.result import Answer, Finding, Refusal, Report
from pipeline.state import Fetched, RunState
from pipeline.steps.outline import period_of
from pipeline.telling.aloud import Aloud
from pipeline.telling.summary import shown
from pipeline.workspace import Workspace

NAME = "compose"
_MOST_FINDINGS = 5
_HEAD = 20
_LONGEST_CELL = 60


async def compose(state: RunState, workspace: Workspace) -> Outcome:
    """The report, opened by a model's sentences where they are wanted and hold."""
    report = state.report
    assert report is not None, "a report was wished"  # noqa: S101 - the flow's order
    results = {
        at: part.outcome for at, part in enumerate(report.parts) if isinstance(part.outcome, Answer)
    }
    if not results:
        return Finish(state=state, outcome=_nothing(report))
    state, said = await _opening(state, report, results, workspace)
    told = Report(
        title=report.title,
        period=period_of(report),
        findings=said or _by_rules(report),
        parts=report.parts,
        notes=_notes(report, len(results)),
    )
    # The next turn is about none of the parts, and a change of the report begins with its outline.
    asked = f"Report on {report.topic}"
    over = replace(state, question=asked, intent=None, draft=None, times=(), leans=False)
    return Finish(state=over, outcome=_answer(over, told, workspace, results))


async def _opening(
    state: RunState, report: Reporting, results: Mapping[int, Answer], workspace: Workspace
) -> tuple[RunState, tuple[Finding, ...]]:
    models = workspace.models
    if models is None or not models.summaries or await models.objection(state.asker):
        return state, ()
    aloud = Aloud(lambda sentence: _held(sentence, report.topic, results) is not None)
    asking = Asking(
        layer="sum_up",
        sizes=(_task(report, results),),
        kind=Opening,
        so_far=aloud.hear_sentences if is_heard() else None,
    )
    filled = await models.writer.hear(asking, 0)
    if isinstance(filled, Away):
        return state, ()
    state = replace(state, spent=(*state.spent, filled.spent))
    sentences = filled.output.sentences if filled.output else []
    found = (_held(" ".join(text.split()), report.topic, results) for text in sentences)
    return state, tuple(each for each in found if each is not None)[:_MOST_FINDINGS]


def _held(text: str, topic: str, results: Mapping[int, Answer]) -> Finding | None:
    """A model's sentence, if every number and name of it is in the results."""
    every = tuple(cell for answer in results.values() for row in answer.rows for cell in row)
    columns = tuple(name for answer in results.values() for name in answer.columns)
    if not text or not cites_only(text, Fetched(columns=columns, rows=(every,))):
        return None
    if not says_only(text, (topic, *columns, *map(str, every))):
        return None
    return cited(text, results)


def _by_rules(report: Reporting) -> tuple[Finding, ...]:
    """What the first parts say, each with its figures."""
    good = [part.finding for part in report.parts if isinstance(part.outcome, Answer)]
    return tuple(good)[:_MOST_FINDINGS]


def _task(report: Reporting, results: Mapping[int, Answer]) -> dict[str, Any]:
    parts = [
        {
            "question": report.parts[at].question,
            "columns": answer.columns,
            "rows": [[shown(c)[:_LONGEST_CELL] for c in row] for row in answer.rows[:_HEAD]],
        }
        for at, answer in results.items()
    ]
    return {"title": report.title, "period": period_of(report), "parts": parts}


def _notes(report: Reporting, answered: int) -> tuple[str, ...]:
    missing = len(report.questions) - answered
    if not missing:
        return ()
    left = len(report.questions) - len(report.parts)
    said = f"{missing} of {len(report.questions)} questions could not be answered."
    stopped = (f"I stopped early: {report.stopped} {left} were not asked any more.",)
    return (said, *(stopped if report.stopped and left else ()))


def _nothing(report: Reporting) -> Refusal:
    reasons = [part.outcome.reason for part in report.parts if isinstance(part.outcome, Refusal)]
    return Refusal(
        code="empty_report",
        reason=f"None of the report's questions could be answered. {' '.join(reasons[:1])}".strip(),
        next_step="Ask for one of them by itself, or for a report on something else.",
    )


def _answer(
    state: RunState, report: Report, workspace: Workspace, results: Mapping[int, Answer]
) -> Answer:
    every = dict.fromkeys(text for each in results.values() for text in each.assumptions)
    return Answer(
        question=state.question,
        workspace=workspace.name,
        summary=report.findings[0].text,
        reading="",
        sql="",
        columns=(),
        rows=(),
        assumptions=tuple(every),
        seconds=sum(each.seconds for each in results.values()),
        report=report,
    )
