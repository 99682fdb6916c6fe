"""No card states a range, a value or a grouping that the statement which runs does not have."""

import asyncio
import calendar
import datetime as dt
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.embeddings import Vectors
from knowledge.matching import Thresholds, values_of_catalog
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.approved.answers import Shelf, StoredAnswers, as_span
from pipeline.approved.stored_times import stored_spans
from pipeline.checkpoint import Ask
from pipeline.dates import Calendar
from pipeline.flow import Go, Pause
from pipeline.state import RunState
from pipeline.steps.match import QUESTION, USE, match
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_state, a_workspace, write_shop

APPROVED_ON = dt.date(2026, 11, 3)
COUNTRIES, CHANNELS = ("Spain", "Canada", "Peru"), ("web", "shop")
DAY = "SELECT COUNT(*) AS sales FROM sale WHERE sale.bought_on"
SALES = [
    (n, COUNTRIES[n * n % 3], CHANNELS[n % 2], 7 * n % 90,
     dt.date(2024, 1, 1) + dt.timedelta(days=3 * n))
    for n in range(1, 400)
]  # fmt: skip
Row: TypeAlias = tuple[int, str, str, int, dt.date]
Asked: TypeAlias = tuple[str, dt.date, list[tuple[object, ...]]]


class AllAlike:
    """A sentence model to which every sentence is the same: meaning alone decides."""

    name, dim = "all alike", 2

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.tile(np.array([1.0, 0.0], dtype=np.float32), (len(texts), 1))


@dataclass(frozen=True)
class Kind:
    """A kind of parameter: an approved question, and others with the rows that they mean."""

    question: str
    sql: str
    ask: Callable[[st.DataObject], Asked]


def counted(wanted: Callable[[Row], bool]) -> list[tuple[object, ...]]:
    return [(sum(wanted(row) for row in SALES),)]


def between(start: dt.date, end: dt.date) -> list[tuple[object, ...]]:
    return counted(lambda row: start <= row[4] < end)


def month(data: st.DataObject) -> Asked:
    year, number = data.draw(st.integers(2024, 2026)), data.draw(st.integers(1, 12))
    first = dt.date(year, number, 1)
    words = f"How many sales were there in {calendar.month_name[number]} {year}?"
    return words, APPROVED_ON, between(first, following(first))


def following(first: dt.date) -> dt.date:
    return (first.replace(day=28) + dt.timedelta(days=4)).replace(day=1)


def last_month(data: st.DataObject) -> Asked:
    today = data.draw(st.dates(dt.date(2024, 2, 1), dt.date(2027, 3, 1)))
    end = today.replace(day=1)
    start = (end - dt.timedelta(days=1)).replace(day=1)
    return "How many sales were there last month?", today, between(start, end)


def year(data: st.DataObject) -> Asked:
    number = data.draw(st.integers(2024, 2027))
    rows = between(dt.date(number, 1, 1), dt.date(number + 1, 1, 1))
    return f"How many sales were there in {number}?", APPROVED_ON, rows


def week(data: st.DataObject) -> Asked:
    today = data.draw(st.dates(dt.date(2024, 2, 1), dt.date(2027, 3, 1)))
    monday = today - dt.timedelta(days=today.weekday())
    words = "How many sales were there last week?"
    return words, today, between(monday - dt.timedelta(days=7), monday)


def days(data: st.DataObject) -> Asked:
    start = data.draw(st.dates(dt.date(2024, 1, 1), dt.date(2026, 12, 1)))
    end = start + dt.timedelta(days=data.draw(st.integers(1, 60)))
    words = f"How many sales were there from {start.isoformat()} to {end.isoformat()}?"
    return words, APPROVED_ON, between(start, end + dt.timedelta(days=1))


def number(data: st.DataObject) -> Asked:
    least = data.draw(st.integers(0, 120))
    words = f"How many sales have an amount above {least}?"
    return words, APPROVED_ON, counted(lambda row: row[3] > least)


def name(data: st.DataObject) -> Asked:
    country = data.draw(st.sampled_from((*COUNTRIES, "Narnia")))
    words = f"How many sales are from {country}?"
    return words, APPROVED_ON, counted(lambda row: row[1] == country)


def top(data: st.DataObject) -> Asked:
    most = data.draw(st.integers(1, 5))
    count = Counter(row[1] for row in SALES).most_common(most)
    return f"top {most} countries by number of sales", APPROVED_ON, [tuple(e) for e in count]


def grouping(data: st.DataObject) -> Asked:
    place, by = data.draw(st.sampled_from(((1, "country"), (2, "channel"))))
    count = sorted(Counter(row[place] for row in SALES).items())
    return f"number of sales by {by}", APPROVED_ON, [tuple(each) for each in count]


