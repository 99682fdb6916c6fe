"""What one approval vouches for: near questions are re-bound and right, or not trusted at all."""

import datetime as dt
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bots.bootstrap.demo import FOLDER
from bots.bootstrap.environment import around
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings, read_settings
from bots.settings.workspaces import Grant
from knowledge.validated.store import MemoryValidatedStore
from pipeline.direct import Driven, drive, take_defaults
from pipeline.people import Person
from pipeline.remembered.standing import StandingAnswer
from pipeline.result import Answer, Trust
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.ports.promotion import Verdicted
from review.promotion.promoting import StorePromoter
from tests.scenarios.town import query

TODAY = dt.date(2026, 11, 18)
ANA = Person(id="slack:T:ANA", name="Ana", roles=frozenset({"analyst"}))
SAM = Person(id="slack:T:SAM", name="Sam", roles=frozenset({"stock"}))
EVA = Person(id="slack:T:EVA", name="Eva", roles=frozenset({"emea"}))
RUI = Person(id="slack:T:RUI", name="Rui", roles=frozenset({"reviewer"}))
LATER = dt.date(2027, 2, 3)
QUESTION = "net revenue last quarter by region"


@dataclass
class Office:
    """The demo's sales workspace with an empty shelf of approved queries."""

    workspaces: LiveWorkspaces
    shelf: ValidatedShelf
    store: MemoryValidatedStore
    today: dt.date = TODAY

    async def ask(
        self, question: str, *, asker: Person = ANA, after: Driven | None = None
    ) -> Driven:
        state = RunState(question=question, asker=asker, today=self.today, pinned="sales")
        if after is not None:
            before = after.state
            state = replace(
                state,
                previous=before.intent,
                previous_times=before.times,
                previous_question=before.question,
                previous_approved=before.matched is not None,
            )
        return await drive(Pipeline(self.workspaces), state, take_defaults)

    async def approve(self, driven: Driven) -> None:
        assert await self.promoter.approve(verdicted_of(driven, self.today)) is None

    async def keep(self, question: str, answer: str) -> None:
        """Save a meaning to the glossary, as its editors do."""
        sales = self.workspaces.get("sales")
        assert sales is not None
        meant = StandingAnswer(question=question, answer=answer, said="", workspace="sales")
        await sales.standing.keep(meant)

    @property
    def promoter(self) -> StorePromoter:
        return self.shelf.promoter(self.workspaces)


def verdicted_of(driven: Driven, today: dt.date) -> Verdicted:
    """Rui's word on an answer."""
    return Verdicted(
        id="case1",
        answer=answer_of(driven),
        contract=driven.state.contract,
        asker=driven.state.asker,
        reviewer=RUI,
        at=dt.datetime.combine(today, dt.time(9), dt.UTC),
    )


def answer_of(driven: Driven) -> Answer:
    assert isinstance(driven.outcome, Answer), driven.outcome
    return driven.outcome


def trusted(driven: Driven) -> bool:
    return isinstance(driven.outcome, Answer) and driven.outcome.trust is Trust.TRUSTED


def sales_settings(tmp_path: Path) -> Settings:
    """The demo's sales workspace; one role reads only one territory, one only two tables."""
    secrets = {
        "SLACK_BOT_TOKEN": "x",
        "SLACK_SIGNING_SECRET": "x",
        "SLACK_API_URL": "http://127.0.0.1:1",
        "DEMO_STATE": str(tmp_path),
    }
    settings = read_settings(FOLDER / "countersign.yaml", secrets)
    demo = settings.workspaces["sales"]
    emea = Grant(row_filters={"countries": "territory = 'EMEA'"})
    stock = Grant(tables=("orders", "countries"))
    changes = {"validated": "", "grants": demo.grants | {"emea": emea, "stock": stock}}
    sales = demo.model_copy(update=changes)
    return settings.model_copy(update={"workspaces": {"sales": sales}})


@pytest.fixture
async def office(
    demo_data: None,  # noqa: ARG001 - made first
    tmp_path: Path,
) -> AsyncIterator[Office]:
    settings = sales_settings(tmp_path)
    store = MemoryValidatedStore()
    shelf = ValidatedShelf(settings, FOLDER, store, around(settings))
    workspaces = LiveWorkspaces(settings, FOLDER, shelf.of)
    await workspaces.open()
    yield Office(workspaces, shelf, store)
    await workspaces.close()


def net_revenue(start: str, end: str, where: str = "TRUE") -> set[tuple[str, float]]:
    """Net revenue by region over a half-open range, by SQL of this test's own."""
    rows = query(f"""
        SELECT c.region, sum(l.net_amount)
        FROM order_lines l JOIN orders o USING (order_id) JOIN countries c USING (country_code)
        WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled' AND {where}
          AND o.order_date >= DATE '{start}' AND o.order_date < DATE '{end}'
        GROUP BY 1
    """)
    return {(region, round(float(total), 2)) for region, total in rows}


def rows_of(driven: Driven) -> set[tuple[str, float]]:
    rows = (tuple(row) for row in answer_of(driven).rows)
    return {(str(region), round(float(str(total)), 2)) for region, total in rows}


