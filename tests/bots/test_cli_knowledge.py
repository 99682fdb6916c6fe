"""`countersign knowledge`: what comes in waits for a named reviewer, whatever tool it is from."""

import contextlib
import getpass
import json
import re
import sqlite3
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from bots.cli import commands

CHANNELS = "SELECT channel, COUNT(*) AS orders FROM orders GROUP BY channel"
FILES = {
    "plain.yaml": yaml.safe_dump({"queries": [{"question": "Orders by channel", "sql": CHANNELS}]}),
    "plain.csv": f'question,sql\nOrders by channel,"{CHANNELS}"\n',
    "vanna.json": json.dumps([{"question": "Orders by channel", "sql": CHANNELS}]),
    "wren.yaml": yaml.safe_dump(
        {"sql_pairs": [{"question": "Orders by channel", "sql": CHANNELS}]}
    ),
    "cortex.yaml": yaml.safe_dump(
        {"verified_queries": [{"name": "n", "question": "Orders by channel", "sql": CHANNELS}]}
    ),
    "manifest.json": json.dumps(
        {
            "nodes": {},
            "exposures": {
                "exposure.shop.channels": {
                    "name": "channels",
                    "label": "Orders by channel",
                    "meta": {"sql": CHANNELS},
                },
                "exposure.shop.board": {"name": "board", "description": "A board without SQL"},
            },
            "metrics": {},
        }
    ),
    "metabase.yaml": yaml.safe_dump(
        {
            "name": "Orders by channel",
            "dataset_query": {"type": "native", "native": {"query": CHANNELS}},
        }
    ),
    "superset.yaml": yaml.safe_dump(
        {"label": "Orders by channel", "sql": CHANNELS, "database_uuid": "1", "version": "1.0.0"}
    ),
}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    with contextlib.closing(sqlite3.connect(tmp_path / "shop.sqlite")) as connection:
        connection.executescript(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, channel TEXT, day DATE);"
            "INSERT INTO orders VALUES (1, 'web', '2026-01-05'), (2, 'shop', '2026-02-05');"
        )
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    path = tmp_path / "countersign.yaml"
    path.write_text(
        yaml.safe_dump(
            {
                "workspaces": {"shop": {"url": f"sqlite:///{tmp_path / 'shop.sqlite'}"}},
                "ledger": {"url": f"sqlite:///{tmp_path / 'ledger.sqlite3'}"},
                "state_folder": str(tmp_path / "state"),
            }
        )
    )
    return path


def said(*words: str, config: Path, code: int = 0, typed: str = "") -> str:
    done = CliRunner().invoke(commands(), ["knowledge", *words, "-c", str(config)], input=typed)
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def taken_in(config: Path, name: str) -> str:
    """Import a file; the id of its one question."""
    said("import", "shop", str(config.parent / name), config=config)
    (line,) = said("list", "shop", config=config).splitlines()
    return line.split()[0]


@pytest.mark.parametrize("name", FILES)
def test_what_is_imported_waits_until_somebody_approves_it(config: Path, name: str) -> None:
    query = taken_in(config, name)
    assert "demoted" in said("list", "shop", config=config)
    assert "active" in said("approve", query, "--by", "Rui", config=config)
    shown = yaml.safe_load(said("show", query, config=config))["queries"][0]
    assert (shown["approved_by"], shown["sql"]) == ("Rui", CHANNELS)


def test_saved_questions_without_sql_of_their_own_are_named(config: Path) -> None:
    def card(name: str, query: dict[str, object]) -> dict[str, object]:
        return {"name": name, "dataset_query": query}

    cards = [
        card("Orders by channel", {"type": "native", "native": {"query": CHANNELS}}),
        card("Clicked", {"type": "query", "query": {"source-table": 1}}),
        card("Chosen", {"type": "native", "native": {"query": "SELECT {{x}}"}}),
    ]
    path = config.parent / "cards.json"
    path.write_text(json.dumps(cards))
    told = said("import", "shop", str(path), config=config)
    assert "1 questions wait for a reviewer" in told
    assert "Left out: “Clicked”: it is built without SQL; convert it" in told
    assert "Left out: “Chosen”: its SQL has variables" in told
    path.write_text(json.dumps(cards[1:]))
    told = said("import", "shop", str(path), config=config, code=2)
    assert "no saved question in it can be taken. “Clicked”: it is built without SQL" in told


def test_the_list_tells_of_each_query_and_finds_words(config: Path) -> None:
    query = taken_in(config, "plain.yaml")
    said("approve", query, "--by", "Rui", config=config)
    told = said("list", "shop", "--search", "rui channel", config=config)
    assert "approved by Rui on" in told
    assert "reads orders" in told
    assert said("list", "shop", "--search", "invoices", config=config) == ""


