"""A scene for each layer that asks a model: how a person in a chat comes to it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.checkpoint import Action, Decision
from review.ledger.notices import Asked
from tests.pipeline.agents.layers.store import (
    PUZZLE,
    WRITTEN,
    LayeredModel,
    Replies,
    Store,
    open_store,
    usual,
)
from tests.pipeline.agents.layers.test_follow_ups import FIRST, GOOD, MESSAGE
from tests.pipeline.agents.layers.test_routing import TO_STORE, library
from tests.pipeline.agents.layers.test_same_question import ASKED, SAME, approved, given
from tests.review.fakes import ANA
from tests.review.office import World

_CANNOT: dict[str, Any] = {"cannot": "Nothing was told of it."}
_BAD: dict[str, Any] = {"sql": "SELECT nme FROM customers", "reading": "names"}
_COLUMN: dict[str, Any] = {
    "mark": "bar",
    "encoding": {
        "x": {"field": "name"},
        "y": {"field": "net_takings", "type": "quantitative"},
        "color": {"field": "joined_on"},
    },
    "stacked": True,
}
_OUTLINE: dict[str, Any] = {"title": "Sailors", "questions": ["net takings", "customers"]}


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What is said before and then, and what of the store is another than usual."""

    said: str = PUZZLE
    before: tuple[str, ...] = ()
    replies: Mapping[str, Replies | list[Replies]] = field(default_factory=dict)
    models: Mapping[str, Any] = field(default_factory=dict)
    few: bool = True
    several: bool = False
    approves: bool = False
    confirms: bool = False

    async def begin(self, world: World) -> None:
        """Everything up to the message that leads to the layer."""
        for message in self.before:
            await world.ask(message)

    async def go(self, world: World) -> None:
        """That message; an outline is confirmed with two questions in it."""
        await world.ask(self.said)
        if self.confirms:
            lines = ("net takings", "net takings by month")
            values = {"outline-questions": "\n".join(lines)}
            edited = Decision(action=Action.EDIT, values=values)
            await world.say(world.last(Asked), edited, ANA)

    @asynccontextmanager
    async def store(self, folder: Path, **replies: Replies | list[Replies]) -> AsyncIterator[Store]:
        script: LayeredModel = usual(**{**self.replies, **replies})
        how: dict[str, Any] = {"workspace": {"models": dict(self.models)}}
        how |= {"others": library(folder)} if self.several else {}
        how |= await given(approved()) if self.approves else {}
        async with open_store(folder, script, few=self.few, **how) as store:
            yield store


# `repair` is `write_sql` asked again; `administer` has tests of its own, over a book of writes.
SCENES: Mapping[str, Scene] = {
    "route": Scene(several=True, replies={"route": TO_STORE}),
    "propose_match": Scene(said=ASKED, few=False, approves=True, replies={"propose_match": SAME}),
    "rewrite": Scene(before=(FIRST,), said=MESSAGE, replies={"rewrite": GOOD}),
    "find_spans": Scene(few=False),
    "understand": Scene(few=False),
    "pick_tables": Scene(few=False),
    "pick_columns": Scene(few=False),
    "write_sql": Scene(),
    "repair": Scene(replies={"write_sql": [_BAD, WRITTEN]}),
    "explore": Scene(models={"explore": True}, replies={"write_sql": _CANNOT, "explore": WRITTEN}),
    "tell": Scene(models={"summaries": True}, replies={"tell": {"text": "Ada is the only one."}}),
    "draw": Scene(
        said="net takings by customer name and joined on as a pie chart",
        models={"charts": True},
        replies={"draw": _COLUMN},
    ),
    "outline": Scene(said="Write me a report on drunken sailors", replies={"outline": _OUTLINE}),
    "sum_up": Scene(
        said="Write me a report on net takings in 2026",
        models={"summaries": True},
        confirms=True,
        replies={"tell": {"text": "It is so."}, "sum_up": {"sentences": ["It went well."]}},
    ),
}
