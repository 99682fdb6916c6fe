"""Names with a dot stand on every card, in every statement and file as the database has them."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bots.bootstrap.environment import around
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings, WorkspaceSettings
from pipeline.checkpoint import Ask, Decision
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.cases.changes import contract_lines
from tests.contracts.engines import ENGINES, made_in

KEPT_DOT = "\u2024"
TABLES = [
    'CREATE TABLE "sales.eu" ("order.id" INTEGER PRIMARY KEY, "net.amount" DECIMAL(10, 2),'
    ' "gross.amount" DECIMAL(10, 2), "ship.city" VARCHAR(20), "bill.city" VARCHAR(20),'
    ' "ordered.on" DATE, "shipped.on" DATE)',
    """INSERT INTO "sales.eu" VALUES (1, 10, 12, 'Oslo', 'Vigo', '2026-01-05', '2026-02-05'),
    (2, 20, 24, 'oslo', 'Oslo', '2026-01-06', NULL), (3, 30, 36, 'Vigo', 'None', '2026-02-05',
    '2026-03-05')""",
]
QUESTIONS = (
    "How many sales are there?",
    "How many sales eu are there?",
    "total net amount of sales eu by ship city",
    "total amount of sales eu",
    "average gross amount of sales eu by month",
    "sales eu in Oslo",
    "how many sales eu with ship city oslo",
    "sales eu without a bill city",
    "how many sales eu by bill city in January 2026",
    "total net.amount of sales.eu",
    "the colour of sales eu",
    "list the sales eu with the highest net amount",
)


@pytest.mark.parametrize("engine", ENGINES)
async def test_no_card_shows_what_stands_for_a_dot(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made = [line.replace('"', "`") if engine == "mysql" else line for line in TABLES]
    url = made_in(engine, made, tmp_path, request)
    settings = Settings(workspaces={"eu": WorkspaceSettings(url=SecretStr(url), title="EU")})
    workspaces = LiveWorkspaces(settings, tmp_path, lambda *_: NoAnswers())
    await workspaces.open()
    ana = Person(id="slack:T:ana", name="Ana", roles=frozenset({"reader"}))
    today = around(settings).clock().date()
    seen: list[object] = []
    answered = 0

    async def first(ask: Ask) -> Decision | None:
        seen.append(ask)
        decision = await take_defaults(ask)
        choices = {q.id: q.default or q.options[0].id for q in ask.questions if q.options}
        return dataclasses.replace(decision, choices=choices) if decision else None

    for question in QUESTIONS:
        state = RunState(question=question, asker=ana, today=today)
        driven = await drive(Pipeline(workspaces), state, first)
        seen += [driven.outcome, contract_lines(driven.state.contract)]
        answered += isinstance(driven.outcome, Answer)
    await workspaces.close()

    assert [text for text in texts(seen) if KEPT_DOT in text] == []
    assert answered > len(QUESTIONS) // 2
    assert any("net.amount" in text for text in texts(seen))


def texts(value: object) -> Iterator[str]:
    """Every text that people may read; ids are not read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name not in ("id", "default"):
                yield from texts(getattr(value, field.name))
