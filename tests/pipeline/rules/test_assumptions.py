"""What was taken for granted, told as sentences and only once."""

import pytest

from pipeline.rules.telling.assumptions import sentences_of


@pytest.mark.parametrize(
    ("conditions", "sentences"),
    [
        (["orders.is_test = FALSE"], ["Test orders are left out."]),
        (
            ["orders.is_test = FALSE", "orders.deleted_at IS NULL"],
            ["Test and deleted orders are left out."],
        ),
        (["NOT users.is_bot"], ["Bot users are left out."]),
        (["orders.status <> 'Void'"], ["Orders with status Void are left out."]),
        (["orders.kind IN ('web', 'app')"], ["Only orders with kind web or app count."]),
        (["fees.amount > 10"], ["Only fees with amount above 10 count."]),
        (["visit.pet_id IS NOT NULL"], ["Visits without pet id are left out."]),
        (["bill.x + bill.y > 3"], ["A condition of the glossary on bills applies."]),
    ],
)
def test_a_condition_is_told_as_a_sentence(conditions: list[str], sentences: list[str]) -> None:
    assert sentences_of(conditions, "duckdb") == sentences


def test_what_a_description_says_already_is_not_told_again() -> None:
    told = sentences_of(["orders.status <> 'Cancelled'"], "duckdb", "cancelled orders left out")
    assert told == []
