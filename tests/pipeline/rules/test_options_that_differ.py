"""An option that would give the very rows of another, or that nobody can mean, takes no place."""

from pathlib import Path

import pytest

from pipeline.intent import Condition, Dimension, Intent, Measure
from pipeline.rules.asking.counted_otherwise import so_many, ties_by_name
from pipeline.rules.asking.fewer_columns import UNSAID, said_columns, with_fewer, without
from pipeline.rules.asking.grouped_otherwise import each_name, of_all, once, own_number
from pipeline.rules.asking.named_only import with_named
from pipeline.rules.asking.senseless import orders_text
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import tagged
from tests.pipeline.rules.test_unseen_databases import known

BY_KEEPER = (Dimension(column="keepers.keeper_id"), Dimension(column="keepers.keeper_name"))
BY_MARKET = (Dimension(column="markets.market_id"), Dimension(column="markets.market_name"))


@pytest.fixture
def apiaries(unseen_files: dict[str, Path]) -> Known:
    return known(unseen_files["apiaries"])


def _counted(table: str, groups: tuple[Dimension, ...], shown: str) -> Intent:
    return Intent(
        measures=(Measure(function="count", table=table),), outputs=(shown, 0), dimensions=groups
    )


def test_names_that_differ_are_not_put_together(apiaries: Known) -> None:
    of_keepers = _counted("hive_record", BY_KEEPER, "keepers.keeper_name")
    of_markets = _counted("keeper_at_market", BY_MARKET, "markets.market_name")
    assert each_name(of_keepers, apiaries) is None
    together = each_name(of_markets, apiaries)
    assert together is not None
    assert together.dimensions == BY_MARKET[1:]


def test_rows_that_differ_are_not_shown_once(apiaries: Known) -> None:
    assert once(Intent(subject="keepers", outputs=("keepers.keeper_name",)), apiaries) is None
    assert once(Intent(subject="keepers", outputs=("keepers.home_village",)), apiaries) is not None
    joined = Intent(subject="keepers", outputs=("keepers.keeper_name", "hive_record.hive_kind"))
    assert once(joined, apiaries) is not None


def test_rows_that_all_have_one_are_not_only_those_with_one(apiaries: Known) -> None:
    records = Intent(subject="hive_record", outputs=("hive_record.hive_kind",))
    keepers = Intent(subject="keepers", outputs=("keepers.keeper_name",))
    assert not any("nly those" in label for _, label in with_named(records, ["keepers"], apiaries))
    found = with_named(keepers, ["hive_record"], apiaries)
    assert ("with:hive_record", "Only those with hive records") in found


def test_more_rows_than_there_are_is_no_number_of_them(apiaries: Known) -> None:
    def having(count: int) -> Intent:
        above = Condition(column="keepers.home_village", operator=">", values=(count,))
        return Intent(subject="keepers", outputs=("keepers.home_village",), filters=(above,))

    assert so_many(having(2), apiaries) is not None
    assert so_many(having(2000), apiaries) is None


def test_a_text_is_compared_with_a_number_in_no_branch_either(apiaries: Known) -> None:
    above = Condition(column="hive_record.inspector", operator=">", values=(2000,))
    assert orders_text(Intent(subject="hive_record", both=((above,),)), apiaries)


def test_the_one_number_of_each_row_is_shown_or_all_of_them_are_one(apiaries: Known) -> None:
    highest = Measure(function="max", table="keepers", column="keepers.years_kept")
    intent = Intent(
        measures=(highest,), outputs=("keepers.keeper_name", 0), dimensions=BY_KEEPER
    )  # fmt: skip
    each, all_ = own_number(intent, apiaries), of_all(intent, apiaries)
    assert each is not None
    assert (each.outputs, each.measures) == (("keepers.keeper_name", "keepers.years_kept"), ())
    assert all_ is not None
    assert (all_.outputs, all_.dimensions) == ((0,), ())


def test_ties_are_counted_by_name_where_names_are_shared(apiaries: Known) -> None:
    intent = _counted("keepers", BY_MARKET, "markets.market_name")
    tied = ties_by_name(intent, apiaries)
    assert tied is not None
    assert tied.measures[0].table == "keeper_at_market"
    assert tied.dimensions == BY_MARKET[1:]
    assert ties_by_name(_counted("markets", BY_KEEPER, "keepers.keeper_name"), apiaries) is None


def test_what_only_tells_more_of_another_column_is_the_first_that_is_too_many(
    apiaries: Known,
) -> None:
    intent = Intent(
        subject="hive_record", outputs=("hive_record.inspector", "hive_record.check_year")
    )
    said = said_columns(tagged("Show the inspector check year of hives", apiaries, (), {}))
    (key, label), *_ = with_fewer(intent, said)
    assert (key, label) == (f"{UNSAID}0", "Without the inspector")
    fewer = without(intent, key)
    assert fewer is not None
    assert fewer.outputs == ("hive_record.check_year",)


def test_no_column_of_a_whole_row_is_too_many() -> None:
    every = tuple(f"keepers.part_{place}" for place in range(7))
    assert with_fewer(Intent(subject="keepers", outputs=every), set(every)) == []
