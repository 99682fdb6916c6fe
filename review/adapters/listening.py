"""Hears from PostgreSQL of new jobs when the kernel says that there is something to read.

The driver's own way looks ten times a second, which is most of what an idle replica does.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

import psycopg
from procrastinate import PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from typing_extensions import override

from review.adapters.drivers import LIVING

# How long a connection that hears nothing is believed to live.
_SILENCE = 30.0


class ListeningConnector(PsycopgConnector):
    """Procrastinate's connector, that hears in this way."""

    def __init__(self, conninfo: str, **options: Any) -> None:
        super().__init__(conninfo=conninfo, **options)
        self._conninfo = conninfo

    @override
    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Until it is cancelled. Raises ConnectorException."""
        try:
            options = {**LIVING, **conninfo_to_dict(self._conninfo)}
            async with await psycopg.AsyncConnection.connect(
                **options, autocommit=True
            ) as connection:
                for name in channels:
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(name)))
                await _heard(connection, on_notification)
        except psycopg.OperationalError as error:
            # The worker begins again.
            raise ConnectorException from error


async def _heard(connection: psycopg.AsyncConnection[Any], tell: Notify) -> None:
    """Tell of each notification. Raises psycopg.OperationalError where the connection died."""
    loop, descriptor = asyncio.get_running_loop(), connection.fileno()
    notified: list[psycopg.Notify] = []
    connection.add_notify_handler(notified.append)
    while True:
        readable = asyncio.Event()
        loop.add_reader(descriptor, readable.set)
        try:
            async with asyncio.timeout(_SILENCE):
                await readable.wait()
        except TimeoutError:
            pass
        finally:
            loop.remove_reader(descriptor)
        # Whatever has come is handed over before the answer; a dead connection gives none.
        await connection.execute("SELECT 1")
        for each in notified:
            await tell(channel=each.channel, payload=each.payload)
        notified.clear()
