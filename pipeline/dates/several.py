"""Expressions that name several separate days: the last two Saturdays, the next 3 weekends."""

from pipeline.dates import problems
from pipeline.dates.meaning import Meaning, Moment, of_period
from pipeline.dates.named import day_period
from pipeline.dates.periods import Unit, days_later, whole
from pipeline.dates.reading import Phrase

SEVERAL = frozenset({"weekdays", "weekends"})
MOST = 12


def several(phrase: Phrase, moment: Moment) -> list[Meaning]:
    """The separate periods that one phrase names, in order of time."""
    count, step = phrase.number("count"), phrase.number("step")
    if not 1 <= count <= MOST:
        raise problems.too_many_apart(MOST)
    steps = range(1, count + 1) if step > 0 else range(-count, 0)
    if phrase.kind == "weekends":
        unit = Unit("weekend")
        weekends = [whole(moment.today, unit, each, moment.calendar) for each in steps]
        return [of_period(each, "weekend") for each in weekends]
    ahead = (phrase.number("weekday") - moment.today.weekday()) % 7
    first = days_later(moment.today, ahead - (7 if step > 0 and ahead else 0))
    days = [days_later(first, 7 * each) for each in steps]
    return [of_period(day_period(each), "day") for each in days]
