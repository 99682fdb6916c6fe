"""What reviewers approve answers the next such question; what they reject never does."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from knowledge.validated.query import Cause, Status
from knowledge.validated.store import MemoryValidatedStore
from pipeline.contract import Contract
from pipeline.dates import Calendar
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Refusal
from pipeline.workspace import Workspace
from review.ports.promotion import Verdicted, Wish
from review.promotion.kept_query import Domain, validated_query
from review.promotion.promoting import StorePromoter
from tests.fakes import RUI, an_answer
from tests.pipeline.shop import ANA, FakeWorkspaces, a_workspace, write_shop

AT = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
QUESTION = "How many purchases last month?"
SQL = "SELECT COUNT(*) n FROM purchase WHERE bought_on >= '2026-10-01' AND bought_on < '2026-11-01'"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    path: Path = write_shop(tmp_path_factory.mktemp("promoted") / "shop.sqlite")
    return a_workspace(path)


def the_answer(**changes: Any) -> Answer:
    answer = an_answer(workspace="shop", question=QUESTION, sql=SQL, columns=("n",), rows=((2,),))
    return replace(answer, **changes)


def a_verdict(name: str = "v1", **changes: Any) -> Verdicted:
    verdicted = Verdicted(
        id=name, answer=the_answer(), contract=Contract(), asker=ANA, reviewer=RUI, at=AT
    )
    return replace(verdicted, **changes)


def domain_of(shop: Workspace) -> Domain:
    return Domain(catalog=shop.known.catalog, calendar=Calendar())


def promoting(shop: Workspace) -> tuple[StorePromoter, MemoryValidatedStore]:
    store = MemoryValidatedStore()
    domain = domain_of(shop)
    rerun = Rerunner(FakeWorkspaces((shop,)), lambda _workspace, _person: AT.date())
    return StorePromoter(store, lambda name: domain if name == "shop" else None, rerun), store


async def statuses(store: MemoryValidatedStore) -> dict[str, Status]:
    return {row.id: row.status for row in await store.all("shop")}


async def test_an_approved_answer_is_kept_with_who_approved_it(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.approve(a_verdict())
    (query,) = await store.all("shop")
    assert (query.status, query.approved_by, query.approved_at) == (Status.ACTIVE, "Rui", AT)
    assert query.tables == ("purchase",)
    assert "purchase" in query.fingerprints


async def test_the_same_verdict_handed_over_twice_counts_once(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.approve(a_verdict())
    await promoter.approve(a_verdict())
    assert await statuses(store) == {"v1": Status.ACTIVE}


async def test_a_later_approval_retires_the_earlier_one(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.approve(a_verdict("old"))
    await promoter.approve(a_verdict("new"))
    assert await statuses(store) == {"old": Status.RETIRED, "new": Status.ACTIVE}


async def test_a_rejected_answer_is_kept_as_never_to_be_used(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.reject(a_verdict(note="wrong table"))
    (query,) = await store.all("shop")
    assert (query.status, query.status_reason) == (Status.NEVER_REUSE, "wrong table")


TYPED = "whats the number of purchases last month??"
TIDY = "What is the number of purchases last month?"


async def test_a_title_is_proposed_tidy_and_the_words_that_were_typed_stay_known(
    shop: Workspace,
) -> None:
    promoter, _ = promoting(shop)
    proposal = await promoter.propose(a_verdict(answer=the_answer(question=TYPED)))
    assert proposal is not None
    assert (proposal.question, proposal.paraphrases) == (TIDY, (TYPED,))


async def test_without_a_form_the_title_is_tidied_as_well(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    assert await promoter.approve(a_verdict(answer=the_answer(question=TYPED))) is None
    (query,) = await store.all("shop")
    assert (query.question, query.paraphrases) == (TIDY, (TYPED,))


async def test_the_title_that_a_reviewer_wrote_is_kept_as_it_is(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    wish = Wish(question="purchases last month, all of them")
    assert await promoter.approve(a_verdict(wish=wish)) is None
    (query,) = await store.all("shop")
    assert query.question == "purchases last month, all of them"


async def test_a_rejected_answer_is_restored_by_name(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.reject(a_verdict(note="wrong table"))
    again = a_verdict("again", restores="v1", edited=True)
    assert await promoter.approve(again) is None
    (query,) = await store.all("shop")
    assert (query.id, query.status, query.approved_by) == ("v1", Status.ACTIVE, "Rui")


async def test_a_rejection_leaves_an_approved_answer_to_the_same_question(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    await promoter.approve(a_verdict("good"))
    await promoter.reject(a_verdict("bad"))
    assert await statuses(store) == {"good": Status.ACTIVE, "bad": Status.NEVER_REUSE}


async def test_sql_that_does_not_run_any_more_is_not_kept(shop: Workspace) -> None:
    promoter, store = promoting(shop)
    sql = SQL.replace("FROM purchase", "FROM gone")
    assert await promoter.approve(a_verdict(answer=the_answer(sql=sql))) is not None
    assert await store.all("shop") == ()


async def test_what_cannot_be_kept_because_its_workspace_is_away_is_said_so(
    shop: Workspace,
) -> None:
    promoter, store = promoting(shop)
    refused = await promoter.approve(a_verdict(answer=the_answer(workspace="gone")))
    assert isinstance(refused, Refusal)
    assert "Try again later" in refused.reason
    assert await store.all("gone") == ()


def test_words_for_time_are_of_the_workspaces_own_day(shop: Workspace) -> None:
    domain = replace(domain_of(shop), calendar=Calendar(time_zone="Europe/Madrid"))
    just_november_there = dt.datetime(2026, 10, 31, 23, 30, tzinfo=dt.UTC)

    query = validated_query(a_verdict(at=just_november_there), domain, Status.ACTIVE)

    assert (query.status, query.status_reason) == (Status.ACTIVE, "")


def test_words_for_time_without_dates_in_the_sql_may_not_answer(shop: Workspace) -> None:
    sql = "SELECT COUNT(*) FROM purchase WHERE bought_on >= date('now', '-1 month')"
    stale = a_verdict(answer=the_answer(sql=sql))
    query = validated_query(stale, domain_of(shop), Status.ACTIVE)
    assert query.status is Status.DEMOTED
    assert "no dates in the SQL" in query.status_reason


@pytest.mark.parametrize("edited", [False, True])
def test_a_question_of_which_a_word_was_left_out_may_not_answer(
    shop: Workspace, edited: bool
) -> None:
    partly = a_verdict(answer=the_answer(left_out=("recent",)), edited=edited)
    query = validated_query(partly, domain_of(shop), Status.ACTIVE)
    assert (query.status, query.cause) == (Status.DEMOTED, Cause.SAYS_MORE)
    assert "“recent” was left out" in query.status_reason
    whole = a_verdict(answer=the_answer(confirmed=("region is Spain",)))
    assert validated_query(whole, domain_of(shop), Status.ACTIVE).status is Status.ACTIVE


def test_a_query_that_ignores_what_was_asked_answers_only_after_its_sql_was_edited(
    shop: Workspace,
) -> None:
    line = "The question says “Spain”, but the query does not use it."
    answer = the_answer(ignored=(line,))
    ignored = validated_query(a_verdict(answer=answer), domain_of(shop), Status.ACTIVE)
    assert ignored.status is Status.DEMOTED
    assert "Spain" in ignored.status_reason
    mended = validated_query(a_verdict(answer=answer, edited=True), domain_of(shop), Status.ACTIVE)
    assert mended.status is Status.ACTIVE


def test_a_follow_up_is_kept_in_words_of_its_own(shop: Workspace) -> None:
    verdicted = a_verdict(answer=the_answer(question="only Spain", standalone=QUESTION))
    assert validated_query(verdicted, domain_of(shop), Status.ACTIVE).question == QUESTION


def test_sql_that_the_reviewer_wrote_is_not_held_to_the_old_contract(shop: Workspace) -> None:
    contract = Contract(tables=("customer",))
    kept = validated_query(a_verdict(contract=contract), domain_of(shop), Status.ACTIVE)
    edited = validated_query(
        a_verdict(contract=contract, edited=True), domain_of(shop), Status.ACTIVE
    )
    assert (kept.contract["tables"], edited.contract["tables"]) == (["customer"], [])
