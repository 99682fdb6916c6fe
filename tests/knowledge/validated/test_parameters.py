"""Literals become typed parameters, and new values are bound on the tree, never as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.matching.sqlshape import shape_of
from knowledge.validated.parameters import (
    UnbindableSqlError,
    UnfitValueError,
    UnknownParameterError,
    bind,
    detect_parameters,
)
from knowledge.validated.query import ParameterKind, Role
from tests.knowledge.validated.builders import a_query


def test_a_name_a_number_and_a_limit_become_parameters() -> None:
    found = detect_parameters(
        "Top 5 products in Spain over 10,000",
        "SELECT p FROM sales WHERE country = 'Spain' AND amount > 10000 ORDER BY 1 LIMIT 5",
        "sqlite",
    )
    assert {(item.name, item.kind, item.default, item.role) for item in found} == {
        ("top", ParameterKind.INTEGER, "5", Role.LIMIT),
        ("country", ParameterKind.TEXT, "Spain", Role.VALUE),
        ("amount", ParameterKind.INTEGER, "10000", Role.VALUE),
    }


def test_a_literal_that_the_question_does_not_say_stays_fixed() -> None:
    assert detect_parameters("Unpaid invoices", "SELECT id FROM i WHERE paid = 0", "sqlite") == ()


def test_a_number_in_two_roles_stays_fixed() -> None:
    sql = "SELECT id FROM t WHERE a > 5 AND b < 5"
    assert detect_parameters("Above 5 in a and under that in b", sql, "sqlite") == ()


def test_a_pattern_keeps_its_wildcards() -> None:
    sql = "SELECT id FROM p WHERE name LIKE '%Fraker%'"
    query = a_query(sql=sql, parameters=detect_parameters("Courses by Fraker", sql, "sqlite"))
    assert bind(query, {"name": "Bookstein"}) == sql.replace("Fraker", "Bookstein")


def test_a_keyword_that_looks_like_the_value_is_left_alone() -> None:
    sql = "SELECT code AS AS_CODE FROM airlines AS a WHERE a.code = 'AS'"
    query = a_query(sql=sql, parameters=detect_parameters("Airline 'AS'", sql, "sqlite"))
    assert bind(query, {"code": "TP"}) == sql.replace("'AS'", "'TP'")


@given(value=st.text(min_size=1, max_size=40))
@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "mysql", "duckdb", "snowflake"])
def test_whatever_the_value_is_it_stays_one_literal(dialect: str, value: str) -> None:
    sql = "SELECT COUNT(*) FROM orders WHERE country = 'Germany'"
    query = a_query(dialect=dialect, parameters=detect_parameters("in Germany", sql, dialect))
    try:
        bound = bind(query, {"country": value})
    except UnbindableSqlError:
        return
    shape = shape_of(bound, dialect)
    assert shape is not None
    assert [literal.value for literal in shape.literals] == [value]
    assert shape.tables == {"orders"}


@pytest.mark.parametrize("value", ["5; DROP TABLE orders", "x", "1e9", "", "--", "5 OR 1=1"])
def test_a_number_parameter_takes_only_numbers(value: str) -> None:
    sql = "SELECT id FROM orders WHERE amount > 5"
    query = a_query(sql=sql, parameters=detect_parameters("over 5", sql, "sqlite"))
    with pytest.raises(UnfitValueError):
        bind(query, {"amount": value})


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(UnknownParameterError):
        bind(a_query(), {"colour": "red"})


def test_sql_that_changed_under_its_parameters_is_refused() -> None:
    parameters = detect_parameters("in Germany", a_query().sql, "sqlite")
    moved = a_query(sql="SELECT 'x' FROM orders WHERE country = 'Germany'", parameters=parameters)
    with pytest.raises(UnbindableSqlError):
        bind(moved, {"country": "France"})


def test_sql_that_no_longer_parses_is_refused() -> None:
    with pytest.raises(UnbindableSqlError):
        bind(a_query(sql="SELECT FROM WHERE ("), {})
