"""What was kept before some sentences had fields of their own is read as if it had them."""

import datetime as dt
import json
from typing import Any

import pytest

from knowledge.validated.query import Cause, Status
from pipeline.result import Answer
from pipeline.state import RunState
from review.adapters.sql_kept import QUERY
from review.ledger.stored import dump_outcome, dump_state, load_outcome, load_state
from tests.review.fakes import ANA, an_answer
from tests.review.shelf import ANSWERS

LINES = (
    "region is Spain",
    "left out: “recent”",
    "not as asked: The question says “Spain”, but the query does not use it.",
)
IGNORED = "The question says “Spain”, but the query does not use it."


def without(text: str, *names: str) -> dict[str, Any]:
    """The fields of a stored value as earlier versions wrote it."""
    return {name: value for name, value in json.loads(text).items() if name not in names}


def test_an_answer_kept_in_sentences_tells_what_its_sql_does_not_do() -> None:
    fields = without(dump_outcome(an_answer())[1:], "left_out", "ignored")
    old = json.dumps(fields | {"confirmed": LINES[:2], "assumptions": LINES[1:]})
    answer = load_outcome(f"A{old}")
    assert isinstance(answer, Answer)
    assert (answer.left_out, answer.ignored) == (("recent",), (IGNORED,))
    assert load_outcome(dump_outcome(answer)) == answer


def test_what_an_answer_of_today_says_is_not_read_from_its_sentences() -> None:
    today = json.loads(dump_outcome(an_answer())[1:]) | {"confirmed": LINES}
    answer = load_outcome(f"A{json.dumps(today)}")
    assert isinstance(answer, Answer)
    assert (answer.left_out, answer.ignored) == ((), ())


def test_a_run_on_its_way_tells_it_too_and_so_does_what_the_rules_had_read() -> None:
    state = RunState(question="Recent sales", asker=ANA, today=dt.date(2026, 3, 2))
    fields = without(dump_state(state), "left_out", "ignored")
    again = load_state(json.dumps(fields | {"confirmed": LINES}))
    assert (again.left_out, again.ignored) == (("recent",), (IGNORED,))
    assert load_state(dump_state(state)) == state


@pytest.mark.parametrize(
    ("status", "reason", "cause"),
    [
        (Status.DEMOTED, "its database changed: its column a.b is gone", Cause.DRIFTED),
        (Status.DEMOTED, "taken out of use by Rui: It counts tests.", Cause.SET_ASIDE),
        (Status.DEMOTED, "its question says more than its SQL: left out: “x”", Cause.SAYS_MORE),
        (Status.DEMOTED, "imported: waits for a reviewer", Cause.NONE),
        (Status.RETIRED, "taken out of use by Rui", Cause.NONE),
    ],
)
def test_a_query_kept_in_sentences_stands_where_it_stood(
    status: Status, reason: str, cause: Cause
) -> None:
    fields = without(QUERY.dump_json(ANSWERS).decode(), "cause", "note", "untitled")
    old = json.dumps(fields | {"status": status, "status_reason": reason})
    query = QUERY.validate_json(old)
    assert (query.status, query.status_reason, query.cause) == (status, reason, cause)
    assert QUERY.validate_json(QUERY.dump_json(query)) == query


def test_a_query_of_a_log_still_needs_a_title_and_a_note_stays_one() -> None:
    fields = without(QUERY.dump_json(ANSWERS).decode(), "cause", "note", "untitled")
    logged = QUERY.validate_json(json.dumps(fields | {"question": "Untitled: orders (4f1a22)"}))
    noted = QUERY.validate_json(json.dumps(fields | {"status_reason": "As Finance counts."}))
    assert (logged.untitled, noted.untitled, noted.note) == (True, False, "As Finance counts.")
