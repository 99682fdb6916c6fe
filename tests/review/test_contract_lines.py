"""What reviewers read of a contract."""

from pipeline.contract import Contract, Measure
from review.cases.changes import contract_lines


def test_a_condition_says_for_which_numbers_it_need_not_hold() -> None:
    contract = Contract(
        measures=(Measure(name="spending", expression="SUM(purchases.price)"),),
        conditions=("items.disposed_on IS NULL", "rooms.closed = 0"),
        all_rows_of=("items",),
    )
    assert contract_lines(contract)[1:] == (
        "Only where items.disposed_on IS NULL, but of all rows where only spending is asked",
        "Only where rooms.closed = 0",
    )
