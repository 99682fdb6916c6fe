"""A refusal cites the words of the person, none that the rules read in their place."""

import pytest

from pipeline.rules.outcomes import Cannot
from pipeline.rules.telling.cited import NOT_TOGETHER, in_own_words, is_said, unread


@pytest.mark.parametrize(
    ("cited", "kept"),
    [
        (("share", "commission"), "I cannot tell what this means here: “commission”."),
        (("", "balances"), "I cannot tell what this means here: “balances”."),
        (("without",), NOT_TOGETHER),
    ],
    ids=str,
)
def test_words_that_nobody_wrote_are_not_cited(cited: tuple[str, ...], kept: str) -> None:
    question = "Who never got a commission percentage of their balances?"
    told = in_own_words(Cannot(reason=unread(cited), cited=cited), question)
    assert isinstance(told, Cannot)
    assert told.reason == kept


def test_a_text_is_said_where_all_of_its_words_are() -> None:
    assert is_said("Grade 5", "teachers who teach grade 5?")
    assert not is_said("count", "the most students")
    assert not is_said("", "anything")


def test_other_outcomes_stay_as_they_are() -> None:
    plain = Cannot(reason="I find no “Narnia” in this data.")
    assert in_own_words(plain, "Who lives in Narnia?") is plain
