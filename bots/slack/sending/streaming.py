"""Slack's streamed messages: what goes on in a run, shown in a direct message while it goes on.

A stream is the run's progress message: the card that comes next takes its place. Whatever Slack
does not let us stream is told by editing that message, as everywhere else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bots.conversation.streams import KeptStreams
from bots.slack.people import REFUSED
from bots.slack.refusals import error_code, ours
from bots.slack.sending.closing import close
from bots.slack.sending.mail import Outgoing
from bots.slack.sending.timeline import Timeline
from bots.wording import progress
from pipeline.events import Event
from review.ledger.notices import Delivery, Working
from review.ledger.threads import Thread
from review.ports.desk import TryLater

Json: TypeAlias = dict[str, Any]
Pause: TypeAlias = Callable[[float], Awaitable[None]]

_log = logging.getLogger(__name__)
# Slack takes about a hundred additions a minute; steps that are over sooner are never shown.
_BEAT_SECONDS: Final = 0.8


class Streams:
    """The streams of this process, by run and by message. See `pipeline.events.Live`."""

    def __init__(self, pause: Pause = asyncio.sleep) -> None:
        self._pause = pause
        self._kept: KeptStreams[_Stream] = KeptStreams()

    def tell(self, run: str, event: Event) -> None:
        self._kept.tell(run, event)

    def show(self, reference: str, notice: Working) -> bool:
        """Show the step in its stream; False where an ordinary message has to go on."""
        return self._kept.show(reference, notice)

    async def begin(
        self, client: AsyncWebClient, thread: Thread, delivery: Delivery, message: Outgoing
    ) -> str:
        """The reference of a new stream; empty where Slack allows none here.

        Raises TryLater where nobody can say whether it began.
        """
        if not allowed(thread, delivery):
            return ""
        with ours():
            started = await _started(client, thread, message)
        if not started:
            return ""
        reference = f"{thread.channel}/{started}"
        run = delivery.slot.partition("/")[0]
        self._kept.keep(run, reference, _Stream(client, thread.channel, started, self._pause))
        return reference

    async def end(self, reference: str) -> None:
        """Let the next card take the stream's place. Raises TryLater."""
        stream = self._kept.get(reference)
        if stream is not None:
            await stream.end()
            self._kept.forget(reference)

    def stop(self) -> None:
        """This process ends; whoever goes on with the runs ends their streams."""
        for reference in self._kept:
            self._kept.forget(reference)


class _Stream:
    """One streamed message: what is told goes out together, at Slack's pace."""

    def __init__(self, client: AsyncWebClient, channel: str, ts: str, pause: Pause) -> None:
        self._client = client
        self._where = {"channel": channel, "ts": ts}
        self._pause = pause
        self._timeline = Timeline()
        self._sending: asyncio.Task[None] | None = None
        self.over = False

    def tell(self, event: Event) -> None:
        if self.over:
            return
        self._timeline.hear(event)
        if self._timeline and (self._sending is None or self._sending.done()):
            self._sending = asyncio.get_running_loop().create_task(self._send())

    def silence(self) -> None:
        self.over = True
        if self._sending is not None:
            self._sending.cancel()

    async def end(self) -> None:
        """Slack takes no other edit before. Raises TryLater."""
        self.silence()
        await close(self._client, self._where["channel"], self._where["ts"])

    async def _send(self) -> None:
        wait = _BEAT_SECONDS
        while self._timeline and not self.over:
            await self._pause(wait)
            chunks = self._timeline.taken()
            wait = await self._appended(chunks) if chunks else _BEAT_SECONDS

    async def _appended(self, chunks: dict[str, Json]) -> float:
        """How long to wait before the next addition. Slack ends a long stream by itself."""
        try:
            with ours():
                await self._client.chat_appendStream(**self._where, chunks=list(chunks.values()))
        except TryLater as late:
            self._timeline.put_back(chunks)
            return max(late.seconds, _BEAT_SECONDS)
        except REFUSED as refusal:
            self.over = True
            _log.info("Slack took no more of a stream: %s", refusal)
        return _BEAT_SECONDS


def allowed(thread: Thread, delivery: Delivery) -> bool:
    """A new progress message of a run that is at work, below its asker's own direct message."""
    notice = delivery.notice
    new = isinstance(notice, Working) and not notice.queued and not delivery.replaces
    return new and thread.private and bool(thread.root) and not delivery.under


async def _started(client: AsyncWebClient, thread: Thread, message: Outgoing) -> str:
    """The new message, empty where Slack says no. The button to stop is found again by its key."""
    buttons = [block for block in message.shape.blocks if block["type"] == "actions"]
    chunks: list[Json] = [{"type": "plan_update", "title": progress.working("", 0)}]
    if buttons:
        stop = [{**buttons[0], "block_id": message.key}]
        chunks.append({"type": "blocks", "blocks": stop})
    try:
        started = await client.chat_startStream(
            channel=thread.channel,
            thread_ts=thread.root,
            task_display_mode="plan",
            chunks=chunks,
        )
    except SlackApiError as error:
        _log.info("Slack streams nothing here: %s", error_code(error))
        return ""
    return str(started["ts"])
