"""A talk with a model about the database: what it wants changed, and what became of that."""

from dataclasses import dataclass, field

from pipeline.writes.receipt import Receipt
from pipeline.writes.values import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedChange:
    """A change that a model called for. `id` is that of its call."""

    id: str
    sql: str
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeChange:
    """One that was written, under the approval that completed it."""

    approval: str
    proposal: Proposal
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminTalk:
    """How far a talk got.

    `messages` are the model's own history, text that only its adapter reads. `wanted` are the
    changes of its last turn, in their order, `ended` what became of each by its id, and `told` the
    same for people over all turns. `asked` counts all changes that were wanted, `rounds` the turns;
    `failed` says that the last turn came to nothing, and the next model has its only try.
    """

    messages: str = ""
    wanted: tuple[WantedChange, ...] = ()
    ended: dict[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    made: tuple[MadeChange, ...] = ()
    asked: int = 0
    rounds: int = 0
    rung: int = 0
    failed: bool = False

    @property
    def next_wanted(self) -> WantedChange | None:
        """The first change of the turn of which nothing became yet."""
        return next((each for each in self.wanted if each.id not in self.ended), None)
