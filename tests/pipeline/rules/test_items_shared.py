"""Items are told apart once for a question; each look at them changes only its own."""

import pytest

from pipeline.rules.schema.items import Item, copied
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test as Condition
from pipeline.rules.tagging.tag import choices_of_words


def test_what_is_changed_in_a_copy_stays_as_it_was() -> None:
    noun = Item("C", 0, 1, "hull", candidates=[Candidate("boats", "hull", 1.0)])
    told = Item("f", 1, 2, "steel", Condition(column=noun))
    before, made = [noun, told], copied([noun, told])
    made[0].letter = "x"
    made[0].candidates.clear()
    made[1].payload.operator = "<>"
    assert before == [
        Item("C", 0, 1, "hull", candidates=[Candidate("boats", "hull", 1.0)]),
        Item("f", 1, 2, "steel", Condition(column=noun)),
    ]


def test_an_item_that_stands_in_two_places_still_does() -> None:
    noun = Item("C", 0, 1, "hull")
    made = copied([noun, Item("f", 1, 2, "steel", Condition(column=noun))])
    assert made[1].payload.column is made[0]


@pytest.mark.parametrize("key", ["column:hull", "reading", "table:", "way:a:b"])
def test_what_is_chosen_for_no_word_changes_no_items(key: str) -> None:
    assert choices_of_words({key: "a", "word:steel": "-"}) == {"word:steel": "-"}
