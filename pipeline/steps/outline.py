"""`outline`: what a report should hold, and about which days; a person confirms or edits both."""

from dataclasses import replace

from knowledge.sentences import capital
from pipeline.agents.outlining import outline_task, questions_of
from pipeline.agents.outputs import Outline
from pipeline.checkpoint import Ask, CheckpointKind, Input, InputKind, Option, Question
from pipeline.dates import DateRange, describe, read_times
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.model_calls import Away
from pipeline.remembered.calendars import calendar_for
from pipeline.reporting import Reporting
from pipeline.reports.outline import MOST_OFFERED, dated, outlined, usual_of
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.dates import chosen_spans, open_places, question_on
from pipeline.steps.recall import recall
from pipeline.times.reading import flat, spans, with_choices
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

NAME = "outline"
QUESTION = "outline"
TYPED = "outline-questions"
MOST = 12
_LONGEST = 300
_GATHER = "gather"
_NOTHING = "Choose or write at least one question."


async def outline(state: RunState, workspace: Workspace) -> Outcome:
    """Offer an outline that can be answered; go on with what the person made of it."""
    report = state.report
    assert report is not None, "a report was wished"  # noqa: S101 - the flow's order
    state = (await recall(state, workspace)).state
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    times = read_times(report.topic, state.today, calendar)
    periods = flat(times.ranges)
    if times.problems or len(periods) > 1:
        return Finish(state=state, outcome=_one_period(len(periods)))
    problem = ""
    try:
        chosen = chosen_spans(state, periods)
    except ValueError as error:
        chosen, problem = {}, str(error)
    found = with_choices(spans(times.ranges), chosen)
    span = found[0] if found else None
    if not report.offered:
        return await _offered(state, report, span, workspace)
    wanted = _wanted(state, report)
    open_ = [at for at in open_places(state, workspace, periods) if at not in chosen]
    if problem or open_ or not wanted:
        empty = _NOTHING if _answered(state) and not wanted else ""
        return Pause(state=state, ask=_card(report, periods, open_, problem or empty))
    return Go(state=_confirmed(state, workspace, span, wanted), to=_GATHER)


def _answered(state: RunState) -> bool:
    return QUESTION in state.choices or TYPED in state.values


async def _offered(
    state: RunState, report: Reporting, span: TimeSpan | None, workspace: Workspace
) -> Outcome:
    """Rules first; a model where they find nothing to offer, kept before anybody is asked."""
    by_rules = await workspace.compute(outlined, report.topic, span, state, workspace)
    models = workspace.models
    if len(by_rules) > 1 or models is None:
        if not by_rules:
            return Finish(state=state, outcome=_unknown(report.topic))
        kept = replace(report, offered=by_rules, usual=usual_of(by_rules))
        return Go(state=replace(state, report=kept), to=NAME)
    if objection := await models.objection(state.asker):
        return Finish(state=state, outcome=replace(_unknown(report.topic), reason=objection))
    hits = await models.find_tables(report.topic, MOST_OFFERED)
    task = outline_task(report.topic, state, workspace, hits)
    filled = await models.writer.fill("outline", task, Outline)
    if isinstance(filled, Away):
        return Finish(state=state, outcome=_unknown(report.topic))
    state = replace(state, spent=(*state.spent, filled.spent))
    offered = questions_of(filled.output, MOST_OFFERED) or by_rules
    if not offered:
        return Finish(state=state, outcome=_unknown(report.topic))
    kept = replace(report, offered=offered, usual=len(offered))
    return Go(state=replace(state, report=kept), to=NAME)


def _card(report: Reporting, periods: list[DateRange], open_: list[int], problem: str) -> Ask:
    options = tuple(
        Option(id=str(place), label=_sentence(each)) for place, each in enumerate(report.offered)
    )
    usual = ",".join(option.id for option in options[: report.usual])
    lines = "\n".join(_sentence(each) for each in report.offered[: report.usual])
    return Ask(
        kind=CheckpointKind.OUTLINE,
        title=f"A report on {report.topic}",
        intro="The report will answer these questions, with tables and charts.",
        warning=problem,
        questions=(
            *(question_on(place, periods[place]) for place in open_),
            Question(
                id=QUESTION,
                text="What should the report contain?",
                options=options,
                default=usual,
                multiple=True,
                inputs=(
                    Input(
                        id=TYPED,
                        label="One question on each line",
                        kind=InputKind.LONG_TEXT,
                        value=lines,
                    ),
                ),
            ),
        ),
    )


def _wanted(state: RunState, report: Reporting) -> tuple[str, ...]:
    """The questions that the person chose, or wrote instead."""
    typed = state.values.get(TYPED, "").replace(";", "\n").splitlines()
    written = [" ".join(line.split())[:_LONGEST] for line in typed]
    if any(written):
        return tuple(dict.fromkeys(line for line in written if line))[:MOST]
    chosen = [each for each in state.choices.get(QUESTION, "").split(",") if each.isdigit()]
    places = [int(each) for each in chosen if int(each) < len(report.offered)]
    return tuple(report.offered[place] for place in sorted(set(places)))


def _confirmed(
    state: RunState, workspace: Workspace, span: TimeSpan | None, wanted: tuple[str, ...]
) -> RunState:
    report = state.report
    assert report is not None, "it was offered"  # noqa: S101 - the flow's order
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    questions = tuple(
        each if read_times(each, state.today, calendar).ranges else dated(each, span)
        for each in wanted
    )
    topic = " ".join(report.topic.split())
    title = capital(topic)
    return replace(
        state,
        report=replace(report, title=title, span=span, wanted=wanted, questions=questions),
        ask_everything=False,
        # What is a little unclear in a part is assumed, and said with it.
        cards=workspace.habits.most_cards,
    )


def _sentence(question: str) -> str:
    return capital(question)


def _one_period(periods: int) -> Refusal:
    reason = (
        "A report is about one period; I read several here."
        if periods > 1
        else "I do not know which days the report should cover."
    )
    step = "Ask again with one period, for example: a report on orders from 1 Jul to 30 Sep 2026."
    return Refusal(code="dates", reason=reason, next_step=step)


def _unknown(topic: str) -> Refusal:
    return Refusal(
        code="no_outline",
        reason=f"I found no numbers in the data that a report on “{topic}” could be about.",
        next_step="Name what is counted or measured, for example: a report on orders last quarter.",
    )


def period_of(report: Reporting) -> str:
    """The days of the report in words."""
    return describe(report.span) if report.span else ""
