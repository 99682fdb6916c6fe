"""What questions back are worth: answers right with 0, 1 and 2 clicks, and needless questions.

A click is one answer: a button, or a menu's pick; whoever runs out of clicks takes what stands
first. A press counts Continue below several menus, too.
"""

import asyncio
import datetime as dt
import json
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.executed import Row, ran, same_rows
from bots.bootstrap.demo import make_data
from demo.generate import DATA
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary_file import read_glossary
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.checkpoint import Action, Ask, Decision, Option, Question
from pipeline.dates import Calendar
from pipeline.direct import Driven, drive
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.rules.asking.readings import READINGS, spelled_out
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, TableGrant
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.times.values import TimeSpan
from pipeline.workspace import Found, Habits, Workspace

CASES = Path(__file__).parent / "data" / "clarification"
TODAY = dt.date(2026, 11, 18)
ANA = Person(id="slack:T:ANA", name="Ana", roles=frozenset({"reader"}))
BUDGETS = (0, 1, 2)
FISCAL = Calendar(fiscal_year_start_month=2, fiscal_year_named_by="end")


class NothingValidated:
    """No approved queries: every question is read anew."""

    def expect(self, question: str) -> None: ...

    async def find(self, question: str, times: object) -> Sequence[Found]:
        del question, times
        return ()

    async def examples(self, question: str, limit: int) -> list[tuple[str, str]]:
        del question, limit
        return []

    async def vouched(
        self, question: str, times: Sequence[TimeSpan], approved: str
    ) -> Found | None:
        del question, times, approved
        return None

    async def kept(self) -> Sequence[tuple[str, str]]:
        return ()

    async def not_the_same(self, query: str, question: str) -> None: ...

    def meanings(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        del question, sql, measures
        return {}

    def unembedded(self) -> int:
        return 0

    async def used(
        self, query: str, question: str, *, near: str = "", times: Sequence[TimeSpan] = ()
    ) -> None: ...


@dataclass(slots=True)
class Visitor:
    """Somebody who knows what they mean and presses at most so many times."""

    wants: list[str]
    budget: int
    clicks: int = 0
    presses: int = 0
    met: list[str] = field(default_factory=list)

    async def __call__(self, ask: Ask) -> Decision | None:
        choices = {question.id: self._pick(question) for question in ask.questions}
        if len(ask.questions) > 1:
            self.presses += 1  # Continue
        return Decision(action=Action.APPROVE, choices=choices)

    def _pick(self, question: Question) -> str:
        self.met.append(question.id)
        first = question.default or question.options[0].id
        if self.clicks >= self.budget:
            return first
        self.clicks += 1
        self.presses += 1
        best = max(question.options, key=self._fits)
        return best.id if self._fits(best)[0] else first

    def _fits(self, option: Option) -> tuple[int, ...]:
        """A whole reading may say all that is meant; a menu's line says one point of it."""
        said = [int(_names(wanted, option)) for wanted in self.wants]
        return (sum(said), *said)


def _names(wanted: str, option: Option) -> bool:
    answers = {READINGS: option.id} | spelled_out({READINGS: option.id})
    own = [to for key, to in answers.items() if key != READINGS or len(answers) == 1]
    return wanted.lower() in f"{own} {option.label} {option.detail}".lower()


@dataclass(slots=True)
class World:
    """The databases of the benchmark: one workspace and one way to run gold SQL for each."""

    folder: Path
    open: dict[str, Workspace]

    async def driven(self, case: dict[str, Any], visitor: Visitor) -> Driven:
        state = RunState(question=case["ask"], asker=ANA, today=TODAY, pinned=case["in"])
        return await drive(Pipeline(_Opened(self.open)), state, visitor)

    def gold(self, case: dict[str, Any]) -> list[Row]:
        if case["in"] == "sales":
            with duckdb.connect(str(DATA / "sales.duckdb"), read_only=True) as connection:
                return connection.execute(case["sql"]).fetchall()
        return ran(self.folder / f"{case['in']}.sqlite", case["sql"])


class _Opened:
    """Opened workspaces, as the pipeline looks them up."""

    def __init__(self, opened: dict[str, Workspace]) -> None:
        self._opened = opened

    def all(self) -> tuple[Workspace, ...]:
        return tuple(self._opened.values())

    def get(self, name: str) -> Workspace | None:
        return self._opened.get(name)

    def unavailable(self) -> dict[str, str]:
        return {}


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    """The demo and two small databases, opened."""
    make_data(dt.datetime.now(dt.UTC).date(), lambda _: None)  # noqa: TID251 - the demo runs on today
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        opened = {"sales": _sales()}
        for name in ("freight", "clinic"):
            with sqlite3.connect(folder / f"{name}.sqlite") as connection:
                connection.executescript((CASES / f"{name}.sql").read_text(encoding="utf-8"))
            url = f"sqlite:///{folder / name}.sqlite"
            calendar = FISCAL if name == "freight" else Calendar()
            opened[name] = _workspace(name, url, CASES / f"{name}.yaml", calendar)
        yield World(folder, opened)
        for workspace in opened.values():
            await workspace.warehouse.close()


def _sales() -> Workspace:
    glossary = DATA.parent / "workspaces" / "sales" / "glossary.yaml"
    return _workspace("sales", f"duckdb:///{DATA / 'sales.duckdb'}", glossary, Calendar())


def _workspace(name: str, url: str, glossary_file: Path, calendar: Calendar) -> Workspace:
    catalog, glossary = read_catalog(url, workspace=name), read_glossary(glossary_file)
    return Workspace(
        name=name,
        title=name.title(),
        description="",
        known=Known(catalog, glossary, read_values(url, catalog)),
        names=Names(catalog, glossary),
        calendar=calendar,
        warehouse=open_warehouse(url),
        validated=NothingValidated(),
        grants={"reader": Grants(tables=tuple(TableGrant(table=t.key) for t in catalog.tables))},
        habits=Habits(default_role="reader"),
    )


def is_right(driven: Driven, gold: list[Row], sql: str) -> bool:
    """Whether the answer's rows are those of the gold SQL."""
    if not isinstance(driven.outcome, Answer):
        return False
    found = [tuple(row) for row in driven.outcome.rows]
    return same_rows(_rounded(gold), _rounded(found), sql)


def _rounded(rows: list[Any]) -> list[Row]:
    return [tuple(_cell(cell) for cell in row) for row in rows]


def _cell(cell: Any) -> Any:
    try:
        return round(float(cell), 2)
    except (TypeError, ValueError):
        return cell


def read(name: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


async def measure_ambiguous(here: World, *, show: bool) -> dict[str, object]:
    """How many of the ambiguous questions come out as they were meant."""
    cases = read("ambiguous")
    right = dict.fromkeys(BUDGETS, 0)
    clicks = cards = presses = silent = 0
    for case in cases:
        gold = here.gold(case)
        for budget in BUDGETS:
            visitor = Visitor(case["wants"], budget)
            driven = await here.driven(case, visitor)
            good = is_right(driven, gold, case["sql"])
            right[budget] += good
            if budget == BUDGETS[-1]:
                clicks, presses = clicks + visitor.clicks, presses + visitor.presses
                cards += len(driven.asked)
                silent += not good and not driven.asked and isinstance(driven.outcome, Answer)
                if show and not good:
                    print(
                        "wrong",
                        case["in"],
                        repr(case["ask"]),
                        case["wants"],
                        visitor.met,
                        said(driven),
                    )
    count = len(cases)
    return {
        "ambiguous": count,
        **{f"right_{n}_clicks_pct": round(100 * right[n] / count, 1) for n in BUDGETS},
        "clicks_per_question": round(clicks / count, 2),
        "presses_per_question": round(presses / count, 2),
        "cards_per_question": round(cards / count, 2),
        "wrong_without_a_question": silent,
    }


async def measure_clear(here: World, *, show: bool) -> dict[str, object]:
    """How many of the unambiguous questions are asked about all the same."""
    cases = read("clear")
    asked = right = known = 0
    for case in cases:
        visitor = Visitor([], 0)
        driven = await here.driven(case, visitor)
        asked += bool(driven.asked)
        good = not case["sql"] or is_right(driven, here.gold(case), case["sql"])
        known, right = known + bool(case["sql"]), right + (good and bool(case["sql"]))
        if show and (driven.asked or not good):
            print("clear", case["in"], repr(case["ask"]), visitor.met, said(driven))
    return {
        "unambiguous": len(cases),
        "needless_pct": round(100 * asked / len(cases), 1),
        "unambiguous_right_pct": round(100 * right / known, 1),
    }


def said(driven: Driven) -> str:
    """What came out, for whoever reads the list of mistakes."""
    outcome = driven.outcome
    return outcome.sql if isinstance(outcome, Answer) else outcome.reason


async def measured(*, show: bool) -> dict[str, object]:
    async with world() as here:
        ambiguous = await measure_ambiguous(here, show=show)
        return ambiguous | await measure_clear(here, show=show)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(show="--show" in sys.argv))))
