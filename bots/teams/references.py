"""Where conversations are, so that we can speak there days later."""

import asyncio
import json
import logging
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from typing_extensions import override

_log = logging.getLogger(__name__)
_MOST_ANSWERS: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A conversation: its id without the thread, its address, and its one person if private."""

    channel: str
    service_url: str
    tenant: str
    bot: str
    person: str = ""
    bot_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person as the chats know them."""

    id: str
    name: str = ""


class References(Protocol):
    """Keeps references, the Teams ids of people, and which answer a message shows.

    Raises OSError where it cannot be written.
    """

    async def keep(self, reference: Reference) -> None:
        """Remember it; a changed service URL takes the place of the old one."""
        ...

    async def of(self, channel: str) -> Reference | None:
        """The reference of this conversation."""
        ...

    async def nearest(self, tenant: str) -> Reference | None:
        """The newest reference of the tenant: where a conversation we never heard from is."""
        ...

    async def private(self, person: str) -> Reference | None:
        """The conversation with this one person."""
        ...

    async def forget(self, channel: str) -> None:
        """The bot was removed there."""
        ...

    async def keep_member(self, person: str, member: Member) -> None:
        """Remember how the chats know this person id."""
        ...

    async def member(self, person: str) -> Member | None:
        """How the chats know this person."""
        ...

    async def keep_answer(self, message: str, run: str) -> None:
        """Remember which run this message shows the answer of."""
        ...

    async def run_of(self, message: str) -> str:
        """The run whose answer this message shows, empty where unknown."""
        ...


@dataclass
class _Kept:
    references: dict[str, Reference] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)


class MemoryReferences:
    """References that last as long as the process."""

    def __init__(self) -> None:
        self._kept = _Kept()

    async def keep(self, reference: Reference) -> None:
        references = self._kept.references
        if references.get(reference.channel) == reference:
            return
        references.pop(reference.channel, None)
        references[reference.channel] = reference
        await self._changed()

    async def of(self, channel: str) -> Reference | None:
        return self._kept.references.get(channel)

    async def nearest(self, tenant: str) -> Reference | None:
        newest = reversed(self._kept.references.values())
        return next((each for each in newest if each.tenant == tenant), None)

    async def private(self, person: str) -> Reference | None:
        newest = reversed(self._kept.references.values())
        return next((each for each in newest if person and each.person == person), None)

    async def forget(self, channel: str) -> None:
        if self._kept.references.pop(channel, None) is not None:
            await self._changed()

    async def keep_member(self, person: str, member: Member) -> None:
        if self._kept.members.get(person) != member:
            self._kept.members[person] = member
            await self._changed()

    async def member(self, person: str) -> Member | None:
        return self._kept.members.get(person)

    async def keep_answer(self, message: str, run: str) -> None:
        answers = self._kept.answers
        if answers.get(message) == run:
            return
        answers[message] = run
        while len(answers) > _MOST_ANSWERS:
            answers.pop(next(iter(answers)))
        await self._changed()

    async def run_of(self, message: str) -> str:
        return self._kept.answers.get(message, "")

    async def _changed(self) -> None:
        """Nothing to write."""


class FileReferences(MemoryReferences):
    """References in a JSON file, written whole and moved in place."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = asyncio.Lock()
        self._kept = _read(path)

    @override
    async def _changed(self) -> None:
        async with self._lock:
            text = json.dumps(asdict(self._kept), ensure_ascii=False)
            await asyncio.to_thread(_write, self._path, text)


def _read(path: Path) -> _Kept:
    """What is kept; a file that cannot be read is begun again, for every message brings it anew."""
    try:
        stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return _Kept(
            references={key: Reference(**each) for key, each in dict(stored["references"]).items()},
            members={key: Member(**each) for key, each in dict(stored["members"]).items()},
            answers=dict(stored["answers"]),
        )
    except FileNotFoundError:
        return _Kept()
    except (OSError, ValueError, LookupError, TypeError) as error:
        _log.warning("The file of Teams conversations cannot be read: %s", error)
        return _Kept()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)
