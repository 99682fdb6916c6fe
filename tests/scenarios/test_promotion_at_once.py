"""Two reviewers promote the same question at the same moment: one query answers afterwards."""

import asyncio
from pathlib import Path

import pytest

from bots.bootstrap.demo import FOLDER
from bots.bootstrap.kept_queries import keeping
from bots.settings import read_settings
from knowledge.validated.query import Status
from tests.scenarios.sides import Side
from tests.scenarios.test_desk import in_review
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import Json, buttons
from tests.waiting import until

_SECRETS = ("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL")


async def statuses(state: Path) -> list[Status]:
    """What became of the queries under these words."""
    secrets = dict.fromkeys(_SECRETS, "x") | {"DEMO_STATE": str(state)}
    async with keeping(read_settings(FOLDER / "countersign.yaml", secrets), FOLDER) as kept:
        return sorted(row.status for row in await kept.all("sales") if row.question == QUESTION)


async def both_cards(town: Side) -> list[Json]:
    """The two cases, once both are in the reviewers' channel."""

    def cards() -> list[Json]:
        return [card for card in town.reviewers_read() if "Approve & promote" in buttons(card)]

    await until(lambda: len(cards()) > 1)
    return cards()


@pytest.mark.deep
async def test_two_cases_of_one_question_promoted_at_once_leave_one_that_answers(
    town: Side, tmp_path: Path
) -> None:
    (first, _), (second, _) = await in_review(town), await in_review(town)
    one, other = await both_cards(town)
    label = "Approve & promote"
    await asyncio.gather(town.click(one, label, "rui"), town.click(other, label, "ada"))
    await asyncio.gather(town.submit_if_asked("rui"), town.submit_if_asked("ada"))
    await town.sees(first, "approved")
    await town.sees(second, "approved")
    assert await statuses(tmp_path) == [Status.ACTIVE, Status.RETIRED]


async def test_of_two_promotions_of_one_case_the_second_reviewer_hears_who_was_first(
    town: Side, tmp_path: Path
) -> None:
    thread, case = await in_review(town)
    people, label = ("rui", "ada"), "Approve & promote"
    await asyncio.gather(*(town.click(case, label, person) for person in people))
    await asyncio.gather(*(town.submit_if_asked(person) for person in people))
    await town.whispered_to_one(people, "decided")
    await town.sees(thread, "approved")
    assert await statuses(tmp_path) == [Status.ACTIVE]
