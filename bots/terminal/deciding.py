"""Decisions at the terminal: by a person at the keyboard."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bots.conversation.ask_card import new_detail, told
from bots.terminal.keyboard import Keyboard
from bots.terminal.screen import Screen
from bots.wording import terminal as say
from pipeline.checkpoint import (
    Action,
    Ask,
    Audience,
    Decision,
    Input,
    InputKind,
    Question,
)

_OTHER: Final = "o"
_EDIT: Final = "e"
_QUIT: Final = "q"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A person's reply to one question: option ids, and typed values."""

    chosen: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)


class KeyboardDecider:
    """Shows each question and reads the answer; None where the person stops."""

    def __init__(self, screen: Screen, keyboard: Keyboard) -> None:
        self._screen = screen
        self._keyboard = keyboard

    async def __call__(self, ask: Ask) -> Decision | None:
        self._screen.draw(told(ask))
        if ask.audience is Audience.REVIEWERS:
            self._screen.line(say.REVIEWERS, "yellow")
            return None
        replies: dict[str, Reply] = {}
        for question in ask.questions:
            reply = await self._reply(question)
            if reply is None:
                return None
            replies[question.id] = reply
        return decision_of(replies)

    async def _reply(self, question: Question) -> Reply | None:
        keys = _keys(question)
        self._offer(question, keys)
        while True:
            line = await self._read(say.prompt(question.multiple))
            if line is None or line == _QUIT:
                return None
            if line in (_OTHER, _EDIT) and line in keys:
                return await self._typed(question)
            chosen = _chosen(question, line)
            if chosen:
                return Reply(chosen=chosen)
            self._screen.line(say.not_offered(", ".join(keys)), "yellow")

    def _offer(self, question: Question, keys: Mapping[str, str]) -> None:
        self._screen.line(question.text)
        default = [str(at) for at, each in _numbered(question) if each == question.default]
        for key, label in keys.items():
            mark = f"  ({say.DEFAULT})" if key in default else ""
            self._screen.line(f"  {key}  {label}{mark}")

    async def _typed(self, question: Question) -> Reply | None:
        typed: dict[str, str] = {}
        for wanted in question.inputs:
            text = await (
                self._sql() if wanted.kind is InputKind.SQL else self._read(_prompt(wanted))
            )
            if text is None:
                return None
            typed[wanted.id] = text or wanted.value
        return Reply(typed=typed)

    async def _sql(self) -> str | None:
        lines: list[str] = []
        while line := await self._read(say.SQL_PROMPT if not lines else "..."):
            lines.append(line)
        return "\n".join(lines)

    async def _read(self, prompt: str) -> str | None:
        try:
            return (await self._keyboard.read(prompt)).strip()
        except EOFError:
            return None


def decision_of(replies: Mapping[str, Reply]) -> Decision:
    choices = {question: ",".join(reply.chosen) for question, reply in replies.items()}
    values = {key: text for reply in replies.values() for key, text in reply.typed.items()}
    return Decision(
        action=Action.EDIT if values else Action.APPROVE,
        choices={question: chosen for question, chosen in choices.items() if chosen},
        values=values,
    )


def _numbered(question: Question) -> list[tuple[int, str]]:
    return [(at, option.id) for at, option in enumerate(question.options, start=1)]


def _keys(question: Question) -> dict[str, str]:
    """What may be typed, and what it means."""
    keys = {
        str(at): ": ".join(filter(None, (option.label, new_detail(question, option))))
        for at, option in enumerate(question.options, start=1)
    }
    if any(each.kind is InputKind.SQL for each in question.inputs):
        keys[_EDIT] = say.EDIT
    elif question.inputs:
        keys[_OTHER] = say.OTHER
    return {**keys, _QUIT: say.STOP}


def _chosen(question: Question, line: str) -> tuple[str, ...]:
    """The option ids that the line names; Enter is the default; nothing if it names none."""
    if not line:
        return tuple(question.default.split(",")) if question.default else ()
    offered = {str(at): option for at, option in _numbered(question)}
    wanted = [part.strip() for part in line.split(",")]
    if any(part not in offered for part in wanted) or (len(wanted) > 1 and not question.multiple):
        return ()
    return tuple(offered[part] for part in wanted)


def _prompt(wanted: Input) -> str:
    return f"{wanted.label} [{wanted.value}]" if wanted.value else wanted.label
