"""`interpret`: the answer says what was read, what was confirmed, and who vouches."""

from pipeline.result import Trust
from pipeline.state import Fetched, Matched
from pipeline.steps.interpret import interpret
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_draft, a_state, answered

ROWS = Fetched(columns=("count_customer",), rows=((3,),), numeric=(0,))


async def test_an_answer_that_nobody_approved_says_so(shop: Workspace) -> None:
    state = a_state(fetched=ROWS, draft=a_draft(), reading="number of customers")
    answer = answered(await interpret(state, shop))
    assert answer.trust is Trust.GENERATED
    assert answer.summary == "Number of customers: 3."
    assert answer.standalone == ""


async def test_an_approved_answer_carries_its_badge_and_reason(shop: Workspace) -> None:
    matched = Matched(
        id="q1", question="How many?", sql="SELECT 1", trust=Trust.TRUSTED, reason="Rui did."
    )
    answer = answered(
        await interpret(a_state(fetched=ROWS, draft=a_draft(), matched=matched), shop)
    )
    assert (answer.trust, answer.trust_reason) == (Trust.TRUSTED, "Rui did.")


async def test_a_follow_up_keeps_words_of_its_own(shop: Workspace) -> None:
    state = a_state(fetched=ROWS, draft=a_draft(), reading="customers in Spain", leans=True)
    assert answered(await interpret(state, shop)).standalone == "customers in Spain"
