"""Whose days a column's moments are counted in: what is set, what is written, what is proven."""

import datetime as dt
from dataclasses import replace

import pytest
from sqlglot import exp

from knowledge.catalog import Catalog, Clock, Column, Kind, Table
from knowledge.clocks import with_clocks
from knowledge.glossary import Glossary, TableNote
from knowledge.value_lookup import ValueLookup
from pipeline.contract import Contract, DateBound
from pipeline.rules.plan import Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import Tier, check_contract, inspect
from pipeline.sql.text.dialects import DIALECT_NAMES
from pipeline.sql.times.zones import first_moment, in_local_time

_JULY = DateBound(column="visits.at", start=dt.date(2026, 7, 1), end=dt.date(2026, 8, 1))


def _catalog(dialect: str, kind: Kind = Kind.TIMESTAMP, type_name: str = "TIMESTAMP") -> Catalog:
    at = Column(name="at", type=type_name, kind=kind, low="2025-01-01 00:00:00", high="2026-09-01")
    ident = Column(name="id", type="INTEGER", kind=Kind.INTEGER, primary_key=True)
    table = Table(name="visits", columns=(ident, at))
    return Catalog(workspace="w", dialect=dialect, tables=(table,))


def _clock(catalog: Catalog, glossary: Glossary, stored: str = "") -> Clock | None:
    timed = with_clocks(catalog, glossary, "Europe/Madrid", stored)
    column = timed.tables[0].column("at")
    return column.clock if column else None


def test_moments_are_of_the_place_people_ask_in_unless_something_says_otherwise() -> None:
    assert _clock(_catalog("sqlite"), Glossary()) is None
    assert _clock(_catalog("sqlite"), Glossary(), "Europe/Madrid") is None
    set_for_all = _clock(_catalog("sqlite"), Glossary(), "UTC")
    assert set_for_all == Clock(stored="UTC", local="Europe/Madrid")


def test_a_note_of_the_glossary_says_it_for_one_column() -> None:
    note = TableNote(table="visits", time_zones={"AT": "America/New_York"})
    found = _clock(_catalog("postgres"), Glossary(tables=(note,)), "UTC")
    assert found == Clock(stored="America/New_York", local="Europe/Madrid")


def test_a_type_that_knows_its_zone_needs_no_setting() -> None:
    catalog = _catalog("postgres", type_name="TIMESTAMP WITH TIME ZONE")
    assert _clock(catalog, Glossary()) == Clock(stored="UTC", local="Europe/Madrid", instant=True)
    plain = _catalog("postgres", type_name="TIMESTAMP WITHOUT TIME ZONE")
    assert _clock(plain, Glossary()) is None


def test_plain_days_belong_to_no_zone() -> None:
    assert _clock(_catalog("postgres", Kind.DATE, "DATE"), Glossary(), "UTC") is None


@pytest.mark.parametrize(
    ("dialect", "instant"),
    [
        *((name, False) for name in DIALECT_NAMES),
        *((name, True) for name in DIALECT_NAMES if name not in ("sqlite", "mysql")),
    ],
)
def test_bounds_and_local_time_may_run_and_are_proven(dialect: str, instant: bool) -> None:
    catalog = with_clocks(_catalog(dialect), Glossary(), "Europe/Madrid", "UTC")
    column = catalog.tables[0].columns[1]
    column = replace(column, clock=Clock(stored="UTC", local="Europe/Madrid", instant=instant))
    table = replace(catalog.tables[0], columns=(catalog.tables[0].columns[0], column))
    catalog = replace(catalog, tables=(table,))
    at = exp.column("at", table="visits")
    low, high = (first_moment(day, column, dialect) for day in (_JULY.start, _JULY.end) if day)
    bounded = exp.and_(exp.GTE(this=at, expression=low), exp.LT(this=at.copy(), expression=high))
    month = exp.TimestampTrunc(this=in_local_time(at, column, dialect), unit=exp.var("MONTH"))
    shown = in_local_time(at, column, dialect) if dialect in ("sqlite", "mysql") else month
    sql = exp.select(shown).from_("visits").where(bounded).sql(dialect=dialect)
    assert inspect(sql, dialect).tier is Tier.T0
    contract = Contract(tables=("visits",), dates=(_JULY,))
    assert check_contract(sql, dialect, contract, catalog) == ()


@pytest.mark.parametrize(
    ("condition", "kept"),
    [
        ("at >= '2026-06-30 22:00:00' AND at < '2026-07-31 22:00:00'", True),
        ("at >= '2026-07-01' AND at < '2026-08-01'", False),
        ("at >= '2026-06-30 23:00:00' AND at < '2026-07-31 23:00:00'", False),
        (
            "DATE_TRUNC('year', at AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Madrid') = '2026-01-01' "
            "AND at >= '2026-06-30T22:00' AND at < '2026-07-31T22:00'",
            True,
        ),
        (
            "DATE_TRUNC('month', at AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo') = '2026-07-01'",
            False,
        ),
        ("DATE_TRUNC('month', at) = '2026-07-01'", False),
    ],
)
def test_sql_of_a_model_is_held_to_the_local_days(condition: str, kept: bool) -> None:
    catalog = with_clocks(_catalog("postgres"), Glossary(), "Europe/Madrid", "UTC")
    sql = f"SELECT COUNT(*) FROM visits WHERE {condition}"
    found = check_contract(sql, "postgres", Contract(dates=(_JULY,)), catalog)
    assert (found == ()) is kept
    assert kept or "2026-06-30 22:00:00" in found[0].sentence


def test_grouping_by_the_wrong_days_is_found() -> None:
    catalog = with_clocks(_catalog("postgres"), Glossary(), "Europe/Madrid", "UTC")
    contract = Contract(grouping=("visits.at",), grain="month")
    sql = "SELECT DATE_TRUNC('month', at), COUNT(*) FROM visits GROUP BY 1"
    assert [f.code for f in check_contract(sql, "postgres", contract, catalog)][:1] == [
        "grouping_missing"
    ]


def test_plain_days_have_no_hours() -> None:
    catalog = _catalog("sqlite", Kind.DATE, "DATE")
    known = Known(catalog, Glossary(), ValueLookup(()))
    outcome = plan("number of visits by hour of the day", known)
    assert isinstance(outcome, Cannot)
    assert outcome.reason == "at of visits holds days without a time of day."


@pytest.mark.parametrize("grain", ["day", "week", "month", "quarter", "year"])
@pytest.mark.parametrize("dialect", ["sqlite", "mysql", "duckdb", "postgres"])
def test_every_grain_keeps_its_own_contract(dialect: str, grain: str) -> None:
    catalog = with_clocks(_catalog(dialect), Glossary(), "Europe/Madrid", "UTC")
    outcome = plan(f"number of visits by {grain}", Known(catalog, Glossary(), ValueLookup(())))
    assert isinstance(outcome, Planned)
    assert check_contract(outcome.sql, dialect, outcome.contract, catalog) == ()
