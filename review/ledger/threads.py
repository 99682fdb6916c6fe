"""Where people talk: threads on surfaces."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One conversation.

    `tenant` is Slack's team or Teams' tenant; `root` the message the thread hangs on.

    `private` says that only the asker reads it (a direct message), and `mixed` that people read
    along who may not see what the asker may.
    """

    surface: str
    tenant: str
    channel: str
    root: str
    private: bool = False
    mixed: bool = False

    @property
    def key(self) -> str:
        """The thread as one text: equal for the same thread, whoever reads it."""
        return f"{self.surface}:{self.tenant}:{self.channel}:{self.root}"

    def of_event(self, event: str) -> str:
        """A surface's event id, told apart from those of other surfaces and tenants."""
        return f"{self.surface}:{self.tenant}:{event}"


# Where nobody reads: the thread of what no person asked.
NOWHERE = Thread(surface="", tenant="", channel="", root="")
