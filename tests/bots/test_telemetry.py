"""Metrics, traces and the pages of health: what they tell, and what they never hold."""

import asyncio
import datetime as dt
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import generate_latest
from pydantic import BaseModel, SecretStr
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bots.bootstrap.application import application
from bots.bootstrap.pages import Pages
from bots.bootstrap.telemetry import (
    Measures,
    ObservedFlow,
    ObservedModel,
    ObservedPostman,
    Traces,
    observed_desk,
)
from bots.bootstrap.telemetry.spans import provider
from bots.bootstrap.watched_warehouse import WatchedWarehouse
from knowledge.catalog import Kind
from pipeline.agents.ports import ModelAwayError, ModelClient, Prompt, Usage
from pipeline.checkpoint import Action, Decision
from pipeline.flow import Finish, Flow, Go, Outcome
from pipeline.model_calls import Spent
from pipeline.result import Refusal
from pipeline.sql.text.without_values import without_values
from pipeline.state import RunState
from pipeline.warehouse import QueryFailed, ResultColumn, Rows, Warehouse
from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import LedgerUnavailableError
from review.ledger.notices import Delivery, Said
from review.ports.desk import Counted, Desk, Postman, Undeliverable
from tests.bots.bootstrapped import settings_in
from tests.pipeline.shop import ANA, a_state
from tests.review.fakes import THREAD
from tests.tables import each_of

WORD: Final = "Zebra 471147114711"
QUERY: Final = f"SELECT name FROM customers WHERE name = '{WORD}' AND age > 471147114711"
START: Final = replace(a_state(f"How many customers are called {WORD}?"), run="run1")


class FakeWarehouse:
    """Answers, or fails with words that hold a value."""

    dialect = "postgres"

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem

    async def run(self, sql: str, **_: Any) -> Rows:
        del sql
        if self.problem is not None:
            raise self.problem
        return Rows(columns=(ResultColumn(name="name", kind=Kind.TEXT),), rows=((WORD,),))


class FakeModel:
    """Answers with what it used, or is away."""

    name = "azure:gpt-5"

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem

    async def answer(self, prompt: Prompt, kind: type[BaseModel], so_far: object = None) -> Any:
        del prompt, kind, so_far
        if self.problem is not None:
            raise self.problem
        return WORD, Usage(input_tokens=100, output_tokens=7)


class Watched:
    """A flow of two steps over a watched warehouse and model, and what was told of it."""

    def __init__(self, warehouse: FakeWarehouse, model: FakeModel) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider: TracerProvider = provider(self.exporter, "test")
        self.measures, self.traces = Measures(), Traces(self.provider.get_tracer("test"))
        seen = (self.measures, self.traces)
        self.warehouse = WatchedWarehouse(cast("Warehouse", warehouse), "shop", *seen)
        self.model = ObservedModel(cast("ModelClient", model), *seen)
        self.flow = ObservedFlow(cast("Flow", self), *seen)

    async def run(self, name: str, state: RunState) -> Outcome:
        if name == "write_sql":
            await self.model.answer(Prompt(instructions=WORD, text=WORD, version="1"), BaseModel)
            spent = Spent(step=name, model=self.model.name, prompt="p", input_tokens=100, cost=0.5)
            return Go(state=replace(state, spent=(spent,)))
        await self.warehouse.run(QUERY, parameters=(WORD,))
        return Finish(state=state, outcome=Refusal(code="no_rows", reason=WORD))

    @property
    def spans(self) -> dict[str, ReadableSpan]:
        self.provider.force_flush()
        return {span.name: span for span in self.exporter.get_finished_spans()}

    @property
    def metrics(self) -> str:
        return generate_latest(self.measures.registry).decode()


def held(spans: Sequence[ReadableSpan]) -> str:
    """Everything that is sent of spans."""
    return "\n".join(span.to_json() for span in spans)


def id_of(span: ReadableSpan) -> int:
    return span.context.span_id if span.context else 0


def parent_of(span: ReadableSpan) -> int:
    return span.parent.span_id if span.parent else 0


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched(FakeWarehouse(), FakeModel())
    yield made
    made.provider.shutdown()


