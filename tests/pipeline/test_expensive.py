"""A query that the database expects to be expensive runs only if its asker says so."""

from collections.abc import AsyncIterator
from dataclasses import replace

import psycopg
import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.agents.model_reads import Seen, looked
from pipeline.expensive import RUN, STOP
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, Policy, TableGrant
from pipeline.state import RunState
from pipeline.steps.check import check
from pipeline.workspace import Habits, Workspace
from tests.pipeline.shop import ANA, a_draft, a_state, asked, refused, went_on

SQL = "SELECT n FROM numbers"


@pytest.fixture
async def dear(shop: Workspace, postgres_url: str) -> AsyncIterator[Workspace]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE numbers AS SELECT g AS n FROM generate_series(1, 5000) g")
        connection.execute("ANALYZE numbers")
    catalog = read_catalog(postgres_url, workspace="shop")
    workspace = replace(
        shop,
        known=Known(catalog, Glossary(), shop.known.values),
        warehouse=open_warehouse(postgres_url),
        habits=replace(shop.habits, rows_limit=1000),
        grants={"reader": Grants(tables=(TableGrant(table="numbers"),))},
    )
    yield workspace
    await workspace.warehouse.close()


async def choose(workspace: Workspace, chosen: str) -> tuple[RunState, str]:
    state = a_state(draft=a_draft(SQL))
    ask = asked(await check(state, workspace))
    (question,) = ask.questions
    return replace(state, choices={question.id: chosen}), ask.facts[-1].text


async def test_the_asker_is_asked_with_what_the_database_expects(dear: Workspace) -> None:
    _, expected = await choose(dear, RUN)

    assert expected.startswith("about 5,000 rows and a cost of ")


async def test_the_query_runs_once_the_asker_says_so(dear: Workspace) -> None:
    state, _ = await choose(dear, RUN)

    passed = went_on(await check(state, dear))

    assert passed.draft is not None
    assert passed.draft.passed


async def test_a_yes_to_one_query_is_none_to_another(dear: Workspace) -> None:
    state, _ = await choose(dear, RUN)
    other = replace(state, draft=a_draft("SELECT n + 1 AS m FROM numbers"))

    asked(await check(other, dear))


async def test_the_asker_may_leave_it(dear: Workspace) -> None:
    state, _ = await choose(dear, STOP)

    assert refused(await check(state, dear)).code == "too_expensive"


async def test_below_the_limit_nobody_is_asked(dear: Workspace) -> None:
    cheap = replace(dear, habits=Habits(rows_limit=1e6, default_role=dear.habits.default_role))

    went_on(await check(a_state(draft=a_draft(SQL)), cheap))


async def test_a_model_that_looks_around_runs_nothing_expensive(dear: Workspace) -> None:
    why = await looked(dear, ANA, SQL)
    assert "more expensive than may run" in str(why)

    few = await looked(dear, ANA, "SELECT n FROM numbers LIMIT 3")
    assert isinstance(few, Seen)
    assert len(few.rows.rows) == 3


async def test_a_function_of_the_workspace_may_be_called(shop: Workspace) -> None:
    own = Policy(extra_functions=frozenset({"zeroblob"}))
    sql = "SELECT zeroblob(1) AS z FROM customer"
    allowing = replace(shop, habits=replace(shop.habits, policy=own))

    asked(await check(a_state(draft=a_draft(sql)), shop))
    went_on(await check(a_state(draft=a_draft(sql)), allowing))
