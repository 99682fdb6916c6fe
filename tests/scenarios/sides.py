"""What people do and see in whichever chat: the handles that scenarios are written with."""

from collections.abc import Sequence
from typing import Protocol

from tests.scenarios.town import Json


class Side(Protocol):
    """Ana asks in one channel, Rui and Ada review in another. A thread is named by its root."""

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str:
        """Ask with a mention, or follow up in a thread; the thread."""
        ...

    def add_file(
        self, name: str, content: bytes, text: str = "", *, thread: str = "", person: str = "ana"
    ) -> str:
        """Add a file, with words beside it; the thread. In Teams it is the personal chat."""
        ...

    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json:
        """The newest message of the bot there that holds all these words."""
        ...

    def thread(self, thread: str) -> list[Json]:
        """What everybody in the channel reads in this thread."""
        ...

    async def told_alone(self, person: str, *words: str) -> Json:
        """The newest message that only this person reads."""
        ...

    async def reviewer_sees(self, *words: str) -> Json:
        """The newest message where reviewers sit that holds all these words."""
        ...

    def reviewers_read(self) -> list[Json]:
        """All that stands where reviewers sit."""
        ...

    async def click(self, message: Json, label: str, person: str = "ana") -> None: ...

    def has_dialog(self, person: str) -> bool:
        """Whether a press opened a form that this person has not sent yet."""
        ...

    async def submit_if_asked(self, person: str = "ana") -> None:
        """Send the form that a click opened, as it was filled in; nothing where none opened."""
        ...

    async def fill_in(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a form, type into its first field, and send it."""
        ...

    async def whispered(self, person: str, *words: str) -> Json:
        """What only this person is told where reviewers sit."""
        ...

    async def whispered_to_one(self, people: Sequence[str], *words: str) -> Json:
        """What only one of these people is told: nobody knows which of two clicks comes first."""
        ...

    def stop(self, thread: str, person: str = "ana") -> None: ...

    def say_below(self, card: Json, text: str, person: str) -> None:
        """Write below a case, with a mention."""
        ...

    def edit(self, thread: str, text: str) -> None:
        """Ana changes the question that began the thread."""
        ...

    def delete(self, thread: str) -> None:
        """Ana deletes the question that began the thread."""
        ...

    async def desk(self, person: str, *words: str) -> Json:
        """This person's desk, once it holds these words; `links` lead to messages."""
        ...

    def leads_to(self, desk: Json, card: Json) -> bool:
        """Whether a link of the desk leads to this card."""
        ...

    async def approve_all(self, desk: Json, person: str) -> Json:
        """Choose all that the desk offers and approve it; the desk afterwards."""
        ...

    async def reject_all(self, desk: Json, reason: str, person: str) -> Json:
        """Choose all that the desk offers and reject it; the desk afterwards."""
        ...

    async def choose_all(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a form, choose all that its menu offers, type a reason, and send it."""
        ...

    def refused(self) -> list[Json]:
        """What the chat's own server would not take."""
        ...