async def test_all_of_a_run_is_in_one_trace_whoever_goes_on_with_it(watched: Watched) -> None:
    await watched.flow.run("write_sql", START)
    elsewhere = Watched(FakeWarehouse(), FakeModel())
    await elsewhere.flow.run("execute", START)
    found = watched.spans | elsewhere.spans
    elsewhere.provider.shutdown()
    run, write, execute = found["run"], found["step write_sql"], found["step execute"]
    assert len({span.context.trace_id for span in found.values() if span.context}) == 1
    assert run.parent is None
    assert {parent_of(write), parent_of(execute)} == {id_of(run)}
    query, call = found["query shop"], found["chat gpt-5"]
    assert parent_of(query) == id_of(execute)
    assert parent_of(call) == id_of(write)


async def test_a_call_of_a_model_follows_the_conventions(watched: Watched) -> None:
    await watched.flow.run("write_sql", START)
    assert dict(watched.spans["chat gpt-5"].attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "azure.ai.openai",
        "gen_ai.request.model": "gpt-5",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 7,
    }


async def test_a_statement_is_traced_without_its_values(watched: Watched) -> None:
    await watched.flow.run("execute", START)
    attributes = watched.spans["query shop"].attributes or {}
    assert attributes["db.system.name"] == "postgresql"
    assert "customers" in str(attributes["db.query.text"])


async def test_nothing_that_is_told_holds_words_values_or_results(watched: Watched) -> None:
    failing = Watched(
        FakeWarehouse(QueryFailed(WORD)), FakeModel(ModelAwayError("m", WORD, passing=True))
    )
    for each in (watched, failing):
        for step in ("write_sql", "execute"):
            try:
                await each.flow.run(step, START)
            except (QueryFailed, ModelAwayError):
                continue
    told = [*watched.spans.values(), *failing.spans.values()]
    failing.provider.shutdown()
    assert len(told) >= 8
    for text in (held(told), watched.metrics, failing.metrics):
        assert "Zebra" not in text
        assert "47114711" not in text
        assert ANA.id not in text


async def test_what_fails_is_counted_by_its_class() -> None:
    failing = Watched(FakeWarehouse(QueryFailed("x")), FakeModel())
    with pytest.raises(QueryFailed):
        await failing.flow.run("execute", START)
    failing.provider.shutdown()
    text = failing.metrics
    assert 'countersign_steps_broken_total{error="QueryFailed",step="execute"} 1.0' in text
    assert 'countersign_sql_seconds_count{outcome="QueryFailed",workspace="shop"} 1.0' in text


async def test_ends_tokens_and_cost_are_counted(watched: Watched) -> None:
    await watched.flow.run("write_sql", START)
    await watched.flow.run("execute", START)
    text = watched.metrics
    assert 'countersign_runs_ended_total{outcome="refusal:no_rows"} 1.0' in text
    assert 'countersign_model_tokens_total{kind="input",model="azure:gpt-5"} 100.0' in text
    assert 'countersign_model_cost_dollars_total{model="azure:gpt-5"} 0.5' in text
    assert 'countersign_model_call_seconds_count{model="azure:gpt-5",outcome="ok"} 1.0' in text


async def test_messages_decisions_and_votes_are_counted() -> None:
    async def deliver(*_: object) -> str:
        reason = WORD
        raise Undeliverable(reason)

    async def decide(*_: object) -> Counted:
        return Counted()

    async def feedback(*_: object) -> None:
        return None

    measures = Measures()
    postman = ObservedPostman(cast("Postman", SimpleNamespace(deliver=deliver)), measures, Traces())
    desk = cast("Desk", SimpleNamespace(decide=decide, feedback=feedback, other="kept"))
    seen = observed_desk(desk, measures, Traces())
    with pytest.raises(Undeliverable):
        await postman.deliver(THREAD, Delivery(key="k", slot="s", notice=Said(text=WORD)))
    await seen.decide("c", "n", Decision(action=Action.APPROVE), ANA)
    await seen.feedback("r", ANA, good=False)
    text = generate_latest(measures.registry).decode()
    assert 'kind="Said",outcome="Undeliverable",surface="slack"} 1.0' in text
    assert 'countersign_decisions_total{call="decide",verdict="Counted"} 1.0' in text
    assert 'countersign_votes_total{good="no"} 1.0' in text
    assert getattr(seen, "other") == "kept"  # noqa: B009 - an attribute that the port has not


@each_of(
    ("sql", "dialect", "shown"),
    [
        ("SELECT a FROM t WHERE b = 'x' OR c > 5", "mysql", "SELECT a FROM t WHERE b = ? OR c > ?"),
        ("SELECT a FROM t -- Zebra", "postgres", "SELECT a FROM t"),
        ("SELECT d = DATE '2026-01-01' FROM t", "duckdb", "SELECT d = CAST(? AS DATE) FROM t"),
        ("SELECT 'Zebra", "mysql", ""),
        ("SELECT 1;" + " " * 20_000, "sqlite", ""),
    ],
)  # fmt: skip
def test_values_of_a_statement_become_placeholders(sql: str, dialect: str, shown: str) -> None:
    assert without_values(sql, dialect) == shown


