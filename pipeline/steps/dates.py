"""`dates`: what the question's words for time resolve to, confirmed by the asker."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from knowledge.sentences import capital
from pipeline.agents.layers.undated import NONE, span_id
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Input, InputKind, Option, Question
from pipeline.clarifying.card import card_of
from pipeline.clarifying.no_time import may_be_no_time, without_names
from pipeline.clarifying.points import goes_to_a_model, uncertain
from pipeline.dates import DateRange, Times, Unresolved, describe, read_times
from pipeline.dates.comparing import SAME_DAYS
from pipeline.dates.values import Reading
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.remembered.calendars import calendar_for
from pipeline.remembered.preferences import FOR_ME, for_me, is_settled, own_choices
from pipeline.result import Refusal
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.named_periods import named_period
from pipeline.state import RunState
from pipeline.times.listed import together
from pipeline.times.reading import flat, spans, with_choices
from pipeline.times.typed import typed_bounds
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

_DAY = dt.timedelta(days=1)
YES = "yes"
NO_TIME = "no-time"
_APART = Refusal(
    code="dates",
    reason="Those are separate periods. I can look at one period, or compare two.",
    next_step="Ask for one after the other, or for a period that holds them all.",
)


async def dates(state: RunState, workspace: Workspace) -> Outcome:
    """Resolve every time expression; ask where the words leave room."""
    state = await _remembered(state, workspace)
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    known = workspace.known_to(state.asker)
    times = read_times(state.question, state.today, calendar)
    times = without_names(times, state.question, known)
    if times.problems:
        return _unresolved(state, times.problems[0])
    periods = flat(times.ranges)
    try:
        chosen = chosen_spans(state, periods)
    except ValueError as error:
        open_ = open_places(state, workspace, periods)
        facts = _zone_told(state, workspace)
        named, latest = _named(state, workspace), latest_day(known, state.today)
        ask = replace(_ask(periods, open_, named, latest, str(error)), facts=facts)
        return Pause(state=state, ask=ask)
    state, no_time = _without_time(state, periods, workspace)
    settled = chosen.keys() | no_time
    open_ = [place for place in open_places(state, workspace, periods) if place not in settled]
    found = with_choices(spans(times.ranges), chosen)
    resolved = together(state.question, _but(found, no_time))
    if resolved is None:
        return Finish(state=state, outcome=_APART)
    if open_:
        named = _named(state, workspace)
        latest = latest_day(known, state.today)
        card = replace(_ask(periods, open_, named, latest), facts=_zone_told(state, workspace))
        points = await workspace.compute(_other_points, state, workspace, resolved)
        if points is None:
            # No days help a question that cannot be read: its asker is told so at once.
            return Go(state=_confirmed(state, times, resolved, chosen))
        return Pause(state=state, ask=card_of(points, workspace, state, card) if points else card)
    return Go(state=_confirmed(state, times, resolved, chosen))


def _other_points(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> tuple[Unsure, ...] | None:
    """What else is uncertain, for the same card; None where nobody can read the question."""
    models = workspace.models
    if models is not None and models.order == "model" and state.previous is None:
        return ()
    found = uncertain(state, workspace, times)
    points = found.points
    unread = found.reading
    if isinstance(unread, Cannot) and unread.at_once and (models is None or unread.closed):
        return None
    return () if goes_to_a_model(points, state, workspace) else points


def _without_time(
    state: RunState, periods: list[DateRange], workspace: Workspace
) -> tuple[RunState, frozenset[int]]:
    """The places whose words are no time, as a person said, or as rows are kept under them."""
    known = workspace.known_to(state.asker)
    places = frozenset(
        place
        for place, period in enumerate(periods)
        if state.choices.get(f"dates-{place}") == NO_TIME
        or named_period(period.words, state.question, known) is not None
    )
    words = {span_id(periods[place].words): NONE for place in places}
    return replace(state, choices={**state.choices, **words}), places


def _but(found: tuple[TimeSpan, ...], places: frozenset[int]) -> tuple[TimeSpan, ...]:
    """The spans but for those; what one of them was compared with stands alone."""
    alone = {span.comparison for place, span in enumerate(found) if place in places}
    return tuple(
        replace(span, comparison=None) if span.comparison in alone else span
        for place, span in enumerate(found)
        if place not in places
    )


async def _remembered(state: RunState, workspace: Workspace) -> RunState:
    """Keep what the person wants kept; this run goes on with the readings that its card showed."""
    plain, kept = own_choices(state.choices, state.asker)
    for answer in kept:
        await workspace.standing.keep(answer)
    return replace(state, choices=plain)


def _unresolved(state: RunState, problem: Unresolved) -> Finish:
    refusal = Refusal(
        code="dates",
        reason=problem.sentence,
        next_step="Ask again with the dates you mean, for example: from 1 Mar 2026 to 31 Mar 2026.",
    )
    return Finish(state=state, outcome=refusal)


def open_places(state: RunState, workspace: Workspace, periods: list[DateRange]) -> list[int]:
    """The places of the periods that a person has to confirm."""
    always = workspace.habits.confirm_dates_always or state.ask_everything
    known = {(span.words.lower(), span.start, span.end) for span in state.previous_times}
    return [
        place
        for place, period in enumerate(periods)
        if always
        or not (
            period.explicit
            or is_settled(period, state.standing)
            or (period.name.lower(), period.start, period.end) in known
        )
    ]


def _ask(
    periods: list[DateRange],
    open_: list[int],
    named: Callable[[str], bool],
    latest: dt.date | None = None,
    problem: str = "",
) -> Ask:
    one = len(open_) == 1
    return Ask(
        kind=CheckpointKind.DATES,
        title="Which dates do you mean?" if one else "Which dates do you mean by these words?",
        warning=problem,
        questions=tuple(
            _or_no_time(asked, periods[place]) if named(periods[place].words) else asked
            for place in open_
            for asked in (question_on(place, periods[place], latest),)
        ),
    )


def _named(state: RunState, workspace: Workspace) -> Callable[[str], bool]:
    known = workspace.known_to(state.asker)
    return lambda words: may_be_no_time(words, known)


def _or_no_time(question: Question, period: DateRange) -> Question:
    """Words for a time may be a name or a stored value: only a person can say so."""
    if period.explicit:
        return question
    option = Option(id=NO_TIME, label=f"{capital(period.said)} is a name here")
    return replace(question, options=(*question.options, option))


def _zone_told(state: RunState, workspace: Workspace) -> tuple[Fact, ...]:
    """Where days begin at another hour than the asker's own, whose days these are."""
    own, theirs = state.asker.time_zone, workspace.calendar.time_zone
    if not own or own == theirs:
        return ()
    return (Fact(label="Days", text=f"as they begin in {theirs} (you are in {own})"),)