SAME = (
    (TODAY, QUESTION, "2026-07-01", "2026-10-01"),
    (TODAY, "Net revenue by region last quarter?", "2026-07-01", "2026-10-01"),
    (TODAY, "net revenue by region in Q1 2025", "2025-01-01", "2025-04-01"),
    (TODAY, "net revenue this month by region", "2026-11-01", "2026-12-01"),
    (TODAY, "net revenue in the last two quarters by region", "2026-04-01", "2026-10-01"),
    (LATER, QUESTION, "2026-10-01", "2027-01-01"),
    (LATER, "net revenue by region in Q1 2025", "2025-01-01", "2025-04-01"),
)
OTHER = (
    "top 5 regions by net revenue since March",
    "gross revenue last quarter by region",
    "net revenue last quarter by country",
    "net revenue not last quarter by region",
    "net revenue last quarter by region excluding Spain",
    "net revenue last quarter by region in Spain",
    "net revenue last quarter",
    "average net revenue last quarter by region",
    "net revenue before last quarter by region",
    "net revenue since last quarter by region",
    "net revenue last quarter by region and month",
    "lowest net revenue region last quarter",
    "orders last quarter by region",
    "net revenue last quarter by region over 100000",
)


async def test_the_same_question_about_other_times_is_trusted_and_right(office: Office) -> None:
    await office.approve(await office.ask(QUESTION))
    for today, question, start, end in SAME:
        office.today = today
        driven = await office.ask(question)
        assert trusted(driven), question
        assert rows_of(driven) == net_revenue(start, end), question


async def test_another_question_is_not_trusted_on_any_day(office: Office) -> None:
    await office.approve(await office.ask(QUESTION))
    for today in (TODAY, LATER):
        office.today = today
        wrong = [question for question in OTHER if trusted(await office.ask(question))]
        assert wrong == []


async def test_what_a_limited_reader_asked_is_kept_whole_and_read_by_each_with_their_own_rows(
    office: Office,
) -> None:
    first = await office.ask(QUESTION, asker=EVA)
    emea = net_revenue("2026-07-01", "2026-10-01", "c.territory = 'EMEA'")
    assert rows_of(first) == emea
    await office.approve(first)
    (kept,) = await office.store.all("sales")
    assert "territory" not in kept.sql.lower()
    everything, limited = await office.ask(QUESTION), await office.ask(QUESTION, asker=EVA)
    assert trusted(everything)
    assert rows_of(everything) == net_revenue("2026-07-01", "2026-10-01")
    assert trusted(limited)
    assert rows_of(limited) == emea


async def test_what_everybody_may_read_leaks_nothing_to_a_limited_reader(office: Office) -> None:
    await office.approve(await office.ask(QUESTION))
    limited = await office.ask(QUESTION, asker=EVA)
    assert rows_of(limited) == net_revenue("2026-07-01", "2026-10-01", "c.territory = 'EMEA'")


async def test_nobody_is_shown_an_approved_query_that_they_may_not_run(office: Office) -> None:
    await office.approve(await office.ask(QUESTION))
    for question in (QUESTION, "what was net revenue last quarter by region"):
        kept_out = await office.ask(question, asker=SAM)
        assert not isinstance(kept_out.outcome, Answer)
        assert "order_lines" not in str(kept_out.asked)


async def test_an_answer_is_not_trusted_under_words_that_mean_another_thing_by_now(
    office: Office,
) -> None:
    asked = "revenue by region last quarter"
    await office.approve(await office.ask(asked))
    assert trusted(await office.ask(asked))
    for meant, holds in (("gross revenue", False), ("net revenue", True)):
        await office.keep("metric:net revenue/gross revenue", meant)
        again = await office.ask(asked)
        assert trusted(again) is holds
        assert ("net_amount" in answer_of(again).sql) is holds
        assert trusted(await office.ask(asked.replace("last quarter", "in Q1 2025"))) is holds
    assert not trusted(await office.ask("gross revenue by region last quarter"))


async def test_a_follow_up_is_kept_under_words_of_its_own(office: Office) -> None:
    first = await office.ask(QUESTION)
    follow_up = await office.ask("only Spain, by month", after=first)
    await office.approve(follow_up)
    (kept,) = await office.store.all("sales")
    assert "Spain" in kept.question
    assert "net revenue" in kept.question.lower()
    alone = await office.ask("only Spain, by month")
    assert not trusted(alone)
    assert not trusted(await office.ask("by month, only Spain"))


async def test_a_follow_up_goes_on_from_an_approved_answer(office: Office) -> None:
    await office.approve(await office.ask(QUESTION))
    reused = await office.ask(QUESTION)
    assert trusted(reused)
    follow_up = await office.ask("only Spain", after=reused)
    assert not trusted(follow_up)
    spain = net_revenue("2026-07-01", "2026-10-01", "c.country_name = 'Spain'")
    assert rows_of(follow_up) == spain


@pytest.mark.parametrize(
    "asked",
    [
        "net revenue last quarter by month in Spain",
        "What was the net revenue by month in Spain last quarter?",
        "Net revenue in Spain by month, last quarter",
    ],
)
async def test_an_approved_follow_up_answers_the_whole_question_in_other_words(
    office: Office, asked: str
) -> None:
    follow_up = await office.ask("only Spain, by month", after=await office.ask(QUESTION))
    await office.approve(follow_up)
    whole = await office.ask(asked)
    assert trusted(whole)
    assert rows_of(whole) == rows_of(follow_up)
    assert not trusted(await office.ask(asked.replace("by month", "by week")))
