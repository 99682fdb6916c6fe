"""`route`: named, the only one, or alone in understanding; otherwise a person is asked."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, TableNote
from knowledge.naming import Names
from pipeline.elsewhere import told_elsewhere
from pipeline.flow import Finish, Outcome, Pause
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.route import QUESTION, route
from pipeline.workspace import Workspace
from pipeline.writes.request import WriteRequest
from tests.pipeline.shop import FakeWorkspaces, a_state, a_workspace, refused, went_on

_GARDEN = "CREATE TABLE plant (plant_id INTEGER PRIMARY KEY, species TEXT, height REAL)"
_HOUSE = """
CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, room_name TEXT NOT NULL UNIQUE);
CREATE TABLE items (item_id INTEGER PRIMARY KEY, item_name TEXT NOT NULL,
    room_id INTEGER REFERENCES rooms (room_id));
INSERT INTO rooms VALUES (1, 'Kitchen'), (2, 'Cellar');
INSERT INTO items VALUES (1, 'Miele Fridge 1', 2);
"""


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    import sqlite3

    path: Path = tmp_path_factory.mktemp("garden") / "garden.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(_GARDEN)
    connection.close()
    return a_workspace(path, name="garden", title="Garden")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    import sqlite3

    path: Path = tmp_path_factory.mktemp("house") / "house.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(_HOUSE)
    connection.close()
    return a_workspace(path, name="house", title="House")


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


@pytest.mark.parametrize(
    "wish", ["move the Miele Fridge 1 to the Kitchen", "move the coffee machine to the Cellar"]
)
async def test_a_wish_goes_where_its_values_are(
    shop: Workspace, house: Workspace, wish: str
) -> None:
    state = unrouted(wish, write=WriteRequest())
    assert went_on(await routed(state, shop, house)).workspace == "house"


async def test_a_value_that_is_elsewhere_is_not_said_to_be_nowhere(
    shop: Workspace, house: Workspace
) -> None:
    refusal = Refusal(code="cannot", reason="I find no “Miele Fridge” in this data.")
    state = a_state("Which room is Miele Fridge 1 in?")
    told = refused(told_elsewhere(Finish(state=state, outcome=refusal), shop, [shop, house]))
    assert told.reason == "I looked in Shop, and “Miele Fridge 1” is in House."
    here = told_elsewhere(Finish(state=state, outcome=refusal), house, [shop, house])
    assert refused(here) == refusal


async def test_what_none_understands_is_refused_at_once(shop: Workspace, garden: Workspace) -> None:
    refusal = refused(await routed(unrouted("How many unicorns?"), shop, garden))
    assert refusal.reason == "I found nothing in Shop or Garden that the question is about."


async def test_whoever_asks_what_there_is_chooses_where(shop: Workspace, garden: Workspace) -> None:
    for question in ("Which tables are there?", "What data do you have?"):
        assert isinstance(await routed(unrouted(question), shop, garden), Pause)


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


async def test_the_name_of_a_table_outranks_a_synonym_elsewhere(
    shop: Workspace, house: Workspace
) -> None:
    note = TableNote(table="line", synonyms=("order items", "priced items"))
    named = Names(shop.known.catalog, Glossary(tables=(note,)))
    state = went_on(await routed(unrouted("How many items?"), replace(shop, names=named), house))
    assert state.workspace == "house"


async def test_where_two_stay_close_a_person_is_asked(shop: Workspace) -> None:
    catalog = shop.known.catalog
    priceless = [
        replace(table, columns=tuple(c for c in table.columns if c.name != "price"))
        for table in catalog.tables
    ]
    names = Names(replace(catalog, tables=tuple(priceless)), Glossary())
    other = replace(shop, name="other", names=names)
    question = "How many products have a price above 20?"
    assert isinstance(await routed(unrouted(question), shop, other), Pause)


def test_a_word_of_every_question_is_no_name() -> None:
    column = Column(name="is_on_sale", type="BOOLEAN", kind=Kind.BOOLEAN)
    table = Table(name="offer", columns=(column,))
    names = Names(Catalog(workspace="shop", dialect="sqlite", tables=(table,)), Glossary())
    assert names.weight("What is on the table?") == 0


async def test_a_question_in_german_is_told_that_german_is_not_read(
    shop: Workspace, garden: Workspace
) -> None:
    question = "Welche Gegenstände sind heute verliehen, und wer hat sie?"
    outcome = await routed(unrouted(question), shop, garden)
    refusal = refused(outcome)
    assert "German" in refusal.reason
    assert "Please ask in English" in refusal.next_step


async def test_a_database_that_has_such_rows_is_not_passed_over_for_one_of_others(
    shop: Workspace, tmp_path: Path
) -> None:
    """`purchases` are the shop's, though not all can be read there; orders are alike elsewhere."""
    import sqlite3

    connection = sqlite3.connect(tmp_path / "home.sqlite")
    connection.executescript(
        "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, ordered_on DATE, shine INTEGER);"
        "INSERT INTO orders VALUES (1, '2026-10-02', 3);"
    )
    connection.close()
    home = a_workspace(tmp_path / "home.sqlite", name="home", title="Home")
    paused = await routed(unrouted("purchases with a shine above 2"), shop, home)
    assert isinstance(paused, Pause)
    assert [option.id for option in paused.ask.questions[0].options] == ["shop", "home"]


async def test_a_word_that_only_another_database_has_a_name_for_is_asked(
    tmp_path: Path,
) -> None:
    import sqlite3

    scripts = {
        "stock": "CREATE TABLE product (product_id INTEGER PRIMARY KEY, product TEXT, "
        "quantity INTEGER); INSERT INTO product VALUES (1, 'soap', 5), (2, 'salt', 7)",
        "till": "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, product TEXT, amount NUMERIC); "
        "INSERT INTO sale VALUES (1, 'soap', 2.5), (2, 'salt', 1.5)",
    }
    both = []
    for name, script in scripts.items():
        connection = sqlite3.connect(tmp_path / f"{name}.sqlite")
        connection.executescript(script)
        connection.close()
        both.append(a_workspace(tmp_path / f"{name}.sqlite", name=name, title=name.title()))
    outcome = await routed(unrouted("total amount by product"), *both)
    assert isinstance(outcome, Pause)
    assert {option.id for option in outcome.ask.questions[0].options} == {"stock", "till"}
