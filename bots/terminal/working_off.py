"""A reviewer works off waiting queries at the keyboard: one after the other, by a key."""

from collections.abc import Sequence
from typing import Final, Protocol

from bots.cards import Block, Code, Field, Fields, Text, Tone
from bots.conversation.cells import table_of
from bots.conversation.sql_lines import in_lines
from bots.terminal.keyboard import Keyboard
from bots.terminal.screen import Screen
from bots.wording import knowledge as say
from knowledge.validated.query import ValidatedQuery
from pipeline.result import Answer, Refusal
from review.promotion.kept_query import NotKeptError

_KEYS: Final = {
    "a": say.KEY_APPROVE,
    "t": say.KEY_TITLE,
    "e": say.KEY_EDIT,
    "r": say.KEY_REJECT,
    "s": say.KEY_SKIP,
    "q": say.KEY_LEAVE,
}


class Shelf(Protocol):
    """The kept queries, as a reviewer works on them. Approving raises NotKeptError."""

    async def waiting(self, workspace: str) -> Sequence[ValidatedQuery]: ...

    async def tried(self, query: ValidatedQuery, by: str) -> Answer | Refusal:
        """What its SQL gives now, or why it was not run."""
        ...

    async def approve(
        self, query: str, by: str, title: str = "", sql: str = ""
    ) -> ValidatedQuery: ...

    async def reject(self, query: str, by: str, why: str) -> ValidatedQuery: ...


class WorkingOff:
    """The queue of one workspace, and who works on it."""

    def __init__(self, shelf: Shelf, workspace: str, by: str) -> None:
        self._shelf = shelf
        self._workspace = workspace
        self._by = by
        self._skipped: set[str] = set()

    async def begin(self, screen: Screen, keyboard: Keyboard) -> None:
        """Show what waits, the most used first, until nothing is left or the person leaves."""
        while True:
            found = await self._shelf.waiting(self._workspace)
            left = [query for query in found if query.id not in self._skipped]
            if not left:
                screen.line(say.NOTHING_WAITS)
                return
            screen.draw(_shown(left[0], len(left), await self._shelf.tried(left[0], self._by)))
            for key, label in _KEYS.items():
                screen.line(f"  {key}  {label}")
            try:
                if not await self._decided(left[0], screen, keyboard):
                    return
            except NotKeptError as error:
                screen.line(error.reason, "yellow")
            except EOFError:
                return

    async def _decided(self, query: ValidatedQuery, screen: Screen, keyboard: Keyboard) -> bool:
        """Do what the next key says; False where the person leaves."""
        match (await keyboard.read(say.KEY_PROMPT)).strip().lower():
            case "a":
                screen.line(say.line(await self._shelf.approve(query.id, self._by)))
            case "t":
                title = (await keyboard.read(say.KEY_TITLE)).strip()
                screen.line(say.line(await self._shelf.approve(query.id, self._by, title)))
            case "e":
                sql = await _lines(keyboard)
                screen.line(say.line(await self._shelf.approve(query.id, self._by, "", sql)))
            case "r":
                await self._rejected(query, screen, keyboard)
            case "s":
                self._skipped.add(query.id)
            case "q":
                return False
            case _:
                screen.line(say.KEYS_ARE.format(keys=", ".join(_KEYS)), "yellow")
        return True

    async def _rejected(self, query: ValidatedQuery, screen: Screen, keyboard: Keyboard) -> None:
        why = (await keyboard.read(say.WHY)).strip()
        if why:
            screen.line(say.line(await self._shelf.reject(query.id, self._by, why)))
        else:
            screen.line(say.WHY_NEEDED, "yellow")


async def _lines(keyboard: Keyboard) -> str:
    lines: list[str] = []
    while line := (await keyboard.read("..." if lines else say.SQL_PROMPT)).strip():
        lines.append(line)
    return "\n".join(lines)


def _shown(query: ValidatedQuery, left: int, now: Answer | Refusal) -> tuple[Block, ...]:
    told = (
        (say.QUESTION, query.question),
        (say.WAITS_BECAUSE, query.status_reason),
        (say.OTHER_WORDS, "; ".join(query.paraphrases)),
    )
    fields = tuple(Field(label=label, text=text) for label, text in told if text)
    return (
        Text(text=say.next_of(left, query.usage.used), tone=Tone.STRONG),
        Fields(items=fields),
        Code(text=in_lines(query.sql)),
        _result(now),
    )


def _result(now: Answer | Refusal) -> Block:
    if isinstance(now, Refusal):
        return Text(text=now.reason, tone=Tone.WARNING)
    return table_of(now)
