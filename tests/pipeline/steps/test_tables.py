"""`tables`: many tables, or a careful workspace, need a person's yes."""

from dataclasses import replace

from pipeline.contract import Contract
from pipeline.steps.tables import tables
from pipeline.tables.card import QUESTION
from pipeline.workspace import Habits, Workspace
from tests.pipeline.shop import a_draft, a_state, asked, refused, went_on

FEW = Contract(tables=("customer", "product", "ghost"))
MANY = Contract(tables=("customer", "product", "purchase", "line", "ghost"))


async def test_few_tables_need_no_yes(shop: Workspace) -> None:
    assert went_on(await tables(a_state(contract=FEW), shop)).confirmed == ()


async def test_many_tables_are_shown_with_what_they_hold(shop: Workspace) -> None:
    ask = asked(await tables(a_state(contract=MANY), shop))
    facts = {fact.label: fact.text for fact in ask.facts}
    assert facts["customer"] == "people who bought something; about 3 rows"
    assert facts["product"] == "about 3 rows"
    assert facts["ghost"] == ""


async def test_a_careful_workspace_always_asks(shop: Workspace) -> None:
    careful = replace(shop, habits=Habits(confirm_tables_always=True))
    asked(await tables(a_state(contract=FEW), careful))


async def test_a_person_may_want_to_confirm_everything(shop: Workspace) -> None:
    asked(await tables(a_state(contract=FEW, ask_everything=True), shop))


async def test_yes_is_kept_as_confirmed(shop: Workspace) -> None:
    state = went_on(await tables(a_state(contract=MANY, choices={QUESTION: "yes"}), shop))
    assert state.confirmed == ("tables: customer, product, purchase, line, ghost",)


async def test_no_ends_the_question(shop: Workspace) -> None:
    state = a_state(contract=MANY, choices={QUESTION: "no"})
    assert refused(await tables(state, shop)).code == "tables_rejected"


async def test_a_draft_with_findings_is_written_anew_before_anybody_is_asked(
    shop: Workspace,
) -> None:
    state = a_state(contract=MANY, draft=a_draft(findings=("It is wrong.",)))
    assert went_on(await tables(state, shop)).confirmed == ()
