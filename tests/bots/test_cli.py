"""The command line: answers on stdout, sentences on stderr, one JSON object for scripts."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner, Result

from bots.cli import commands
from bots.settings import read_settings
from knowledge.glossary import DRAFT
from knowledge.glossary_file import read_glossary
from tests.bots.bootstrapped import a_settings_file
from tests.pipeline.shop import write_shop

_MUSIC = """
CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE Album (
    AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES Artist (ArtistId)
);
CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE Track (
    TrackId INTEGER PRIMARY KEY, Name TEXT, AlbumId INTEGER REFERENCES Album (AlbumId),
    GenreId INTEGER REFERENCES Genre (GenreId), Milliseconds INTEGER, UnitPrice NUMERIC
);
CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, FirstName TEXT, Country TEXT);
CREATE TABLE Invoice (
    InvoiceId INTEGER PRIMARY KEY, CustomerId INTEGER REFERENCES Customer (CustomerId),
    InvoiceDate TEXT, BillingCountry TEXT, Total NUMERIC
);
INSERT INTO Artist VALUES (1, 'Nina'), (2, 'Otis'), (3, 'Quiet Four');
INSERT INTO Album VALUES (1, 'Sun', 1), (2, 'Rain', 1), (3, 'Docks', 2);
INSERT INTO Genre VALUES (1, 'Soul'), (2, 'Jazz');
INSERT INTO Track VALUES
    (1, 'Dawn', 1, 2, 200000, 0.99), (2, 'Noon', 1, 2, 300000, 0.99),
    (3, 'Drops', 2, 1, 250000, 1.99), (4, 'Bay', 3, 1, 150000, 0.99);
INSERT INTO Customer VALUES (1, 'Ida', 'Norway'), (2, 'Raj', 'India'), (3, 'Liv', 'Norway');
INSERT INTO Invoice VALUES
    (1, 1, '2025-02-03', 'Norway', 10.5), (2, 2, '2025-05-06', 'India', 20),
    (3, 3, '2026-01-09', 'Norway', 4.5);
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands(), arguments)


def told(*arguments: str) -> dict[str, Any]:
    """The one JSON object that `ask` prints."""
    result = run("ask", "--json", *arguments)
    (line,) = result.stdout.splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    assert result.exit_code == (3 if "cannot" in found else 0)
    return found


def music(folder: Path) -> str:
    connection = sqlite3.connect(folder / "music.sqlite")
    connection.executescript(_MUSIC)
    connection.close()
    return f"sqlite:///{folder / 'music.sqlite'}"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many artists are there?", {(3,)}),
        ("How many tracks per genre?", {("Soul", 2), ("Jazz", 2)}),
        ("How many customers from Norway?", {(2,)}),
        ("How many invoices per billing country?", {("Norway", 2), ("India", 1)}),
        ("Which artists have no albums?", {("Quiet Four",)}),
        ("What is the average total of invoices in 2025?", {(15.25,)}),
        ("Which track has the most milliseconds?", {("Noon",)}),
    ],
)
def test_a_database_never_seen_is_answered_given_only_its_url(
    tmp_path: Path, question: str, rows: set[tuple[Any, ...]]
) -> None:
    found = told("--db", music(tmp_path), question)
    assert {tuple(row) for row in found["rows"]} == rows
    assert set(found) >= {"answer", "sql", "columns", "trust", "assumptions", "asked"}
    assert "LIMIT 10" not in found["sql"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "could not find a question"),
        ("🎉🎉", "could not find a question"),
        ("x" * 10_000, "10,000 characters"),
        ("How many spaceships are there?", "There is no “spaceships” in this data"),
        ("How many invoices on Feb 30?", "February"),
        ("drop table Invoice", "nothing was changed"),
    ],
)
def test_what_is_no_question_gets_one_object_with_the_reason(
    tmp_path: Path, question: str, said: str
) -> None:
    assert said in told("--db", music(tmp_path), question)["cannot"]


def test_a_value_that_is_not_in_the_data_is_asked_about_before_anything_runs(
    tmp_path: Path,
) -> None:
    found = told("--db", music(tmp_path), "How many customers from Norwy?")
    assert "Did you mean “Norway”" in found["asked"][0]["questions"][0]["text"]


def test_an_unknown_workspace_is_said(tmp_path: Path) -> None:
    found = told("--db", music(tmp_path), "--workspace", "finance", "How many?")
    assert "'finance'" in found["cannot"]


def test_a_workspace_of_the_settings_is_asked_in_its_own_time_zone(tmp_path: Path) -> None:
    config = a_settings_file(tmp_path, calendar={"time_zone": "Pacific/Auckland"})
    found = told("--config", str(config), "--workspace", "shop", "How many products?")
    assert found["rows"] == [[3]]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "'nonsense' is not a database URL"),
        ("oracle://u:secret@h/x", "u:***@h"),
        ("sqlite:///none.sqlite", "there is no such file"),
        ("sqlite:///text.sqlite", "not a database"),
        ("postgresql://u:secret@127.0.0.1:1/x", "postgresql://127.0.0.1:1/x"),
    ],
)
def test_a_database_that_cannot_be_opened_is_said_without_its_password(
    tmp_path: Path, url: str, said: str
) -> None:
    (tmp_path / "text.sqlite").write_text("no database " * 100)
    cannot = told("--db", url, "How many?")["cannot"]
    assert said in cannot
    assert "secret" not in cannot


