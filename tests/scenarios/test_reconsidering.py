"""A reviewer takes an approved query out of use where it answered, and reviewers judge it anew."""

import asyncio
from pathlib import Path

import pytest

from knowledge.validated.query import Status
from tests.scenarios.sides import Side
from tests.scenarios.test_imports import PAIRS, QUESTION, Imports, RunningSide, audited
from tests.scenarios.test_restart import chats, free_port, process, settings_at
from tests.scenarios.town import Json, text_of

OTHER_TITLE = "How many countries does each region have?"
APPROVED = "How many orders did we get last week?"
WHY = "Greenland is not counted."
OUT = "taken out of use"
TAKEN = "took an approved query out of use"


@pytest.fixture
def imports(town: RunningSide, tmp_path: Path) -> Imports:
    return Imports(town, tmp_path)


async def _trusted(town: RunningSide, imports: Imports) -> tuple[str, Json]:
    """A thread, and the answer there that Ana took from an approved query."""
    await town.click(await imports(PAIRS), "Review next", "rui")
    case = await town.reviewer_sees(QUESTION, "Approve & promote")
    await town.click(case, "Approve & promote", "rui")
    await town.submit_if_asked("rui")
    await town.reviewer_sees("Rui", "approved")
    return await _used(town, QUESTION)


async def _used(town: Side, question: str) -> tuple[str, Json]:
    thread = town.ask(question)
    await town.click(await town.sees(thread, "Use it"), "Use it")
    return thread, await town.sees(thread, "Trusted", "Reconsider")


async def test_what_a_reviewer_reconsiders_answers_nobody_until_it_is_approved_under_new_words(
    town: RunningSide, imports: Imports, tmp_path: Path
) -> None:
    thread, answer = await _trusted(town, imports)
    await town.fill_in(answer, "Reconsider", WHY, "rui")
    await town.sees(thread, "The approval is withdrawn", person="rui")
    case = await town.reviewer_sees(OUT, WHY, "Approve & promote")
    assert (await imports.statuses())[QUESTION] is Status.DEMOTED
    fresh = await town.sees(town.ask(QUESTION), "Download CSV")
    assert "Use it" not in text_of(fresh)
    await town.fill_in(case, "Approve & promote", OTHER_TITLE, "ada")
    await town.reviewer_sees("✅ Approved by Ada")
    assert (await imports.statuses())[OTHER_TITLE] is Status.ACTIVE
    await _used(town, OTHER_TITLE)
    assert await audited(tmp_path, TAKEN) == 1


async def test_a_query_that_was_rejected_for_good_can_still_be_restored_from_its_old_answer(
    town: RunningSide, imports: Imports, tmp_path: Path
) -> None:
    _, answer = await _trusted(town, imports)
    await town.fill_in(answer, "Reconsider", WHY, "rui")
    case = await town.reviewer_sees(OUT, "Approve & promote")
    await town.fill_in(case, "Reject…", "We count markets.", "rui")
    await town.reviewer_sees("Rui", "rejected")
    assert (await imports.statuses())[QUESTION] is Status.RETIRED
    await town.fill_in(answer, "Reconsider", "We do count countries again.", "rui")
    again = await town.reviewer_sees("We count markets.", "Approve & promote")
    await town.click(again, "Approve & promote", "ada")
    await town.submit_if_asked("ada")
    await town.reviewer_sees("✅ Approved by Ada")
    assert (await imports.statuses())[QUESTION] is Status.ACTIVE
    await _used(town, QUESTION)
    assert await audited(tmp_path, "asked for an approval anew") == 1


async def test_only_reviewers_take_an_approved_query_out_of_use(
    town: RunningSide, imports: Imports, tmp_path: Path
) -> None:
    thread, answer = await _trusted(town, imports)
    await town.click(answer, "Reconsider")
    await town.sees(thread, "Only this workspace's reviewers can reconsider")
    assert (await imports.statuses())[QUESTION] is Status.ACTIVE
    assert await audited(tmp_path, "denied") == 1


@pytest.mark.deep
async def test_of_two_reviewers_who_take_it_out_at_once_one_counts(
    town: RunningSide, imports: Imports, tmp_path: Path
) -> None:
    thread, answer = await _trusted(town, imports)
    both = (town.fill_in(answer, "Reconsider", WHY, person) for person in ("rui", "ada"))
    await asyncio.gather(*both)
    await town.reviewer_sees(OUT, WHY, "Approve & promote")
    await town.fill_in(answer, "Reconsider", WHY, "ada")
    await town.sees(thread, "It is out of use already", person="ada")
    assert len([each for each in town.reviewers_read() if OUT in text_of(each)]) == 1
    assert await audited(tmp_path, TAKEN) == 1


@pytest.mark.deep
@pytest.mark.timeout(300)
async def test_processes_that_are_killed_in_between_change_nothing(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    port = free_port()
    settings = settings_at(tmp_path, port, chat)
    async with chats(chat) as (town, connect, variables):
        connect(port)
        async with process(settings, variables, port) as died:
            _, answer = await _used(town, APPROVED)
            died.kill()
            await died.wait()
        async with process(settings, variables, port) as died:
            await town.fill_in(answer, "Reconsider", WHY, "rui")
            case = await town.reviewer_sees(OUT, WHY, "Approve & promote")
            died.kill()
            await died.wait()
        async with process(settings, variables, port):
            assert "Use it" not in text_of(await town.sees(town.ask(APPROVED)))
            await town.fill_in(case, "Reject…", "We count markets.", "rui")
            await town.reviewer_sees("Rui", "rejected")
