"""A model's last word asks nobody for approval, and claims no change that was not written."""

import pytest

from pipeline.agents.administering.last_words import objection_to

ASKING = (
    "Shall I run it?",
    "Should I go ahead and delete the three customers?",
    "Do you want me to add the index?",
    "Would you like me to proceed with this change?",
    "Please confirm, and the price is set.",
    "Just reply yes and it is done.",
    "This change needs your approval.",
    "I am waiting for confirmation before anything happens.",
    "Let me know if the price should be 12.50.",
    "Once you approve, the rows are removed.",
    "I will now update the price of the Lamp, one row.",
    "I am about to run the statement DELETE FROM products WHERE id = 1.",
    "Do you approve this change to the table",
    "Type “approve” to go on.",
    "The statement is ready to run.",
    "Requesting approval for the index.",
)
CLAIMING = (
    "I have updated the price of the Lamp to 8.",
    "The three test customers were deleted.",
    "An index has been added on orders.",
    "I've set the price to 12.50.",
    "The column has now been renamed to total.",
)
FINE = (
    "There are 3 tables: customers, orders and products.",
    "The largest table is orders with 12,000 rows.",
    "Nothing was changed: Rui rejected it because the price is wrong.",
    "It was not written, as the table may not be changed here.",
    "The column created_at holds when a row was created.",
    "It reads every row of orders; an index on order_date would spare that.",
    "The table audit records which rows were changed and by whom.",
    "No row was deleted.",
)


@pytest.mark.parametrize("text", ASKING)
def test_asking_for_approval_in_prose_is_sent_back(text: str) -> None:
    for wrote in (False, True):
        assert "call run_write_query or run_ddl" in objection_to(text, wrote=wrote, writes=True)
    assert "may not ask for changes here" in objection_to(text, wrote=False, writes=False)


@pytest.mark.parametrize("text", CLAIMING)
def test_a_claim_is_sent_back_where_nothing_was_written(text: str) -> None:
    assert "Nothing was changed" in objection_to(text, wrote=False, writes=True)
    assert objection_to(text, wrote=True, writes=True) == ""


@pytest.mark.parametrize("text", FINE)
def test_what_was_found_or_became_of_it_may_be_said(text: str) -> None:
    assert objection_to(text, wrote=False, writes=True) == ""
