"""Different things that are called the same are shown with what tells them apart."""

from pipeline.telling.same_labels import told_apart

TOP = (
    "SELECT c.first_name, c.last_name, SUM(o.net) AS net FROM orders AS o "
    "JOIN customers AS c ON c.customer_id = o.customer_id "
    "GROUP BY c.customer_id, c.first_name, c.last_name ORDER BY SUM(o.net) DESC LIMIT 10"
)
ALIKE = (("Ana", "Silva", 9.0), ("Ben", "Costa", 8.0), ("Ana", "Silva", 7.0))


def test_the_key_is_shown_beside_the_names() -> None:
    found = told_apart(TOP, "duckdb", ALIKE)
    assert found is not None
    assert "c.last_name, c.customer_id, SUM(o.net) AS net" in found.sql
    assert found.said == (
        "More than one row is called “Ana Silva”: they are not the same. "
        "Customer id tells them apart."
    )


def test_names_that_differ_need_no_key() -> None:
    assert told_apart(TOP, "duckdb", ALIKE[:2]) is None


def test_rows_that_are_grouped_by_what_is_shown_are_as_they_were() -> None:
    by_month = "SELECT month, SUM(net) AS net FROM orders GROUP BY month"
    assert told_apart(by_month, "duckdb", ((None, 1.0), (None, 2.0))) is None
