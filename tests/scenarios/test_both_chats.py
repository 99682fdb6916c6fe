"""One suite, two chats: each file of scenarios is played in Slack and in Teams, or says why not."""

import re
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
# A fixture that is made once for each chat, or the name of Teams among a fixture's parameters.
PLAYED: Final = re.compile(r"\b(town: (Running)?Side|chat: str)\b|params=\[[^\]]*\"teams\"")
OTHERS: Final = [each for each in sorted(HERE.glob("test_*.py")) if each != Path(__file__)]
ELSEWHERE: Final = {
    "test_trust.py": "decided below the chats; test_reviewed_answers.py plays it in both",
    "test_promotion.py": "decided below the chats; test_reviewed_answers.py plays it in both",
    "test_drift.py": "decided below the chats; test_reviewed_answers.py plays it in both",
    "test_glossary_drift.py": "decided below the chats; test_reviewed_answers.py plays it in both",
    "test_silent_changes.py": "decided below the chats; test_reviewed_answers.py plays it in both",
    "test_bad_questions.py": "matched below the chats; test_what_did_you_mean.py asks in both",
    "test_another_model.py": "vectors are made below the chats; nobody is asked anything",
    "test_round_trip.py": "files of the command line; test_imports.py plays their cards in both",
    "test_writes_across.py": "both chats at once",
    "test_streaming.py": "each chat streams in its own way; surfaces/teams plays that of Teams",
    "test_what_the_card_states.py": "decided below the chats; test_reviewed_answers.py is in both",
    "test_own_data.py": "the local workspace's page on one's own data; there is none of Teams",
    "test_in_a_browser.py": "the local workspace's page; nobody but Microsoft has one of Teams",
}


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_each_file_is_played_in_both_chats_or_says_why_not(path: Path) -> None:
    played = PLAYED.search(path.read_text(encoding="utf-8")) is not None
    assert played is not (path.name in ELSEWHERE)
