"""`administer`: how a change ends that a model wanted, and that nobody else hears of it twice."""

from pipeline.admin_talk import AdminTalk, WantedChange
from pipeline.flow import Finish, Go
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.administer import administer, reported
from pipeline.steps.write_ends import NOT_WRITTEN
from pipeline.steps.write_ends import QUESTION as OUTCOME
from pipeline.workspace import Workspace
from pipeline.writes.request import WriteRequest
from tests.pipeline.shop import a_state, refused, went_on

NO = Refusal(code="rejected", reason="Rui rejected this. Nothing was changed.")
TALK = AdminTalk(
    messages="{}",
    wanted=(
        WantedChange(id="c1", sql="UPDATE t SET a = 1 WHERE b = 2", explanation="Sets a."),
        WantedChange(id="c2", sql="DELETE FROM t WHERE b = 2", explanation="Deletes rows."),
    ),
    asked=2,
)


def ended(state: RunState) -> Go:
    outcome = reported(Finish(state=state, outcome=NO))
    assert isinstance(outcome, Go)
    return outcome


async def test_a_change_that_a_model_wanted_ends_with_a_report_and_the_next_one_begins(
    shop: Workspace,
) -> None:
    first = went_on(await administer(a_state(admin=TALK), shop))
    assert first.write == WriteRequest(typed=TALK.wanted[0].sql, call="c1", said="Sets a.")
    go = ended(first)
    assert (go.to, go.ended) == ("administer", NO)
    assert go.state.admin is not None
    assert go.state.admin.ended == {"c1": f"Not written. {NO.reason}"}
    second = went_on(await administer(go.state, shop))
    assert second.write == WriteRequest(typed=TALK.wanted[1].sql, call="c2", said="Deletes rows.")


async def test_what_a_person_found_of_one_change_says_nothing_of_the_next() -> None:
    write = WriteRequest(typed="DELETE", call="c1")
    state = a_state(admin=TALK, write=write, choices={OUTCOME: NOT_WRITTEN, "other": "x"})
    assert ended(state).state.choices == {"other": "x"}


async def test_a_persons_own_change_ends_its_run(shop: Workspace) -> None:
    finish = Finish(state=a_state(write=WriteRequest(typed="DELETE")), outcome=NO)
    assert reported(finish) is finish
    assert "No model is set up" in refused(await administer(a_state(), shop)).reason
