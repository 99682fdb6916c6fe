"""A person's own way to read words for time: what the dates card offers to remember."""

from collections.abc import Mapping

from pipeline.checkpoint import Option
from pipeline.dates import DateRange
from pipeline.people import Person
from pipeline.remembered.standing import DAY_ORDER, QUARTER, StandingAnswer

FOR_ME = "|for me|"
SWAPPED = "day and month the other way round"
_QUARTERS = {"fiscal": "calendar", "calendar": "fiscal"}
_ORDERS = {"day first": "month first", "month first": "day first"}
PREFERENCES = {
    (QUARTER, "fiscal"): "“quarter” means the fiscal quarter",
    (QUARTER, "calendar"): "“quarter” means the calendar quarter",
    (DAY_ORDER, "day first"): "in “3/4” the day comes first",
    (DAY_ORDER, "month first"): "in “3/4” the month comes first",
}


def for_me(period: DateRange) -> tuple[Option, ...]:
    """The options by which a person settles for good what the words leave open."""
    found: list[Option] = []
    for number, reading in enumerate(period.readings):
        kind, _, unit = reading.label.partition(" ")
        if kind in _QUARTERS and unit in ("quarter", "half"):
            found.append(_option("yes", QUARTER, _QUARTERS[kind]))
            found.append(_option(f"reading-{number}", QUARTER, kind))
        if reading.label == SWAPPED:
            found += _orders(period, number)
    return tuple(found)


def _option(base: str, question: str, answer: str) -> Option:
    label = f"Remember for me: {PREFERENCES[question, answer]}"
    return Option(id=f"{base}{FOR_ME}{question}={answer}", label=label)


def _orders(period: DateRange, number: int) -> list[Option]:
    day_first = period.words.lstrip("0").startswith(str(period.start.day if period.start else ""))
    now = "day first" if day_first else "month first"
    return [
        _option("yes", DAY_ORDER, now),
        _option(f"reading-{number}", DAY_ORDER, _ORDERS[now]),
    ]


def is_settled(period: DateRange, standing: Mapping[str, str]) -> str:
    """Why this person need not be asked about these words; empty where they must be."""
    labels = {reading.label for reading in period.readings}
    doubts = {label.partition(" ")[0] for label in labels} & _QUARTERS.keys()
    if QUARTER in standing and doubts and period.grain in ("quarter", "half"):
        return f"as you keep it ({PREFERENCES[QUARTER, standing[QUARTER]]})"
    if DAY_ORDER in standing and SWAPPED in labels:
        return f"as you keep it ({PREFERENCES[DAY_ORDER, standing[DAY_ORDER]]})"
    return ""


def own_choices(
    choices: Mapping[str, str], person: Person
) -> tuple[dict[str, str], list[StandingAnswer]]:
    """The plain choices, and what of them the person wants to keep."""
    plain, kept = dict(choices), list[StandingAnswer]()
    for key, chosen in choices.items():
        if FOR_ME not in chosen:
            continue
        plain[key], _, wanted = chosen.partition(FOR_ME)
        question, _, answer = wanted.partition("=")
        kept.append(
            StandingAnswer(
                question=question,
                answer=answer,
                said=PREFERENCES[question, answer],
                person=person.id,
                by=person.name or person.id,
            )
        )
    return plain, kept
