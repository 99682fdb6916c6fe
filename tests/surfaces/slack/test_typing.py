"""While a form is filled in: findings below the SQL, and menus that are searched."""

from collections.abc import AsyncIterator

import pytest

from bots.local_workspace.payloads import Place, Press
from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.slack.surface import Beside
from bots.wording import asks
from bots.wording import replies as say
from bots.wording import slack as said
from pipeline.checkpoint import EDITED_SQL, Action, CheckpointKind, Decision, Option, Question
from tests.fakes import an_ask
from tests.surfaces.slack.conftest import Office, an_office

TABLES = tuple(Option(id=f"sales.t{at}", label=f"table {at}") for at in range(250))


class Reader:
    """Finds fault with every star."""

    async def findings(self, checkpoint: str, sql: str) -> tuple[str, ...] | None:
        assert checkpoint == "c1"
        return ("Name the columns.",) if "*" in sql else ()


async def editing(office: Office) -> Json:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1")
    card = await office.paused(ask, (await office.asked())["ts"])
    await office.local.click("ana", card, asks.EDIT_SQL)
    return await office.local.wait_for(lambda: office.local.modal("ana"))


async def type_sql(office: Office, view: Json, sql: str) -> None:
    press = Press(block_id=entry_block(EDITED_SQL), action_id="typed", value=sql)
    await office.local.doings.press("U0ANA", Place(view_id=view["id"]), press)


def findings(office: Office) -> list[str]:
    view = office.local.modal("ana") or {"blocks": []}
    told = [each for each in view["blocks"] if each["block_id"] == "findings"]
    return [each["elements"][0]["text"] for each in told]


@pytest.fixture
async def reading_office(sockets: bool) -> AsyncIterator[Office]:
    async with an_office(beside=Beside(drafts=Reader()), sockets=sockets) as started:
        yield started
        assert started.local.refused == []


async def test_findings_follow_what_is_typed_and_what_was_typed_stays(
    reading_office: Office,
) -> None:
    office = reading_office
    view = await editing(office)
    await type_sql(office, view, "SELECT * FROM t")
    await office.local.wait_for(lambda: findings(office))
    assert findings(office) == [said.findings(("Name the columns.",))]

    await type_sql(office, view, "SELECT a FROM t")
    await office.local.wait_for(lambda: findings(office) == [said.findings(())] or None)
    await office.local.submit_view("ana")

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.EDIT, values={"sql": "SELECT a FROM t"}
    )


async def test_without_a_check_the_form_stays_as_it_is(office: Office) -> None:
    await type_sql(office, await editing(office), "SELECT * FROM t")
    assert findings(office) == []


async def test_a_long_list_of_tables_is_searched_and_the_picked_ones_decide(
    office: Office,
) -> None:
    tables = Question(id="tables", text="Which tables?", options=TABLES, multiple=True)
    card = await office.paused(an_ask(questions=(tables,)), (await office.asked())["ts"])
    everything = await office.local.suggest("ana", card, "pick", "")
    found = await office.local.suggest("ana", card, "pick", "249 TABLE")
    assert (len(everything), [each["text"]["text"] for each in found]) == (100, ["table 249"])

    await office.local.click("ana", card, "pick", ["249"])
    await office.local.click("ana", card, asks.CONTINUE)

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.APPROVE, choices={"tables": "sales.t249"}
    )


async def test_a_trigger_that_was_too_slow_leaves_a_button_that_opens_the_form(
    office: Office,
) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1")
    card = await office.paused(ask, (await office.asked())["ts"])
    office.local.inject_429(1, method="views.open")
    await office.local.click("ana", card, asks.EDIT_SQL)
    assert await office.whispered("ana") == say.REOPEN
    assert office.local.modal("ana") is None

    again = office.local.messages("ask-data", person="ana")[-1]
    await office.local.click("ana", again, said.OPEN_AGAIN)
    assert await office.local.wait_for(lambda: office.local.modal("ana"))
