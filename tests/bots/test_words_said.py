"""What a person wrote is read as it was written where a statement is in it."""

import pytest

from bots.conversation.words_said import as_said
from bots.slack.payloads import words_of
from bots.teams.activities import Posted
from pipeline.writes.statements.typed import statement_in

WRITTEN = {
    "how  many\norders &amp; returns?": "how many orders & returns?",
    "run this: DELETE FROM t WHERE a = 1 -- test ones\nAND b = 2": (
        "run this: DELETE FROM t WHERE a = 1 -- test ones\nAND b = 2"
    ),
    "```sql\nUPDATE t SET a = 'two  blanks'\r\nWHERE b = 1\n```": (
        "```sql\nUPDATE t SET a = 'two  blanks'\nWHERE b = 1\n```"
    ),
    "update t set a = 1  where b = 2": "update t set a = 1  where b = 2",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_statement_keeps_its_lines_and_blanks(text: str) -> None:
    assert as_said(text) == WRITTEN[text]


def test_both_chats_keep_the_line_that_ends_a_comment() -> None:
    sql = "DELETE FROM t WHERE a = 1 -- x\nAND b = 2"
    slack = words_of(f"<@U1> run this: {sql}", "U1")
    teams = Posted({"text": f"run this:&nbsp;{sql}", "entities": []}).words
    assert statement_in(slack) == statement_in(teams) == sql
