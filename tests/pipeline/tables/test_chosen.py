"""Other tables, keys and joins than those the question was read with: chosen by a person."""

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, TableNote
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.checkpoint import Action, Ask, Decision
from pipeline.direct import Driven, drive
from pipeline.result import Answer
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.steps_in_order import Pipeline
from pipeline.tables.chosen import as_chosen
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeWorkspaces, a_state, a_workspace, everything

SCHEMA = """
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, value REAL, ordered_on DATE);
CREATE TABLE orders_archive (order_id INTEGER PRIMARY KEY, value REAL, ordered_on DATE);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, ref INTEGER, weight REAL);
CREATE TABLE airports (code TEXT PRIMARY KEY, city TEXT);
CREATE TABLE flights (flight_id INTEGER PRIMARY KEY, price REAL,
  origin TEXT REFERENCES airports (code), destination TEXT REFERENCES airports (code));
INSERT INTO orders VALUES (1, 10, '2026-09-01'), (2, 20, '2026-10-05');
INSERT INTO orders_archive VALUES (7, 1000, '2026-10-05'), (8, 500, '2025-01-01');
INSERT INTO parcels VALUES (1, 1, 5.5), (2, 2, 1.5), (3, 2, 1);
INSERT INTO airports VALUES ('LIS', 'Lisbon'), ('MAD', 'Madrid');
INSERT INTO flights VALUES (1, 100, 'LIS', 'MAD'), (2, 50, 'LIS', 'MAD'), (3, 7, 'MAD', 'LIS');
"""
NOTE = TableNote(table="orders_archive", description="Orders of closed years", grain="one order")


@pytest.fixture
def careful(tmp_path: Path) -> Workspace:
    """A workspace that always asks whether these are the tables."""
    path = tmp_path / "orders.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="orders")
    glossary = Glossary(tables=(NOTE,))
    shop = a_workspace(path)
    return replace(
        shop,
        known=Known(catalog, glossary, read_values(url, catalog)),
        names=Names(catalog, glossary),
        warehouse=open_warehouse(url),
        habits=replace(shop.habits, confirm_tables_always=True),
        grants={"reader": everything(*(table.key for table in catalog.tables))},
        sights={},
    )


class Person:
    """Answers one card after the other, and keeps what each showed."""

    def __init__(self, *answers: Mapping[str, str]) -> None:
        self._answers = list(answers)
        self.cards: list[Ask] = []

    async def __call__(self, ask: Ask) -> Decision | None:
        self.cards.append(ask)
        if not self._answers:
            return None
        answer = self._answers.pop(0)
        values = {key: text for key, text in answer.items() if key.endswith("-search")}
        choices = {key: text for key, text in answer.items() if key not in values}
        shown = {question.id: question.default for question in ask.questions if question.default}
        return Decision(
            action=Action.EDIT if values else Action.APPROVE,
            choices=({} if values else shown) | choices,
            values=values,
        )


async def _asked(question: str, workspace: Workspace, person: Person) -> Driven:
    return await drive(Pipeline(FakeWorkspaces((workspace,))), a_state(question), person)


def _rows(driven: Driven) -> list[tuple[object, ...]]:
    assert isinstance(driven.outcome, Answer), driven.outcome
    return [tuple(row) for row in driven.outcome.rows]


async def test_a_table_that_is_no_candidate_is_found_by_words_and_keeps_the_intent(
    careful: Workspace,
) -> None:
    person = Person({"tables-search": "closed years"}, {"tables-pick": "orders_archive"})
    driven = await _asked("total value of orders in October 2026", careful, person)
    first, found = person.cards
    assert first.questions[0].inputs[0].label.startswith("Search the catalog")
    assert "orders_archive" in [option.id for option in found.questions[0].options]
    assert found.questions[0].multiple
    told = "Orders of closed years; one order; about 2 rows; up to 2026-10-05"
    assert f"Likely: fits the words, described; {told}" in [
        option.detail for option in found.questions[0].options
    ]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert "orders_archive" in driven.outcome.sql
    assert "2026-10-01" in driven.outcome.sql
    assert "tables: orders_archive" in driven.outcome.confirmed


async def test_words_that_fit_no_table_are_said(careful: Workspace) -> None:
    person = Person({"tables-search": "zebra"})
    await _asked("number of orders", careful, person)
    assert person.cards[1].warning == "No table fits “zebra”."


async def test_keys_that_nobody_declared_are_asked(careful: Workspace) -> None:
    person = Person(
        {"tables": "others"},
        {"tables-pick": "orders,parcels"},
        {"join:orders/parcels": "order_id=ref"},
    )
    driven = await _asked("number of parcels", careful, person)
    keys = person.cards[2].questions[0]
    assert keys.text.startswith("I do not know how orders and parcels connect")
    assert "orders.order_id = parcels.ref" in [option.label for option in keys.options]
    assert _rows(driven) == [(3,)]


async def test_chosen_keys_join_what_the_question_needs(careful: Workspace) -> None:
    state = {"tables-pick": "orders,parcels", "join:orders/parcels": "order_id=ref"}
    known = as_chosen(careful.known, state)
    outcome = plan("total weight of parcels by order", known)
    assert isinstance(outcome, Planned)
    assert '"parcels"."ref" = "orders"."order_id"' in outcome.sql


async def test_the_join_is_shown_and_may_be_another(careful: Workspace) -> None:
    question = "total price of flights by city of airports"
    by_origin = {"readings": "role:flights:airports→origin"}
    person = Person(by_origin, {}, {})
    first = await _asked(question, careful, person)
    card = next(
        c for c in person.cards if any(q.id == "path:airports/flights" for q in c.questions)
    )
    joined = next(fact.text for fact in card.facts if fact.label == "Joined")
    ways = next(q for q in card.questions if q.id.startswith("path:"))
    assert len(ways.options) == 2
    assert joined in {
        f"flights and airports by {column} and code" for column in ("origin", "destination")
    }
    other = next(option.id for option in ways.options if option.id != ways.default)
    before = {str(city): float(str(total)) for city, total in _rows(first)}
    another = Person(by_origin, {"path:airports/flights": other}, {}, {})
    second = await _asked(question, careful, another)
    after = {str(city): float(str(total)) for city, total in _rows(second)}
    assert sorted(before.values()) == sorted(after.values()) == [7, 150]
    assert before != after


async def test_the_search_speaks_only_of_what_the_person_may_see(careful: Workspace) -> None:
    blind = replace(careful, grants={"reader": everything("orders", "parcels")}, sights={})
    person = Person({"tables-search": "orders archive airports"})
    await _asked("number of orders", blind, person)
    shown = {option.id for option in person.cards[1].questions[0].options}
    assert shown <= {"orders", "parcels"}
