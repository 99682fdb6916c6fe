"""How the running installation is: its workspaces, and the messages that nobody got."""

from bots.bootstrap.workspaces import LiveWorkspaces
from bots.ports import Condition
from bots.wording import home as say
from review.ledger.errors import ReviewError
from review.ledger.port import Ledger
from review.ledger.records import OwedStatus

_MOST = 100


class RunningHealth:
    """The Health port over what runs in this process."""

    def __init__(self, workspaces: LiveWorkspaces, ledger: Ledger) -> None:
        self._workspaces = workspaces
        self._ledger = ledger

    async def conditions(self) -> tuple[Condition, ...]:
        await self._workspaces.probe()
        lost = self._workspaces.problems
        open_ = [
            Condition(what=each.title, well=False, said=say.LOST)
            if each.name in lost
            else Condition(
                what=each.title, well=True, said=say.healthy(len(each.known.catalog.tables))
            )
            for each in self._workspaces.all()
        ]
        away = [
            Condition(what=name, well=False, said=said)
            for name, said in self._workspaces.unavailable().items()
        ]
        return (*open_, *away, *self._embedding(), *await self._undelivered())

    def _embedding(self) -> tuple[Condition, ...]:
        """Where approved questions are found by their words alone for now."""
        counted = ((each.title, each.validated.unembedded()) for each in self._workspaces.all())
        return tuple(
            Condition(what=title, well=False, said=say.embedding(count))
            for title, count in counted
            if count
        )

    async def _undelivered(self) -> tuple[Condition, ...]:
        try:
            async with self._ledger.read() as pages:
                dead = await pages.outbox.listed(OwedStatus.DEAD, _MOST)
        except ReviewError as error:
            return (Condition(what=say.LEDGER, well=False, said=str(error)),)
        if not dead:
            return ()
        return (Condition(what=say.MESSAGES, well=False, said=say.undelivered(len(dead))),)
