"""Where conversations are, so that we can speak there days later, from any replica."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from bots.ports import Clock
from bots.teams.activities import SURFACE
from review.contacts import Contact
from review.ledger import Ledger

V = TypeVar("V")


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
    """References in the ledger: a restart forgets nothing, and each replica knows all of them."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock

    async def keep(self, reference: Reference) -> None:
        await self._keep(
            Contact(
                surface=SURFACE,
                key=reference.channel,
                tenant=reference.tenant,
                person=reference.person,
                body=_body(reference),
            )
        )

    async def of(self, channel: str) -> Reference | None:
        async with self._ledger.read() as pages:
            return _read(Reference, await pages.contacts.of(SURFACE, channel))

    async def nearest(self, tenant: str) -> Reference | None:
        async with self._ledger.read() as pages:
            return _read(Reference, await pages.contacts.newest(SURFACE, tenant))

    async def private(self, person: str) -> Reference | None:
        async with self._ledger.read() as pages:
            return _read(Reference, await pages.contacts.leading_to(SURFACE, person))

    async def forget(self, channel: str) -> None:
        async with self._ledger.begin() as pages:
            await pages.contacts.forget(SURFACE, channel)

    async def keep_member(self, person: str, member: Member) -> None:
        await self._keep(Contact(surface=SURFACE, key=person, body=_body(member)))

    async def member(self, person: str) -> Member | None:
        async with self._ledger.read() as pages:
            return _read(Member, await pages.contacts.of(SURFACE, person))

    async def _keep(self, contact: Contact) -> None:
        """Looked at first: nearly every message brings what is known already."""
        async with self._ledger.read() as pages:
            if await pages.contacts.of(SURFACE, contact.key) == contact:
                return
        async with self._ledger.begin() as pages:
            await pages.contacts.keep(contact, self._clock())


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
