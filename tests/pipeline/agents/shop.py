"""A small shop with its settings, asked through the whole pipeline with models on loopback."""

import datetime as dt
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pydantic_ai.models

from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings
from knowledge.catalog import Catalog
from knowledge.glossary import Glossary
from pipeline.direct import Decide, Driven, drive, take_defaults
from pipeline.people import Person
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import ValidatedAnswers
from review.policy.purse import Purse
from tests.pipeline.agents.loopback import LoopbackModel, Script, loopback_model
from tests.pipeline.agents.loopback_replies import Reply

_SCHEMA = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, vip INTEGER);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), placed_on DATE NOT NULL,
  status TEXT NOT NULL, net REAL NOT NULL, is_test INTEGER NOT NULL
);
CREATE TABLE visits (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), seen_on DATE, page TEXT
);
CREATE TABLE salaries (id INTEGER PRIMARY KEY, person TEXT, amount REAL);
"""
_CUSTOMERS = [(1, "Ada", "Spain", 1), (2, "Bo", "France", 0), (3, "Cy", "Spain", 0)]
_ORDERS = [
    (1, 1, "2026-01-10", "paid", 100.0, 0),
    (2, 1, "2026-02-10", "paid", 50.0, 0),
    (3, 2, "2026-02-11", "open", 70.0, 0),
    (4, 3, "2026-03-01", "paid", 30.0, 0),
    (5, 2, "2026-02-12", "paid", 999.0, 1),
]
_VISITS = [(1, 1, "2026-01-01", "home"), (2, 2, "2026-02-02", "prices"), (3, 2, None, "home")]
_GLOSSARY = """
metrics:
  - name: net revenue
    expression: SUM(net)
    table: orders
tables:
  - table: orders
    description: one row per order
    filters: ["is_test = 0"]
    time_column: placed_on
"""

TODAY = dt.date(2026, 11, 3)
# Beyond the rules: no name in it is of this database.
PUZZLE = "Who keeps coming back like a boomerang?"
BOOMERANG = (
    "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id "
    "WHERE o.is_test = 0 GROUP BY c.id, c.name HAVING COUNT(*) > 1"
)


Shelved: TypeAlias = Callable[[str, Catalog, Glossary], ValidatedAnswers]


def _nothing_approved(*_: object) -> ValidatedAnswers:
    return NoAnswers()


def shop_database(folder: Path, comments: Sequence[str] = ()) -> Path:
    """The database; `comments` are further statements."""
    path = folder / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?)", _CUSTOMERS)
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", _ORDERS)
        connection.executemany("INSERT INTO visits VALUES (?, ?, ?, ?)", _VISITS)
        connection.execute("INSERT INTO salaries VALUES (1, 'Ada', 123456.0)")
        for statement in comments:
            connection.execute(statement)
    connection.close()
    (folder / "glossary.yaml").write_text(_GLOSSARY, "utf-8")
    return path


def shop_settings(
    path: Path,
    rungs: Sequence[dict[str, Any]],
    langfuse: dict[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
    **workspace: Any,
) -> Settings:
    """Settings for the shop; no rungs means no models, `given` are further settings of these."""
    shop = {"url": f"sqlite:///{path}", "glossary": "glossary.yaml", **workspace}
    several = {"ladder": list(rungs), "langfuse": langfuse, **(given or {})}
    models = {"models": several} if rungs else {}
    return Settings.model_validate({"workspaces": {"shop": shop}, **models})


def a_rung(
    model: LoopbackModel, name: str = "small", provider: str = "openai-chat"
) -> dict[str, Any]:
    base = model.root if provider == "anthropic" else model.url
    rung = {"provider": provider, "model": name, "api_key": "sk-test", "base_url": base}
    return rung | {"price": {"input": 1.0, "output": 2.0}}


@dataclass
class Shop:
    """The pipeline over the shop, and the model it asks."""

    pipeline: Pipeline
    model: LoopbackModel
    workspaces: LiveWorkspaces

    async def ask(self, question: str, decide: Decide = take_defaults) -> Driven:
        return await drive(self.pipeline, asked(question), decide)


def asked(question: str) -> RunState:
    """A reader's question before its first step."""
    reader = Person(id="terminal:local:you", name="You", roles=frozenset({"reader"}))
    return RunState(question=question, asker=reader, today=TODAY)


@asynccontextmanager
async def open_shop(
    folder: Path,
    script: Script,
    *names: str,
    purse: Purse | None = None,
    provider: str = "openai-chat",
    langfuse: dict[str, str] | None = None,
    validated: Shelved = _nothing_approved,
    **workspace: Any,
) -> AsyncIterator[Shop]:
    """The shop with a ladder of models of these names (one, `small`, where none is given)."""
    path = folder / "shop.sqlite"
    if not path.exists():
        shop_database(folder)
    async with loopback_model(script) as model:
        rungs = [a_rung(model, name, provider) for name in names or ("small",)]
        settings = shop_settings(path, rungs, langfuse, **workspace)
        with pydantic_ai.models.override_allow_model_requests(True):
            workspaces = LiveWorkspaces(settings, folder, validated, purse)
            try:
                await workspaces.open()
                assert workspaces.all(), workspaces.unavailable()
                yield Shop(Pipeline(workspaces), model, workspaces)
            finally:
                await workspaces.close()


def in_turn(*replies: Reply) -> Script:
    """One reply after the other; the last one again and again."""
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def said_to(model: LoopbackModel) -> str:
    """All that the last request said, as the model reads it."""
    return "\n".join(str(m.get("content")) for m in model.requests[-1].body["messages"])
