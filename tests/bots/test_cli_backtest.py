"""`countersign validated backtest`: an owner sees what a change would offer before it is live."""

import asyncio
import contextlib
import datetime as dt
import sqlite3
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from bots.cli import commands
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.ledger.records import Run, RunStatus
from review.ledger.stored import dump_outcome, dump_state
from review.ledger.threads import Thread

ANA = Person(id="slack:T:ANA", name="Ana")
WEB = "SELECT COUNT(*) AS orders FROM orders WHERE channel = 'web'"
COUNT = "SELECT COUNT(*) AS orders FROM orders"
NOW = dt.datetime(2026, 11, 18, 9, tzinfo=dt.UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A shop, with a ledger on each database."""
    with contextlib.closing(sqlite3.connect(tmp_path / "shop.sqlite")) as connection:
        connection.executescript(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, channel TEXT, day DATE);"
            "INSERT INTO orders VALUES (1, 'web', '2026-01-05'), (2, 'shop', '2026-02-05');"
        )
    ledger = f"sqlite:///{tmp_path / 'ledger.sqlite3'}"
    if request.param == "postgresql":
        ledger = request.getfixturevalue("postgres_url")
    path = tmp_path / "countersign.yaml"
    shop = {"url": f"sqlite:///{tmp_path / 'shop.sqlite'}"}
    settings = {
        "workspaces": {"shop": shop}, "ledger": {"url": ledger},
        "state_folder": str(tmp_path / "state"),
    }  # fmt: skip
    path.write_text(yaml.safe_dump(settings))
    return path


def said(*words: str, config: Path, code: int = 0) -> str:
    done = CliRunner().invoke(commands(), [*words, "-c", str(config)])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def backtest(config: Path, *options: str, code: int = 0) -> str:
    return said("validated", "backtest", "shop", *options, config=config, code=code)


def approved(config: Path, question: str, sql: str) -> str:
    """An imported query that Rui approved; its id."""
    query = waiting(config, question, sql)
    said("knowledge", "approve", query, "--by", "Rui", config=config)
    return query


def waiting(config: Path, question: str, sql: str) -> str:
    file = config.parent / "pair.yaml"
    file.write_text(yaml.safe_dump({"queries": [{"question": question, "sql": sql}]}))
    said("knowledge", "import", "shop", str(file), config=config)
    lines = said("knowledge", "list", "shop", config=config).splitlines()
    return next(line.split()[0] for line in lines if question in line)


def asked(config: Path, *questions: str, **state: object) -> None:
    """Runs of Ana's, as the ledger has them once they are over."""
    url = yaml.safe_load(config.read_text())["ledger"]["url"]
    asyncio.run(_asked(url, questions, state))


async def _asked(url: str, questions: tuple[str, ...], state: dict[str, object]) -> None:
    ledger = await open_ledger(url)
    async with ledger.begin() as pages:
        await pages.runs.add(*(_run(n, text, state) for n, text in enumerate(questions)))
    await ledger.close()


def _run(number: int, question: str, state: dict[str, object]) -> Run:
    kept = RunState(question=question, asker=ANA, today=NOW.date(), workspace="shop", **state)  # type: ignore[arg-type]
    answer = Answer(
        question=question, workspace="shop", summary="", reading=question, sql=COUNT,
        columns=("orders",), rows=((2,),),
    )  # fmt: skip
    return Run(
        id=f"run{number}", asker=ANA,
        thread=Thread(surface="slack", tenant="T", channel="C", root=str(number)),
        question=question, node="", state=dump_state(kept), ready_at=NOW, created_at=NOW,
        workspace="shop", status=RunStatus.DONE, outcome=dump_outcome(answer),
    )  # fmt: skip


def test_past_questions_are_replayed_against_the_store(config: Path) -> None:
    approved(config, "How many orders came from the channel web?", WEB)
    asked(
        config,
        "How many orders came from the channel web?",
        "how many orders came from the channel web",
        "Which day had the most orders?",
    )
    told = backtest(config)
    assert "3 questions" in told
    assert "2x  trusted" in told
    assert "1x  nothing  “Which day had the most orders?”" in told


def test_a_promotion_is_seen_before_it_is_live(config: Path) -> None:
    query = waiting(config, "How many orders came from the channel web?", WEB)
    asked(config, "How many orders came from the channel web?")
    assert "1x  nothing" in backtest(config)
    told = backtest(config, "--promote", query)
    assert "1x  nothing -> trusted" in told
    assert "demoted" in said("knowledge", "list", "shop", config=config)
    assert "1x  nothing" in backtest(config)


def test_a_run_that_nobody_approved_yet_can_be_tried(config: Path) -> None:
    asked(config, "How many orders are there?", "how many orders are there")
    ids = [line.split()[0] for line in said("runs", config=config).splitlines()]
    assert "nothing -> trusted" in backtest(config, "--promote", ids[0])


def test_another_threshold_shows_what_it_changes(config: Path) -> None:
    approved(config, "How many orders came from the channel web?", WEB)
    asked(config, "How many orders came from the channel web?", "count of orders in channel web")
    assert "then" not in backtest(config)
    assert "Nothing changes" in backtest(config, "--semi-trusted", "0.5")
    change = backtest(config, "--semi-trusted", "0.9").splitlines()[-1]
    assert change.strip() == "1x  trusted -> nothing  “count of orders in channel web”"


def test_what_is_neither_a_query_nor_an_answer_is_refused(config: Path) -> None:
    asked(config, "How many orders are there?")
    assert "no approved or waiting query" in backtest(config, "--promote", "none", code=2)


def test_without_past_questions_it_says_so(config: Path) -> None:
    assert "Nobody has asked" in backtest(config)
