"""The gallery: every card reads as it was read last, in plain English."""

import re
from pathlib import Path
from typing import Final

import pytest

from demo.gallery.__main__ import drawn_scenes, text_of
from demo.gallery.asked import conversations

KEPT: Final = Path(__file__).parents[2] / "docs" / "gallery" / "cards.txt"
# Words that no card says: old-fashioned, playful, or for those who edit files.
_NOT_PLAIN: Final = re.compile(
    r"\b(?:shall|anew|whoever|thereof|came about|in the meantime|all the same|belong together"
    r"|whenever you like|looks after me|countersign\.yaml|taken back|stray)\b",
    re.IGNORECASE,
)


async def test_every_card_reads_as_it_is_kept() -> None:
    text = text_of(await drawn_scenes(charts=False))
    assert text.splitlines() == KEPT.read_text(encoding="utf-8").splitlines()


def test_no_card_has_words_that_are_not_plain() -> None:
    assert _NOT_PLAIN.findall(KEPT.read_text(encoding="utf-8")) == []


def test_no_card_has_more_than_four_buttons_below_an_answer() -> None:
    groups = KEPT.read_text(encoding="utf-8").split("== ")
    answers = [each for each in groups if each.startswith(("answers:", "trust:"))]
    rows = [line for each in answers for line in each.splitlines() if line.startswith("[")]
    assert len(rows) == len(answers)
    assert max(row.count("[") for row in rows) <= 4


@pytest.mark.parametrize(
    ("text", "found"),
    [("hi\n\n# told\nOrders?\nwhy?\n", [["hi"], ["Orders?", "why?"]]), ("", [])],
)
def test_an_empty_line_begins_a_new_conversation(text: str, found: list[list[str]]) -> None:
    assert conversations(text) == found
