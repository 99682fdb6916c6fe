"""`countersign glossary`: what comes in is certified by a named person, what was saved goes out."""

import asyncio
import contextlib
import datetime as dt
import sqlite3
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from bots.bootstrap.remembered import StandingFile
from bots.cli import commands
from knowledge.glossary_file import glossary_from
from pipeline.remembered.standing import StandingAnswer

GLOSSARY = """# Ours
metrics:
  - {name: net, expression: sum(net), table: orders, synonyms: [sales]}
  - {name: gross, expression: sum(gross), table: orders, synonyms: [sales]}
"""
FLOW = """
semantic_models:
  - name: orders
    model: ref('orders')
    measures: [{name: discount_total, agg: sum, expr: discount, create_metric: true}]
  - name: gone
    model: ref('gone')
    measures: [{name: lost, agg: sum, expr: x, create_metric: true}]
"""
NOW = dt.datetime(2026, 11, 21, 23, 30, tzinfo=dt.UTC)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    with contextlib.closing(sqlite3.connect(tmp_path / "shop.sqlite")) as connection:
        connection.executescript(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, net REAL, gross REAL, discount REAL);"
        )
    (tmp_path / "glossary.yaml").write_text(GLOSSARY)
    (tmp_path / "flow.yaml").write_text(FLOW)
    path = tmp_path / "countersign.yaml"
    settings = {
        "workspaces": {
            "shop": {
                "url": f"sqlite:///{tmp_path / 'shop.sqlite'}",
                "glossary": "glossary.yaml",
                "calendar": {"time_zone": "Europe/Madrid"},
            }
        },
        "ledger": {"url": f"sqlite:///{tmp_path / 'ledger.sqlite3'}"},
        "state_folder": str(tmp_path / "state"),
    }
    path.write_text(yaml.safe_dump(settings))
    return path


def _said(config: Path, *words: str, status: int = 0) -> str:
    result = CliRunner().invoke(commands(), ["glossary", *words, "--config", str(config)])
    assert result.exit_code == status, result.output
    return result.output


def _save(config: Path) -> None:
    answer = StandingAnswer(
        question="metric:net/gross",
        answer="net",
        said="“sales” means net",
        workspace="shop",
        by="Ana",
    )
    store = StandingFile(config.parent / "state" / "remembered.json", lambda: NOW)
    asyncio.run(store.keep(answer))


def test_what_is_imported_waits_for_a_name_in_the_file_itself(config: Path) -> None:
    told = _said(config, "import", "shop", str(config.parent / "flow.yaml"))
    assert "1 new entry" in told
    assert "lost: there is no table gone here." in told
    text = (config.parent / "glossary.yaml").read_text()
    assert text.startswith(GLOSSARY)
    imported = glossary_from(text, "g").metrics[-1]
    assert (imported.name, imported.source, imported.certified) == ("discount total", "dbt", False)
    assert "has all of it already" in _said(
        config, "import", "shop", str(config.parent / "flow.yaml")
    )
    assert "is certified" in _said(config, "certify", "shop", "discount total", "--by", "Ana")
    text = (config.parent / "glossary.yaml").read_text()
    assert glossary_from(text, "g").metrics[-1].certified
    assert "# by Ana" in text


def test_what_people_saved_is_listed_with_who_and_when_and_goes_out_as_yaml(config: Path) -> None:
    assert "Nobody has saved" in _said(config, "list", "shop")
    _save(config)
    assert "“sales” means net (saved by Ana on 2026-11-22)" in _said(config, "list", "shop")
    whole = glossary_from(_said(config, "export", "shop"), "g")
    assert {m.name: m.synonyms for m in whole.metrics} == {"net": ("sales",), "gross": ()}
    edits = glossary_from(_said(config, "export", "shop", "--edits"), "g")
    assert [metric.name for metric in edits.metrics] == ["gross"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("list", "nowhere"), "The settings have no workspace 'nowhere'."),
        (("certify", "shop", "profit", "--by", "Ana"), "has no metric called 'profit'"),
        (("import", "shop", "glossary.yml"), "No such file"),
    ],
)
def test_what_is_not_there_is_said(config: Path, words: tuple[str, ...], why: str) -> None:
    assert why in _said(config, *words, status=2)


def test_an_import_says_what_it_took_and_which_joins_the_database_does_not_show(
    config: Path,
) -> None:
    cube = {
        "cubes": [
            {
                "name": "orders",
                "sql_table": "orders",
                "description": "Each order",
                "measures": [{"name": "rebate", "type": "sum", "sql": "discount"}],
                "joins": [{"name": "orders", "sql": "{CUBE}.id = {orders}.id"}],
            },
            {
                "name": "people",
                "sql_table": "orders",
                "joins": [{"name": "orders", "sql": "{CUBE}.gross = {orders}.id"}],
            },
        ]
    }
    path = config.parent / "cube.yaml"
    path.write_text(yaml.safe_dump(cube))
    told = _said(config, "import", "shop", str(path))
    assert "Read as Cube: 1 metric, 1 table description." in told
    assert "Left out: join orders.id → orders.id: neither keys nor values" in told


def test_an_import_of_another_file_of_dbt_names_the_one_to_import(config: Path) -> None:
    path = config.parent / "catalog.json"
    schema = "https://schemas.getdbt.com/dbt/catalog/v1.json"
    path.write_text(f'{{"metadata": {{"dbt_schema_version": "{schema}"}}, "nodes": {{}}}}')
    told = _said(config, "import", "shop", str(path), status=2)
    assert "it is dbt's catalog; import target/manifest.json" in told
    assert (config.parent / "glossary.yaml").read_text() == GLOSSARY
