"""A metric of all rows of a table: only those that it adds up are free of the table's filters."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from demo.home import write_home
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary_file import read_glossary
from pipeline.intent import Related
from pipeline.rules.building.build import Builder
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known

WORDS = Path(__file__).parents[3] / "demo" / "workspaces" / "home" / "glossary.yaml"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("home") / "home.sqlite"
    write_home(path, dt.date(2026, 11, 3))
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="home")
    return Known(catalog, read_glossary(WORDS), read_values(url, catalog))


@pytest.mark.parametrize(
    "question", ["spending in rooms that have items", "spending on items lent to a friend"]
)
def test_rows_that_are_named_beside_the_metric_are_asked_about(question: str, home: Known) -> None:
    assert not isinstance(plan(question, home), Planned)


@pytest.mark.parametrize("question", ["spending by category", "spending per item"])
def test_groups_of_what_the_metric_adds_up_hold_all_rows(question: str, home: Known) -> None:
    outcome = plan(question, home)
    assert isinstance(outcome, Planned)
    assert "disposed_on" not in outcome.sql


def test_rows_that_are_only_to_be_there_keep_their_conditions(home: Known) -> None:
    outcome = plan("spending by shop", home)
    assert isinstance(outcome, Planned)
    builder = Builder(home, replace(outcome.intent, filters=(Related(table="items"),)))
    assert 'EXISTS(SELECT 1 FROM "items"' in builder.tree().sql()
    assert '"items"."disposed_on" IS NULL' in builder.tree().sql()
    assert builder.risks
