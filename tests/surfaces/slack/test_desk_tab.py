"""The Home tab is a desk: what waits for whom, with links, filters and bulk actions."""

import pytest

from bots.conversation.queue import Filters, fitting
from bots.local_workspace.people import Json
from bots.ports import Condition
from bots.slack.cards.block_check import check_view
from bots.slack.cards.views import entry_block
from bots.slack.home.view import HomeTab, home_view
from bots.slack.surface import Beside
from bots.wording import home as say
from bots.wording import replies
from pipeline.checkpoint import Action, CheckpointKind, Decision
from pipeline.remembered.standing import StandingAnswer
from review.ledger.threads import Thread
from review.ports.agenda import Agenda, OwnQuestion, Queued, WaitsFor
from tests.fakes import ANA, NOON, RUI, FakeCheckpoint, an_ask
from tests.surfaces.slack.conftest import Office, an_office

THREAD = Thread(surface="slack", tenant="T0LOCAL", channel="C0ASKDATA", root="1.000001")


def own(text: str = "how many orders?", waits_for: WaitsFor = WaitsFor.YOU) -> OwnQuestion:
    return OwnQuestion(
        run="run-1",
        question=text,
        workspace="Sales",
        asked_at=NOON,
        waits_for=waits_for,
        thread=THREAD,
        reference="C0ASKDATA/1.000002",
        title="Which dates?",
    )


def queued(number: int = 1, **changes: object) -> Queued:
    fields = {
        "checkpoint": f"c{number}",
        "nonce": f"n{number}",
        "kind": CheckpointKind.REVIEW,
        "workspace": "Sales",
        "title": f"question {number}",
        "asker": ANA,
        "opened_at": NOON,
        "thread": THREAD,
        "reference": f"C0REVIEWS/{number}.5",
    }
    return Queued(**(fields | changes))  # type: ignore[arg-type]  # a builder


async def home(office: Office, person: str = "ana") -> Json:
    office.local.doings.open_home(office.local.workspace.person(person).id)
    await office.local.settle()
    return await office.local.wait_for(lambda: office.local.home(person))


async def shown_at_home(office: Office, person: str, words: str) -> str:
    """The Home tab once it holds these words: it is published after the press is acknowledged."""

    def found() -> str | None:
        text = str(office.local.home(person))
        return text if words in text else None

    return await office.local.wait_for(found)


async def reviewing(office: Office, *queue: Queued) -> Json:
    office.desk.agendas[RUI.id] = Agenda(queue=queue)
    for each in queue:
        office.desk.checkpoints[each.checkpoint] = FakeCheckpoint(ask=an_ask(), nonce=each.nonce)
    return await home(office, "rui")


async def pick(office: Office, *numbers: int) -> None:
    values = [f"c{number}|n{number}" for number in numbers]
    await office.local.click_in_view("rui", "home.picked", values)


async def test_my_pending_decisions_lead_to_their_cards(office: Office) -> None:
    office.desk.agendas[ANA.id] = Agenda(pending=(own(),))
    view = await home(office)

    link = view["blocks"][1]["accessory"]["url"]
    assert say.PENDING in str(view["blocks"][0])
    assert link.endswith("/archives/C0ASKDATA/p1000002?thread_ts=1.000001&cid=C0ASKDATA")


async def test_what_is_kept_for_me_is_shown_and_forgotten_with_a_button(office: Office) -> None:
    kept = StandingAnswer(question="dates:quarter", answer="fiscal", said="“quarter” is fiscal")
    office.desk.agendas[ANA.id] = Agenda(kept=(kept,))
    shown = str((await home(office))["blocks"])
    await office.local.click_in_view("ana", "home.forget.0")

    assert kept.said in shown
    assert kept.said not in await shown_at_home(office, "ana", say.FORGOTTEN)


async def test_an_empty_desk_says_so_and_shows_no_queue(office: Office) -> None:
    text = str((await home(office))["blocks"])
    assert say.NOTHING in text
    assert replies.HELP_TITLE in text
    assert say.QUEUE not in text


async def test_a_filter_shows_part_of_the_queue_and_stays(office: Office) -> None:
    await reviewing(office, queued(1), queued(2, workspace="Home"))
    await office.local.click_in_view("rui", "home.filter.workspace", "Home")
    view = office.local.home("rui")
    await office.local.click_in_view("rui", "home.refresh")

    for shown in (view, office.local.home("rui")):
        assert shown is not None
        assert "question 2" in str(shown["blocks"])
        assert "question 1" not in str(shown["blocks"])


async def test_several_answers_are_approved_at_once(office: Office) -> None:
    await reviewing(office, queued(1), queued(2), queued(3))
    await pick(office, 1, 2)
    await office.local.click_in_view("rui", "home.approve")

    await shown_at_home(office, "rui", say.done(2, 2, ()))
    decided = {name: each.decision for name, each in office.desk.checkpoints.items()}
    assert [name for name, each in decided.items() if each] == ["c1", "c2"]
    assert all(each.action is Action.APPROVE for each in decided.values() if each)


