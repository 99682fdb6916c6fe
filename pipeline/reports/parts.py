"""The parts of a report, one after the other through the road of every question."""

import re
from dataclasses import replace

from pipeline.checkpoint import Ask, CheckpointKind
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.reporting import Reporting
from pipeline.reports.citing import cited
from pipeline.result import Answer, Finding, Part, Refusal
from pipeline.state import RunState
from pipeline.unread import standing_alone, unread

GATHER = "gather"
# What a reader looks through; the question itself still gives all rows.
_MOST_ROWS = 200
_OVER = frozenset(("database_down",))
_IN_PERCENT = re.compile(r" \([+-][\d,]+(?:\.\d+)?%\)")


def asking(state: RunState, report: Reporting) -> RunState:
    """The state with the next part as its question, and nothing left of the part before."""
    question = report.questions[len(report.parts)]
    return replace(standing_alone(unread(state)), question=question, wish=None)


def collected(outcome: Outcome) -> Outcome:
    """The end of a part is not the end of its report."""
    report = outcome.state.report
    if report is not None and isinstance(outcome, Pause) and (unclear := _unclear(outcome.ask)):
        outcome = Finish(state=outcome.state, outcome=unclear)
    if report is None or not isinstance(outcome, Finish):
        return outcome
    ended = outcome.outcome
    if not isinstance(ended, Answer | Refusal):
        return outcome
    at = len(report.parts)
    part = _part(Part(title=report.wanted[at], question=report.questions[at], outcome=ended), at)
    stopped = ended.reason if isinstance(ended, Refusal) and ended.code in _OVER else ""
    after = replace(report, parts=(*report.parts, part), stopped=stopped)
    return Go(state=replace(outcome.state, report=after, fetched=None), to=GATHER)


def _unclear(ask: Ask) -> Refusal | None:
    """Why a part is left out: one that nobody can just say yes to holds the others up for days."""
    if ask.kind is CheckpointKind.REPAIR:
        reason = "The query for it did not pass its checks."
    elif any(not question.default for question in ask.questions):
        reason = f"It was not clear enough. {ask.questions[0].text}"
    else:
        return None
    return Refusal(code="unclear", reason=reason, next_step="Ask it by itself.")


def _part(part: Part, at: int) -> Part:
    """The part with its sentence, its figures linked; of many rows only the first are kept."""
    ended = part.outcome
    if isinstance(ended, Refusal):
        return part
    rows = ended.rows[:_MOST_ROWS]
    cut = ended.truncated or len(rows) < len(ended.rows)
    # How much that is in percent stands in no cell.
    told = _IN_PERCENT.sub("", ended.summary)
    finding = cited(told, {at: ended}) or Finding(text=ended.summary)
    shown = [each for each in finding.figures if each.row < len(rows)]
    return replace(
        part,
        outcome=replace(ended, rows=rows, truncated=cut),
        finding=replace(finding, figures=tuple(shown)),
    )
