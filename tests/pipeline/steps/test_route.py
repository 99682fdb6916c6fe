"""`route`: named, the only one, or alone in understanding; otherwise a person is asked."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.flow import Outcome
from pipeline.state import RunState
from pipeline.steps.route import QUESTION, route
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeWorkspaces, a_state, a_workspace, refused, went_on

_GARDEN = "CREATE TABLE plant (plant_id INTEGER PRIMARY KEY, species TEXT, height REAL)"


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    import sqlite3

    path: Path = tmp_path_factory.mktemp("garden") / "garden.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(_GARDEN)
    connection.close()
    return a_workspace(path, name="garden", title="Garden")


def unrouted(question: str, **changes: object) -> RunState:
    return replace(a_state(question), workspace="", **changes)  # type: ignore[arg-type]


async def routed(state: RunState, *open_: Workspace, **away: str) -> Outcome:
    return await route(state, FakeWorkspaces(open_, away))


async def test_the_only_workspace_is_taken(shop: Workspace) -> None:
    assert went_on(await routed(unrouted("How many unicorns?"), shop)).workspace == "shop"


async def test_the_one_that_understands_the_question_is_taken(
    shop: Workspace, garden: Workspace
) -> None:
    state = went_on(await routed(unrouted("How many plants are there?"), shop, garden))
    assert state.workspace == "garden"


async def test_the_one_whose_title_is_said_is_taken(shop: Workspace, garden: Workspace) -> None:
    state = went_on(await routed(unrouted("How many in the shop?"), shop, garden))
    assert state.workspace == "shop"


async def test_what_none_understands_is_refused_at_once(shop: Workspace, garden: Workspace) -> None:
    refusal = refused(await routed(unrouted("How many unicorns?"), shop, garden))
    assert refusal.reason == "I found nothing in Shop or Garden that the question is about."


async def test_the_chosen_one_is_taken(shop: Workspace, garden: Workspace) -> None:
    state = unrouted("How many unicorns?", choices={QUESTION: "garden"})
    assert went_on(await routed(state, shop, garden)).workspace == "garden"


async def test_an_unknown_workspace_is_said_with_those_there_are(shop: Workspace) -> None:
    refusal = refused(await routed(unrouted("How many?", pinned="finance"), shop))
    assert refusal.code == "unknown_workspace"
    assert "'finance'" in refusal.reason
    assert refusal.next_step == "I know: shop."


async def test_a_named_workspace_that_is_away_gives_its_own_reason(shop: Workspace) -> None:
    state = unrouted("How many?", pinned="finance")
    refusal = refused(await routed(state, shop, finance="Finance is down.", home="Home is down."))
    assert refusal.code == "database_down"
    assert refusal.reason == "Finance is down."


async def test_with_every_workspace_away_all_reasons_are_given() -> None:
    refusal = refused(await routed(unrouted("How many?"), a="A is down.", b="B is down."))
    assert refusal.reason == "A is down. B is down."


async def test_an_unknown_workspace_where_all_are_away_is_the_trouble_of_the_databases() -> None:
    refusal = refused(await routed(unrouted("How many?", pinned="x"), a="A is down."))
    assert (refusal.code, refusal.reason) == ("database_down", "A is down.")


async def test_without_any_workspace_there_is_nothing_to_ask() -> None:
    assert refused(await routed(unrouted("How many?"))).reason == "There is no database to ask."
