"""`intent`: what is understood is drafted, what is unsure is asked, the rest is said."""

from pipeline.checkpoint import CheckpointKind
from pipeline.flow import Go
from pipeline.steps.intent import intent
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_state, asked, refused, went_on


async def test_a_question_that_is_understood_is_drafted(shop: Workspace) -> None:
    outcome = await intent(a_state("How many customers per country?"), shop)
    assert isinstance(outcome, Go)
    assert outcome.to == "tables"
    assert outcome.state.draft is not None
    assert outcome.state.draft.by == "rules"
    assert outcome.state.contract.tables == ("customer",)


async def test_what_is_not_understood_is_said_with_who_can_help(
    shop: Workspace,
) -> None:
    refusal = refused(await intent(a_state("How many unicorns are happy?"), shop))
    assert refusal.code == "cannot"
    assert "Your administrator can add a language model" in refusal.next_step
    assert refusal.next_step.startswith(("Numbers that I know here: ", "I know rows of "))


async def test_what_is_known_is_told_once(shop: Workspace) -> None:
    refusal = refused(await intent(a_state("churn"), shop))
    assert "There is no “churn” in this data" in refusal.reason
    told = f"{refusal.reason} {refusal.next_step}"
    assert told.count("I know rows of") + told.count("Numbers that I know here") == 1


async def test_a_value_that_is_not_in_the_data_is_said_before_anything_runs(
    shop: Workspace,
) -> None:
    ask = asked(await intent(a_state("How many customers in Canda?"), shop))
    assert ask.kind is CheckpointKind.CLARIFICATION
    assert "Did you mean “Canada”" in ask.questions[0].text


async def test_the_value_that_was_meant_is_used(shop: Workspace) -> None:
    question = asked(await intent(a_state("How many customers in Canda?"), shop)).questions[0]
    state = a_state("How many customers in Canda?", choices={question.id: question.default})
    draft = went_on(await intent(state, shop)).draft
    assert draft is not None
    assert "'Canada'" in draft.sql


async def test_a_place_like_no_other_is_said_not_to_be_known(shop: Workspace) -> None:
    ask = asked(await intent(a_state("How many customers in Narnia?"), shop))
    assert "called “Narnia”" in ask.questions[0].text


async def test_a_follow_up_that_means_nothing_alone_is_known_to_lean(shop: Workspace) -> None:
    first = went_on(await intent(a_state("How many customers per country?"), shop))
    again = went_on(await intent(a_state("only Spain", previous=first.intent), shop))
    alone = went_on(await intent(a_state("How many products?", previous=first.intent), shop))
    assert (again.leans, alone.leans) == (True, False)
