"""A department store whose tables are many, and a model that answers each layer from a script."""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import pydantic_ai.models

from bots.bootstrap.workspaces import LiveWorkspaces, MakeValidated, NoAnswers
from bots.settings import Settings
from pipeline.direct import Decide, Driven, drive, take_defaults
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspaces
from review.policy.purse import Purse
from tests.pipeline.agents.asked_layer import layer_of
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply, Request
from tests.pipeline.agents.shop import a_rung, asked

OTHERS = (
    "boilers", "ovens", "drains", "lifts", "gardens", "kennels", "ponds", "roofs", "vans", "wells",
    "alarms", "fences", "gutters", "heaters", "jetties", "ladders", "meters", "nozzles", "pumps",
    "quarries", "tanks",
)  # fmt: skip
_FILLERS = ", ".join(f"filler_{number:02} TEXT" for number in range(96))
_SCHEMA = f"""
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, joined_on DATE);
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), bought_on DATE NOT NULL,
  net_price REAL NOT NULL, gross_price REAL NOT NULL, is_test INTEGER NOT NULL, {_FILLERS}
);
CREATE TABLE salaries (id INTEGER PRIMARY KEY, person TEXT, amount REAL);
"""
_GLOSSARY = """
metrics:
  - name: net takings
    expression: SUM(net_price)
    table: purchases
tables:
  - table: customers
    description: people who keep coming back to buy from us
  - table: purchases
    description: what customers bought and splashed out on
    filters: ["is_test = 0"]
    time_column: bought_on
"""
# Beyond the rules: none of its words is a name here.
PUZZLE = "Who splashes out like a drunken sailor?"
SQL = (
    "SELECT c.name FROM customers c JOIN purchases p ON p.customer_id = c.id "
    "WHERE p.is_test = 0 GROUP BY c.id, c.name HAVING SUM(p.net_price) > 100"
)
NOTHING: dict[str, Any] = {"times": [], "places": []}
MEANT: dict[str, Any] = {
    "kind": "data question",
    "metrics": [{"words": "splashes out", "metric": "net takings"}],
    "metric_assumptions": ["Splashing out is paying more than 100 in all."],
}
TABLES: dict[str, Any] = {
    "tables": [
        {"name": "customers", "why": "who"},
        {"name": "purchases", "why": "what they paid"},
    ],
    "confidence": 0.9,
}
COLUMNS: dict[str, Any] = {
    "columns": ["customers.name", "purchases.net_price"],
    "metric_assumptions": ["What is paid is the net price."],
}
WRITTEN: dict[str, Any] = {"sql": SQL, "reading": "customers who paid more than 100"}

Replies: TypeAlias = dict[str, Any] | Reply | Callable[[Request], Reply]


@dataclass
class LayeredModel:
    """Answers each layer with its reply, or with its replies one after the other."""

    replies: Mapping[str, Replies | list[Replies]]
    asked: list[str] = field(default_factory=list)

    def __call__(self, request: Request) -> Reply:
        layer = layer_of(request)
        replies = self.replies.get(layer, Failed(404))
        before = Counter(self.asked)[layer]
        self.asked.append(layer)
        if isinstance(replies, list):
            replies = replies[min(before, len(replies) - 1)]
        if isinstance(replies, dict):
            return Answered(replies)
        return replies(request) if callable(replies) else replies


def usual(**other: Replies | list[Replies]) -> LayeredModel:
    """A model that answers every layer rightly, but for these."""
    replies: dict[str, Replies | list[Replies]] = {
        "find_spans": NOTHING,
        "understand": MEANT,
        "pick_tables": TABLES,
        "pick_columns": COLUMNS,
        "write_sql": WRITTEN,
    }
    return LayeredModel(replies | other)


def store_database(folder: Path, *, few: bool = False) -> Path:
    """The database: with many tables of other things, or with few."""
    path = folder / "store.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
        for name in () if few else OTHERS:
            connection.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, label TEXT)")
        connection.executemany(
            "INSERT INTO customers VALUES (?, ?, ?, ?)",
            [
                (1, "Ada", "Spain", "2024-01-01"),
                (2, "Bo", "France", "2024-01-02"),
                (3, "Cy", "Portugal", "2025-01-02"),
            ],
        )
        connection.executemany(
            "INSERT INTO purchases (id, customer_id, bought_on, net_price, gross_price, is_test) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (1, 1, "2026-01-10", 90.0, 99.0, 0),
                (2, 1, "2026-02-10", 40.0, 44.0, 0),
                (3, 2, "2026-02-11", 95.0, 130.0, 0),
                (4, 3, "2026-03-11", 300.0, 330.0, 1),
            ],
        )
        connection.execute("INSERT INTO salaries VALUES (1, 'Ada', 123456.0)")
    connection.close()
    (folder / "glossary.yaml").write_text(_GLOSSARY, "utf-8")
    return path


@dataclass
class Store:
    """The pipeline over the store, and the model it asks."""

    pipeline: Pipeline
    model: LoopbackModel
    script: LayeredModel
    opened: Workspaces

    async def ask(self, question: str, decide: Decide = take_defaults, **state: Any) -> Driven:
        begun: RunState = replace(asked(question), **state)
        return await drive(self.pipeline, begun, decide)

    def told(self, layer: str) -> str:
        """All that the last request of a layer said, as the model reads it."""
        of_layer = [each for each in self.model.requests if layer_of(each) == layer]
        messages = of_layer[-1].body.get("messages") or [of_layer[-1].body]
        return "\n".join(str(each.get("content") or each.get("input")) for each in messages)


@dataclass(frozen=True, kw_only=True)
class Given:
    """What is another than usual: settings of layers and of the workspace, further files, ..."""

    provider: str = "openai-chat"
    layers: Mapping[str, Any] = field(default_factory=dict)
    few: bool = False
    purse: Purse | None = None
    validated: MakeValidated = lambda *_: NoAnswers()
    workspace: Mapping[str, Any] = field(default_factory=dict)
    others: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    rung: Mapping[str, Any] = field(default_factory=dict)


@asynccontextmanager
async def open_store(
    folder: Path, script: LayeredModel, *names: str, **given: Any
) -> AsyncIterator[Store]:
    """The store with a ladder of models of these names (one, `small`, where none is given)."""
    how = Given(**given)
    path = folder / "store.sqlite"
    if not path.exists():
        store_database(folder, few=how.few)
    for name, text in how.files.items():
        (folder / name).write_text(text, "utf-8")
    async with loopback_model(script) as model:
        made = (a_rung(model, name, how.provider) for name in names or ("small",))
        rungs = [rung | dict(how.rung) for rung in made]
        own = {"url": f"sqlite:///{path}", "glossary": "glossary.yaml"} | dict(how.workspace)
        settings = Settings.model_validate(
            {
                "workspaces": {"store": own, **how.others},
                "models": {"ladder": rungs, "layers": dict(how.layers)},
            }
        )
        with pydantic_ai.models.override_allow_model_requests(True):
            opened = LiveWorkspaces(settings, folder, how.validated, how.purse)
            try:
                await opened.open()
                assert opened.all(), opened.unavailable()
                yield Store(Pipeline(opened), model, script, opened)
            finally:
                await opened.close()
