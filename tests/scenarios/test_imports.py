"""What was imported is worked off in the reviewers' channel, by click, and answers only then."""

from pathlib import Path
from typing import Protocol

import pytest

from bots.bootstrap.demo import FOLDER
from bots.bootstrap.kept_queries import Keeping, keeping
from bots.settings import read_settings
from knowledge.validated.exchange import imported
from knowledge.validated.query import Status, ValidatedQuery
from review.adapters.open_ledger import open_ledger
from review.office.review_office import Office
from tests.scenarios.sides import Side
from tests.scenarios.town import Json, buttons, text_of

COUNTRIES = "SELECT region, COUNT(*) AS countries FROM countries GROUP BY region"
STATUSES = "SELECT status, COUNT(*) AS orders FROM orders GROUP BY status"
QUESTION = "How many countries are in each region?"
TITLE = "How many orders are there by status?"
PAIRS = f'question,sql\n{QUESTION},"{COUNTRIES}"\n'
LOG = f"{STATUSES};\n{STATUSES};\n{STATUSES};\n"


class RunningSide(Side, Protocol):
    """A chat, and the office of the process behind it."""

    @property
    def office(self) -> Office: ...


class Imports:
    """An administrator's imports beside the running process, and what became of them."""

    def __init__(self, town: RunningSide, state: Path) -> None:
        secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
        self._settings = read_settings(
            FOLDER / "countersign.yaml", secrets | {"DEMO_STATE": str(state)}
        )
        self._town = town

    async def __call__(self, pairs: str = "", log: str = "") -> Json:
        """Import as the command does; the card that tells reviewers of it."""
        async with keeping(self._settings, FOLDER) as kept:
            if pairs:
                await kept.take_in("sales", imported(pairs, workspace="sales", dialect=""))
            if log:
                await kept.mine("sales", log)
        await self._town.office.imports.announce("sales")
        return await self._town.reviewer_sees("imported question", "Review next")

    async def restored(self, question: str, by: str) -> ValidatedQuery:
        """Restore it as the command does."""
        async with keeping(self._settings, FOLDER) as kept:
            (query,) = [row.id for row in await _imported(kept) if row.question == question]
            return await kept.approve(query, by)

    async def statuses(self) -> dict[str, Status]:
        """The status of what was imported, by question."""
        async with keeping(self._settings, FOLDER) as kept:
            return {row.question: row.status for row in await _imported(kept)}


async def audited(state: Path, action: str) -> int:
    """How often the audit tells of this."""
    ledger = await open_ledger(f"sqlite:///{state / 'ledger.sqlite3'}", serving=False)
    try:
        async with ledger.read() as pages:
            return len([each async for each in pages.audit.entries() if each.action == action])
    finally:
        await ledger.close()


async def _imported(kept: Keeping) -> list[ValidatedQuery]:
    rows = await kept.all("sales")
    return [row for row in rows if row.id.startswith(("import-", "log-"))]


@pytest.fixture
def imports(town: RunningSide, tmp_path: Path) -> Imports:
    return Imports(town, tmp_path)


async def test_reviewers_work_off_an_import_by_click_the_most_used_first(
    town: RunningSide, imports: Imports
) -> None:
    digest = await imports(PAIRS, LOG)
    assert "2 imported questions are waiting for review in sales" in text_of(digest)
    await town.click(digest, "Review next", "rui")
    case = await town.reviewer_sees("3 times", "Approve & promote")
    assert "orders" in text_of(case)
    assert not {"Approve", "Ask back…"} & set(buttons(case))
    left = await town.reviewer_sees("1 imported question is waiting for review")
    await town.fill_in(case, "Approve & promote", TITLE, "rui")
    await town.reviewer_sees("Rui", "approved")
    assert (await imports.statuses())[TITLE] is Status.ACTIVE
    await town.click(left, "Review next", "rui")
    second = await town.reviewer_sees(QUESTION, "Approve & promote")
    await town.fill_in(second, "Reject…", "We count markets, not countries.", "rui")
    await town.reviewer_sees("Rui", "rejected")
    assert (await imports.statuses())[QUESTION] is Status.RETIRED
    await town.reviewer_sees("No imported questions are waiting")


async def test_reviewers_reject_several_imports_at_once_and_one_is_restored(
    town: RunningSide, imports: Imports, tmp_path: Path
) -> None:
    digest = await imports(PAIRS, LOG)
    await town.choose_all(digest, "Reject several…", "We count markets.", "rui")
    await town.whispered("rui", "Rejected: 2 of 2.")
    await town.reviewer_sees("No imported questions are waiting")
    assert set((await imports.statuses()).values()) == {Status.RETIRED}
    assert await audited(tmp_path, "rejected an imported question") == 2
    restored = await imports.restored(QUESTION, "Ada")
    assert (restored.status, restored.approved_by) == (Status.ACTIVE, "Ada")
    thread = town.ask(QUESTION)
    await town.click(await town.sees(thread, "Use it"), "Use it")
    await town.sees(thread, "Trusted")


async def test_who_reviews_nothing_rejects_no_import(town: RunningSide, imports: Imports) -> None:
    digest = await imports(PAIRS)
    await town.click(digest, "Reject several…", "ana")
    await town.whispered("ana", "reviewer")
    assert set((await imports.statuses()).values()) == {Status.DEMOTED}


async def test_an_imported_question_is_answered_as_trusted_only_once_a_person_said_so(
    town: RunningSide, imports: Imports
) -> None:
    digest = await imports(PAIRS)
    before = town.ask(QUESTION)
    assert "Use it" not in text_of(await town.sees(before, "Download CSV"))
    await town.click(digest, "Review next", "rui")
    case = await town.reviewer_sees(QUESTION, "Approve & promote")
    await town.click(case, "Approve & promote", "rui")
    await town.submit_if_asked("rui")
    await town.reviewer_sees("Rui", "approved")
    after = town.ask(QUESTION)
    await town.click(await town.sees(after, "Use it"), "Use it")
    await town.sees(after, "Trusted", "Download CSV")


@pytest.mark.deep
async def test_who_reviews_nothing_gets_no_imported_question(
    town: RunningSide, imports: Imports
) -> None:
    digest = await imports(PAIRS)
    await town.click(digest, "Review next", "ana")
    await town.whispered("ana", "reviewer")
    assert ("1 imported question is waiting for review") in text_of(
        await town.reviewer_sees("imported question")
    )
