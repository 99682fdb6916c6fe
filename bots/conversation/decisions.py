"""Decisions, made of what was pressed, picked and typed."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from bots.cards import Press, Verb
from bots.conversation.forms import NOTE
from bots.wording import replies as say
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Input, InputKind, Question
from review.cases.promotion_wish import CHANGING, PARAPHRASES, PROPOSED, QUESTION

# No option has this id.
_NOT_OFFERED: Final = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What a form held: typed values by entry, and places picked by the question's place."""

    values: Mapping[str, str] = field(default_factory=dict)
    picked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def choice_decision(press: Press) -> Decision:
    choices = {press.question: press.choice} if press.question else {}
    return Decision(action=Action.APPROVE, choices=choices)


def menu_decision(ask: Ask, picked: Mapping[str, tuple[str, ...]]) -> Decision | None:
    """What the menus say; None where a question has no answer."""
    choices = _choices(ask, picked)
    wanted = {each.id for each in ask.questions if each.options}
    if wanted - set(choices):
        return None
    return Decision(action=Action.APPROVE, choices=choices)


def form_decision(verb: Verb, ask: Ask, filled: Filled) -> Decision:
    note = filled.values.get(NOTE, "").strip()
    if verb is Verb.ASK_BACK:
        return Decision(action=Action.ASK_BACK, note=note)
    if verb is Verb.REJECT:
        return Decision(action=Action.REJECT, note=note)
    if verb is Verb.EDIT:
        return Decision(action=Action.EDIT, values=_stripped(filled))
    if verb is Verb.PROMOTE:
        return _promotion(filled)
    return _other_decision(ask, filled)


def problems(verb: Verb, ask: Ask, filled: Filled) -> dict[str, str]:
    """What must be mended before the form can be sent, by entry."""
    if verb in (Verb.ASK_BACK, Verb.REJECT):
        silent = not filled.values.get(NOTE, "").strip()
        needed = verb is Verb.ASK_BACK or ask.kind is not CheckpointKind.REPAIR
        return {NOTE: say.TYPE_SOMETHING} if silent and needed else {}
    if verb is Verb.PROMOTE:
        return {}
    inputs = {each.id: each for question in ask.questions for each in question.inputs}
    found = {entry: _problem(inputs.get(entry), text) for entry, text in filled.values.items()}
    return {entry: problem for entry, problem in found.items() if problem}


def _promotion(filled: Filled) -> Decision:
    """An approval, and in which form the answer is kept. Menus name parameters."""
    values = {name: filled.values.get(name, "") for name in (QUESTION, PARAPHRASES)}
    accepted = [wording_of(each) for each in filled.picked.get(PROPOSED, ())]
    values[PARAPHRASES] = "\n".join((values[PARAPHRASES], *accepted)).strip("\n")
    if CHANGING in filled.picked:
        values[CHANGING] = "\n".join(filled.picked[CHANGING])
    return Decision(action=Action.APPROVE, values=values)


def box_of(wording: str) -> str:
    """The id of a proposed wording's box: itself, without what separates ids on any surface."""
    return wording.replace("%", "%25").replace(",", "%2C")


def wording_of(box: str) -> str:
    """The wording of a box."""
    return " ".join(unquote(box).split())


def _problem(wanted: Input | None, text: str) -> str:
    optional = wanted is not None and wanted.optional
    if not text.strip():
        return "" if optional else say.TYPE_SOMETHING
    if wanted is not None and wanted.kind is InputKind.DATE and not _is_date(text):
        return say.BAD_DATE
    return ""


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text.strip())
    except ValueError:
        return False
    return True


def _other_decision(ask: Ask, filled: Filled) -> Decision:
    """A typed value beats the option that stood beside it; an untouched one says nothing."""
    several = len(ask.questions) > 1
    values: dict[str, str] = {}
    choices = _choices(ask, filled.picked)
    for question in ask.questions:
        typed = _typed(question, filled, several=several)
        if typed:
            choices.pop(question.id, None)
            values |= typed
    action = Action.EDIT if values else Action.APPROVE
    return Decision(action=action, choices=choices, values=values)


def _typed(question: Question, filled: Filled, *, several: bool) -> dict[str, str]:
    typed = {
        each.id: filled.values.get(each.id, "").strip()
        for each in question.inputs
        if each.id in filled.values
    }
    untouched = all(typed.get(each.id) == each.value for each in question.inputs)
    return {} if several and question.options and untouched else typed


def _choices(ask: Ask, picked: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Option ids by question id; a place that is not offered is none, and the desk refuses it."""
    choices: dict[str, str] = {}
    for place, question in enumerate(ask.questions):
        offered = {str(at): option.id for at, option in enumerate(question.options)}
        ids = [offered.get(at, _NOT_OFFERED) for at in picked.get(str(place), ())]
        if ids:
            choices[question.id] = ",".join(ids if question.multiple else ids[:1])
    return choices


def _stripped(filled: Filled) -> dict[str, str]:
    return {entry: text.strip() for entry, text in filled.values.items()}
