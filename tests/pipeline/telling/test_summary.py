"""A result in a sentence: only values of the result, in the way people write them."""

import pytest

from pipeline.result import Cell
from pipeline.state import Fetched
from pipeline.telling.summary import shown, summarise


def rows(
    *found: tuple[Cell, ...],
    columns: tuple[str, ...],
    numeric: tuple[int, ...] = (),
    truncated: bool = False,
) -> Fetched:
    return Fetched(columns=columns, rows=found, numeric=numeric, truncated=truncated)


LETTERS = tuple((letter,) for letter in "abcdef")


@pytest.mark.parametrize(
    ("fetched", "sentence"),
    [
        (rows(columns=("n",)), "No rows match."),
        (rows((11885, 2), columns=("order_id", "lines")), "Order id: 11885; Lines: 2."),
        (rows((7,), columns=("count_orders",)), "Number of orders: 7."),
        (rows((2.5,), columns=("avg_count_orders",)), "Average number of orders: 2.50."),
        (rows((18.31,), columns=("net_revenue_percent",)), "Share of net revenue: 18.31%."),
        (rows((40.0,), columns=("percent_orders",)), "Percentage of orders: 40%."),
        (rows((3.5,), columns=("sum_net_growth_percent",)), "Growth of total net: 3.5%."),
        (rows((float("nan"),), columns=("ratio",)), "Ratio: not a number."),
        (
            rows(("N", 60), ("S", 40), columns=("region", "sum_net_percent"), numeric=(1,)),
            "2 rows. Share of total net is highest for N (60%) and lowest for S (40%).",
        ),
        (
            rows((None,), columns=("avg_price",)),
            "No rows match these conditions, so there is no value.",
        ),
        (rows(("a", None), columns=("name", "sum_net")), "Name: a; Total net: —."),
        (
            rows((7364, 7807, -443), columns=("orders_q3_2026", "orders_q2_2026", "orders_change")),
            "Orders went down by 443 (-5.7%), from 7,807 (Q2 2026) to 7,364 (Q3 2026).",
        ),
        (
            rows((80.0, 100.0, 20.0), columns=("net_2025", "net_2026", "net_change")),
            "Net went up by 20 (+25.0%), from 80 (2025) to 100 (2026).",
        ),
        (
            rows((5, 0, 5), columns=("net_2026", "net_2025", "net_change")),
            "Net 2026: 5; Net 2025: 0; Change in net: 5.",
        ),
        (
            rows(("N", 5), ("S", 2.5), columns=("region", "net"), numeric=(1,)),
            "2 rows. Net is highest for N (5) and lowest for S (2.50).",
        ),
        (
            rows(("N", 5), ("S", 5), columns=("region", "net"), numeric=(1,)),
            "Net is 5 in all 2 rows.",
        ),
        (
            rows(("2026-01", 5), ("2026-02", 9), columns=("month", "net"), numeric=(1,)),
            "Net is highest for Feb 2026 (9) and lowest for Jan 2026 (5).",
        ),
        (
            rows(
                ("2026-01", 5),
                ("2026-02", 9),
                ("2026-03", 7),
                columns=("month", "net"),
                numeric=(1,),
            ),
            "Net is highest for Feb 2026 (9) and lowest for Jan 2026 (5). "
            "It begins with Jan 2026 (5) and ends with Mar 2026 (7).",
        ),
        (
            rows((None, 1), ("S", None), ("N", 3), columns=("region", "net"), numeric=(1,)),
            "3 rows. Net is highest for N (3) and lowest for — (1).",
        ),
        (rows(("a",), ("b",), columns=("name",)), "2 rows: a, b."),
        (rows(*LETTERS, columns=("name",)), "6 rows, beginning with a, b, c, d, e."),
        (rows(("a", "b"), ("c", "d"), columns=("x", "y")), "2 rows: a, b; c, d."),
        (
            rows(("Ida", "Berg"), columns=("first_name", "last_name")),
            "First name: Ida; Last name: Berg.",
        ),
        (
            rows(
                ("Ida", "Berg", 9),
                ("Ola", "Dahl", 5),
                columns=("first_name", "last_name", "net"),
                numeric=(2,),
            ),
            "2 rows. Net is highest for Ida Berg (9) and lowest for Ola Dahl (5).",
        ),
        (
            rows(
                ("N", "2026-01-01", 9),
                ("S", "2026-04-01", 5),
                columns=("region", "quarter", "net"),
                numeric=(2,),
            ),
            "2 rows. Net is highest for N, Jan - Mar 2026 (9) "
            "and lowest for S, Apr - Jun 2026 (5).",
        ),
        (rows(("a", "b", "c"), ("d", "e", "f"), columns=("x", "y", "z")), "2 rows."),
        (
            rows(("a",), ("b",), columns=("name",), truncated=True),
            "2 rows: a, b. There are more rows than are shown.",
        ),
        (rows(("a", None), ("b", None), columns=("x", "n"), numeric=(1,)), "2 rows."),
    ],
)
def test_rows_are_told_in_a_sentence(fetched: Fetched, sentence: str) -> None:
    assert summarise(fetched) == sentence


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "—"),
        (True, "yes"),
        (False, "no"),
        (1234567, "1,234,567"),
        (1234.5, "1,234.50"),
        (3.0, "3"),
        (0.0, "0"),
        (0.0123456, "0.01235"),
        (float("inf"), "infinite"),
        ("2026-01-01 00:00:00", "2026-01-01"),
        ("2026-01-01T00:00:00", "2026-01-01"),
        ("10:00:00", "10:00:00"),
    ],
)
def test_a_cell_is_shown_as_people_write_it(value: Cell, text: str) -> None:
    assert shown(value) == text


def test_many_rows_are_counted_with_a_comma() -> None:
    rows = tuple((f"order {number}",) for number in range(1_200))
    assert summarise(Fetched(columns=("name",), rows=rows)).startswith("1,200 rows, beginning")


def test_the_last_of_the_first_few_is_not_called_the_lowest() -> None:
    fetched = rows(("DE", 9), ("FR", 7), ("ES", 5), columns=("country", "net_sales"), numeric=(1,))
    assert summarise(fetched, limit=3) == "In order of net sales: DE (9), FR (7) and ES (5)."
    assert "lowest for ES" in summarise(fetched)
    many = rows(
        *((letter, 9 - at) for at, (letter,) in enumerate(LETTERS)),
        columns=("letter", "uses"), numeric=(1,),
    )  # fmt: skip
    assert summarise(many, limit=6) == "6 rows in order of uses, from a (9) to f (4)."
