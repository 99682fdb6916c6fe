"""Tables that no key ties together are joined only as somebody says, and the answer tells it."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_known

TAUGHT = "How many pupils does Nia Lund teach?"


def test_the_card_says_that_no_key_ties_them_and_the_answer_tells_the_choice(
    unseen_files: dict[str, Path],
) -> None:
    about = a_known(unseen_files["tutors"])
    asked = plan(TAUGHT, about)
    assert isinstance(asked, Ask)
    assert asked.prompt == "No key connects pupils and tutors. How do they connect?"
    assert [option.label for option in asked.options] == ["By the same studio"]
    answer = plan(TAUGHT, about, choices={asked.id: asked.options[0].id})
    assert isinstance(answer, Planned)
    told = "Pupils and tutors are joined by the same studio; no key says so."
    assert told in answer.assumptions


@pytest.mark.parametrize("picked", ["", "pupil_name", "level=1", "studio; DROP TABLE pupils"])
def test_a_column_that_was_not_offered_ties_nothing(
    picked: str, unseen_files: dict[str, Path]
) -> None:
    about = a_known(unseen_files["tutors"])
    outcome = plan(TAUGHT, about, choices={"tie:pupils:tutors": picked})
    assert not isinstance(outcome, Planned)


def test_amounts_that_are_kept_as_texts_are_not_counted_instead(
    unseen_files: dict[str, Path],
) -> None:
    outcome = plan("total pack quantity by channel", a_known(unseen_files["tutors"]))
    assert not isinstance(outcome, Planned)
