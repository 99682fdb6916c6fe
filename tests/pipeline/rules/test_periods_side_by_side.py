"""Two periods split by a smaller unit: each unit of one stands beside the same one of the other."""

import datetime as dt
from pathlib import Path

import pytest
from sqlglot import exp, parse_one

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.dates import Calendar, read_times
from pipeline.intent import Condition, Dimension, Intent, Measure, Period, Sorting
from pipeline.rules.building.build import Builder
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import inspect
from pipeline.tier import Tier
from pipeline.times.reading import spans
from tests.pipeline.rules.test_shapes_on_engines import ENGINES, missions_in

TODAY = dt.date(2023, 3, 20)
LAUNCHED = "mission.launched_on"
# The missions were launched on 5 and 20 January, 3 February, 1 and 9 March 2024.
CASES = (
    ("week", ("2024-01-01", "2024-02-01"), ("2024-02-01", "2024-03-01"), [(1, 1, 1), (3, 1, 0)]),
    (
        "day",
        ("2024-03-01", "2024-04-01"),
        ("2024-01-01", "2024-02-01"),
        [(1, 1, 0), (5, 0, 1), (9, 1, 0), (20, 0, 1)],
    ),
    ("quarter", ("2024-01-01", "2025-01-01"), ("2023-01-01", "2024-01-01"), [(1, 5, 0)]),
    ("quarter", ("2023-10-01", "2024-04-01"), ("2022-10-01", "2023-04-01"), [(2, 5, 0)]),
    (
        "month",
        ("2024-01-01", "2024-03-01"),
        ("2024-03-01", "2024-05-01"),
        [(1, 2, 2), (2, 1, 0)],
    ),
)


def a_comparison(grain: str, *ranges: tuple[str, str]) -> Intent:
    """Missions by that unit of their launch, those of the ranges beside each other."""
    periods = tuple(
        Period(
            label=f"period {place}",
            conditions=(Condition(column=LAUNCHED, operator="within", values=days),),
        )
        for place, days in enumerate(ranges)
    )
    return Intent(
        subject="mission",
        outputs=(LAUNCHED, 0),
        measures=(Measure(function="count", table="mission"),),
        dimensions=(Dimension(column=LAUNCHED, grain=grain),),
        order=(Sorting(by=LAUNCHED),),
        compared=periods,
    )


@pytest.mark.parametrize("engine", ENGINES)
async def test_each_unit_stands_beside_that_of_the_other_period(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = missions_in(engine, tmp_path, request)
    catalog = read_catalog(url, workspace="space")
    about = Known(catalog, Glossary(), read_values(url, catalog))
    warehouse = open_warehouse(url)
    try:
        for grain, one, other, wanted in CASES:
            sql = Builder(about, a_comparison(grain, one, other)).tree().sql(catalog.dialect)
            assert inspect(sql, catalog.dialect).tier is Tier.T0, sql
            rows = (await warehouse.run(sql)).rows
            assert [(int(str(r[0])), r[1], r[2]) for r in rows] == wanted, sql
    finally:
        await warehouse.close()


def read(question: str, about: Known) -> Planned:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    planned = plan(question, about, times=times)
    assert isinstance(planned, Planned), planned
    return planned


@pytest.mark.parametrize(
    ("question", "column", "told"),
    [
        ("in 2023 vs 2022 by month", "AS month_of_year", "for each month,"),
        ("in 2023 vs 2022 by quarter", "AS quarter_of_year", "for each quarter,"),
        ("in Q1 2023 vs Q4 2022 by month", "AS month_number", "month of its period"),
        ("in Q1 2023 vs Q4 2022 by week", "AS week_number", "seven days each"),
        ("in 2023 vs 2022 by year", "AS year,", "for each year,"),
    ],
)
def test_months_go_by_their_name_only_where_they_have_the_same_one(
    written_library: Known, question: str, column: str, told: str
) -> None:
    planned = read(f"net income {question}", written_library)
    assert column in planned.sql
    assert told in planned.reading


def test_periods_that_overlap_are_not_laid_over_each_other(written_library: Known) -> None:
    planned = read("net income in 2023 vs Q1 2023 by month", written_library)
    assert "_number" not in planned.sql
    assert "_of_year" not in planned.sql


@pytest.mark.parametrize("years", ["2022 vs 2023", "2023 vs 2022"])
def test_a_change_runs_from_the_earlier_period_to_the_later_whichever_is_named_first(
    written_library: Known, years: str
) -> None:
    sql = read(f"net income in {years}", written_library).sql
    change = sql[: sql.index(" AS net_income_change")].rpartition(", (")[2]
    assert change.index("2023-01-01") < change.index("2022-01-01")


@pytest.mark.parametrize("split", ["", " by month"])
def test_a_period_to_set_against_brings_the_one_that_goes_on(
    written_library: Known, split: str
) -> None:
    planned = read(f"net income vs last year{split}", written_library)
    names = [each.alias for each in parse_one(planned.sql).find_all(exp.Alias)]
    assert "net_income_the_current_year" in names
    assert "net_income_last_year" in names


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("How did loans grow from 2022 to 2023?", "How many loans"),
        ("Did loans increase between 2022 and 2023?", "How many loans"),
        ("By how many did loans fall from 2022 to 2023?", "How many loans"),
        ("Growth in loans from 2022 to 2023", "How many loans"),
        ("Compare loans in 2022 with 2023", "How many loans"),
        ("loans 2022 vs 2023", "How many loans"),
        ("How did loans in 2022 compare to 2023?", "How many loans"),
        ("Compare the number of loans in 2022 with 2023", "How many loans"),
        ("How has the net income changed between 2022 and 2023?", "net income"),
        ("net income growth from 2022 to 2023", "net income"),
    ],
)
def test_what_grew_from_one_period_to_another_is_told_for_both(
    written_library: Known, asked: str, meant: str
) -> None:
    plain = read(f"{meant} in 2022 vs 2023?", written_library)
    assert read(asked, written_library).sql == plain.sql


def test_what_changed_during_a_range_is_counted_over_all_of_it(written_library: Known) -> None:
    during = read("How many loans were there from 2022 to 2023?", written_library)
    assert "change" not in during.sql
