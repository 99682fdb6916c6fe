"""Teams' streamed messages: what goes on in a run, shown in a personal chat while it goes on.

A stream is the run's progress message: the card that comes next ends it and takes its place. Where
Teams allows no stream, one message is edited, as in channels and groups. Teams shows a button of
its own to stop a stream, and tells of a press by refusing what comes next.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bots.conversation.streams import KeptStreams
from bots.teams.refusals import REFUSED, StreamStopped
from bots.teams.sending.mail import Mail
from bots.teams.sending.messages import Place, StreamInfo
from bots.visible import visible
from bots.wording import progress
from pipeline.events import Event, Paid, StepStarted, TextChecked, ToolCalled
from review.ledger.notices import Delivery, Working
from review.ledger.threads import Thread
from review.ports.desk import TryLater

Pause: TypeAlias = Callable[[float], Awaitable[None]]
Stop: TypeAlias = Callable[[Thread], Awaitable[None]]

_log = logging.getLogger(__name__)
# Teams takes one update a second, and ends what lasts two minutes; before that an ordinary message
# goes on. Without news the same line is sent again, to hear whether somebody has stopped it.
_BEAT_SECONDS: Final = 1.5
_BEATS_OF_SILENCE: Final = 3
_LONGEST_SECONDS: Final = 100.0
_MOST_TEXT: Final = 1_000
# What a link or a mention is made of, in markdown, in HTML and as a bare address.
_LINKING: Final = re.compile(r"\]|<|:(?=//)|\bwww(?=\.)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What streams stand in: time, how to wait, and what a press of Teams' own *Stop* does."""

    ticks: Callable[[], float]
    stop: Stop
    pause: Pause = asyncio.sleep


class Streams:
    """The streams of this process, by run and by message. See `pipeline.events.Live`."""

    def __init__(self, mail: Mail, around: Around) -> None:
        self._mail = mail
        self._around = around
        self._kept: KeptStreams[_Stream] = KeptStreams()

    def tell(self, run: str, event: Event) -> None:
        self._kept.tell(run, event)

    def show(self, reference: str, notice: Working) -> bool:
        """Show the step in its stream; False where an ordinary message has to go on."""
        return self._kept.show(reference, notice)

    async def begin(self, thread: Thread, place: Place, delivery: Delivery) -> str:
        """The reference of a new stream; empty where there is none here. Raises TryLater."""
        if not allowed(thread, delivery):
            return ""
        line = progress.working("", 0)
        try:
            ident = await self._mail.stream(place, line, StreamInfo(kind="informative", number=1))
        except TryLater:
            raise
        except REFUSED as refusal:
            _log.info("Teams streams nothing here: %s", refusal)
            return ""
        reference = f"{place.conversation}/{ident}"
        stream = _Stream(self._mail, thread, place, ident, self._around)
        self._kept.keep(delivery.slot.partition("/")[0], reference, stream)
        stream.begin()
        return reference

    def end(self, reference: str) -> bool:
        """Say nothing more there; whether that message is a stream, which a last one must end."""
        stream = self._kept.get(reference)
        if stream is not None:
            stream.silence()
        return stream is not None

    def ended(self, reference: str) -> None:
        """The last message was taken: it is an ordinary message from now on."""
        self._kept.forget(reference)

    def stop(self) -> None:
        """This process ends; Teams ends its streams."""
        for reference in self._kept:
            self.end(reference)


class _Stream:
    """One streamed message: the newest line goes out, at Teams' pace."""

    def __init__(
        self, mail: Mail, thread: Thread, place: Place, ident: str, around: Around
    ) -> None:
        self._mail = mail
        self._thread = thread
        self._place = place
        self._ident = ident
        self._around = around
        self._until = around.ticks() + _LONGEST_SECONDS
        self._line, self._text, self._news = progress.working("", 0), "", False
        self._calls, self._cost = 0, 0.0
        self._number = 1
        self._sending: asyncio.Task[None] | None = None
        self.over = False

    def begin(self) -> None:
        self._sending = asyncio.get_running_loop().create_task(self._send())

    def tell(self, event: Event) -> None:
        line = self._words(event) if isinstance(event, TextChecked) else self._work(event)
        if line:
            self._line, self._news = line[:_MOST_TEXT], True

    def _words(self, event: TextChecked) -> str:
        """Teams takes only more of the same words: others wait for the card that ends this."""
        if not event.text.startswith(self._text):
            return ""
        self._text = event.text
        return _inert(self._text)

    def _work(self, event: Event) -> str:
        """What goes on; of no more interest once there are words of the answer."""
        if isinstance(event, Paid):
            self._calls += 1
            self._cost += event.spent.cost or 0.0
        if self._text:
            return ""
        match event:
            case StepStarted(step=step):
                return progress.step(step)
            case ToolCalled(tool=tool):
                return progress.tool(tool)
            case Paid():
                return progress.paid(self._calls, self._cost or None)
            case _:
                return ""

    def silence(self) -> None:
        self.over = True
        if self._sending is not None:
            self._sending.cancel()

    async def _send(self) -> None:
        wait, silent = _BEAT_SECONDS, 0
        while not self.over:
            await self._around.pause(wait)
            wait, silent = _BEAT_SECONDS, silent + 1
            if self._around.ticks() >= self._until:
                self.over = True
            elif self._news or silent >= _BEATS_OF_SILENCE:
                wait, silent = await self._continued(), 0

    async def _continued(self) -> float:
        """How long to wait before the next update."""
        self._news = False
        self._number += 1
        kind = "streaming" if self._text else "informative"
        info = StreamInfo(kind=kind, number=self._number, ident=self._ident)
        try:
            await self._mail.stream(self._place, self._line, info)
        except TryLater as late:
            # The number is free again: Teams did not take it.
            self._number, self._news = self._number - 1, True
            return max(late.seconds, _BEAT_SECONDS)
        except StreamStopped:
            self.over = True
            await self._around.stop(self._thread)
        except REFUSED as refusal:
            self.over = True
            _log.info("Teams took no more of a stream: %s", refusal)
        return _BEAT_SECONDS


def _inert(text: str) -> str:
    """Teams reads markdown here: a link that came with the data is not to be pressed."""
    return _LINKING.sub(lambda found: f"{found[0]}\u200b", visible(text))


def allowed(thread: Thread, delivery: Delivery) -> bool:
    """A new progress message of a run that is at work, in its asker's personal chat."""
    notice = delivery.notice
    new = isinstance(notice, Working) and not notice.queued and not delivery.replaces
    return new and thread.private and not thread.root and not delivery.under
