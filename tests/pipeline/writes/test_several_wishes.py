"""Several wishes in one message are told apart; one wish with an "and" in it stays one."""

import pytest

from pipeline.writes.wishes.several import several_in


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        (
            "delete the test customers and add an index on orders(order_date)",
            ("delete the test customers", "add an index on orders(order_date)"),
        ),
        (
            "rename customers to clients; add a column email to customers",
            ("rename customers to clients", "add a column email to customers"),
        ),
        (
            "Add an index on orders(order_date), then delete customer Mora.",
            ("Add an index on orders(order_date)", "delete customer Mora."),
        ),
        (
            "set the price of Lamp to 12 and then set the price of Desk to 90",
            ("set the price of Lamp to 12", "set the price of Desk to 90"),
        ),
        (
            "delete customers Mora and Silva and set the price of Lamp to 12",
            ("delete customers Mora and Silva", "set the price of Lamp to 12"),
        ),
    ],
)
def test_several(words: str, wishes: tuple[str, ...]) -> None:
    assert several_in(words) == wishes


@pytest.mark.parametrize(
    "words",
    [
        "delete customers Mora and Silva",
        "delete the test customers",
        "set the name of product 1 to 'Lamp; delete customer Mora'",
        'rename product Lamp to "Lamp and add a column x to y"',
        "add an index on orders(customer_id, order_date)",
        "set the price of Lamp to 12.50",
        "how many orders and how many customers are there?",
        "",
    ],
)
def test_one(words: str) -> None:
    assert several_in(words) == ()