def test_an_import_twice_changes_nothing(config: Path) -> None:
    taken_in(config, "plain.yaml")
    again = said("import", "shop", str(config.parent / "plain.yaml"), config=config)
    assert "1 were there already" in again


def test_what_does_not_run_cannot_be_approved(config: Path) -> None:
    bad = config.parent / "bad.csv"
    bad.write_text("question,sql\nOrders by city,SELECT city FROM orders\n")
    query = taken_in(config, "bad.csv")
    said("approve", query, "--by", "Rui", config=config, code=2)
    assert "demoted" in said("list", "shop", config=config)


def test_words_for_a_time_without_its_dates_cannot_be_approved(config: Path) -> None:
    old = config.parent / "old.csv"
    old.write_text(
        "question,sql\nOrders last month,SELECT COUNT(*) FROM orders WHERE day >= '2019-01-01'\n"
    )
    query = taken_in(config, "old.csv")
    assert "no dates" in said("approve", query, "--by", "Rui", config=config, code=2)


def test_what_is_retired_comes_back_by_name(config: Path) -> None:
    query = taken_in(config, "plain.yaml")
    said("approve", query, "--by", "Rui", config=config)
    assert "retired by Ada" in said("retire", query, "--by", "Ada", config=config)
    assert "active" in said("restore", query, "--by", "Ada", config=config)


def test_the_history_tells_who_did_what_and_what_changed(config: Path) -> None:
    log = config.parent / "queries.sql"
    log.write_text(f"{CHANNELS};\n")
    said("import", "shop", "--log", str(log), config=config)
    query = said("list", "shop", config=config).split()[0]
    title = "How many orders are there by channel?"
    said("approve", query, "--by", "Rui", "--title", title, config=config)
    said("retire", query, "--by", "Ada", config=config)
    told = said("history", query, config=config)
    first, *_, last = told.splitlines()
    assert "in the query log 1 times" in first
    assert f"-> {title}" in told
    assert "active, approved by Rui on " in told
    assert last.startswith("3  retired (retired by Ada)")
    said("history", "nothing", config=config, code=2)


def test_the_test_names_what_the_database_left_behind(config: Path) -> None:
    query = taken_in(config, "plain.yaml")
    said("approve", query, "--by", "Rui", config=config)
    assert "fits" in said("test", "shop", config=config)
    with contextlib.closing(sqlite3.connect(config.parent / "shop.sqlite")) as connection:
        connection.execute("ALTER TABLE orders DROP COLUMN channel")
    assert "orders.channel is gone" in said("test", "shop", config=config, code=1)


def test_an_export_can_be_taken_in_again(config: Path) -> None:
    query = taken_in(config, "plain.csv")
    said("approve", query, "--by", "Rui", config=config)
    for option, name in ((("--csv",), "out.csv"), ((), "out.yaml")):
        (config.parent / name).write_text(said("export", "shop", *option, config=config))
        assert "0 questions" in said("import", "shop", str(config.parent / name), config=config)


def test_a_file_that_holds_no_questions_is_told(config: Path) -> None:
    (config.parent / "other.yaml").write_text("just: text")
    said("import", "shop", str(config.parent / "other.yaml"), config=config, code=2)


def test_a_query_log_fills_the_queue_and_needs_a_title(config: Path) -> None:
    log = config.parent / "queries.sql"
    log.write_text(
        f"{CHANNELS};\nSELECT COUNT(*) FROM orders WHERE channel = 'web';\n{CHANNELS};\n"
    )
    said("import", "shop", "--log", str(log), config=config)
    first, second = said("queue", "shop", config=config).splitlines()
    assert "2 times" in first
    assert "1 times" in second
    query = first.split()[0]
    assert "--title" in said("approve", query, "--by", "Rui", config=config, code=2)
    title = "How many orders are there by channel?"
    assert "active" in said("approve", query, "--by", "Rui", "--title", title, config=config)
    assert len(said("queue", "shop", config=config).splitlines()) == 1


def test_a_reviewer_works_off_the_queue_by_keyboard_the_most_used_first(config: Path) -> None:
    log = config.parent / "queries.sql"
    web = "SELECT COUNT(*) FROM orders WHERE channel = 'web'"
    log.write_text(f"{web};\n{CHANNELS};\n{CHANNELS};\n")
    said("import", "shop", "--log", str(log), config=config)
    title = "How many orders are there by channel?"
    keys = ("a", "x", "t", title, "r", "", "r", "Too special", "")
    told = said("review", "shop", "--by", "Rui", config=config, typed="\n".join(keys))
    first, second = "2 questions wait. The next was asked 2 times", "1 question waits"
    assert told.index(first) < told.index(second)
    for each in ("web", "give it one with --title", "Please type one of: a, t, e, r, s, q."):
        assert each in " ".join(told.split())
    assert "Please give a reason. Nothing is rejected without one." in told
    assert told.rstrip().endswith("Nothing waits for a reviewer.")
    listed = said("list", "shop", config=config)
    assert f"active  used 2x  {title}" in listed
    assert "retired" in listed
    assert re.search(r"\(rejected by Rui on [^)]+: Too special\)", listed)