def test_a_database_that_cannot_be_opened_is_a_sentence_on_stderr() -> None:
    result = run("ask", "--db", "nonsense", "How many?")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "is not a database URL" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_missing_settings_file_is_one_object_too() -> None:
    assert "countersign init" in told("How many?")["cannot"]


def test_a_missing_settings_file_is_a_sentence_on_stderr() -> None:
    result = run("ask", "How many?")
    assert result.exit_code == 2
    assert "there is no such file" in result.stderr


def test_an_answer_is_printed_for_people(tmp_path: Path) -> None:
    result = run("ask", "--yes", "--db", music(tmp_path), "How many artists are there?")
    assert result.exit_code == 0
    assert "3" in result.stdout
    assert "SELECT" in result.stdout


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    assert told("--db", music(tmp_path), "How many \udcff artists are there?")


def test_a_folder_that_cannot_be_written_keeps_nobody_from_asking(tmp_path: Path) -> None:
    url = music(tmp_path)
    (tmp_path / ".countersign").write_text("in the way")
    assert told("--db", url, "How many artists are there?")["rows"] == [[3]]


@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("shop.sqlite", "shop", "Shop"),
        ("my  shop (new).sqlite", "my_shop_new", "My shop new"),
        ("no.sqlite", "no", "No"),
        ("x: y #z.sqlite", "x_y", "X y"),
        ('"quoted".sqlite', "quoted", "Quoted"),
        ("2026.sqlite", "main", "Main"),
        ("магазин.sqlite", "main", "Main"),
    ],
)
def test_a_starter_file_can_be_read_whatever_the_database_is_called(
    tmp_path: Path, name: str, key: str, title: str
) -> None:
    write_shop(tmp_path / name)
    assert run("init", f"sqlite:///{name}").exit_code == 0
    settings = read_settings(tmp_path / "countersign.yaml", {})
    assert settings.workspaces[key].title == title
    assert settings.workspaces[key].url.get_secret_value() == f"sqlite:///{name}"


def test_a_starter_file_passes_the_doctor(tmp_path: Path) -> None:
    write_shop(tmp_path / "shop.sqlite")
    run("init", "sqlite:///shop.sqlite")
    result = run("doctor")
    assert result.exit_code == 0
    assert "✗" not in result.stdout
    assert "• surfaces" in result.stdout


def test_the_doctor_names_what_is_unusual_about_a_database(tmp_path: Path) -> None:
    write_shop(
        tmp_path / "shop.sqlite",
        "CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, town TEXT, came TEXT)",
        "INSERT INTO visit VALUES (1, 'Oslo', '31/01/2024'), (2, 'oslo', '01/02/2024')",
    )
    result = run("doctor", "sqlite:///shop.sqlite", "--propose", "glossary.yaml")
    assert result.exit_code == 0
    assert "One text column holds dates: visit.came (day/month/year)." in result.stdout
    assert "terms: [{name: Oslo, means:" in result.stdout
    written = read_glossary(tmp_path / "glossary.yaml")
    assert [term.name for term in written.terms] == ["Oslo"]
    again = run("doctor", "sqlite:///shop.sqlite", "--propose", "glossary.yaml")
    assert again.exit_code == 2
    assert "cannot be written" in again.stderr


def test_the_doctor_says_that_a_database_is_not_there(tmp_path: Path) -> None:
    result = run("doctor", f"sqlite:///{tmp_path / 'none.sqlite'}")
    assert result.exit_code == 2
    assert "none.sqlite" in result.stderr


def test_a_starter_file_elsewhere_still_finds_the_database(tmp_path: Path) -> None:
    write_shop(tmp_path / "shop.sqlite")
    (tmp_path / "conf").mkdir()
    run("init", "sqlite:///shop.sqlite", "--out", "conf/mine.yaml")
    assert run("doctor", "--config", "conf/mine.yaml").exit_code == 0


