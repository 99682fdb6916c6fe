"""Where a chat can be spoken to, and whom it knows: what every replica must know of it."""

import datetime as dt
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Something of a surface to come back to. `body` is the surface's own, for nobody else to read.

    `tenant` and `person` are empty where it is not to be found by them.
    """

    surface: str
    key: str
    tenant: str = ""
    person: str = ""
    body: str


class Contacts(Protocol):
    """Contacts by key, by the person they lead to, and the newest of a tenant."""

    async def keep(self, contact: Contact, now: dt.datetime) -> None:
        """Write it over the one with its key, unless that says the same already."""
        ...

    async def of(self, surface: str, key: str) -> Contact | None: ...

    async def newest(self, surface: str, tenant: str) -> Contact | None:
        """The one that was kept last."""
        ...

    async def leading_to(self, surface: str, person: str) -> Contact | None:
        """The newest one with this person."""
        ...

    async def forget(self, surface: str, key: str) -> None: ...
