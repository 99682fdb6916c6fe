"""What a question says of numbers, of other rows and of the order binds whatever answers it."""

import pytest

from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from tests.pipeline.rules.test_plan_cases import first_answer

# A question, and what in its SQL is replaced by something else that runs as well.
BROKEN = [
    ("Which books have more pages than the average?", "AVG", "SUM"),
    ("Which genres have more than 2 books?", "> 2", "> 9"),
    ("What is the average price of books by genre, highest first?", "ORDER BY AVG", "ORDER BY SUM"),
]


@pytest.mark.parametrize(("question", "said", "instead"), BROKEN)
def test_another_number_order_or_aggregate_breaks_the_contract(
    question: str, said: str, instead: str, library: Known
) -> None:
    planned = first_answer(question, library)
    broken = planned.sql.replace(said, instead)

    assert broken != planned.sql
    assert check_contract(planned.sql, "sqlite", planned.contract, library.catalog) == ()
    assert check_contract(broken, "sqlite", planned.contract, library.catalog)


def test_rows_that_must_not_be_there_must_be_looked_for(library: Known) -> None:
    planned = first_answer("Which members have no loans?", library)

    assert planned.contract.denied
    found = check_contract("SELECT name FROM member", "sqlite", planned.contract, library.catalog)
    assert [finding.code for finding in found] == ["denial_missing"]
