"""The desk, long results and sources: what Teams shows beside what Slack shows."""

import datetime as dt
from dataclasses import replace
from typing import Any

from inline_snapshot import external_file

from bots.conversation.notices import card_of
from bots.conversation.queue import Filters
from bots.ports import Condition
from bots.slack.cards.block_check import check_blocks, check_view
from bots.slack.cards.fitting import fitted as slack_fitted
from bots.slack.home.view import HomeTab, home_view
from bots.teams.activities import Posted
from bots.teams.cards.citations import sources_of
from bots.teams.cards.desk_card import DeskView, desk_content
from bots.teams.cards.paging import Paging
from bots.teams.people import TeamsPeople
from bots.teams.sending.messages import Outgoing, content_of
from pipeline.checkpoint import CheckpointKind
from pipeline.people import Person
from pipeline.remembered.standing import StandingAnswer
from pipeline.result import Answer
from review.ledger.notices import Answered
from review.ledger.threads import Thread
from review.ports.agenda import Agenda, OwnQuestion, Queued, WaitsFor
from tests.fakes import ANA, NOON, RUI, FakeDesk, FakeRoles, an_answer, trusted
from tests.surfaces.teams.fake_connector import Json
from tests.surfaces.teams.test_schema import refusals

HERE = Thread(surface="slack", tenant="T1", channel="C1", root="1.1")
PLACES = {"text", "title", "label", "placeholder"}


def outline(elements: list[Json]) -> list[str]:
    """A line for each element: its kind and all that is to be read in it."""
    return [f"{each['type']}: {' | '.join(_texts(each))}" for each in elements]


def _texts(node: object) -> list[str]:
    if isinstance(node, list):
        return [text for each in node for text in _texts(each)]
    if not isinstance(node, dict):
        return []
    return [
        text
        for key, value in node.items()
        if key != "fallback"
        for text in ([value] if key in PLACES and isinstance(value, str) else _texts(value))
    ]


def own(waits_for: WaitsFor, **changes: Any) -> OwnQuestion:
    question = OwnQuestion(
        run="r1",
        question="What was our net revenue?",
        workspace="Sales",
        asked_at=NOON - dt.timedelta(hours=2),
        waits_for=waits_for,
        thread=HERE,
        reference="C1/1.2",
        title="Which dates?",
    )
    return replace(question, **changes)


def queued(kind: CheckpointKind, number: int, by: Person | None = None) -> Queued:
    return Queued(
        checkpoint=f"c{number}",
        nonce="n",
        kind=kind,
        workspace="Sales",
        title=f"Question {number}",
        asker=ANA,
        opened_at=NOON,
        thread=HERE,
        reference=f"C2/{number}.1",
        claimed_by=by,
    )


DESK = Agenda(
    pending=(own(WaitsFor.YOU),),
    open=(own(WaitsFor.REVIEWERS, question="How many orders?", title=""),),
    recent=(own(WaitsFor.NOBODY, question="Revenue by month?", title=""),),
    kept=(StandingAnswer(question="quarter", answer="fiscal", said="the fiscal quarter"),),
    queue=(queued(CheckpointKind.REVIEW, 1), queued(CheckpointKind.WRITE_APPROVAL, 2, RUI)),
)
CONDITIONS = (Condition(what="Sales", well=True, said="12 tables"),)


def test_the_desk() -> None:
    tab = HomeTab(
        reader=RUI, agenda=DESK, links={}, filters=Filters(), reviewer=True, conditions=CONDITIONS
    )
    home = home_view(tab)
    desk = desk_content(DeskView(agenda=DESK, reader=RUI, conditions=CONDITIONS))
    assert check_view(home) == []
    assert refusals(desk) == []
    shown = {"slack": outline(home["blocks"]), "teams": outline(desk["body"])}
    assert shown == external_file("desk.json")


async def test_a_result_longer_than_a_card() -> None:
    answer = an_answer(
        columns=("customer", "orders"),
        rows=tuple((f"Customer {at}", at) for at in range(1, 121)),
    )
    whole = await both(answer)
    desk = FakeDesk(answers={"r1": answer})
    paging = Paging(desk, TeamsPeople(FakeRoles()))
    asked = {"from": {"aadObjectId": "a"}, "value": {"data": {"rows": "r1", "at": 40}}}
    asked |= {"conversation": {"id": "c", "tenantId": "t"}, "channelData": {"tenant": {"id": "t"}}}
    page = (await paging.page(Posted(asked)))["task"]["value"]["card"]["content"]
    assert refusals(page) == []
    ends = {name: [line[:60] for line in lines] for name, lines in whole.items()}
    page_lines = [line[:60] for line in outline([*page["body"], *page["actions"]])]
    assert {**ends, "page in teams": page_lines} == external_file("long_result.json")


async def test_the_sources() -> None:
    answer = replace(
        trusted(an_answer()), tables=("orders", "order_lines"), approved="Net revenue by region?"
    )
    assert await both(answer) == external_file("sources.json")


async def both(answer: Answer) -> dict[str, list[str]]:
    """The answer on both surfaces, as it is sent."""
    card = await card_of(Answered(answer=answer, run="r1"), pictures=False)
    message = Outgoing(card=card, sources=sources_of(answer), run="r1", rows=len(answer.rows))
    content, blocks = content_of(message), slack_fitted(card).blocks
    assert check_blocks(blocks) == []
    assert refusals(content) == []
    return {"slack": outline(blocks), "teams": outline(content["body"])}
