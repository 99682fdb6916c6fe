"""What the benchmarks have the model on loopback say to each layer: the gold, as far as told."""

import json
import sqlite3
from pathlib import Path

import pytest

from benchmarks.executed import ran
from benchmarks.pipeline_ceiling import CONTRADICTS, OTHER_FORM, kind_of
from benchmarks.pipeline_layer_gold import SURE, UNSURE, Gold, gold_of
from benchmarks.pipeline_layer_script import told_in
from benchmarks.pipeline_other_forms import in_parts
from benchmarks.pipeline_pool import POOL, pooled
from benchmarks.pipeline_questions import Questions
from benchmarks.pipeline_road import other_answers
from benchmarks.text_to_sql import Bench
from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog
from pipeline.checkpoint import Option, Question
from pipeline.steps.dates import NO_TIME
from tests.pipeline.agents.loopback_replies import Request

GOLD = "SELECT city.name FROM city WHERE city.country = 'Peru' ORDER BY people DESC LIMIT 3"
ASKED = "The 3 largest cities of Peru"
CITIES = "CREATE TABLE city (name TEXT, country TEXT, people INTEGER);"


def database(folder: Path, name: str, *rows: str) -> None:
    with sqlite3.connect(folder / f"{name}.sqlite") as connection:
        connection.executescript(CITIES + f"CREATE TABLE {name}_only (id INTEGER);")
        connection.executemany("INSERT INTO city VALUES (?, 'Peru', 1)", [(row,) for row in rows])
    connection.close()


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    database(tmp_path, "one", "Lima")
    database(tmp_path, "two", "Cusco", "Puno")
    items = ({"db": "one.sqlite", "gold": [GOLD]}, {"db": "two.sqlite", "gold": [GOLD]})
    pool = pooled(Questions(items=items, root=tmp_path), tmp_path)
    assert pool.twins["one_city"] == {"two_city"}
    found = [ran(tmp_path / POOL, item["gold"][0]) for item in pool.questions.items]
    assert [sorted(rows) for rows in found] == [[("Lima",)], [("Cusco",), ("Puno",)]]
    return read_catalog(f"sqlite:///{tmp_path / POOL}", workspace="pool")


@pytest.fixture
def gold(catalog: Catalog) -> Gold:
    twins = {"one_city": frozenset({"two_city"}), "two_city": frozenset({"one_city"})}
    return gold_of(
        {"question": ASKED}, GOLD.replace("FROM city", "FROM two_city AS city"), catalog, twins
    )


def told(*tables: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys(tables, frozenset({"name", "country", "people"}))


def test_every_layer_says_what_the_gold_holds_in_words_of_the_question(gold: Gold) -> None:
    assert gold.spans() == {"times": [], "places": ["Peru"]}
    assert (gold.meant()["filters"], gold.meant()["limit"]) == (["Peru"], 3)
    assert gold.pruned(told("two_city"))["columns"] == [
        "two_city.country",
        "two_city.name",
        "two_city.people",
    ]


@pytest.mark.parametrize(
    ("listed", "sure"),
    [(("two_city",), SURE), (("one_city", "two_city"), UNSURE), (("one_only",), UNSURE)],
)
def test_tables_that_are_missing_or_not_alone_are_no_sure_choice(
    gold: Gold, listed: tuple[str, ...], sure: float
) -> None:
    assert gold.picked(told(*listed))["confidence"] == sure


def test_sql_is_written_over_what_was_told_only(gold: Gold) -> None:
    assert "two_city" in gold.written(told("two_city"), ())[0]
    assert "one_city" in gold.written(told("one_city", "two_city"), ())[0]
    assert "two_city" in gold.written(told("one_city", "two_city"), ("two_city",))[0]
    assert gold.written(told("one_only"), ())[0] == ""


def test_what_a_prompt_tells_is_read_from_it(catalog: Catalog) -> None:
    text = '<data kind="schema">\ntwo_city\n  name text\n  people integer -- how many\n</data>'
    body = {"messages": [{"content": text}]}
    request = Request(api="chat", model="m", text=json.dumps(body), body=body, key="")
    assert told_in(request, catalog) == {"two_city": {"name", "people"}}


def bench_of(tmp_path: Path, *days: str) -> Bench:
    with sqlite3.connect(tmp_path / "sales.sqlite") as connection:
        connection.execute("CREATE TABLE sale (id INTEGER PRIMARY KEY, day TEXT)")
        connection.executemany("INSERT INTO sale (day) VALUES (?)", [(day,) for day in days])
    connection.close()
    return Bench(tmp_path)


@pytest.mark.parametrize(
    ("last", "kind"),
    [("2023-03-30 11:00:00", OTHER_FORM), ("2023-03-31 11:00:00", CONTRADICTS)],
)
def test_that_gold_contradicts_itself_the_rows_say(tmp_path: Path, last: str, kind: str) -> None:
    gold = "SELECT COUNT(*) FROM sale WHERE day BETWEEN '2023-01-01' AND '2023-03-31'"
    item = {"db": "sales.sqlite", "question": "Sales of Q1 2023", "gold": [gold]}
    finding = (
        "The dates of sale.day were confirmed as 2023-01-01 up to (not including) 2023-04-01, but "
        "it reads 2023-01-01 up to (not including) 2023-03-31 00:00:00.000001."
    )
    bench = bench_of(tmp_path, "2023-01-05 10:00:00", last)
    assert kind_of(item, (finding,), bench) == kind
    assert kind_of(item, ("There is no such column.",), bench) == "findings"


def test_gold_without_a_column_that_its_question_names_is_told(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, "2023-01-05")
    item = {
        "db": "sales.sqlite",
        "question": "id and day of sales",
        "gold": ["SELECT id FROM sale"],
    }
    assert bench.more_than_gold(item, "SELECT id, day FROM sale") == ("day",)
    assert bench.more_than_gold(item, "SELECT id + 1, day FROM sale") == ()
    assert bench.more_than_gold(item | {"question": "sales"}, "SELECT id, day FROM sale") == ()


@pytest.mark.parametrize(
    "gold",
    [
        "SELECT COUNT(DISTINCT a.id) * 1.0 / COUNT(DISTINCT b.id) FROM sale AS a, other AS b",
        "SELECT a.n - b.n FROM (SELECT COUNT(*) AS n FROM sale) AS a, "
        "(SELECT COUNT(*) AS n FROM other) AS b",
    ],
)
def test_what_nothing_joins_is_asked_for_in_parts(tmp_path: Path, gold: str) -> None:
    bench = bench_of(tmp_path, "2023-01-05", "2023-01-06")
    with sqlite3.connect(tmp_path / "sales.sqlite") as connection:
        connection.executescript("CREATE TABLE other (id INTEGER); INSERT INTO other VALUES (7);")
    connection.close()
    parts = in_parts(gold)
    assert parts is not None
    assert bench.right({"db": "sales.sqlite", "gold": [gold]}, parts)
    assert (
        in_parts("SELECT a.id FROM sale AS a JOIN other AS b ON a.id = b.id WHERE b.id = 1") is None
    )


def test_somebody_who_knows_presses_what_was_not_proposed() -> None:
    options = tuple(Option(id=name, label=name) for name in ("yes", "reading-0", NO_TIME))
    card = [Question(id="dates-0", text="", options=options, default="yes")]
    assert {NO_TIME, "reading-0"} == {each["dates-0"] for each in other_answers(card)}
