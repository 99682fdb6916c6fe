"""Places by name, code, group and adjective, and the columns that hold them."""

import pytest

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.geography import countries, senses_of
from knowledge.stored_places import hits_of, place_columns


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("Germany", [("DE",)]),
        ("germany", [("DE",)]),
        ("Deutschland", [("DE",)]),
        ("DEU", [("DE",)]),
        ("Dutch", [("NL",)]),
        ("the Netherlands", [("NL",)]),
        ("UK", [("GB",)]),
        ("Türkiye", [("TR",)]),
        ("DACH", [("DE", "AT", "CH")]),
        ("Nordic countries", [("DK", "FI", "IS", "NO", "SE")]),
        ("Georgia", [("GE",), ("GA",)]),
        ("Texas", [("TX",)]),
    ],
)
def test_a_name_stands_for_its_places(words: str, codes: list[tuple[str, ...]]) -> None:
    assert [sense.codes for sense in senses_of(words)] == codes


@pytest.mark.parametrize(
    "words", ["us", "IT", "in", "turkey", "polish", "revenue", "Ana", "", "NO"]
)
def test_everyday_words_and_doubtful_codes_are_no_places(words: str) -> None:
    assert senses_of(words) == ()


def test_america_is_a_country_or_a_double_continent() -> None:
    country, continents = senses_of("America")
    assert country.codes == ("US",)
    assert {"US", "CA", "BR", "AR"} <= set(continents.codes)


def test_groups_hold_only_known_countries() -> None:
    for name in ("EMEA", "APAC", "LATAM", "EU", "Benelux", "Europe", "Africa", "G7"):
        (group,) = senses_of(name)
        assert group.codes
        assert set(group.codes) <= countries().keys()


def column(name: str, *values: str) -> Column:
    return Column(name=name, type="TEXT", kind=Kind.TEXT, values=values, complete=True)


def catalog_of(*tables: Table) -> Catalog:
    return Catalog(workspace="w", dialect="sqlite", tables=tables)


def places_in(*tables: Table) -> set[tuple[str, str, str]]:
    found = place_columns(catalog_of(*tables), [table.key for table in tables])
    return {(each.table, each.column, each.kind) for each in found}


def test_columns_of_countries_and_states_are_found_by_what_they_hold() -> None:
    clients = Table(
        name="clients",
        columns=(
            column("home", "Germany", "France", "Georgia"),
            column("province", "Texas", "Georgia", "Ohio"),
            column("name", "Georgia Smith", "France Lee"),
            column("status", "NO", "OK", "IN"),
        ),
    )
    assert places_in(clients) == {("clients", "home", "country"), ("clients", "province", "state")}


def test_codes_count_only_in_a_column_that_says_so_and_names_come_first() -> None:
    codes = Table(name="offices", columns=(column("country_code", "DE", "FR"),))
    both = Table(
        name="lands", columns=(column("iso", "DE", "FR"), column("country", "Germany", "France"))
    )
    assert places_in(codes) == {("offices", "country_code", "country")}
    assert places_in(both) == {("lands", "country", "country")}


def test_a_column_that_refers_to_the_countries_is_left_to_them() -> None:
    lands = Table(name="lands", columns=(column("country", "Germany", "France"),))
    key = ForeignKey(columns=("country",), to_table="lands", to_columns=("country",))
    orders = Table(name="orders", columns=(column("country", "Germany"),), foreign_keys=(key,))
    assert places_in(lands, orders) == {("lands", "country", "country")}


def test_a_group_stands_for_those_of_its_countries_that_are_stored() -> None:
    lands = Table(name="lands", columns=(column("country", "Sweden", "Norway", "Spain"),))
    places = place_columns(catalog_of(lands), ["lands"])
    (nordics,) = senses_of("Nordics")
    assert {hits[0].value for hits in hits_of(nordics, places)} == {"Sweden", "Norway"}
