"""Where conversations are, so that we can speak there days later, from any replica."""

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol, TypeVar

from bots.ports import Clock
from bots.teams.activities import SURFACE
from review.ledger.contacts import Contact
from review.ledger.port import Ledger

V = TypeVar("V")
# What another replica forgot in this time is kept again with the first message after it.
_A_MOMENT: Final = dt.timedelta(minutes=1)
_MOST_LATELY: Final = 5_000


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
    """Keeps references and the Teams ids of people. Raises LedgerUnavailableError."""

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


class LedgerReferences:
    """References in the ledger: a restart forgets nothing, and each replica knows all of them.

    Nearly every message brings what is known already: it is looked up once in a while only.
    """

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._lately: dict[str, tuple[dt.datetime, Reference | Member]] = {}

    async def keep(self, reference: Reference) -> None:
        if self._was_kept(reference.channel, reference):
            return
        await self._keep(
            reference,
            Contact(
                surface=SURFACE,
                key=reference.channel,
                tenant=reference.tenant,
                person=reference.person,
                body=_body(reference),
            ),
        )

    async def of(self, channel: str) -> Reference | None:
        async with self._ledger.read() as pages:
            found = _read(Reference, await pages.contacts.of(SURFACE, channel))
        if found is None:
            # Another replica forgot it.
            self._lately.pop(channel, None)
        return found

    async def nearest(self, tenant: str) -> Reference | None:
        async with self._ledger.read() as pages:
            return _read(Reference, await pages.contacts.newest(SURFACE, tenant))

    async def private(self, person: str) -> Reference | None:
        async with self._ledger.read() as pages:
            return _read(Reference, await pages.contacts.leading_to(SURFACE, person))

    async def forget(self, channel: str) -> None:
        self._lately.pop(channel, None)
        async with self._ledger.begin() as pages:
            await pages.contacts.forget(SURFACE, channel)

    async def keep_member(self, person: str, member: Member) -> None:
        if not self._was_kept(person, member):
            await self._keep(member, Contact(surface=SURFACE, key=person, body=_body(member)))

    async def member(self, person: str) -> Member | None:
        async with self._ledger.read() as pages:
            return _read(Member, await pages.contacts.of(SURFACE, person))

    def _was_kept(self, key: str, value: Reference | Member) -> bool:
        """Whether this process kept just this a moment ago."""
        at, kept = self._lately.get(key, (None, None))
        return kept == value and at is not None and abs(self._clock() - at) < _A_MOMENT

    async def _keep(self, value: Reference | Member, contact: Contact) -> None:
        async with self._ledger.read() as pages:
            known = await pages.contacts.of(SURFACE, contact.key) == contact
        if not known:
            async with self._ledger.begin() as pages:
                await pages.contacts.keep(contact, self._clock())
        if len(self._lately) >= _MOST_LATELY:
            self._lately.clear()
        self._lately[contact.key] = (self._clock(), value)


def _body(value: Reference | Member) -> str:
    return json.dumps(asdict(value), ensure_ascii=False)


def _read(kind: Callable[..., V], contact: Contact | None) -> V | None:
    """The value; None for what another version wrote, which the next message brings anew."""
    if contact is None:
        return None
    try:
        stored: dict[str, Any] = json.loads(contact.body)
        return kind(**stored)
    except (ValueError, TypeError):
        return None