KINDS = {
    "a month": Kind(
        "How many sales were there in March 2026?",
        f"{DAY} >= '2026-03-01' AND sale.bought_on < '2026-04-01'", month,
    ),
    "a relative month": Kind(
        "How many sales were there last month?",
        f"{DAY} >= '2026-10-01' AND sale.bought_on < '2026-11-01'", last_month,
    ),
    "a year by its name": Kind(
        "How many sales were there in 2025?",
        "SELECT COUNT(*) AS sales FROM sale WHERE strftime('%Y', sale.bought_on) = '2025'", year,
    ),
    "a week of a query by months": Kind(
        "How many sales were there last month?",
        "SELECT COUNT(*) AS sales FROM sale WHERE strftime('%Y-%m', sale.bought_on) = '2026-10'",
        week,
    ),
    "days": Kind(
        "How many sales were there from 2026-03-01 to 2026-03-05?",
        f"{DAY} BETWEEN '2026-03-01' AND '2026-03-05'", days,
    ),
    "a number": Kind(
        "How many sales have an amount above 50?",
        "SELECT COUNT(*) AS sales FROM sale WHERE sale.amount > 50", number,
    ),
    "a name": Kind(
        "How many sales are from Spain?",
        "SELECT COUNT(*) AS sales FROM sale WHERE sale.country = 'Spain'", name,
    ),
    "how many rows": Kind(
        "top 3 countries by number of sales",
        "SELECT sale.country, COUNT(*) AS sales FROM sale GROUP BY sale.country "
        "ORDER BY sales DESC LIMIT 3", top,
    ),
    "a grouping": Kind(
        "number of sales by country",
        "SELECT sale.country, COUNT(*) AS sales FROM sale GROUP BY sale.country "
        "ORDER BY sale.country", grouping,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Path]:
    path = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    write_shop(
        path,
        "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, country TEXT, channel TEXT, "
        "amount INTEGER, bought_on DATE)",
    )
    with sqlite3.connect(path) as connection:
        rows = [(*row[:4], row[4].isoformat()) for row in SALES]
        connection.executemany("INSERT INTO sale VALUES (?, ?, ?, ?, ?)", rows)
    connection.close()
    return a_workspace(path), path


async def used(
    kind: Kind, question: str, today: dt.date, shop: Workspace
) -> tuple[Ask, RunState] | None:
    """The card, and the state after *Use it*; None where nothing is offered."""
    catalog = shop.known.catalog
    times = stored_spans(kind.question, kind.sql, (), APPROVED_ON, Calendar()) or ()
    store = MemoryValidatedStore()
    await store.add(
        ValidatedQuery(
            id="q1", workspace="shop", question=kind.question, sql=kind.sql, dialect="sqlite",
            approved_by="Rui",
            parameters=detect_parameters(
                kind.question, kind.sql, "sqlite", spans=[as_span(span) for span in times],
                values=values_of_catalog(catalog),
            ),
        )
    )  # fmt: skip
    queries = ValidatedWorkspace("shop", AllAlike(), catalog=catalog)
    answers = StoredAnswers(Shelf(store=store, queries=queries, thresholds=Thresholds()))
    workspace = replace(shop, validated=answers)
    offered = await match(a_state(question, today=today), workspace)
    if not isinstance(offered, Pause):
        return None
    pressed = replace(offered.state, choices={QUESTION: USE})
    went = await match(pressed, workspace)
    assert isinstance(went, Go)
    assert went.state.matched is not None
    return offered.ask, went.state


@pytest.mark.parametrize("kind", KINDS)
@settings(
    deadline=None, max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_what_the_card_states_is_what_runs(
    kind: str, shop: tuple[Workspace, Path], data: st.DataObject
) -> None:
    workspace, path = shop
    question, today, meant = KINDS[kind].ask(data)
    found = asyncio.run(used(KINDS[kind], question, today, workspace))
    if found is None:
        return
    card, state = found
    assert state.draft is not None
    assert card.sql == state.draft.sql
    with sqlite3.connect(path) as connection:
        rows = connection.execute(state.draft.sql).fetchall()
    connection.close()
    assert rows == meant, (question, state.draft.sql)
    stated = {fact.text for fact in card.facts if fact.label.startswith("“")}
    assert len(stated) == len(state.contract.dates)
    for fact in card.facts:
        old, arrow, new = fact.text.partition(" → ")
        assert not arrow or new in state.draft.sql, (old, fact)


@pytest.mark.parametrize("kind", [each for each in KINDS if "week" not in each])
def test_the_approved_question_itself_is_offered(kind: str, shop: tuple[Workspace, Path]) -> None:
    """So that the property above is not true of nothing."""
    question = KINDS[kind].question
    assert asyncio.run(used(KINDS[kind], question, APPROVED_ON, shop[0])) is not None
