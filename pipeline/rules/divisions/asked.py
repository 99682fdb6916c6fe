"""A question for one number over another: both are planned as questions of their own."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pipeline.intent import Intent
from pipeline.rules.asking.readings import READINGS
from pipeline.rules.divisions.form import Form
from pipeline.rules.divisions.forms import forms
from pipeline.rules.divisions.pairs_said import with_noun
from pipeline.rules.divisions.united import DIVISIBLE, ENDS, Side, differs_in_one, side_of, united
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED

_MOST_FORMS = 6
_COUNTED = re.compile(
    r"^(?:the\s+)?(?:total\s+|overall\s+)?(?:numbers?|counts?)\s+of\s+(?:all\s+)?|^how\s+many\s+",
    re.IGNORECASE,
)
_ADDED = re.compile(r"^(?:the\s+)?(?:total|sum|combined|average|avg|mean)\b", re.IGNORECASE)
_END_OF_ALL = re.compile(
    r"^(?:the\s+)?(?:highest|lowest|maximum|minimum|max|min|largest|smallest|median)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"^how\s+much\s", re.IGNORECASE)
_THE = re.compile(r"^the\s+", re.IGNORECASE)
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
        found = _with_noun(form, about, read) or _read(form, about, read)
        if isinstance(found, Divided):
            return found
        open_point = open_point or found
    return open_point


def _with_noun(form: Form, about: Known, read: Read) -> Divided | None:
    """`the ratio of paid to unpaid orders`: of orders both, where they then differ in one thing."""
    if form.percent or form.whole or form.shown:
        return None
    for top, bottom in with_noun(form.top, form.bottom):
        sides, sure, _ = _sides(replace(form, top=top, bottom=bottom), read)
        if len(sides) == len((top, bottom)) and differs_in_one(sides[0], sides[1]):
            intents = tuple(united(sides[0], sides[1], form, about))
            return Divided(intents[:1], sure) if intents else None
    return None


def _read(form: Form, about: Known, read: Read) -> Divided | Ask | None:
    sides, sure, point = _sides(form, read)
    if len(sides) < len((form.top, form.bottom)):
        return point
    intents = tuple(united(sides[0], sides[1], form, about))
    # The highest of what is doubtful may as well be that of each row.
    if not sure and sides[0].measure.function in ENDS:
        return None
    return Divided(intents, sure and len(intents) == 1) if intents else None


def _sides(form: Form, read: Read) -> tuple[list[Side], bool, Ask | None]:
    """Both numbers as far as they are read, whether nothing is doubtful, and what is open."""
    sides: list[Side] = []
    sure = True
    for text, grouped in ((form.top, True), (form.bottom, not form.whole)):
        found, point = None, None
        for question in questions_of(text, form, grouped=grouped):
            found, certain = side_in(read(question, {}), question, read)
            if isinstance(found, Side):
                # Of a column that nobody called a total, each row's own quotient may be meant.
                added = found.measure.function == "sum" and not _ADDED.match(text)
                sure = sure and certain and not added
                sides.append(found)
                break
            point = point or found
        if not isinstance(found, Side):
            return sides, False, point
    return sides, sure, None


def questions_of(text: str, form: Form, *, grouped: bool) -> Iterator[str]:
    """How one of the two numbers is asked for by itself, with the groups and without them."""
    counted = _COUNTED.match(text)
    plain = _LEAD.sub("", text)
    if counted is not None:
        asked = f"How many {text[counted.end() :]}"
    elif _AMOUNT.match(text):
        asked = f"H{text[1:]}"
    elif _ADDED.match(text) or _END_OF_ALL.match(text):
        asked = f"What is the {_THE.sub('', text)}"
    else:
        asked = f"How many {plain}"
    if grouped and form.group:
        yield f"{form.scope}{asked} for each {form.group}"
    yield f"{form.scope}{asked}"


def side_in(
    outcome: Outcome, question: str, read: Read, functions: frozenset[str] = DIVISIBLE
) -> tuple[Side | Ask | None, bool]:
    """The number that a part asks for, and whether nothing about it was doubtful."""
    if isinstance(outcome, Planned):
        return side_of(outcome.intent, functions), not outcome.left_out
    if not isinstance(outcome, Ask):
        return None, False
    if outcome.id not in (READINGS, "reading"):
        return outcome, False
    first = outcome.options[0].id
    if f"→{IGNORED}" in first:
        return None, False
    chosen = read(question, {outcome.id: first})
    side = side_of(chosen.intent, functions) if isinstance(chosen, Planned) else None
    return side, False
