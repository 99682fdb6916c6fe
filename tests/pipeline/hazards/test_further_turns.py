"""Further questions of a thread are looked at as first ones are, and ask nothing twice."""

import datetime as dt
from pathlib import Path

import pytest

from benchmarks.executed import ran
from pipeline.dates import Calendar, read_times
from pipeline.people import Person
from pipeline.planning import planned
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.state import RunState
from pipeline.times.reading import spans
from tests.pipeline.hazards.test_hazards import known
from tests.pipeline.rules.conftest import a_file
from tests.pipeline.shop import a_workspace

HERE = Path(__file__).parent / "shapes"
TODAY = dt.date(2024, 6, 15)
ANA = Person(id="slack:T:ana", name="Ana", roles=frozenset({"reader"}))


class Thread:
    """One thread: each turn goes on from the one before."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._before: Planned | None = None
        self._question = ""
        self._about = known(path)

    def says(self, question: str, **choices: str) -> Outcome:
        state = RunState(
            question=question,
            asker=ANA,
            today=TODAY,
            choices={key.replace("__", ":"): value for key, value in choices.items()},
        )
        if self._before is not None:
            state = RunState(
                question=question,
                asker=ANA,
                today=TODAY,
                choices=state.choices,
                previous=self._before.intent,
                previous_contract=self._before.contract,
                previous_sql=self._before.sql,
                previous_question=self._question,
            )
        workspace = a_workspace(self.path)
        times = spans(read_times(question, TODAY, Calendar()).ranges)
        outcome = planned(state, workspace, times)
        if isinstance(outcome, Planned):
            self._before, self._question = outcome, question
        return outcome

    def rows(self, question: str, **choices: str) -> list[tuple[object, ...]]:
        outcome = self.says(question, **choices)
        assert isinstance(outcome, Planned), outcome
        return ran(self.path, outcome.sql)


@pytest.fixture
def tills(tmp_path: Path) -> Thread:
    return Thread(a_file(tmp_path, (HERE / "tills.sql").read_text("utf8")))


@pytest.fixture
def orchard(tmp_path: Path) -> Thread:
    return Thread(a_file(tmp_path, (HERE / "orchard.sql").read_text("utf8")))


@pytest.fixture
def lodge(tmp_path: Path) -> Thread:
    return Thread(a_file(tmp_path, (HERE / "lodge.sql").read_text("utf8")))


def test_a_copy_that_was_chosen_is_kept_in_the_turns_after(tills: Thread) -> None:
    first = tills.says("What is the total amount of payments?")
    assert isinstance(first, Ask)
    chosen = {first.id: "stg_payments"}
    assert tills.rows("What is the total amount of payments?", **chosen) == [(50.5,)]
    assert tills.rows("only card") == [(42.5,)]
    assert tills.rows("How many payments are there?") == [(3,)]
    assert tills.rows("and by method")[0][0] in ("card", "cash")


def test_a_copy_that_comes_in_with_a_further_question_is_told(tills: Thread) -> None:
    first = tills.says("What is the total amount of payments?")
    assert isinstance(first, Ask)
    tills.rows("What is the total amount of payments?", **{first.id: "stg_payments"})
    further = tills.says("How many vouchers are there?")
    assert isinstance(further, Planned), further
    assert further.assumptions == ("The rows are those of vouchers, not of raw_vouchers.",)


@pytest.mark.parametrize(("kept", "counts"), [("kept", (3, 2, 1)), ("all", (4, 2, 2))])
def test_rows_marked_as_deleted_count_in_further_turns_as_was_said(
    kept: str, counts: tuple[int, ...], orchard: Thread
) -> None:
    first = orchard.says("How many trees are there?")
    assert isinstance(first, Ask)
    assert orchard.rows("How many trees are there?", **{first.id: kept}) == [(counts[0],)]
    assert orchard.rows("only pear") == [(counts[1],)]
    assert orchard.rows("How many trees are higher than 3?") == [(counts[2],)]


def test_rows_marked_as_deleted_of_another_table_are_asked_about(orchard: Thread) -> None:
    first = orchard.says("How many trees are there?")
    assert isinstance(first, Ask)
    orchard.rows("How many trees are there?", **{first.id: "kept"})
    further = orchard.says("How many plots are there?")
    assert isinstance(further, Ask), further
    assert further.id == "deleted:plots"


def test_all_ways_of_writing_count_in_further_turns(lodge: Thread) -> None:
    assert lodge.rows("How many guests are there?") == [(5,)]
    assert lodge.rows("only Bergen") == [(4,)]
    grouped = lodge.says("and by town")
    assert isinstance(grouped, Ask), grouped
    assert lodge.rows("How many guests have no allergy?") == [(3,)]
