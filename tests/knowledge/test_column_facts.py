"""Kinds, personal data and URLs: what names and values tell."""

import pytest

from knowledge.catalog import Kind
from knowledge.column_kinds import kind_of_texts, kind_of_type, kind_of_values
from knowledge.database_url import read_url
from knowledge.errors import UnusableUrlError
from knowledge.personal_data import looks_personal


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("INTEGER", Kind.INTEGER),
        ("bigint unsigned", Kind.INTEGER),
        ("NUMERIC(10, 0)", Kind.INTEGER),
        ("DECIMAL(10,2)", Kind.NUMBER),
        ("double precision", Kind.NUMBER),
        ("float8", Kind.NUMBER),
        ("VARCHAR(20)", Kind.TEXT),
        ("character varying", Kind.TEXT),
        ("ENUM('point', 'int')", Kind.TEXT),
        ("uuid", Kind.TEXT),
        ("DATE", Kind.DATE),
        ("DATETIME", Kind.TIMESTAMP),
        ("timestamp with time zone", Kind.TIMESTAMP),
        ("TIME", Kind.TIME),
        ("TINYINT(1)", Kind.BOOLEAN),
        ("TINYINT(4)", Kind.INTEGER),
        ("boolean", Kind.BOOLEAN),
        ("INTEGER[]", Kind.OTHER),
        ("STRUCT(a INTEGER)", Kind.OTHER),
        ("INTERVAL", Kind.OTHER),
        ("jsonb", Kind.OTHER),
        ("BLOB", Kind.OTHER),
        ("point", Kind.OTHER),
        ("", Kind.OTHER),
    ],
)
def test_a_type_has_a_kind(type_name: str, kind: Kind) -> None:
    assert kind_of_type(type_name) is kind


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["2024-02-29"], Kind.DATE),
        (["2024-02-30"], None),
        (["2024-01-01 10:00", "2024-01-01T10:00:00.5Z"], Kind.TIMESTAMP),
        (["2024-01-01", "soon"], None),
        ([], None),
    ],
)
def test_texts_that_are_all_dates_are_dates(texts: list[str], kind: Kind | None) -> None:
    assert kind_of_texts(texts) is kind


@pytest.mark.parametrize(
    ("declared", "values", "kind"),
    [
        (Kind.OTHER, [1, 2], Kind.INTEGER),
        (Kind.OTHER, [1, 2.5], Kind.NUMBER),
        (Kind.INTEGER, ["a", "b"], Kind.TEXT),
        (Kind.INTEGER, [1, "n/a"], Kind.TEXT),
        (Kind.NUMBER, [1, 2], Kind.NUMBER),
        (Kind.TEXT, [b"x"], Kind.OTHER),
        (Kind.BOOLEAN, [0, 1], Kind.BOOLEAN),
        (Kind.DATE, [None], Kind.DATE),
        (Kind.TIME, ["10:00"], Kind.TIME),
    ],
)
def test_values_decide_where_the_engine_does_not_hold_them_to_a_type(
    declared: Kind, values: list[object], kind: Kind
) -> None:
    assert kind_of_values(declared, values) is kind


@pytest.mark.parametrize(
    "name",
    ["email", "CustomerEmail", "phone_number", "first_name", "LastName", "ssn", "iban", "dob"],
)
def test_columns_about_a_person_are_known_by_name(name: str) -> None:
    assert looks_personal(name)


@pytest.mark.parametrize(
    "name",
    ["name", "product_name", "address_id", "email_status", "amount", "country", "phone_type"],
)
def test_columns_about_things_are_not(name: str) -> None:
    assert not looks_personal(name)


def test_columns_about_a_person_are_known_by_their_values() -> None:
    assert looks_personal("contact", ["a@b.org", "c@d.com"])
    assert looks_personal("account", ["DE89370400440532013000"])
    assert not looks_personal("contact", ["a@b.org", "none", "x"])


@pytest.mark.parametrize(
    ("text", "dialect", "path", "shown"),
    [
        ("sqlite:///shop.db", "sqlite", "shop.db", "sqlite:///shop.db"),
        (
            "sqlite:////data/my%20shop.db",
            "sqlite",
            "/data/my shop.db",
            "sqlite:////data/my shop.db",
        ),
        ("duckdb:///data/x.duckdb", "duckdb", "data/x.duckdb", "duckdb:///data/x.duckdb"),
        ("postgres://ana:pw@h:5433/shop", "postgres", "", "postgres://h:5433/shop"),
        ("postgresql+psycopg://ana:pw@h/shop", "postgres", "", "postgresql+psycopg://h/shop"),
        ("mariadb://ana:pw@h/shop", "mysql", "", "mariadb://h/shop"),
    ],
)
def test_a_url_is_taken_apart(text: str, dialect: str, path: str, shown: str) -> None:
    found = read_url(text)
    assert (found.dialect, found.path, found.shown) == (dialect, path, shown)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "shop.db",
        "oracle://h/x",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://h",
        "mysql://h:x/y",
    ],
)
def test_a_url_that_cannot_be_used_is_refused_with_examples(text: str) -> None:
    with pytest.raises(UnusableUrlError, match="sqlite:///shop"):
        read_url(text)


def test_dates_and_moments_lie_on_days_and_a_time_of_day_does_not() -> None:
    assert {kind for kind in Kind if kind.is_dated} == {Kind.DATE, Kind.TIMESTAMP}


def test_whole_and_other_numbers_are_numbers() -> None:
    assert {kind for kind in Kind if kind.is_number} == {Kind.INTEGER, Kind.NUMBER}