@asynccontextmanager
async def pages_over(
    folder: Path, ledger: Any = None, *, works: bool = True
) -> AsyncIterator[Pages]:
    """The pages of a whole application; its ledger in the place of a given one."""
    async with application(settings_in(folder), folder) as running:
        given = cast("SqlLedger", ledger or running.ledger)
        now = dt.datetime(2026, 11, 3, tzinfo=dt.UTC)
        yield Pages(given, running.workspaces, lambda: works, lambda: now, Measures())


def client(pages: Pages) -> TestClient:
    return TestClient(Starlette(routes=pages.routes))


class AwayLedger:
    """A ledger whose database does not answer."""

    is_away = True

    @asynccontextmanager
    async def read(self) -> AsyncIterator[None]:
        if self.is_away:
            reason = "connection to host db.internal failed"
            raise LedgerUnavailableError(reason)
        yield


async def test_a_process_without_its_ledger_is_alive_and_not_ready(tmp_path: Path) -> None:
    async with pages_over(tmp_path, AwayLedger()) as pages:
        assert client(pages).get("/healthz").status_code == 200
        ready = client(pages).get("/readyz")
        metrics = TestClient(pages.metrics()).get("/metrics").text
    assert (ready.status_code, ready.json()) == (
        503, {"ready": False, "unavailable": {}, "ledger": "unavailable"},
    )  # fmt: skip
    assert "countersign_ledger_up 0.0" in metrics
    assert "db.internal" not in ready.text + metrics


async def test_a_process_whose_sweep_has_ended_is_to_be_started_again(tmp_path: Path) -> None:
    async with pages_over(tmp_path, works=False) as pages:
        assert client(pages).get("/healthz").status_code == 503
        assert client(pages).get("/readyz").status_code == 503


async def test_metrics_tell_which_workspace_cannot_be_asked(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    shop = settings.workspaces["shop"]
    lost = shop.model_copy(update={"url": SecretStr("sqlite:////srv/nowhere/a.sqlite")})
    settings = settings.model_copy(update={"workspaces": {"shop": shop, "lost": lost}})
    async with application(settings, tmp_path) as running:
        text = TestClient(running.metrics).get("/metrics").text
        seen_from_outside = TestClient(running.app).get("/metrics")
    assert 'countersign_workspace_up{workspace="shop"} 1.0' in text
    assert 'countersign_workspace_up{workspace="lost"} 0.0' in text
    assert "countersign_queue_age_seconds 0.0" in text
    assert seen_from_outside.status_code == 404


async def test_a_background_task_that_ended_by_itself_does_not_go_on() -> None:
    from review.office.background_task import BackgroundTask

    async def broken() -> None:
        raise ValueError

    async def endless() -> None:
        await asyncio.Event().wait()

    ended, working = BackgroundTask(broken), BackgroundTask(endless)
    assert ended.goes_on
    ended.start()
    working.start()
    await asyncio.wait({cast("asyncio.Task[None]", ended._task)})
    assert (ended.goes_on, working.goes_on) == (False, True)
    await working.stop()
    with pytest.raises(ValueError, match=r"^$"):
        await ended.stop()


ROOT: Final = Path(__file__).parents[2]
NAMED: Final = re.compile(r"\bcountersign_[a-z_]+")


def names_of_metrics() -> set[str]:
    families = list(Measures().registry.collect())
    return {family.name for family in families if family.name.startswith("countersign_")}


def base(name: str) -> str:
    return re.sub(r"_(total|bucket|count|sum)$", "", name)


@pytest.mark.parametrize("file", ["alerts.yaml", "grafana-dashboard.json"])
def test_dashboards_and_alerts_name_metrics_that_are_there(file: str) -> None:
    text = (ROOT / "deploy" / "observability" / file).read_text()
    named = {base(name) for name in NAMED.findall(text)}
    assert len(named) >= 10
    assert named <= names_of_metrics()


def test_the_page_lists_every_metric_and_no_other() -> None:
    text = (ROOT / "docs" / "observability.md").read_text()
    listed = re.findall(r"^\| `(countersign_[a-z_]+)`", text, re.MULTILINE)
    assert {base(name) for name in listed} == names_of_metrics()
    assert len(listed) == len(set(listed))
