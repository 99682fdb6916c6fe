"""Gold SQL becomes an intent that gives the same rows."""

import pytest

from benchmarks.reader.gold import OutsideFormError, intent_of
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.sql import sql_of
from tests.pipeline.reader.conftest import Runner

GOLDS = (
    "select count(*) from singer",
    "select distinct country from singer where age > 20 and name like '%e%'",
    "select t1.name from singer as t1 join singer_in_concert as t2 on t1.singer_id = t2.singer_id "
    "join concert as t3 on t2.concert_id = t3.concert_id where t3.title = 'Autumn Day'",
    "select country, avg(age) from singer group by country order by count(*) desc limit 1",
    "select name from singer where singer_id not in (select singer_id from singer_in_concert)",
    "select name from singer where age between 20 and 30 "
    "union select name from singer where age > 40",
    "select name from singer where not country = 'France'",
    "select sum(price * seats) from concert",
)


@pytest.mark.parametrize("gold", GOLDS)
def test_the_intent_of_a_gold_gives_its_rows(gold: str, view: SchemaView, run: Runner) -> None:
    found = run(sql_of(intent_of(gold, view), view))
    assert sorted(found or (), key=repr) == sorted(run(gold) or (), key=repr)


@pytest.mark.parametrize(
    "gold",
    ["select 1", "select name from (select * from singer)", "select upper(name) from singer", "no"],
)
def test_a_gold_outside_the_form_is_refused(gold: str, view: SchemaView) -> None:
    with pytest.raises(OutsideFormError):
        intent_of(gold, view)
