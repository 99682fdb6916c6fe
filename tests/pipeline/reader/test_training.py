"""What the training learns from a gold, and how it chooses thresholds."""

from benchmarks.reader.examples import labels_of, split_of
from benchmarks.reader.gold import intent_of
from benchmarks.reader.train import thresholds_of
from pipeline.reader.schema_view import SchemaView


def numbers(view: SchemaView, *refs: str) -> set[int]:
    return {view.place_of[tuple(ref.split("."))].index for ref in refs}  # type: ignore[index]


def test_each_slot_of_a_gold_is_labelled(view: SchemaView) -> None:
    gold = (
        "select country, avg(age) from singer where name = 'Ben Lee' and age >= 20 "
        "group by country having count(*) > 2 order by country limit 3"
    )
    labels = labels_of(intent_of(gold, view), view)
    country, age, name = (numbers(view, f"singer.{c}") for c in ("country", "age", "name"))
    assert (labels.selected, labels.aggregated, labels.ordered) == (country, age, country)
    assert labels.grouped == country
    assert labels.texts == [(*name, "=", "Ben Lee")]
    assert labels.numbers == [(*age, ">=", 20.0)]
    assert (labels.having, labels.limit) == (2.0, 3)


def test_a_year_written_as_two_bounds_is_a_year(view: SchemaView) -> None:
    gold = "select title from concert where held_on >= '2025-01-01' and held_on < '2026-01-01'"
    labels = labels_of(intent_of(gold, view), view)
    assert (*numbers(view, "concert.held_on"), "=", 2025.0) in labels.numbers


def test_columns_of_a_nested_query_are_compared(view: SchemaView) -> None:
    gold = "select name from singer where age > (select avg(age) from singer)"
    assert labels_of(intent_of(gold, view), view).compared == numbers(view, "singer.age")


def test_a_threshold_keeps_its_precision() -> None:
    judged = [(0.9, True)] * 60 + [(0.5, False)] * 40
    found = dict(thresholds_of(judged))
    assert found[0.95] == 0.9
    assert 0.7 in found
    assert thresholds_of([(0.9, False)] * 100) == []


def test_whole_databases_are_set_apart() -> None:
    parts = [split_of(f"database {number}") for number in range(300)]
    assert parts.count("closed") < parts.count("dev") < parts.count("train")
    assert split_of("database 1") == split_of("database 1")