async def test_several_answers_are_rejected_at_once_for_one_reason(office: Office) -> None:
    change = queued(3, kind=CheckpointKind.WRITE_APPROVAL)
    await reviewing(office, queued(1), queued(2), change, queued(4, workspace="Home"))
    await office.local.click_in_view("rui", "home.filter.workspace", "Sales")
    # What is picked in a list that is about to be replaced is gone with it.
    await office.local.wait_for(lambda: "question 4" not in str(office.local.home("rui")))
    await pick(office, 1, 2, 3)
    await office.local.click_in_view("rui", "home.reject")
    await office.local.wait_for(lambda: office.local.modal("rui"))
    assert office.local.refused == []
    reason = {entry_block("note"): {"typed": "These are gross."}}
    await office.local.submit_view("rui", reason)

    shown = await shown_at_home(office, "rui", say.done(2, 2, ()))
    assert "question 4" not in shown
    decided = {name: each.decision for name, each in office.desk.checkpoints.items()}
    wanted = Decision(action=Action.REJECT, note="These are gross.")
    assert decided == {"c1": wanted, "c2": wanted, "c3": None, "c4": None}


async def test_a_rejection_without_a_choice_or_a_reason_decides_nothing(office: Office) -> None:
    await reviewing(office, queued(1))
    await office.local.click_in_view("rui", "home.reject")
    await shown_at_home(office, "rui", say.NONE_PICKED)
    assert office.local.modal("rui") is None
    await pick(office, 1)
    await office.local.click_in_view("rui", "home.reject")
    await office.local.wait_for(lambda: office.local.modal("rui"))
    await office.local.submit_view("rui", {entry_block("note"): {"typed": "  "}})
    await shown_at_home(office, "rui", replies.TYPE_SOMETHING)
    assert office.desk.checkpoints["c1"].decision is None


async def test_a_change_of_data_is_never_approved_in_bulk(office: Office) -> None:
    await reviewing(office, queued(1, kind=CheckpointKind.WRITE_APPROVAL))
    await pick(office, 1)
    await office.local.click_in_view("rui", "home.approve")

    assert office.desk.checkpoints["c1"].decision is None


async def test_what_left_the_queue_meanwhile_is_not_decided(office: Office) -> None:
    await reviewing(office, queued(1))
    await pick(office, 1)
    office.desk.agendas[RUI.id] = Agenda()
    await office.local.click_in_view("rui", "home.approve")

    await shown_at_home(office, "rui", say.NONE_PICKED)
    assert office.desk.checkpoints["c1"].decision is None


async def test_several_are_claimed_at_once(office: Office) -> None:
    await reviewing(office, queued(1), queued(2))
    await pick(office, 1, 2)
    await office.local.click_in_view("rui", "home.claim")

    assert office.desk.claims == [("c1", RUI.id), ("c2", RUI.id)]


async def test_my_own_question_is_shown_but_cannot_be_picked(office: Office) -> None:
    view = await reviewing(office, queued(1, barred="Another reviewer has to decide it."))

    assert "Another reviewer has to decide it." in str(view["blocks"])
    assert "home.picked" not in str(view["blocks"])


class SomeHealth:
    async def conditions(self) -> tuple[Condition, ...]:
        return (Condition(what="Sales", well=False, said="It cannot be reached."),)


async def test_only_an_admin_sees_how_the_workspaces_are() -> None:
    async with an_office(beside=Beside(health=SomeHealth())) as office:
        admin, asker = await home(office, "ada"), await home(office, "ana")

    assert "⚠️ Sales: It cannot be reached." in str(admin["blocks"])
    assert say.HEALTH not in str(asker["blocks"])


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("*", [1, 2, 3]),
        ("unclaimed", [1, 3]),
        ("mine", [2]),
        ("answers", [1, 2]),
        ("changes", [3]),
    ],
)
def test_each_filter_shows_what_it_says(kind: str, shown: list[int]) -> None:
    queue = (queued(1), queued(2, claimed_by=RUI), queued(3, kind=CheckpointKind.WRITE_APPROVAL))
    found = fitting(queue, Filters(kind=kind), RUI)
    assert [each.title for each in found] == [f"question {number}" for number in shown]


@pytest.mark.parametrize("text", ["x" * 5_000, "مرحبا " * 300, "👩‍👩‍👧‍👦" * 200, "<@U1> *b*", " "])
def test_the_tab_fits_whatever_was_asked(text: str) -> None:
    items = tuple(own(text) for _ in range(25))
    queue = tuple(queued(each, title=text, workspace=f"w{each}") for each in range(200))
    tab = HomeTab(
        reader=RUI,
        agenda=Agenda(pending=items, open=items, recent=items, queue=queue),
        links={"C0ASKDATA/1.000002": "https://slack.example/archives/C1/p1"},
        filters=Filters(),
        reviewer=True,
        conditions=tuple(Condition(what="w", well=True, said=text) for _ in range(40)),
    )
    assert check_view(home_view(tab)) == []