def test_what_is_left_for_later_stays_in_the_queue_and_other_sql_may_be_written(
    config: Path,
) -> None:
    query = taken_in(config, "plain.yaml")
    later = said("review", "shop", "--by", "Rui", config=config, typed="s\n")
    assert "Nothing waits" in later
    assert "demoted" in said("list", "shop", config=config)
    other = CHANNELS.replace("orders GROUP", "orders WHERE id > 0 GROUP")
    said("review", "shop", "--by", "Rui", config=config, typed=f"e\n{other}\n\n")
    shown = yaml.safe_load(said("show", query, config=config))["queries"][0]
    assert (shown["approved_by"], shown["sql"]) == ("Rui", other)


def test_one_file_or_one_log_is_named(config: Path) -> None:
    assert "--log" in said("import", "shop", config=config, code=2)


def audited(config: Path) -> list[dict[str, str]]:
    """What the audit tells, whole and oldest first."""
    whole = CliRunner().invoke(commands(), ["audit", "verify", "-c", str(config)])
    assert whole.exit_code == 0, whole.output
    told = CliRunner().invoke(commands(), ["audit", "export", "-c", str(config)])
    lines = [json.loads(line) for line in told.output.splitlines()]
    return [line | json.loads(line["details"]) for line in lines]


def test_every_act_is_in_the_audit_with_who_did_it_and_from_where(config: Path) -> None:
    query = taken_in(config, "plain.yaml")
    for act, by in (("approve", "Rui"), ("retire", "Ada"), ("restore", "Rui")):
        said(act, query, "--by", by, config=config)
    log = config.parent / "queries.sql"
    log.write_text("SELECT COUNT(*) FROM orders;\n")
    said("import", "shop", "--log", str(log), config=config)
    said("review", "shop", "--by", "Ada", config=config, typed="r\nToo special\n")
    lines = audited(config)
    assert [(line["actor"], line["action"], line["status"]) for line in lines] == [
        (f"operator:{getpass.getuser()}", "knowledge import", "demoted"),
        ("cli:Rui", "knowledge approve", "active"),
        ("cli:Ada", "knowledge retire", "retired"),
        ("cli:Rui", "knowledge restore", "active"),
        (f"operator:{getpass.getuser()}", "knowledge import", "demoted"),
        ("cli:Ada", "knowledge reject", "retired"),
    ]
    assert {line["place"] for line in lines} == {"command line"}
    assert {line["login"] for line in lines} == {getpass.getuser()}
    assert {line["query"] for line in lines[:4]} == {query}
    assert "Too special" in lines[-1]["why"]


def test_an_accepted_wording_is_in_the_audit(config: Path) -> None:
    proposed = {"question": "Orders by channel", "sql": CHANNELS, "proposed": ["Sales by channel"]}
    (config.parent / "proposed.json").write_text(json.dumps([proposed]))
    query = taken_in(config, "proposed.json")
    said("approve", query, "--by", "Rui", config=config)
    said("accept", query, "Sales by channel", "--by", "Ada", config=config)
    line = audited(config)[-1]
    assert (line["actor"], line["action"], line["wording"]) == (
        "cli:Ada",
        "knowledge accept",
        "Sales by channel",
    )


def test_an_approval_that_takes_the_place_of_another_tells_of_both(config: Path) -> None:
    old = taken_in(config, "plain.yaml")
    said("approve", old, "--by", "Rui", config=config)
    other = config.parent / "other.csv"
    other.write_text('question,sql\nOrders by channel,"SELECT channel FROM orders"\n')
    said("import", "shop", str(other), config=config)
    (new,) = (line.split()[0] for line in said("queue", "shop", config=config).splitlines())
    said("approve", new, "--by", "Ada", config=config)
    told = [(line["query"], line["status"]) for line in audited(config)[-2:]]
    assert told == [(old, "retired"), (new, "active")]


def test_what_is_refused_changes_nothing_and_is_no_act(config: Path) -> None:
    bad = config.parent / "bad.csv"
    bad.write_text("question,sql\nOrders by city,SELECT city FROM orders\n")
    query = taken_in(config, "bad.csv")
    said("approve", query, "--by", "Rui", config=config, code=2)
    said("retire", "nothing", "--by", "Rui", config=config, code=2)
    assert [line["action"] for line in audited(config)] == ["knowledge import"]


def test_a_table_that_a_spreadsheet_wrote_is_read_under_its_own_heads(config: Path) -> None:
    (config.parent / "sheet.csv").write_text(
        f'\ufeffQuestion,SQL\nOrders by channel,"{CHANNELS}"\n'
    )
    assert "Orders by channel" in said("show", taken_in(config, "sheet.csv"), config=config)
