"""Reports: an outline that a person confirms, parts within the walls, figures that stand there."""

import asyncio
import datetime as dt
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.direct import take_defaults
from pipeline.flow import Outcome
from pipeline.reports.citing import cited
from pipeline.result import Answer, Refusal, Report
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered as Told
from review.ledger.notices import Asked, Refused
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply, Request, Slow
from tests.pipeline.agents.shop import in_turn, open_shop, said_to
from tests.pipeline.agents.test_durable import a_flow_over, two_ledgers
from tests.review.fakes import ANA, THREAD, Doing
from tests.review.office import QUICK, World
from tests.waiting import until

WISH = "Write me a report on net revenue in 2026"
OFF = in_turn(Failed(500))
GRANTS = {
    "reader": {
        "tables": ["orders", "customers"],
        "hidden_columns": ["customers.country"],
        "row_filters": {"orders": "status = 'paid'"},
    }
}


def report_of(outcome: Answer | Refusal) -> Report:
    assert isinstance(outcome, Answer), outcome
    assert outcome.report is not None
    return outcome.report


def titles(report: Report) -> list[str]:
    return [part.title for part in report.parts]


class Editing:
    """Writes its own questions into the outline."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.seen: list[Ask] = []

    async def __call__(self, ask: Ask) -> Decision | None:
        self.seen.append(ask)
        if ask.kind is not CheckpointKind.OUTLINE:
            return await take_defaults(ask)
        values = {"outline-questions": "\n".join(self.lines)}
        return Decision(action=Action.EDIT, values=values)


async def test_a_report_is_outlined_confirmed_and_its_figures_stand_in_its_results(
    tmp_path: Path,
) -> None:
    async with open_shop(tmp_path, OFF) as shop:
        driven = await shop.ask(WISH)
        assert shop.model.requests == []
    report = report_of(driven.outcome)
    assert [ask.kind for ask in driven.asked] == [CheckpointKind.OUTLINE]
    assert {"net revenue", "net revenue by month", "net revenue by status"} <= set(titles(report))
    assert report.period == "1 Jan - 31 Dec 2026"
    results = {
        at: part.outcome for at, part in enumerate(report.parts) if isinstance(part.outcome, Answer)
    }
    assert len(results) == len(report.parts)
    for finding in (*report.findings, *(part.finding for part in report.parts)):
        assert cited(finding.text, results) is not None
        assert finding.figures


async def test_a_period_that_is_not_plain_is_confirmed_on_the_same_card(tmp_path: Path) -> None:
    async with open_shop(tmp_path, OFF) as shop:
        driven = await shop.ask("Write me a report on net revenue last quarter")
    (ask,) = driven.asked
    assert [question.id for question in ask.questions] == ["dates-0", "outline"]
    assert report_of(driven.outcome).period == "1 Jul - 30 Sep 2026"


async def test_a_person_writes_the_outline_anew(tmp_path: Path) -> None:
    editing = Editing("number of orders by status", "", "net revenue in March 2026")
    async with open_shop(tmp_path, OFF) as shop:
        report = report_of((await shop.ask(WISH, editing)).outcome)
    assert titles(report) == ["number of orders by status", "net revenue in March 2026"]
    first, second = (part.outcome for part in report.parts)
    assert isinstance(first, Answer)
    assert isinstance(second, Answer)
    assert second.rows == ((30.0,),)
    assert "2026-01-01" in first.sql


async def test_each_part_is_read_as_its_asker_may(tmp_path: Path) -> None:
    editing = Editing("net revenue", "net revenue by customer country", "salaries by person")
    async with open_shop(tmp_path, OFF, grants=GRANTS, default_role="reader") as shop:
        report = report_of((await shop.ask(WISH, editing)).outcome)
    total, country, salaries = (part.outcome for part in report.parts)
    assert isinstance(total, Answer)
    assert total.rows == ((180.0,),)
    assert isinstance(country, Refusal)
    assert isinstance(salaries, Refusal)
    assert report.notes == ("2 of 3 questions could not be answered.",)


async def test_what_would_change_data_is_no_part_of_a_report(tmp_path: Path) -> None:
    editing = Editing("net revenue", "drop table orders", "DELETE FROM orders")
    async with open_shop(tmp_path, OFF) as shop:
        report = report_of((await shop.ask(WISH, editing)).outcome)
        again = await shop.ask("how many orders?")
    assert [isinstance(part.outcome, Refusal) for part in report.parts] == [False, True, True]
    assert isinstance(again.outcome, Answer)
    assert again.outcome.rows == ((4,),)


async def test_a_topic_that_is_no_data_is_said(tmp_path: Path) -> None:
    async with open_shop(tmp_path, OFF, models={"use": False}) as shop:
        driven = await shop.ask("Write me a report on unicorns")
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "no_outline"


class Reporter:
    """Outlines, writes SQL, and opens the report with these sentences."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences

    def __call__(self, request: Request) -> Reply:
        if "You plan a report" in request.text:
            return Answered({"questions": ["net revenue by status", "net revenue"]})
        if "You write the opening of a report" in request.text:
            return Answered({"sentences": list(self.sentences)})
        return Answered({"text": "Net revenue was 250."})


