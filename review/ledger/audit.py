"""The audit chain: each entry is hashed together with the one before it."""

import datetime as dt
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from review.ledger.pseudonyms import ENTRIES, FORGOTTEN
from review.ledger.records import Noted

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One link of the chain. `details` may be purged later: the chain holds only their digest."""

    number: int
    at: dt.datetime
    actor: str
    action: str
    run: str
    checkpoint: str
    place: str
    details: str | None
    digest: str
    previous: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """Where the chain does not hold, and what is wrong there."""

    number: int
    reason: str


class Audit(Protocol):
    """What happened, append-only."""

    def note(self, noted: Noted) -> None:
        """Chain this to the audit when the transaction ends."""
        ...

    def entries(self) -> AsyncIterator[Entry]:
        """All of it, oldest first."""
        ...


def linked(noted: Noted, number: int, previous: str) -> Entry:
    """The next link of the chain."""
    details = json.dumps(noted.details, sort_keys=True, ensure_ascii=False)
    entry = Entry(
        number=number,
        at=noted.at.astimezone(dt.UTC),
        actor=noted.actor,
        action=noted.action,
        run=noted.run,
        checkpoint=noted.checkpoint,
        place=noted.place,
        details=details,
        digest=_sha(details),
        previous=previous,
        hash="",
    )
    return _hashed(entry)


async def breaks(entries: AsyncIterator[Entry]) -> tuple[int, tuple[Break, ...]]:
    """How many entries there are, and every place where the chain was tampered with.

    An entry in which a person was forgotten has another text than its hash. It holds as long as a
    later entry, which nobody can add or change unseen, says that this is its text now.
    """
    found: list[Break] = []
    number, previous = 0, GENESIS
    changed: dict[int, str] = {}
    async for entry in entries:
        found += [Break(number=entry.number, reason=r) for r in _wrongs(entry, number, previous)]
        number, previous = entry.number, entry.hash
        if _hashed(entry).hash != entry.hash:
            changed[entry.number] = seal_of(entry)
        for each, seal in _forgotten_in(entry).items():
            if changed.get(int(each)) == seal:
                del changed[int(each)]
    found += [Break(number=each, reason="it was changed after it was written") for each in changed]
    return number, tuple(sorted(found, key=lambda each: each.number))


def seal_of(entry: Entry) -> str:
    """What a later entry says of this one, where a person was forgotten in it."""
    return _sha(body_of(entry))


def digest_of(details: str) -> str:
    return _sha(details)


def _forgotten_in(entry: Entry) -> dict[str, str]:
    """The seals of other entries that this one gives; none where it was itself changed."""
    if entry.action != FORGOTTEN or not entry.details or _sha(entry.details) != entry.digest:
        return {}
    seals: dict[str, str] = json.loads(json.loads(entry.details)[ENTRIES])
    return seals


async def exported(entries: AsyncIterator[Entry]) -> AsyncIterator[str]:
    """Every entry as a line of JSON, with all that is needed to check the chain elsewhere."""
    async for entry in entries:
        values = {name: getattr(entry, name) for name in Entry.__slots__}
        yield json.dumps(values | {"at": entry.at.isoformat()}, ensure_ascii=False)


def _wrongs(entry: Entry, last: int, previous: str) -> list[str]:
    wrongs = []
    if entry.number != last + 1:
        wrongs.append(f"entries {last + 1} to {entry.number - 1} are missing")
    elif entry.previous != previous:
        wrongs.append("it does not follow the entry before it")
    if entry.details is not None and _sha(entry.details) != entry.digest:
        wrongs.append("its details were changed after they were written")
    return wrongs


def _hashed(entry: Entry) -> Entry:
    text = f"[{entry.number}, {body_of(entry)}, {json.dumps(entry.previous)}]"
    values = {name: getattr(entry, name) for name in Entry.__slots__}
    return Entry(**(values | {"hash": _sha(text)}))


def body_of(entry: Entry) -> str:
    """What is hashed of an entry between its number and the hash of the one before it."""
    parts = [
        entry.at.astimezone(dt.UTC).isoformat(),
        entry.actor,
        entry.action,
        entry.run,
        entry.checkpoint,
        entry.place,
        entry.digest,
    ]
    return json.dumps(parts, ensure_ascii=False)[1:-1]


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
