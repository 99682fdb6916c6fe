"""Hears from PostgreSQL of new jobs when the kernel says that there is something to read.

The driver's own way looks ten times a second, which is most of what an idle replica does.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import psycopg
from procrastinate import PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from typing_extensions import override

from review.adapters.at_work import CHANNEL
from review.adapters.drivers import LIVING
from review.ledger.news import News

# How long a connection that hears nothing is believed to live.
_SILENCE = 60.0
_A_JOB = '{"type": "job_inserted"}'


class ListeningConnector(PsycopgConnector):
    """Procrastinate's connector, that hears in this way."""

    def __init__(self, conninfo: str, news: News, **options: Any) -> None:
        super().__init__(conninfo=conninfo, **options)
        self._conninfo = conninfo
        self._news = news

    @override
    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Until it is cancelled. Raises ConnectorException."""
        try:
            options = {**LIVING, **conninfo_to_dict(self._conninfo)}
            async with await psycopg.AsyncConnection.connect(
                **options, autocommit=True
            ) as connection:
                for name in (*channels, CHANNEL):
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(name)))
                self._news.listens()
                # Whatever came in between is fetched as well.
                await on_notification(channel=CHANNEL, payload=_A_JOB)
                await self._hear(connection, on_notification)
        except psycopg.OperationalError as error:
            # The worker begins again.
            raise ConnectorException from error
        finally:
            self._news.listens_no_more()

    async def _hear(
        self, connection: psycopg.AsyncConnection[Any], on_notification: Notify
    ) -> None:
        async for heard in _notifications(connection):
            if heard.channel == CHANNEL:
                self._news.heard(heard.payload)
            else:
                await on_notification(channel=heard.channel, payload=heard.payload)


async def _notifications(
    connection: psycopg.AsyncConnection[Any],
) -> AsyncIterator[psycopg.Notify]:
    """Each as it comes. Raises psycopg.OperationalError where the connection died."""
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
            yield each
        notified.clear()
