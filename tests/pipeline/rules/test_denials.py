"""What is denied: rows of another table, with all that is said of them."""

from functools import lru_cache
from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Metric, TableNote
from pipeline.dates import Calendar, read_times
from pipeline.intent import Condition, Related, Stated
from pipeline.rules.plan import Ask, Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known
from tests.pipeline.rules.test_unseen_databases import TODAY

WITH_STATUS = Glossary(
    metrics=(
        Metric(
            name="orders",
            expression="count(DISTINCT sales_order.order_id)",
            table="sales_order",
            filters=("sales_order.status <> 'Cancelled'",),
        ),
    ),
    tables=(TableNote(table="customer", time_column="created_at"),),
)


@lru_cache
def known(path: Path, *, written: bool = False) -> Known:
    return a_known(path, WITH_STATUS if written else None)


def outcome_of(question: str, about: Known, **choices: str) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    told = {key.replace("__", ":"): to for key, to in choices.items()}
    return plan(question, about, times=times, choices=told)


def denied_in(outcome: Outcome) -> list[Related]:
    assert isinstance(outcome, Planned), outcome
    return [c for c in outcome.intent.filters if isinstance(c, Related) and c.negated]


@pytest.mark.parametrize(
    ("schema", "question", "column", "values"),
    [
        ("tracking", "accounts that have not opened a ticket since January", "ticket.opened_on",
         ("2024-01-01",)),
        ("tracking", "users without events in 2024", "event.occurred_at",
         ("2024-01-01", "2025-01-01")),
        ("toolhire", "branches nobody visited last month", "visit.visited_on",
         ("2024-05-01", "2024-06-01")),
    ],
)  # fmt: skip
def test_dates_behind_a_denied_relation_are_of_its_rows(
    schema: str, question: str, column: str, values: tuple[str, ...], unseen_files: dict[str, Path]
) -> None:
    outcome = outcome_of(question, known(unseen_files[schema]))
    (denied,) = denied_in(outcome)
    assert isinstance(outcome, Planned)
    assert outcome.intent.filters == (denied,)
    plain = [one for one in denied.where if isinstance(one, Condition)]
    assert [(one.column, one.values) for one in plain] == [(column, values)]


def test_numbers_behind_a_denied_relation_are_of_its_rows(unseen_files: dict[str, Path]) -> None:
    (denied,) = denied_in(
        outcome_of("accounts without invoices above 100", known(unseen_files["tracking"]))
    )
    plain = [one for one in denied.where if not isinstance(one, Stated)]
    assert [(one.column, one.operator) for one in plain] == [("invoice.total", ">")]


def test_what_is_said_of_the_rows_themselves_is_not_denied_with_the_others(
    unseen_files: dict[str, Path],
) -> None:
    about = known(unseen_files["wholesale"])
    outcome = outcome_of("customers with no cancelled orders and no email", about)
    (denied,) = denied_in(outcome)
    assert isinstance(outcome, Planned)
    empty = [c for c in outcome.intent.filters if isinstance(c, Condition)]
    assert [(one.column, one.operator) for one in empty] == [("customer.email", "is null")]
    plain = [one for one in denied.where if not isinstance(one, Stated)]
    assert [one.column for one in plain] == ["sales_order.status"]


def test_no_kind_of_denied_rows_is_dropped_in_silence(unseen_files: dict[str, Path]) -> None:
    """Without “sponsored” the question would ask for customers without any orders."""
    about = known(unseen_files["wholesale"])
    assert not isinstance(outcome_of("customers without sponsored orders", about), Planned)


def test_a_card_offers_readings_that_differ_in_what_they_pick(
    unseen_files: dict[str, Path],
) -> None:
    asked = outcome_of("outlets that sold no lamps", known(unseen_files["wholesale"]))
    assert isinstance(asked, Ask)
    assert [option.label for option in asked.options] == [
        "Outlet name of outlets, without any sales orders (category name Lamps)",
        "Outlet name of outlets, category name not Lamps",
        "None of these",
    ]


def test_a_denial_tells_which_rows_count_that_a_number_leaves_out(
    unseen_files: dict[str, Path],
) -> None:
    about = known(unseen_files["wholesale"], written=True)
    told = "Sales orders with status Cancelled count here too; the number “orders” leaves them out."
    without = outcome_of("outlets without orders", about)
    cancelled = outcome_of("outlets without cancelled orders", about)
    assert isinstance(without, Planned)
    assert isinstance(cancelled, Planned)
    assert told in without.assumptions
    assert told not in cancelled.assumptions


def test_rows_that_a_denied_value_leaves_out_for_having_none_are_told(
    unseen_files: dict[str, Path],
) -> None:
    about = known(unseen_files["seats"])
    outcome = outcome_of("How many owners are not insured by Axa?", about)
    assert isinstance(outcome, Planned)
    assert outcome.assumptions == ("Owners without an insurer are left out.",)
