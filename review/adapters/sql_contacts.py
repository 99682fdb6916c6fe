"""Contacts, in SQL."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import bindparam, delete, select

from review.adapters.statements import Statements
from review.adapters.tables import contacts
from review.adapters.upserts import put
from review.ledger.contacts import Contact

_NAMES: Final = tuple(Contact.__slots__)
_HERE: Final = contacts.c.surface == bindparam("here")
_ONE: Final = select(contacts).where(_HERE, contacts.c.key == bindparam("of"))
_LATEST: Final = select(contacts).where(_HERE).order_by(contacts.c.kept_at.desc()).limit(1)
_OF_TENANT: Final = _LATEST.where(contacts.c.tenant == bindparam("of"))
_OF_PERSON: Final = _LATEST.where(contacts.c.person == bindparam("of"))
_GONE: Final = delete(contacts).where(_HERE, contacts.c.key == bindparam("of"))


class SqlContacts:
    """The Contacts port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def keep(self, contact: Contact, now: dt.datetime) -> None:
        if await self.of(contact.surface, contact.key) != contact:
            await put(self._connection, contacts, asdict(contact) | {"kept_at": now})

    async def of(self, surface: str, key: str) -> Contact | None:
        return await self._found(_ONE, surface, key)

    async def newest(self, surface: str, tenant: str) -> Contact | None:
        return await self._found(_OF_TENANT, surface, tenant) if tenant else None

    async def leading_to(self, surface: str, person: str) -> Contact | None:
        return await self._found(_OF_PERSON, surface, person) if person else None

    async def forget(self, surface: str, key: str) -> None:
        await self._connection.execute(_GONE, {"here": surface, "of": key})

    async def _found(self, statement: Any, surface: str, of: str) -> Contact | None:
        row = (await self._connection.execute(statement, {"here": surface, "of": of})).first()
        return _contact(row) if row is not None else None


def _contact(row: Mapping[str, Any]) -> Contact:
    return Contact(**{name: row[name] for name in _NAMES})
