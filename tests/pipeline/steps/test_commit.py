"""`commit`: the approval is read again right before anything is sent."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.writes import open_writable
from pipeline.approval import Signed
from pipeline.people import Person
from pipeline.sql import Tier
from pipeline.steps.approve import approve
from pipeline.steps.commit import commit
from pipeline.workspace import Workspace
from pipeline.writes.request import WriteRequest
from pipeline.writes.rules import WriteRules, Writing
from pipeline.writes.values import Preview, Proposal, WriteEntry, WriteStatus
from tests.pipeline.shop import a_state, a_workspace, asked, refused, write_shop

NOON = dt.datetime(2026, 3, 2, 12, tzinfo=dt.UTC)
ROLES = frozenset({"analyst", "reviewer"})
ANA, ANA_IN_TEAMS = Person(id="slack:T:ANA", roles=ROLES), Person(id="teams:X:ANA", roles=ROLES)
RUI, RUI_IN_TEAMS = Person(id="slack:T:RUI", roles=ROLES), Person(id="teams:X:RUI", roles=ROLES)
RULES = WriteRules(
    asker_roles=frozenset({"analyst"}),
    approver_roles=frozenset({"reviewer"}),
    known_as={ANA_IN_TEAMS.id: ANA.id, RUI_IN_TEAMS.id: RUI.id},
)
PROPOSAL = Proposal(
    sql="UPDATE customer SET name = 'x' WHERE id = 1",
    dialect="sqlite",
    tier=Tier.T1,
    kind="update",
    tables=("customer",),
    explanation="Sets a name.",
)
PREVIEW = Preview(rows=1, tried=True, fingerprint="f", image="i")


class OneApproval:
    """A book with one approval, which was claimed now; keeps what was said of it."""

    def __init__(self) -> None:
        self.settled: list[WriteStatus] = []

    async def claim(self, approval: str, run: str, digest: str) -> WriteStatus:
        del approval, run, digest
        return WriteStatus.CLAIMED

    async def entry(self, approval: str) -> WriteEntry:
        raise AssertionError(approval)

    async def executing(self, approval: str, mark: str) -> None:
        raise AssertionError(approval, mark)

    async def settle(self, approval: str, status: WriteStatus, result: str) -> None:
        del approval, result
        self.settled.append(status)


def approved_by(*people: Person) -> WriteRequest:
    request = WriteRequest(proposal=PROPOSAL, preview=PREVIEW, expires=NOON + dt.timedelta(days=1))
    signed = (
        Signed(by=each, at=NOON, checkpoint=f"c{place}", shown=request.digest)
        for place, each in enumerate(people)
    )
    return replace(request, approvals=tuple(signed))


@pytest.fixture
def book() -> OneApproval:
    return OneApproval()


@pytest.fixture
def shop(tmp_path: Path, book: OneApproval) -> Workspace:
    path = write_shop(tmp_path / "shop.sqlite")
    writing = Writing(
        database=open_writable(f"sqlite:///{path}"),
        rules=RULES,
        clock=lambda: NOON,
        book=lambda: book,
    )
    return a_workspace(path, writing=writing)


@pytest.mark.parametrize("approver", [ANA, ANA_IN_TEAMS])
async def test_the_asker_is_no_approver_under_any_of_their_ids(
    shop: Workspace, book: OneApproval, approver: Person
) -> None:
    state = a_state(asker=ANA, write=approved_by(approver))
    refusal = refused(await commit(state, shop))
    assert "Whoever asks for a change may not approve it" in refusal.reason
    assert book.settled == [WriteStatus.FAILED]


async def test_who_edited_it_is_no_approver_under_any_of_their_ids(shop: Workspace) -> None:
    approved = approved_by(RUI_IN_TEAMS)
    ute = Person(id="slack:T:UTE", roles=ROLES)
    for by, before in ((RUI, ()), (ute, (RUI,))):
        write = replace(approved, edited_by=by, edited_before=before)
        refusal = refused(await commit(a_state(asker=ANA, write=write), shop))
        assert "may not approve it" in refusal.reason


@pytest.mark.parametrize(
    ("lost", "reason"), [(RUI, "An approver has lost the role"), (ANA, "roles of whoever asked")]
)
async def test_a_role_that_was_lost_since_counts_no_more(
    shop: Workspace, book: OneApproval, lost: Person, reason: str
) -> None:
    def as_now(person: Person) -> Person:
        return replace(person, roles=frozenset()) if person == lost else person

    assert shop.writing is not None
    now = replace(shop.writing, rules=replace(RULES, as_now=as_now))
    state = a_state(asker=ANA, write=approved_by(RUI))
    refusal = refused(await commit(state, replace(shop, writing=now)))
    assert reason in refusal.reason
    assert book.settled == [WriteStatus.FAILED]


async def test_one_person_on_two_surfaces_is_no_quorum_of_two(shop: Workspace) -> None:
    assert shop.writing is not None
    two = replace(shop.writing, rules=replace(RULES, quorum={Tier.T1: 2}))
    state = a_state(asker=ANA, write=approved_by(RUI, RUI_IN_TEAMS))
    assert asked(await approve(state, replace(shop, writing=two))).change is not None
    refusal = refused(await commit(state, replace(shop, writing=two)))
    assert "Too few people" in refusal.reason


async def test_the_card_says_where_the_change_would_be_and_what_names_its_rows(
    shop: Workspace,
) -> None:
    there = replace(shop, title="Corner shop")
    ask = asked(await approve(a_state(asker=ANA, write=approved_by()), there))
    assert ask.title.endswith("asks for a change in Corner shop")
    assert ask.change is not None
    assert ask.change.named_by == ("customer_id", "name")
