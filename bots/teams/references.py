"""Where conversations are, so that we can speak there days later."""

import asyncio
import fcntl
import json
import logging
from collections.abc import Callable
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
        if (await self._now()).references.get(reference.channel) == reference:
            return

        def kept(into: _Kept) -> None:
            into.references.pop(reference.channel, None)
            into.references[reference.channel] = reference

        await self._change(kept)

    async def of(self, channel: str) -> Reference | None:
        return (await self._now()).references.get(channel)

    async def nearest(self, tenant: str) -> Reference | None:
        newest = reversed((await self._now()).references.values())
        return next((each for each in newest if each.tenant == tenant), None)

    async def private(self, person: str) -> Reference | None:
        newest = reversed((await self._now()).references.values())
        return next((each for each in newest if person and each.person == person), None)

    async def forget(self, channel: str) -> None:
        if channel in (await self._now()).references:
            await self._change(lambda kept: kept.references.pop(channel, None))

    async def keep_member(self, person: str, member: Member) -> None:
        if (await self._now()).members.get(person) != member:
            await self._change(lambda kept: kept.members.update({person: member}))

    async def member(self, person: str) -> Member | None:
        return (await self._now()).members.get(person)

    async def keep_answer(self, message: str, run: str) -> None:
        if (await self._now()).answers.get(message) == run:
            return

        def kept(into: _Kept) -> None:
            into.answers[message] = run
            while len(into.answers) > _MOST_ANSWERS:
                into.answers.pop(next(iter(into.answers)))

        await self._change(kept)

    async def run_of(self, message: str) -> str:
        return (await self._now()).answers.get(message, "")

    async def _now(self) -> _Kept:
        """What is kept at this moment."""
        return self._kept

    async def _change(self, change: Callable[[_Kept], object]) -> None:
        change(self._kept)


class FileReferences(MemoryReferences):
    """References in a JSON file that several replicas share: each reads what the others wrote.

    A change is made to what the file holds at that moment, behind a lock, and moved in place whole.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = asyncio.Lock()
        self._seen = 0
        self._refresh()

    @override
    async def _now(self) -> _Kept:
        async with self._lock:
            await asyncio.to_thread(self._refresh)
        return self._kept

    @override
    async def _change(self, change: Callable[[_Kept], object]) -> None:
        async with self._lock:
            await asyncio.to_thread(self._changed, change)

    def _refresh(self) -> None:
        written = _written(self._path)
        if written != self._seen:
            self._kept, self._seen = _read(self._path), written

    def _changed(self, change: Callable[[_Kept], object]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.with_suffix(".lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            self._refresh()
            change(self._kept)
            _write(self._path, json.dumps(asdict(self._kept), ensure_ascii=False))
            self._seen = _written(self._path)


def _written(path: Path) -> int:
    """When the file was written, and as which; zero where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0
    return hash((found.st_mtime_ns, found.st_ino, found.st_size))


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
    aside = path.with_suffix(".new")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)
