"""What a channel is for: answers there, answers to the asker alone, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bots.conversation.hearing import Heard
from review.ledger.threads import Thread


class ChannelUse(StrEnum):
    """`here`: answers in the channel; `asker`: in a direct message; `off`: nowhere."""

    HERE = "here"
    ASKER = "asker"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """The use of each channel by its id, and of all others. Direct messages are not channels."""

    uses: Mapping[str, ChannelUse] = field(default_factory=dict)
    others: ChannelUse = ChannelUse.HERE

    def is_off(self, thread: Thread) -> bool:
        """Whether nobody gets anything there."""
        return self._use(thread) is ChannelUse.OFF

    def applied(self, heard: Heard) -> Heard:
        """The message as the use of its channel has it."""
        return replace(heard, off=self.is_off(heard.thread), thread=self.thread(heard.thread))

    def thread(self, thread: Thread) -> Thread:
        """The thread, whose answers go to the asker alone unless the channel is for all."""
        here = self._use(thread) is ChannelUse.HERE
        return thread if here else replace(thread, mixed=True)

    def _use(self, thread: Thread) -> ChannelUse:
        if thread.private or not thread.channel:
            return ChannelUse.HERE
        return self.uses.get(thread.channel, self.others)


def channels_of(uses: Mapping[str, str], others: str) -> Channels:
    """As the settings have them."""
    return Channels(
        uses={channel: ChannelUse(use) for channel, use in uses.items()},
        others=ChannelUse(others),
    )
