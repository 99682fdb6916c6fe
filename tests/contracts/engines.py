"""A database of a given engine for a test, and questions asked of it through the whole product."""

import datetime as dt
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

import duckdb
import psycopg
import pytest
from pydantic import SecretStr

from bots.bootstrap.asking import direct
from bots.settings import Settings, WorkspaceSettings
from pipeline.checkpoint import Action, Ask, Decision
from pipeline.direct import Driven, take_defaults
from pipeline.result import Answer
from tests.pipeline.warehouse.conftest import in_mysql

ENGINES = ("sqlite", "duckdb", "postgres", "mysql")


def made_in(
    engine: str, statements: Sequence[str], folder: Path, request: pytest.FixtureRequest
) -> str:
    """The URL of a database of the engine that holds what the statements make."""
    if engine == "postgres":
        url = str(request.getfixturevalue("postgres_url"))
        with psycopg.connect(url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())
        return url
    if engine == "mysql":
        url = str(request.getfixturevalue("mariadb_url"))
        in_mysql(url, ";\n".join(statements))
        return url
    path = folder / f"case.{engine}"
    if engine == "duckdb":
        with duckdb.connect(str(path)) as opened:
            for statement in statements:
                opened.execute(statement)
    else:
        lite = sqlite3.connect(path)
        lite.executescript(";\n".join(statements))
        lite.close()
    return f"{engine}:///{path}"


@dataclass(kw_only=True)
class Chooser:
    """Takes what each card proposes, or the option whose label holds a given text."""

    picks: Sequence[str] = ()
    seen: list[Ask] = field(default_factory=list)

    async def __call__(self, ask: Ask) -> Decision | None:
        self.seen.append(ask)
        decision = await take_defaults(ask)
        wanted = {
            question.id: option.id
            for question in ask.questions
            for option in reversed(question.options)
            if any(pick.lower() in option.label.lower() for pick in self.picks)
        }
        if not wanted:
            return decision
        taken = decision or Decision(action=Action.APPROVE)
        return replace(taken, choices={**taken.choices, **wanted})

    @property
    def labels(self) -> list[str]:
        """The options of every card, as people read them."""
        return [
            option.label for ask in self.seen for question in ask.questions
            for option in question.options
        ]  # fmt: skip


async def asked(
    url: str, question: str, folder: Path, *, picks: Sequence[str] = (), glossary: str = ""
) -> tuple[Driven, Chooser]:
    """The outcome of a question on a database that everybody may read, and its cards."""
    workspace = WorkspaceSettings(url=SecretStr(url))
    if glossary:
        (folder / "glossary.yaml").write_text(glossary, encoding="utf-8")
        workspace = WorkspaceSettings(url=SecretStr(url), glossary="glossary.yaml")
    settings = Settings(workspaces={"database": workspace})
    chooser = Chooser(picks=picks)
    async with direct(settings, folder) as asking:
        return await asking.ask(question, chooser), chooser


def rows_of(driven: Driven) -> list[tuple[object, ...]]:
    """The rows of an answer, alike on every engine; a refusal fails with its reason."""
    outcome = driven.outcome
    assert isinstance(outcome, Answer), getattr(outcome, "reason", outcome)
    rows = [tuple(map(_plain, row)) for row in outcome.rows]
    return sorted(rows, key=repr)


def _plain(cell: object) -> object:
    if isinstance(cell, bool) or cell is None:
        return cell
    if isinstance(cell, int | float | Decimal):
        number = round(float(cell), 6)
        return int(number) if number == int(number) else number
    if isinstance(cell, dt.date):
        return cell.isoformat()
    text = str(cell)
    try:
        return _plain(Decimal(text)) if text.replace(".", "", 1).lstrip("-").isdigit() else text
    except ArithmeticError:
        return text