def latest_day(known: Known, today: dt.date) -> dt.date:
    """The last day that the data can be of: today, or later where rows of later days are kept."""
    tables = (table for table in known.catalog.tables if table.key in known.allowed)
    dated = (column for table in tables for column in table.columns if column.kind.is_dated)
    days = [day for column in dated if (day := _day(column.high)) is not None]
    return max([today, *days])


def _day(cell: object) -> dt.date | None:
    try:
        return dt.date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None


def question_on(place: int, period: DateRange, latest: dt.date | None = None) -> Question:
    """The period with its other readings, to be confirmed; `place` is its number in the text.

    Readings that begin after `latest`, the last day of the data, are no options.
    """
    read = {YES: period} | {f"reading-{at}": each for at, each in enumerate(period.readings)}
    past = {
        key: each for key, each in read.items()
        if latest is None or each.start is None or each.start <= latest
    }  # fmt: skip
    # What gives the same days is one option.
    kept = list({(r.start, r.end): key for key, r in reversed((past or read).items())}.values())
    kept.reverse()
    first, *others = (
        Option(id=key, label=describe(read[key]), detail=_told(read[key])) for key in kept
    )
    end = period.end - _DAY if period.end else None
    # Beside a period that is not over, as many days of the one before are the fair comparison.
    options = sorted((first, *others), key=lambda option: option.detail != SAME_DAYS)
    return Question(
        id=f"dates-{place}",
        text=f"{capital(period.said)} = {options[0].label}",
        options=(*options, *(o for o in for_me(period) if o.id.partition(FOR_ME)[0] in kept)),
        default=options[0].id,
        inputs=(
            Input(
                id=f"dates-{place}-from",
                label="First day",
                kind=InputKind.DATE,
                value=period.start.isoformat() if period.start else "",
                optional=True,
            ),
            Input(
                id=f"dates-{place}-to",
                label="Last day",
                kind=InputKind.DATE,
                value=end.isoformat() if end else "",
                optional=True,
            ),
        ),
    )


def _told(reading: DateRange | Reading) -> str:
    return reading.explanation if isinstance(reading, DateRange) else reading.label


def chosen_spans(state: RunState, periods: list[DateRange]) -> dict[int, TimeSpan]:
    """What a person chose or typed, by place. Raises ValueError for dates that are no period."""
    found: dict[int, TimeSpan] = {}
    for place, period in enumerate(periods):
        key = f"dates-{place}"
        option = state.choices.get(key, "")
        bounds: tuple[dt.date | None, dt.date | None] | None = None
        if f"{key}-from" in state.values or f"{key}-to" in state.values:
            bounds = typed_bounds(state.values.get(f"{key}-from"), state.values.get(f"{key}-to"))
        elif option == YES:
            bounds = period.start, period.end
        elif option.startswith("reading-"):
            reading = period.readings[int(option.removeprefix("reading-"))]
            bounds = reading.start, reading.end
        if bounds is not None:
            at, until = period.span
            found[place] = TimeSpan(
                at=at, until=until, words=period.name, start=bounds[0], end=bounds[1]
            )
    return found


def _confirmed(
    state: RunState, times: Times, resolved: tuple[TimeSpan, ...], chosen: dict[int, TimeSpan]
) -> RunState:
    periods = flat(times.ranges)
    lines = tuple(
        f"{capital(periods[place].said)} is {describe(span)}"
        for place, span in sorted(chosen.items(), key=lambda placed: placed[0])
    )
    own = tuple(
        f"{capital(period.said)} is {describe(period)}, {why}"
        for place, period in enumerate(periods)
        if place not in chosen and (why := is_settled(period, state.standing))
    )
    return replace(
        state,
        times=resolved,
        grains=tuple(word.grain for word in times.grains),
        confirmed=(*_read_as(state), *lines, *own),
        dated=(*lines, *own),
    )


def _read_as(state: RunState) -> tuple[str, ...]:
    """The message that the person wrote, where this question is a reading of it."""
    return (f"“{state.message}” means “{state.question}”",) if state.message else ()
