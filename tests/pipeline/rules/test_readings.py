"""Open questions: one card with whole readings, and each button leads to an answer."""

from collections.abc import Sequence

from knowledge.values import ValueHit
from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.schema.known import Known

OPEN = "Which shiny members borrowed sturdy books?"


def asked(question: str, about: Known) -> Ask:
    outcome = plan(question, about)
    assert isinstance(outcome, Ask), outcome
    return outcome


def test_two_open_words_are_one_card_of_whole_readings(library: Known) -> None:
    card = asked(OPEN, library)
    assert card.id == READINGS
    assert 1 < len(card.options) <= 5
    assert card.default == ""


def test_every_reading_that_is_offered_is_answered_after_one_click(library: Known) -> None:
    card = asked(OPEN, library)
    answers = [plan(OPEN, library, choices={card.id: each.id}) for each in card.options[:-1]]
    assert all(isinstance(answer, Planned) for answer in answers), answers
    assert len({getattr(answer, "sql", "") for answer in answers}) == len(answers)


def test_words_that_a_reading_leaves_out_are_told(library: Known) -> None:
    card = asked(OPEN, library)
    answer = plan(OPEN, library, choices={card.id: card.options[0].id})
    assert isinstance(answer, Planned)
    assert "shiny" in " ".join((*answer.left_out, card.options[0].detail))


def test_none_of_the_readings_is_a_plain_no(library: Known) -> None:
    assert isinstance(plan(OPEN, library, choices={READINGS: NONE}), Cannot)


def test_a_question_that_nothing_explains_is_refused_at_once(library: Known) -> None:
    assert isinstance(plan("How many unicorns dance on glittering rainbows?", library), Cannot)


def test_a_word_that_turns_the_question_round_is_never_left_out(library: Known) -> None:
    outcome = plan("Which members do not flurb?", library)
    ids = [option.id for option in outcome.options] if isinstance(outcome, Ask) else []
    assert not any("word:not" in each for each in ids)


def test_whoever_asks_nobody_gets_no_readings(library: Known) -> None:
    outcome = plan(OPEN, library, readings=False)
    assert not isinstance(outcome, Planned)
    assert not isinstance(outcome, Ask) or outcome.id != READINGS


def test_what_was_looked_up_once_is_not_looked_up_again(library: Known) -> None:
    class Counting:
        def __init__(self) -> None:
            self.looked: list[str] = []

        def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
            self.looked.append(text)
            return library.values.find(text, limit=limit)

        def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
            return library.values.near(text, table, column, limit=limit)

        def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
            self.looked.append(question)
            return library.values.spans(question)

    values = Counting()
    asked(OPEN, Known(library.catalog, library.glossary, values))
    assert len(values.looked) == len(set(values.looked))
