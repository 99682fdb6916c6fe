"""Promotion: what a reviewer says in the form decides what is kept, and only what is proven is."""

from dataclasses import replace

from bots.cards import Press, Verb
from bots.conversation.decisions import Filled, form_decision
from bots.conversation.promotion_form import promotion_form
from knowledge.sentences import capital
from knowledge.validated.query import Status
from pipeline.checkpoint import Ask, CheckpointKind
from pipeline.result import Refusal
from review.cases.promotion_wish import CHANGING, PARAPHRASES, PROPOSED, wish_of
from review.cases.promotion_wish import QUESTION as TITLE
from review.ports.desk import OpenCheckpoint
from review.ports.promotion import Earlier, Verdicted, Wish
from tests.scenarios.test_trust import (
    QUESTION,
    Office,
    answer_of,
    office,
    trusted,
    verdicted_of,
)

__all__ = ["office"]
ASK = Ask(kind=CheckpointKind.REVIEW, title="", questions=())


async def verdicted(office: Office, asked: str = QUESTION, **wish: object) -> Verdicted:
    found = verdicted_of(await office.ask(asked), office.today)
    return replace(found, wish=Wish(**wish))  # type: ignore[arg-type]


async def test_the_form_is_ready_to_send_with_what_was_found(office: Office) -> None:
    proposal = await office.promoter.propose(await verdicted(office))
    assert proposal is not None
    form = promotion_form(OpenCheckpoint(id="c", nonce="n", ask=ASK, open=True), proposal)
    assert form.entries[0].value == capital(QUESTION)
    assert form.press == Press(verb=Verb.PROMOTE, subject="c", nonce="n")
    assert [(choice.label, choice.detail) for choice in form.menus[0].choices] == [
        ("last quarter → a date range", "1 Jul - 30 Sep 2026"),
    ]
    assert form.menus[0].chosen == tuple(choice.id for choice in form.menus[0].choices)


async def test_what_is_kept_already_is_shown_before_it_is_kept_again(office: Office) -> None:
    first = await verdicted(office)
    await office.promoter.approve(first)
    again = await office.promoter.propose(replace(first, id="case2"))
    assert again is not None
    assert again.duplicates == (capital(QUESTION),)


async def test_an_accepted_wording_is_answered_too(office: Office) -> None:
    wording = "How did the territories earn last quarter"
    kept = await verdicted(office, paraphrases=(wording,))
    assert await office.promoter.approve(kept) is None
    assert trusted(await office.ask(wording))


async def test_earlier_questions_that_the_query_answers_are_proposed(office: Office) -> None:
    found = await verdicted(office)
    asked = [
        await office.ask(text)
        for text in (
            "show me net revenue by region in Q1 2025, please",
            "net revenue per region for last month",
            "gross revenue by region last month",
        )
    ]
    earlier = [
        Earlier(question=each.state.question, sql=answer_of(each).sql, today=office.today)
        for each in asked
    ]
    proposal = await office.promoter.propose(found, earlier)
    assert proposal is not None
    assert proposal.proposed == (
        "show me net revenue by region in last quarter",
        "net revenue per region for last quarter",
    )


async def test_what_a_reviewer_ticks_is_answered_too(office: Office) -> None:
    found = await verdicted(office)
    other = await office.ask("net revenue per region for last month")
    earlier = (
        Earlier(question=other.state.question, sql=answer_of(other).sql, today=office.today),
    )
    proposal = await office.promoter.propose(found, earlier)
    assert proposal is not None
    form = promotion_form(OpenCheckpoint(id="c", nonce="n", ask=ASK, open=True), proposal)
    (box,) = form.menus[0].choices
    filled = Filled(values={TITLE: form.entries[0].value}, picked={PROPOSED: (box.id,)})
    wish = wish_of(form_decision(Verb.PROMOTE, ASK, filled))
    assert await office.promoter.approve(replace(found, wish=wish)) is None
    assert trusted(await office.ask("net revenue per region for Q1 2025"))


async def test_a_wording_that_leaves_out_the_time_is_refused(office: Office) -> None:
    for wish in ({"paraphrases": ("How do regions earn",)}, {"question": "Regional revenue"}):
        refused = await office.promoter.approve(await verdicted(office, **wish))
        assert isinstance(refused, Refusal)
        assert "last quarter" in refused.reason
    assert await office.store.all("sales") == ()


async def test_a_value_that_stays_fixed_answers_no_other_time(office: Office) -> None:
    asked = "net revenue in Q1 2025 by region"
    kept = await verdicted(office, asked, changing=frozenset())
    assert await office.promoter.approve(kept) is None
    assert not trusted(await office.ask("net revenue by region in Q2 2025"))


async def test_a_time_that_moves_on_cannot_stay_fixed(office: Office) -> None:
    refused = await office.promoter.approve(await verdicted(office, changing=frozenset()))
    assert isinstance(refused, Refusal)
    assert "last quarter" in refused.reason


async def test_a_query_that_gives_another_result_is_not_kept(office: Office) -> None:
    found = await verdicted(office)
    other = replace(found.answer, reusable_sql=f"{answer_sql(found)} LIMIT 2")
    refused = await office.promoter.approve(replace(found, answer=other))
    assert isinstance(refused, Refusal)
    assert refused.code == "other_result"
    assert await office.store.all("sales") == ()


async def test_the_later_approval_takes_the_place_of_the_earlier(office: Office) -> None:
    first = await verdicted(office)
    await office.promoter.approve(first)
    await office.promoter.approve(replace(first, id="case2"))
    rows = {row.id: row.status for row in await office.store.all("sales")}
    assert rows == {"case1": Status.RETIRED, "case2": Status.ACTIVE}


def test_what_the_form_says_comes_back_as_a_wish() -> None:
    filled = Filled(
        values={TITLE: " Revenue last quarter ", PARAPHRASES: "a\n\n b \na"},
        picked={CHANGING: ("order_date_start",)},
    )
    wish = wish_of(form_decision(Verb.PROMOTE, ASK, filled))
    assert wish == Wish(
        question="Revenue last quarter",
        paraphrases=("a", "b"),
        changing=frozenset({"order_date_start"}),
    )


def answer_sql(found: Verdicted) -> str:
    return found.answer.reusable_sql or found.answer.sql


async def test_a_period_is_left_open_as_one(office: Office) -> None:
    proposal = await office.promoter.propose(await verdicted(office))
    assert proposal is not None
    (period,) = proposal.parameters
    await office.promoter.approve(await verdicted(office, changing=frozenset({period.name})))
    (row,) = await office.store.all("sales")
    assert [item.fixed for item in row.parameters] == [False, False]


async def test_a_moving_period_is_not_kept_as_it_was(office: Office) -> None:
    refused = await office.promoter.approve(await verdicted(office, changing=frozenset()))
    assert isinstance(refused, Refusal)
    assert "last quarter" in refused.reason