async def test_a_model_outlines_what_the_rules_do_not_know(tmp_path: Path) -> None:
    async with open_shop(tmp_path, Reporter()) as shop:
        driven = await shop.ask("Write me a report on how the boomerangs do")
        told = said_to(shop.model)
    assert titles(report_of(driven.outcome)) == ["net revenue by status", "net revenue"]
    assert [spent.step for spent in driven.state.spent] == ["outline"]
    assert "123456" not in told


async def test_a_models_opening_keeps_only_sentences_whose_figures_hold(tmp_path: Path) -> None:
    said = Reporter(
        "Net revenue was 250 in all.", "It grew by 40%.", "Paid orders made 180.", "Half is open."
    )
    editing = Editing("net revenue", "net revenue by status")
    async with open_shop(tmp_path, said, models={"summaries": True}) as shop:
        report = report_of((await shop.ask(WISH, editing)).outcome)
    assert [finding.text for finding in report.findings] == [
        "Net revenue was 250 in all.",
        "Paid orders made 180.",
    ]


class DiesOn:
    """A step whose process dies when it is taken for the third time."""

    def __init__(self, step: Doing) -> None:
        self.step = step
        self.taken = 0
        self.reached = asyncio.Event()

    async def __call__(self, state: RunState) -> Outcome:
        self.taken += 1
        if self.taken < 3:
            return await self.step(state)
        self.reached.set()
        await asyncio.Event().wait()
        raise AssertionError


def confirmed(asked: Asked) -> Decision:
    (question,) = asked.ask.questions
    return Decision(action=Action.APPROVE, choices={question.id: question.default})


async def test_a_report_killed_between_its_parts_pays_none_of_them_twice(tmp_path: Path) -> None:
    script = Reporter("Paid orders made 180.")
    async with (
        open_shop(tmp_path, script, models={"summaries": True}) as shop,
        two_ledgers(tmp_path) as (one, two),
    ):
        dying = DiesOn(partial(shop.pipeline.run, "gather"))
        silent = replace(QUICK, heartbeat=dt.timedelta(hours=1))
        flow = a_flow_over(shop.pipeline, gather=dying)
        first = World(ledger=one, flow=flow, settings=silent)
        await first.office.open()
        await first.ask(WISH)
        card = first.last(Asked)
        saying = asyncio.ensure_future(first.say(card, confirmed(card), ANA))
        await asyncio.wait_for(dying.reached.wait(), 30)
        saying.cancel()
        second = World(
            ledger=two,
            flow=a_flow_over(shop.pipeline),
            name="two",
            chat=first.chat,
            clock=first.clock,
        )
        await second.office.open()
        await second.sweep(seconds=60)
        report = report_of(second.last(Told).answer)
        told = sum("one or two plain sentences" in each.text for each in shop.model.requests)
        opened = sum("opening of a report" in each.text for each in shop.model.requests)
    assert len(report.parts) > 2
    assert (told, opened) == (len(report.parts), 1)


async def test_stopping_a_report_ends_the_call_it_waits_for(tmp_path: Path) -> None:
    async with open_shop(tmp_path, lambda _: Slow(), models={"summaries": True}) as shop:
        ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
        world = World(ledger=ledger, flow=a_flow_over(shop.pipeline))
        await world.office.open()
        await world.ask(WISH)
        card = world.last(Asked)
        saying = asyncio.ensure_future(world.say(card, confirmed(card), ANA))
        await until(lambda: len(shop.model.requests) == 1)
        assert await world.desk.cancel(THREAD, ANA)
        await until(lambda: shop.model.hung_up == 1)
        await saying
        assert world.shows(Refused)
        await ledger.close()


async def test_a_change_of_a_report_begins_with_its_outline(tmp_path: Path) -> None:
    async with open_shop(tmp_path, OFF) as shop:
        ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
        world = World(ledger=ledger, flow=a_flow_over(shop.pipeline))
        await world.office.open()
        await world.ask(WISH)
        card = world.last(Asked)
        await world.say(card, confirmed(card), ANA)
        told = world.last(Told)
        await world.desk.change(told.run, ANA)
        await world.settle()
        again = world.last(Asked)
        assert again.ask.title == card.ask.title
        assert again.ask.questions[-1].options == card.ask.questions[0].options
        await ledger.close()
