"""A question for one number over another: both are planned as questions of their own."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pipeline.intent import Intent
from pipeline.rules.asking.readings import READINGS
from pipeline.rules.divisions.form import Form
from pipeline.rules.divisions.forms import forms
from pipeline.rules.divisions.united import Side, side_of, united
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED

_MOST_FORMS = 6
_COUNTED = re.compile(
    r"^(?:the\s+)?(?:total\s+|overall\s+)?(?:numbers?|counts?)\s+of\s+(?:all\s+)?|^how\s+many\s+",
    re.IGNORECASE,
)
_ADDED = re.compile(r"^(?:the\s+)?(?:total|sum|combined|average|avg|mean)\b", re.IGNORECASE)
_LEAD = re.compile(r"^(?:(?:the|all|total|overall|our|their)\s+)+", re.IGNORECASE)

Read = Callable[[str, Mapping[str, str]], Outcome]


@dataclass(frozen=True, slots=True)
class Divided:
    """The intents of a quotient, likeliest first; not `sure` where a part of it was doubtful."""

    intents: tuple[Intent, ...]
    sure: bool


def quotient_of(question: str, about: Known, read: Read) -> Divided | Ask | None:
    """The quotient that a question asks for, or what must be settled about one of its parts."""
    open_point: Ask | None = None
    for _, form in zip(range(_MOST_FORMS), forms(question), strict=False):
        found = _read(form, about, read)
        if isinstance(found, Divided):
            return found
        open_point = open_point or found
    return open_point


def _read(form: Form, about: Known, read: Read) -> Divided | Ask | None:
    sides: list[Side] = []
    sure, point = True, None
    for text, grouped in ((form.top, True), (form.bottom, not form.whole)):
        found = None
        for question in _questions(text, form, grouped=grouped):
            found, certain = _side(read(question, {}), question, read)
            if isinstance(found, Side):
                # Of a column that nobody called a total, each row's own quotient may be meant.
                added = found.measure.function == "sum" and not _ADDED.match(text)
                sure = sure and certain and not added
                sides.append(found)
                break
            point = point or found
        if not isinstance(found, Side):
            return point
    intents = tuple(united(sides[0], sides[1], form, about))
    return Divided(intents, sure and len(intents) == 1) if intents else None


def _questions(text: str, form: Form, *, grouped: bool) -> Iterator[str]:
    """How one of the two numbers is asked for by itself, with the groups and without them."""
    counted = _COUNTED.match(text)
    plain = _LEAD.sub("", text)
    if counted is not None:
        asked = f"How many {text[counted.end() :]}"
    elif _ADDED.match(text):
        asked = f"What is the {text}"
    else:
        asked = f"How many {plain}"
    if grouped and form.group:
        yield f"{form.scope}{asked} for each {form.group}"
    yield f"{form.scope}{asked}"


def _side(outcome: Outcome, question: str, read: Read) -> tuple[Side | Ask | None, bool]:
    """The number that a part asks for, and whether nothing about it was doubtful."""
    if isinstance(outcome, Planned):
        return side_of(outcome.intent), not outcome.left_out
    if not isinstance(outcome, Ask):
        return None, False
    if outcome.id not in (READINGS, "reading"):
        return outcome, False
    first = outcome.options[0].id
    if f"→{IGNORED}" in first:
        return None, False
    chosen = read(question, {outcome.id: first})
    return (side_of(chosen.intent) if isinstance(chosen, Planned) else None), False
