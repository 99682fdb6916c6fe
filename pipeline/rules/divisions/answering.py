"""What becomes of a question for one number over another: SQL, a card, or nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.asking.variants import READ_AS
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.deciding import decided
from pipeline.rules.divisions.asked import Divided, quotient_of
from pipeline.rules.divisions.gaps import gap_of
from pipeline.rules.divisions.growth import grown
from pipeline.rules.divisions.versus import versus
from pipeline.rules.drafting.assembly import Assembled
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.telling.wording import read_as
from pipeline.times.values import TimeSpan

QUOTIENT = "quotient"
_MOST = 4
_OWN = frozenset((QUOTIENT, READINGS, "reading"))

Read = Callable[[str, Sequence[TimeSpan], Mapping[str, str]], Outcome]


def divided(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    read: Read,
) -> Outcome | None:
    """The outcome of a quotient; None where the question asks for none that can be read."""
    if choices.get(QUOTIENT) == NONE:
        return None
    given = {key: choice for key, choice in choices.items() if key not in _OWN}

    def part(text: str, more: Mapping[str, str]) -> Outcome:
        return read(text, placed(text, times), {**given, **more})

    found = _apart(question, about, times, part, lambda text, when: read(text, when, given))
    found = found or quotient_of(question, about, part)
    if not isinstance(found, Divided):
        return found
    tags = tagged(question, about, times, choices)
    about = with_ways(about, tags, choices)

    def made(place: int, more: Mapping[str, str]) -> Outcome:
        intent = Assembled(found.intents[place], scores=[1.0])
        return decided(tags, intent, about, {**given, **more})

    picked = choices.get(QUOTIENT, "")
    if picked.isdigit() and int(picked) < len(found.intents):
        return made(int(picked), {"reading": READ_AS})
    outcome = made(0, {})
    if found.sure and isinstance(outcome, Planned):
        return outcome
    if isinstance(outcome, Ask) and outcome.id != "reading":
        return outcome
    confirmed = made(0, {"reading": READ_AS})
    return confirmed if isinstance(confirmed, Ask) else _card(found, made)


def _apart(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    part: Callable[[str, Mapping[str, str]], Outcome],
    timely: Callable[[str, Sequence[TimeSpan]], Outcome],
) -> Divided | Ask | None:
    """What sets two periods, or two states of the rows, side by side."""
    gap = gap_of(question, about, part)
    if gap is not None:
        return gap
    grew = grown(question, times, timely)
    if isinstance(grew, Ask):
        return grew
    parted = versus(question, about, part) if grew is None else None
    if parted is not None:
        return Divided((parted[0],), sure=parted[1])
    return Divided((grew,), sure=True) if grew is not None else None


def _card(found: Divided, made: Callable[[int, Mapping[str, str]], Outcome]) -> Ask | None:
    options = []
    for place in range(min(len(found.intents), _MOST - 1)):
        outcome = made(place, {"reading": READ_AS})
        if isinstance(outcome, Planned):
            label = capital(read_as(outcome.intent)).rstrip(".")
            options.append(Option(id=str(place), label=label))
    if not options:
        return None
    none = Option(id=NONE, label="None of these")
    prompt = "Which of these do you mean?" if len(options) > 1 else "Is this what you mean?"
    return Ask(
        id=QUOTIENT, kind="clarification", prompt=prompt, options=(*options, none),
        default=options[0].id, careful=len(options) == 1 and found.sure,
    )  # fmt: skip


def placed(text: str, times: Sequence[TimeSpan]) -> tuple[TimeSpan, ...]:
    """The times of the whole question where they stand in a part of it."""
    placed = []
    for span in times:
        at = text.lower().find(span.words.lower())
        if at >= 0:
            placed.append(replace(span, at=at, until=at + len(span.words)))
    pairs = [span.comparison for span in placed]
    # One period of a comparison, by itself, is compared with nothing.
    return tuple(
        replace(span, comparison=None) if pairs.count(span.comparison) == 1 else span
        for span in placed
    )
