"""The shapes of a database: found in its catalog and by bounded queries, told, and proposed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.shape_reading import read_shapes
from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.glossary import Glossary, TableNote
from knowledge.glossary_file import glossary_from, unknown_names
from knowledge.shapes import (
    Shape,
    ShapeKind,
    ShapeReport,
    copy_groups,
    proposed_glossary,
    proposed_lines,
    shapes_of,
    told,
    variants_of,
)
from knowledge.shapes.texts import as_dates, as_numbers
from tests.pipeline.rules.conftest import a_file

HERE = Path(__file__).parent
EXPECTED: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "market.jsonl").read_text("utf8").splitlines()
]


@pytest.fixture(scope="module")
def market_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    script = (HERE / "databases" / "market.sql").read_text("utf8")
    return f"sqlite:///{a_file(tmp_path_factory.mktemp('market'), script)}"


@pytest.fixture(scope="module")
def catalog(market_url: str) -> Catalog:
    return read_catalog(market_url, workspace="market")


@pytest.fixture(scope="module")
def report(market_url: str, catalog: Catalog) -> ShapeReport:
    return read_shapes(market_url, catalog)


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: f"{case['kind']} {case['place']}")
def test_a_shape_is_found_at_its_place(case: dict[str, Any], report: ShapeReport) -> None:
    found = {(str(s.kind), s.place, s.detail) for s in report.shapes}
    assert (case["kind"], case["place"], case["detail"]) in found


def test_plain_columns_and_codes_have_no_shape(report: ShapeReport) -> None:
    places = {shape.place for shape in report.shapes if shape.column}
    assert not places & {"readings.phone", "readings.postcode", "orders.amount", "orders.order_id"}
    assert report.not_looked_at == ()


def test_every_proposed_line_is_accepted_by_the_glossary(
    report: ShapeReport, catalog: Catalog
) -> None:
    for shape in report.shapes:
        for line in proposed_lines(shape):
            assert unknown_names(glossary_from(line, "line.yaml"), catalog) == ()
    whole = glossary_from(proposed_glossary(report.shapes), "glossary.yaml")
    assert unknown_names(whole, catalog) == ()
    assert len({note.table for note in whole.tables}) == len(whole.tables)
    note = whole.note("orders")
    assert note is not None
    assert note.filters == ("deleted_at IS NULL",)
    hidden = whole.note("raw_orders")
    assert hidden is not None
    assert hidden.hidden


def test_every_kind_of_shape_is_told_and_has_a_line() -> None:
    for kind in ShapeKind:
        shape = Shape(
            kind=kind, table="t", column="c", others=("u.d", "v"), detail="x", values=("a", "b"),
            rows=(("t", 1), ("u", None)), seen=3,
            prefer="seconds" if kind in (ShapeKind.EPOCH, ShapeKind.TEXT_DATES) else "t", fitting=2,
        )  # fmt: skip
        (said,) = told([shape])
        assert said.said
        assert said.lines
        for line in said.lines:
            glossary_from(line, "line.yaml")


def test_shapes_are_told_in_plain_words(report: ShapeReport) -> None:
    said = {shape.kind: shape.said for shape in told(report.shapes)}
    assert said[ShapeKind.TEXT_DATES] == (
        "One text column holds dates: sellers.joined (day/month/year)."
    )
    assert said[ShapeKind.COPIES] == (
        "orders (3 rows) and raw_orders (3 rows) look like copies: choose one. The name speaks for "
        "orders. raw_orders.amount is 100 times orders.amount."
    )
    assert "sellers.country (“SPAIN ”, “Spain”, “spain”)" in said[ShapeKind.VARIANTS]


def test_what_a_glossary_hides_is_not_looked_at(market_url: str, catalog: Catalog) -> None:
    hiding = Glossary(tables=(TableNote(table="sellers", hidden=True),))
    found = read_shapes(market_url, catalog, hiding)
    assert not [shape for shape in found.shapes if shape.table == "sellers"]


def test_columns_of_many_texts_are_read_by_a_bounded_number_of_queries(tmp_path: Path) -> None:
    rows = ",".join(f"('Town {n}', '{n % 28 + 1:02d}.0{n % 9 + 1}.2024')" for n in range(300))
    script = (
        f"CREATE TABLE visits (town TEXT, visited TEXT); INSERT INTO visits VALUES {rows}, "
        "('TOWN 1', '01.02.2024');"
    )
    url = f"sqlite:///{a_file(tmp_path, script)}"
    catalog = read_catalog(url, workspace="w")
    found = {(s.kind, s.place) for s in read_shapes(url, catalog).shapes}
    assert (ShapeKind.VARIANTS, "visits.town") in found
    assert (ShapeKind.TEXT_DATES, "visits.visited") in found
    bounded = read_shapes(url, catalog, most_queries=0)
    assert bounded.not_looked_at == (
        "1 tables and columns were not looked at, for lack of time or rights, such as visits.town.",
    )


def test_of_five_thousand_tables_the_crowds_are_told_without_a_query() -> None:
    tables = tuple(
        Table(name=f"area_{n}_log", columns=(Column(name="id", type="INT", kind=Kind.INTEGER),))
        for n in range(5_000)
    )
    found = shapes_of(Catalog(workspace="w", dialect="sqlite", tables=tables))
    assert Counter(shape.kind for shape in found) == {ShapeKind.SHARED_WORD: 2}
    assert {(s.detail, s.fitting) for s in found} == {("area", 5_000), ("log", 5_000)}


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (("2024-01-31", "2024-02-01"), "year-month-day"),
        (("31/01/2024", "01/02/2024"), "day/month/year"),
        (("01/31/2024", "02/01/2024", "N/A"), "month/day/year"),
        (("01.02.2024", "03.04.2024"), "day.month.year or month.day.year"),
        (("20240131", "20240201"), "year, month and day without signs"),
        (("3 May 2024", "12 June 2024"), "day and month in words"),
        (("May 3, 2024",), "month in words first"),
        (("13/01/2024", "01/13/2024"), None),
        (("red", "31/01/2024"), None),
        ((), None),
    ],
)
def test_the_form_of_dates_is_judged_by_their_values(
    texts: tuple[str, ...], form: str | None
) -> None:
    judged = as_dates(texts)
    assert (judged.detail if judged else None) == form


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (("10", "9", "n/a", ""), "in digits"),
        (("1,5", "2,25"), "with a decimal comma"),
        (("1.234,50 €", "2,00 €"), "with a decimal comma and with a currency"),
        (("$1,200.50", "$3"), "with a currency"),
        (("10%", "20%"), "with a percent sign"),
        (("007", "012"), None),
        (("ten", "9"), None),
    ],
)
def test_numbers_in_text_are_told_from_codes(texts: tuple[str, ...], form: str | None) -> None:
    judged = as_numbers(texts)
    assert (judged.detail if judged else None) == form


def test_values_that_differ_by_case_and_blanks_stand_together() -> None:
    values = ["Madrid", "madrid", " MADRID", "Paris", "New  York", "New York", "Paris"]
    assert variants_of(values) == (("Madrid", "madrid", " MADRID"), ("New  York", "New York"))


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        (("raw_orders", "stg_orders", "orders"), [("orders", "stg_orders", "raw_orders")]),
        (("orders_archive", "orders"), [("orders", "orders_archive")]),
        (("orders_2023", "orders_2024"), []),
        (("orders", "order_lines"), []),
        (("dim_shop", "raw_shops"), [("dim_shop", "raw_shops")]),
    ],
)
def test_copies_are_told_by_name_and_columns(
    names: tuple[str, ...], groups: list[tuple[str, ...]]
) -> None:
    columns = tuple(
        Column(name=name, type="INT", kind=Kind.INTEGER) for name in ("id", "shop", "amount")
    )
    tables = tuple(Table(name=name, columns=columns) for name in names)
    found = copy_groups(Catalog(workspace="w", dialect="sqlite", tables=tables))
    assert [group.tables for group in found] == groups


def test_a_table_between_two_that_are_not_tied_is_no_way_round() -> None:
    column = Column(name="id", type="INT", kind=Kind.INTEGER)

    def key(to: str) -> ForeignKey:
        return ForeignKey(columns=(f"{to}_id",), to_table=to, to_columns=("id",))

    link = Table(name="link", columns=(column,), foreign_keys=(key("a"), key("b")))
    tables = (link, Table(name="a", columns=(column,)), Table(name="b", columns=(column,)))
    found = shapes_of(Catalog(workspace="w", dialect="sqlite", tables=tables))
    assert ShapeKind.BRIDGE not in {shape.kind for shape in found}
