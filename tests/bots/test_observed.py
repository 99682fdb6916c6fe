"""A question through the real product, watched: all of it is told, and no word or value of it."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from bots.bootstrap.logging import log_to_file
from bots.bootstrap.telemetry.spans import TRACES, provider
from tests.scenarios.little_shop import LittleShop, a_little_shop

TOWN: Final = "Quixeramobim"
SCHEMA: Final = f"""
CREATE TABLE orders (id INTEGER PRIMARY KEY, town TEXT NOT NULL);
INSERT INTO orders (town) VALUES ('{TOWN}'), ('{TOWN}'), ('Faro');
"""
QUESTION: Final = f"How many orders have the town {TOWN}?"


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[LittleShop]:
    async with a_little_shop(tmp_path, SCHEMA) as made:
        yield made


class Traced:
    """What is sent of traces while this test runs."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = provider(self._exporter, "test")

    def spans(self) -> Sequence[ReadableSpan]:
        self.provider.force_flush()
        return self._exporter.get_finished_spans()


@pytest.fixture
def traced() -> Iterator[Traced]:
    made = Traced()
    TRACES.use(made.provider.get_tracer("test"))
    yield made
    TRACES.use(None)
    made.provider.shutdown()


@pytest.mark.service
async def test_a_question_is_traced_counted_and_logged_without_its_words(
    shop: LittleShop, traced: Traced, tmp_path: Path
) -> None:
    log_to_file(tmp_path / "all.log")
    async with shop.running() as town:
        thread = town.ask(QUESTION)
        await town.sees(thread, "Download CSV")
        metrics = TestClient(town.running.application.metrics).get("/metrics").text
    told = "\n".join(span.to_json() for span in traced.spans())
    names = {span.name for span in traced.spans()}
    assert {"run", "step check", "step execute", "query shop", "card Answered"} <= names
    assert len({span.context.trace_id for span in traced.spans() if span.context}) == 1
    assert "countersign_runs_ended_total" in metrics
    logged = (tmp_path / "all.log").read_text()
    for text in (told, metrics, logged):
        assert TOWN not in text
        assert QUESTION not in text
    assert all(json.loads(line)["event"] for line in logged.splitlines())
