"""An acronym that nobody defined is asked for in words it may stand for, and told in the answer."""

from pathlib import Path

import pytest

from knowledge.glossary import Definition
from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from tests.pipeline.rules.conftest import a_known
from tests.pipeline.rules.test_unseen_databases import known


def test_an_acronym_is_asked_for_in_the_words_that_it_may_stand_for(
    unseen_files: dict[str, Path],
) -> None:
    about = known(unseen_files["billing"])
    asked = plan("Which country has the highest ATA?", about)
    assert isinstance(asked, Ask)
    assert asked.prompt == "What does “ATA” stand for here?"
    assert asked.options[0].label == "average total amount"
    assert asked.options[-1].id == NONE
    assert not asked.default  # nobody but a person may say what it stands for


def test_an_answer_says_what_the_acronym_was_read_as(unseen_files: dict[str, Path]) -> None:
    about = known(unseen_files["billing"])
    question = "Which country has the highest ATA?"
    chosen = {READINGS: "word:ata→~average total amount"}
    answered = plan(question, about, choices=chosen)
    assert isinstance(answered, Planned)
    assert answered.assumptions[0] == "“ATA” is read as “average total amount”, as you chose."


@pytest.mark.slow
def test_none_of_these_is_a_plain_no(unseen_files: dict[str, Path]) -> None:
    about = known(unseen_files["billing"])
    question = "Which country has the highest ATA?"
    assert isinstance(plan(question, about, choices={READINGS: NONE}), Cannot)


def test_what_the_glossary_defines_is_not_guessed(unseen_files: dict[str, Path]) -> None:
    about = a_known(unseen_files["billing"])
    about = about.explaining((Definition(name="ATA", words="average tax amount"),))
    answered = plan("What is the ATA by country?", about)
    told = (
        answered.assumptions
        if isinstance(answered, Planned)
        else (getattr(answered, "prompt", ""),)
    )
    assert "as the glossary says" in " ".join(told)