def test_a_password_is_never_written_into_the_folder(tmp_path: Path, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE visit (id INT PRIMARY KEY, town TEXT)")
        connection.execute("INSERT INTO visit VALUES (1, 'Oslo'), (2, 'Rome')")
    url = f"{postgres_url}&password=hunter2"
    result = run("init", url)
    assert result.exit_code == 0, result.output
    assert "DATABASE_URL" in result.stdout
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert "hunter2" not in "".join(path.read_text() for path in files) + result.stdout
    settings = read_settings(tmp_path / "countersign.yaml", {"DATABASE_URL": url})
    (workspace,) = settings.workspaces.values()
    assert workspace.url.get_secret_value() == url


def test_a_folder_of_files_is_set_up_and_asked(tmp_path: Path) -> None:
    (tmp_path / "hotel").mkdir()
    (tmp_path / "hotel" / "stays.csv").write_text("stay_id;fee\n1;5,50\n2;7,25\n")
    result = run("init", "hotel")
    assert result.exit_code == 0, result.output
    assert "numbers such as 1.234,50 have a decimal comma" in result.stdout
    settings = read_settings(tmp_path / "countersign.yaml", {})
    url = settings.workspaces["hotel"].url.get_secret_value()
    assert url == "duckdb:///data/hotel.duckdb"
    assert told("What is the total fee?")["rows"] == [[12.75]]


def test_a_draft_says_that_it_is_one_and_hides_personal_data(tmp_path: Path) -> None:
    write_shop(
        tmp_path / "shop.sqlite",
        "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, email TEXT, amount NUMERIC, "
        "ordered_on DATE, deleted_at TIMESTAMP, status TEXT)",
        "INSERT INTO orders VALUES (1, 'a@x.org', 5.5, '2026-01-02', NULL, 'paid'), "
        "(2, 'b@x.org', 7.25, '2026-02-02', '2026-02-03', 'cancelled')",
        "CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, fee NUMERIC, came_on DATE)",
        "INSERT INTO visits VALUES (1, 5.5, '2026-01-02'), (2, 7.25, '2026-01-03')",
    )
    result = run("init", "sqlite:///shop.sqlite")
    assert result.exit_code == 0, result.output
    glossary = read_glossary(tmp_path / "workspaces/shop/glossary.yaml")
    assert {metric.name for metric in glossary.metrics} >= {"total amount", "total fee"}
    assert {(metric.source, metric.certified) for metric in glossary.metrics} == {(DRAFT, False)}
    assert glossary.tables == ()
    checklist = (tmp_path / "workspaces/shop/CHECKLIST.md").read_text()
    assert '"orders"."deleted_at" IS NULL' in checklist
    assert "orders.email" in checklist
    grant = read_settings(tmp_path / "countersign.yaml", {}).workspaces["shop"].grants["reader"]
    assert "orders.email" in grant.hidden_columns
    answer = told("What is the total fee?")
    assert answer["rows"] == [[12.75]]
    assert f"was taken over from {DRAFT}" in " ".join(answer["assumptions"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "There is no folder or file nonsense. Name a database URL"),
        (("sqlite:///",), "is not a database URL"),
        (("sqlite:///a.db",), "there is no such file. Check the path"),
        (("sqlite:///a.db", "--out", "none/a.yaml"), "none/a.yaml cannot be written"),
        (("sqlite:///a.db", "--out", "there.yaml"), "is there already"),
    ],
)
def test_what_cannot_be_begun_is_said_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "there.yaml").write_text("mine")
    result = run("init", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there.yaml"]
    assert (tmp_path / "there.yaml").read_text() == "mine"


def test_the_doctor_tells_what_does_not_work(tmp_path: Path) -> None:
    a_settings_file(tmp_path, shop=False)
    result = run("doctor")
    assert result.exit_code == 2
    assert "✗ workspace shop" in result.stdout
    assert "→ Check workspaces.shop.url" in result.stdout


@pytest.mark.parametrize(
    "command", [("doctor",), ("runs",), ("trace", "x"), ("audit", "verify"), ("serve",)]
)
def test_malformed_settings_are_a_sentence_with_their_place(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "countersign.yaml").write_text("workspaces: [unclosed\n")
    result = run(*command)
    assert result.exit_code == 2
    assert "countersign.yaml, line 2, column 1" in result.stderr


def test_an_impossible_date_in_the_settings_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "countersign.yaml").write_text("workspaces: {shop: {title: 2026-02-30}}\n")
    result = run("doctor")
    assert result.exit_code == 2
    assert "Put it in quotes" in result.stderr


def test_an_empty_ledger_has_no_runs_and_a_whole_audit(tmp_path: Path) -> None:
    a_settings_file(tmp_path)
    assert run("runs").stdout == ""
    assert "The audit is whole: 0 entries." in run("audit", "verify").stdout
    assert run("audit", "export").exit_code == 0
    assert "There is no run x." in run("trace", "x").stderr


@pytest.mark.parametrize("command", [("runs",), ("audit", "export"), ("serve",)])
def test_a_ledger_that_cannot_be_opened_is_a_sentence(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    path = a_settings_file(tmp_path)
    path.write_text(path.read_text() + "ledger: {url: 'oracle://x/y'}\n")
    result = run(*command)
    assert result.exit_code == 2
    assert "I cannot open the ledger" in result.stderr


@pytest.mark.slow
def test_the_module_is_the_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bots", "init", "nonsense", "--out", str(tmp_path / "a.yaml")]
    done = subprocess.run(  # noqa: S603 - this very program
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "There is no folder or file nonsense." in done.stderr
