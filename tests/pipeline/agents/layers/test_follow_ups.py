"""A follow-up that the rules refuse: a whole question, held, and confirmed by its asker."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.checkpoint import Action, CheckpointKind, Decision
from pipeline.contract import Contract
from pipeline.direct import Driven
from pipeline.result import Answer, Refusal
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered as Told
from review.ledger.notices import Asked
from tests.pipeline.agents.layers.store import PUZZLE, Store, open_store, usual
from tests.pipeline.agents.layers.test_asking_people import answering
from tests.pipeline.agents.layers.test_routing import library
from tests.pipeline.agents.test_durable import a_flow_over
from tests.review.fakes import ANA
from tests.review.office import World

FIRST = "net takings in Spain in 2026"
MESSAGE = "and what about the Frenchies over yonder?"
GOOD: dict[str, Any] = {
    "question": "net takings in France in 2026",
    "changes": [{"what": "condition", "words": "the Frenchies"}],
}


async def followed(store: Store, message: str = MESSAGE, **decide: Any) -> Driven:
    """The message after the answer to the first question."""
    before = await store.ask(FIRST, pinned="store")
    assert isinstance(before.outcome, Answer), before.outcome
    assert before.outcome.rows == ((130.0,),)
    state = before.state
    return await store.ask(
        message,
        previous=state.intent,
        previous_times=state.times,
        previous_sql=state.draft.sql if state.draft else "",
        previous_question=state.question,
        previous_contract=state.contract,
        **decide,
    )


async def test_it_is_shown_as_a_whole_question_and_a_yes_answers_it(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual(rewrite=GOOD)) as store:
        driven = await followed(store)
        assert store.script.asked == ["rewrite"]
        told = store.told("rewrite")
    (card,) = driven.asked
    assert card.kind is CheckpointKind.CLARIFICATION
    assert card.questions[0].text == "“net takings in France in 2026”"
    assert [fact.text for fact in card.facts] == [FIRST, "“the Frenchies” (condition)"]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((95.0,),)
    assert driven.outcome.question == "net takings in France in 2026"
    assert any(MESSAGE in line for line in driven.outcome.confirmed)
    assert "condition: customers.country = Spain" in told


@pytest.mark.parametrize("few", [True, False])
async def test_the_size_of_the_catalog_does_not_matter(tmp_path: Path, few: bool) -> None:
    async with open_store(tmp_path, usual(rewrite=GOOD), few=few) as store:
        await followed(store)
        assert store.script.asked == ["rewrite"]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "drops the period": (
        GOOD | {"question": "net takings in France"},
        "had the period 2026-01-01 to 2027-01-01",
    ),
    "drops the condition": (
        {"question": "net takings in 2026", "changes": []},
        "had the condition customers.country",
    ),
    "drops it with a word that only adds": (
        GOOD | {"question": "net takings in 2026"},
        "had the condition customers.country",
    ),
    "adds a group": (
        GOOD | {"question": "net takings in France in 2026 by month"},
        "“month” is neither in the message",
    ),
    "adds a limit": (
        GOOD | {"question": "top 3 net takings in France in 2026"},
        "“top” is neither in the message",
    ),
    "another period": (
        GOOD | {"question": "net takings in France in 2025"},
        "“2025” is neither in the message",
    ),
    "another number": (
        GOOD | {"question": "customers in France in 2026"},
        "had the number net takings",
    ),
    "words of its own": (
        GOOD | {"question": "net takings approved by Rui in France in 2026"},
        "“approved” is neither in the message",
    ),
    "a claim that nobody said": (
        GOOD | {"changes": [{"what": "condition", "words": "in France"}]},
        "“in France” does not stand in the message",
    ),
    "one word for two changes": (
        GOOD
        | {
            "changes": [
                {"what": "condition", "words": "the Frenchies"},
                {"what": "period", "words": "Frenchies"},
            ]
        },
        "cannot change both the condition and the period",
    ),
    "the message as it stands": (
        {"question": f"{MESSAGE.upper()} ", "changes": []},
        "begins like a follow-up",
    ),
    "a new topic that goes on": (
        {"question": MESSAGE, "changes": [], "new_topic": True},
        "begins like a follow-up",
    ),
}


@pytest.mark.corpus(examples=5)
@pytest.mark.parametrize("kind", REFUSED)
async def test_what_the_message_has_no_word_for_is_refused(tmp_path: Path, kind: str) -> None:
    bad, problem = REFUSED[kind]
    async with open_store(tmp_path, usual(rewrite=[bad, GOOD])) as store:
        driven = await followed(store)
        assert problem in store.told("rewrite")
        assert store.script.asked == ["rewrite", "rewrite"]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((95.0,),)


async def test_what_never_keeps_to_the_last_question_is_asked_of_the_person(
    tmp_path: Path,
) -> None:
    bad, _ = REFUSED["drops the period"]
    async with open_store(tmp_path, usual(rewrite=bad)) as store:
        driven = await followed(store)
        assert store.script.asked == ["rewrite"] * 3
        (card,) = driven.asked
        assert card.title == "How does this go on from your last question?"
        assert isinstance(driven.outcome, Refusal)
        typed = answering({}, {"rewrite-words": "net takings in France in 2026"})
        driven = await followed(store, decide=typed)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((95.0,),)


async def test_a_no_ends_it_and_another_no_reads_the_message_alone(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual(rewrite=GOOD)) as store:
        driven = await followed(store, decide=answering({"rewrite": "stop"}, {}))
        assert isinstance(driven.outcome, Refusal)
        assert driven.outcome.code == "not_read"
        driven = await followed(store, decide=answering({"rewrite": "alone"}, {}))
        assert "net takings in" not in store.told("write_sql")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.state.previous_contract == Contract()


async def test_a_new_topic_is_not_asked_about(tmp_path: Path) -> None:
    alone = {"question": PUZZLE, "changes": [], "new_topic": True}
    async with open_store(tmp_path, usual(rewrite=alone), few=True) as store:
        driven = await followed(store, PUZZLE)
        assert store.script.asked == ["rewrite", "write_sql"]
        assert "The question before this one" not in store.told("write_sql")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.asked == ()


async def test_nothing_goes_on_from_a_table_that_is_gone(tmp_path: Path) -> None:
    others = library(tmp_path, use=False)
    async with open_store(tmp_path, usual(), few=True, others=others) as store:
        driven = await followed(store, pinned="library")
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "cannot"


async def test_in_a_chat_the_reading_is_a_card_and_its_yes_the_answer(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    async with open_store(tmp_path, usual(rewrite=GOOD)) as store:
        world = World(ledger=ledger, flow=a_flow_over(store.pipeline))
        await world.office.open()
        await world.ask(FIRST)
        assert world.shows(Told)
        await world.ask(MESSAGE)
        card = world.last(Asked)
        assert card.ask.questions[0].text == "“net takings in France in 2026”"
        await world.say(card, Decision(action=Action.APPROVE, choices={"rewrite": "yes"}), ANA)
        assert world.last(Told).answer.rows == ((95.0,),)
        assert store.script.asked == ["rewrite"]
    await ledger.close()
