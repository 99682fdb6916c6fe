"""The reader's intents in the form of the product: the same rows, or none at all."""

import sqlite3
from pathlib import Path

import pytest

from benchmarks.reader.gold import intent_of
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.reader.conversion import converted
from pipeline.reader.proposals import planned_of
from pipeline.reader.schema_view import SchemaView
from pipeline.reading_by_rules import Alternative
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known
from tests.tables import each_of

SAME = (
    "select name, age from singer where country = 'France' order by age desc limit 1",
    "select distinct country from singer",
    "select count(*) from singer where age > 26",
    "select avg(age), max(age) from singer",
    "select count(distinct country) from singer",
    "select country, count(*) from singer group by country having count(*) > 1",
    "select name from singer where age between 26 and 35",
    "select name from singer where country in ('Spain', 'Italy')",
    "select name from singer where name like '%Lee%'",
    "select name from singer where country = 'Spain' or age < 26",
    "select name from singer where age > (select avg(age) from singer)",
    "select name from singer where singer_id not in (select singer_id from singer_in_concert)",
    "select country from singer where age > 40 intersect select country from singer where age < 30",
    "select name from singer where country = 'Spain' union "
    "select name from singer where country = 'France'",
    "select title from concert where held_on >= '2025-01-01' and held_on < '2026-01-01'",
    "select title from concert join singer_in_concert "
    "on concert.concert_id = singer_in_concert.concert_id "
    "join singer on singer_in_concert.singer_id = singer.singer_id where singer.name = 'Ana Ruiz'",
    "select singer.name, count(*) from singer join singer_in_concert "
    "on singer.singer_id = singer_in_concert.singer_id group by singer.name",
)
NOT_CONVERTED = (
    "select country, avg(age) from singer",
    "select sum(singer_id) from singer",
    "select country from singer group by country order by sum(name) desc",
)


@pytest.fixture(scope="session")
def known(concerts: Path) -> Known:
    url = f"sqlite:///{concerts}"
    catalog = read_catalog(url, workspace="concerts")
    return Known(catalog, Glossary(), read_values(url, catalog))


@each_of("gold", SAME)
def test_a_converted_intent_gives_the_same_rows(
    gold: str, known: Known, view: SchemaView, concerts: Path
) -> None:
    intent = converted(intent_of(gold, view), view)
    assert intent is not None
    planned = planned_of(Alternative(id="", intent=intent), "", known, {}, ())
    assert isinstance(planned, Planned)
    with sqlite3.connect(concerts) as connection:
        wanted, found = (sorted(connection.execute(sql).fetchall()) for sql in (gold, planned.sql))
    connection.close()
    assert found == wanted, planned.sql


@each_of("gold", NOT_CONVERTED)
def test_what_makes_no_sense_in_the_product_is_not_converted(gold: str, view: SchemaView) -> None:
    assert converted(intent_of(gold, view), view) is None
