"""Questions in two halves, each read by itself: rows beside others, both, but not, kept ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.attempts import Asked, attempted, followed
from pipeline.rules.divisions.answering import placed
from pipeline.rules.outcomes import Cannot, Outcome
from pipeline.rules.relatives.answering import (
    beside,
    near_own_date,
    set_against,
    so_long,
    with_both,
    with_kept,
)
from pipeline.rules.relatives.first_events import first_events
from pipeline.rules.relatives.linked import Read
from pipeline.rules.relatives.own_lengths import own_lengths
from pipeline.rules.relatives.until_today import until_today
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.translating import LANGUAGE
from pipeline.times.values import TimeSpan

NONE_OF_THESE = "I know no other way to read this question."


def first(asked: Asked) -> Outcome:
    """What the words come to under what was chosen, before other readings are looked for."""
    if NONE in (asked.choices.get(READINGS), asked.choices.get(LANGUAGE)):
        return Cannot(reason=NONE_OF_THESE)
    return followed(asked) or attempted(asked, asked.choices)[0]


def beside_others(asked: Asked) -> Outcome | None:
    """`accounts with their parent's name`: of both rows one is read as a question of its own."""
    said, read = asked.question, _of_part(asked)
    found = beside(said, asked.about, asked.choices, read)
    found = found or set_against(said, asked.about, asked.choices, read)
    found = found or near_own_date(said, asked.times, asked.about, asked.choices, _timed(asked))
    found = found or so_long(said, asked.about, asked.choices, _knowing(asked), first_events)
    return found or with_kept(said, asked.about, read)


def in_halves(asked: Asked) -> Outcome | None:
    """`made a purchase but had no session`, where the whole cannot be read at once."""
    read = _of_part(asked)
    found = with_both(asked.question, asked.times, asked.about, asked.choices, read)
    ways = (own_lengths, until_today)
    return found or so_long(asked.question, asked.about, asked.choices, _knowing(asked), *ways)


def _timed(asked: Asked) -> Callable[[Sequence[TimeSpan]], Read]:
    """How a part of the question is read under other times."""
    return lambda times: _of_part(replace(asked, times=times))


def _knowing(asked: Asked) -> Callable[[Known], Read]:
    """How a part of the question is read over what else is known."""
    return lambda about: _of_part(replace(asked, about=about))


def _of_part(asked: Asked) -> Callable[[str, Mapping[str, str]], Outcome]:
    """How a part of the question is read, by itself and with more answers."""

    def read(question: str, more: Mapping[str, str]) -> Outcome:
        times = placed(question, asked.times)
        choices = {**asked.choices, **more}
        return first(replace(asked, question=question, times=times, choices=choices))

    return read
