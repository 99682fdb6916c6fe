"""Approved queries as tools of a model: valid values give a trusted answer, other SQL does not."""

import inspect
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog
from knowledge.embeddings import Embedder
from knowledge.glossary import Glossary
from knowledge.matching import Thresholds, values_of_catalog
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.agents.approved_tools import ApprovedTools, approved_tools, as_approved
from pipeline.approved.answers import Shelf, StoredAnswers
from pipeline.model_calls import Tool
from pipeline.result import Answer, Trust
from pipeline.rules.schema.known import Known
from pipeline.workspace import Found, ValidatedAnswers
from tests.knowledge.validated.builders import a_query
from tests.pipeline.agents.loopback_replies import Answered, Called
from tests.pipeline.agents.shop import asked, in_turn, open_shop, shop_database

APPROVED = "How many orders are from customers in Spain?"
SQL = (
    "SELECT COUNT(*) AS orders FROM orders JOIN customers ON orders.customer_id = customers.id "
    "WHERE orders.is_test = 0 AND customers.country = 'Spain'"
)
FRENCH = SQL.replace("Spain", "France")
FIRST: dict[str, Any] = {"models": {"order": "model"}}


@cache
def embedder() -> Embedder:
    return OnnxEmbedder()


def row(catalog: Catalog) -> ValidatedQuery:
    found = detect_parameters(APPROVED, SQL, "sqlite", values=values_of_catalog(catalog))
    query = a_query(question=APPROVED, sql=SQL)
    return replace(query, workspace="shop", parameters=found, approved_by="Rui")


class Shelved:
    """Opens the shop's one approved query."""

    def __init__(self) -> None:
        self.store = MemoryValidatedStore()

    def __call__(self, name: str, catalog: Catalog, glossary: Glossary) -> ValidatedAnswers:
        self.query = row(catalog)
        queries = ValidatedWorkspace(name, embedder(), catalog=catalog, glossary=glossary)
        return StoredAnswers(Shelf(store=self.store, queries=queries, thresholds=Thresholds()))


@pytest.fixture
def tools(tmp_path: Path) -> ApprovedTools:
    path = shop_database(tmp_path)
    catalog = read_catalog(f"sqlite:///{path}", workspace="shop")
    found = Found(
        id="q1", question=APPROVED, sql=SQL, trust=Trust.SEMI_TRUSTED, reason="",
        approved=SQL, query=row(catalog),
    )  # fmt: skip
    return ApprovedTools((found,), Known(catalog, Glossary(), known_values(catalog)))


def only(tools: ApprovedTools) -> Tool:
    (tool,) = tools.tools()
    return tool


def test_a_tool_has_a_name_a_meaning_typed_parameters_and_their_values(
    tools: ApprovedTools,
) -> None:
    tool = only(tools)
    (country,) = inspect.signature(tool).parameters.values()
    assert tool.__name__ == "approved_1_how_many_orders_are_from_customers_in_spain"
    assert APPROVED in (tool.__doc__ or "")
    assert "“Spain” in the approved question" in (tool.__doc__ or "")
    assert (country.name, country.default) == ("country", "Spain")
    assert get_args(country.annotation)[1].json_schema_extra == {"enum": ["Spain", "France"]}


async def test_a_call_with_a_valid_value_gives_the_sql_with_it(tools: ApprovedTools) -> None:
    assert FRENCH in await only(tools)(country="France")
    found = tools.called_for(FRENCH.lower().replace("france", "France"))
    assert found is not None
    assert tools.called_for(FRENCH.replace("is_test = 0", "is_test = 1")) is None
    assert tools.called_for(SQL) is None


async def test_a_value_that_the_column_does_not_have_gives_nothing(tools: ApprovedTools) -> None:
    assert "is no value of country" in await only(tools)(country="Narnia")
    assert tools.called_for(SQL) is None


def called(country: str) -> Called:
    return Called("approved_1_how_many_orders_are_from_customers_in_spain", {"country": country})


@pytest.mark.parametrize(
    ("country", "sql", "trusted"),
    [
        ("France", FRENCH, True),
        ("France", FRENCH.replace("is_test = 0", "is_test IN (0, 1)"), False),
        # Another value than the question says.
        ("Spain", SQL, False),
    ],
)
async def test_a_valid_call_is_trusted_and_changed_sql_or_another_value_is_not(
    tmp_path: Path, country: str, sql: str, *, trusted: bool
) -> None:
    shelf = Shelved()
    async with open_shop(tmp_path, in_turn(Answered({})), validated=shelf) as shop:
        await shelf.store.add(shelf.query)
        workspace = shop.workspaces.get("shop")
        assert workspace is not None
        state = asked("From customers in France, how many orders are there?")
        tools = await approved_tools(state, workspace)
        assert tools is not None
        await only(tools)(country=country)
        found = await as_approved(sql, tools, state, workspace)
    assert (found is not None) is trusted
    if found is not None:
        assert found.matched is not None
        assert (found.matched.id, found.matched.trust) == (shelf.query.id, Trust.TRUSTED)
        assert found.draft is not None
        assert "'France'" in found.draft.sql


async def test_words_that_nothing_approved_stands_for_keep_the_answer_generated(
    tmp_path: Path,
) -> None:
    shelf = Shelved()
    script = in_turn(called("France"), Answered({"sql": FRENCH, "reading": "orders from France"}))
    async with open_shop(tmp_path, script, validated=shelf, **FIRST) as shop:
        await shelf.store.add(shelf.query)
        driven = await shop.ask("How many shipments of orders are from customers in France?")
        offered = [tool["function"]["name"] for tool in shop.model.requests[0].body["tools"]]
    assert called("France").name in offered
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.trust is Trust.GENERATED
