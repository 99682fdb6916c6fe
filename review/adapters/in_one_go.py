"""Several statements on their way at once: PostgreSQL takes them in order, in one round trip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import psycopg

from review.adapters.drivers import Driver
from review.adapters.preparing import Prepared
from review.adapters.statements import ANY, Changing

Cursor: TypeAlias = psycopg.AsyncCursor[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A statement with its parameters, and how many rows it has to change."""

    text: bytes
    given: Mapping[str, Any] | None = None
    prepared: Prepared | None = None
    changing: Changing = ANY


async def in_one_go(driver: Driver, calls: Sequence[Call]) -> Sequence[Cursor]:
    """What each gives back. Raises psycopg.Error of the first that fails; none after it is run."""
    if len(calls) == 1:
        return [await _sent(driver, calls[0])]
    async with driver.pipeline():
        return [await _sent(driver, each) for each in calls]


async def _sent(driver: Driver, call: Call) -> Cursor:
    cursor = driver.cursor()
    await cursor.execute(call.text, call.given)
    return cursor
