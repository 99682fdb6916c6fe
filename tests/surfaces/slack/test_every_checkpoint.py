"""Each kind of checkpoint: its card is shown, pressed, and counts; its form is filled in."""

import pytest

from bots.slack.cards.views import entry_block
from bots.wording import asks
from pipeline.checkpoint import Action, Audience, CheckpointKind, Decision
from tests.fakes import an_ask
from tests.surfaces.slack.conftest import Office

OF_REVIEWERS = (CheckpointKind.WRITE_APPROVAL, CheckpointKind.REVIEW)
CHOSEN = [kind for kind in CheckpointKind if kind not in {*OF_REVIEWERS, CheckpointKind.REPAIR}]


@pytest.mark.parametrize("kind", CHOSEN)
async def test_a_choice_on_each_kind_of_card_counts(office: Office, kind: CheckpointKind) -> None:
    card = await office.paused(an_ask(kind=kind), (await office.asked())["ts"])
    await office.local.click("ana", card, "1 Aug to 31 Oct 2026")

    decision = await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)
    assert decision == Decision(action=Action.APPROVE, choices={"dates": "fiscal"})


@pytest.mark.parametrize("kind", OF_REVIEWERS)
async def test_a_reviewers_question_on_each_kind_of_card_counts(
    office: Office, kind: CheckpointKind
) -> None:
    ask = an_ask(kind=kind, audience=Audience.REVIEWERS, questions=(), sql="SELECT 1")
    card = await office.paused(ask, (await office.asked())["ts"])
    await office.local.click("rui", card, asks.ASK_BACK)
    await office.local.wait_for(lambda: office.local.modal("rui"))
    await office.local.submit_view("rui", {entry_block("note"): {"typed": "Which orders?"}})

    decision = await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)
    assert decision == Decision(action=Action.ASK_BACK, note="Which orders?")


async def test_a_repair_is_mended_in_its_form(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1 FORM t")
    card = await office.paused(ask, (await office.asked())["ts"])
    await office.local.click("ana", card, asks.EDIT_SQL)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    await office.local.submit_view("ana", {entry_block("sql"): {"typed": "SELECT 1 FROM t"}})

    decision = await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)
    assert decision == Decision(action=Action.EDIT, values={"sql": "SELECT 1 FROM t"})
