"""What reviewers' approvals are worth, as people see it in each chat.

Whether an approval vouches for a near question, what a form keeps and what drifts is decided below
the chats: test_trust.py, test_promotion.py and test_drift.py hold that, with no chat in between.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import SecretStr

from bots.bootstrap.application import application
from bots.bootstrap.local_chat import listening
from bots.settings import Settings, SlackSettings
from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION, answered
from tests.scenarios.test_restart import Connect, chats
from tests.scenarios.town import Json, buttons, query, text_of
from tests.scenarios.write_town import IN_TEAMS, Chat, in_slack_at, settings_for, sqlite_shop

FIRST_QUARTER = """
    SELECT c.region, sum(l.net_amount)
    FROM order_lines l JOIN orders o USING (order_id) JOIN countries c USING (country_code)
    WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled'
      AND o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2025-04-01'
    GROUP BY 1
"""
MENDED = "SELECT COUNT(*) AS orders FROM orders WHERE amount > 30"
LARGE = "How many orders are there with a total over 30?"


async def promoted(side: Side, answer: Json, question: str) -> None:
    """Ana sends the answer to review; Rui promotes it as the form proposes."""
    await side.click(answer, "Send to review")
    await side.submit_if_asked()
    case = await side.reviewer_sees(question, "Approve")
    await side.click(case, next(each for each in buttons(case) if "promote" in each), "rui")
    await side.submit_if_asked("rui")


async def test_what_was_promoted_answers_another_quarter_with_its_own_numbers(town: Side) -> None:
    thread, answer = await answered(town)
    await promoted(town, answer, QUESTION)
    await town.sees(thread, "Rui")
    again = town.ask("What was our net revenue in Q1 2025 by region?")
    offer = await town.sees(again, "Use it", QUESTION)
    await town.click(offer, "Use it")
    text = text_of(await town.sees(again, "Trusted", "Download CSV"))
    for region, revenue in query(FIRST_QUARTER):
        assert region in text
        assert f"{revenue:,.2f}" in text or str(round(revenue, 2)) in text


async def test_an_asker_who_means_another_question_is_not_offered_that_answer_again(
    town: Side,
) -> None:
    thread, answer = await answered(town)
    await promoted(town, answer, QUESTION)
    await town.sees(thread, "Rui")
    near = "What was our net revenue in Q1 2025 by region?"
    first = town.ask(near)
    await town.click(await town.sees(first, "Use it", QUESTION), "Not the same question")
    await town.sees(first, "Download CSV", "not reviewed")
    again = town.ask(near)
    assert "Use it" not in text_of(await town.sees(again, "Download CSV"))


async def test_an_approval_vouches_for_no_other_question(town: Side) -> None:
    thread, answer = await answered(town)
    await promoted(town, answer, QUESTION)
    await town.sees(thread, "Rui")
    other = town.ask("What was our net revenue last quarter by country?")
    card = await town.sees(other, "Which dates")
    await town.click(card, buttons(card)[0])
    assert "Trusted" not in text_of(await town.sees(other, "Download CSV"))


async def test_a_follow_up_goes_on_from_a_trusted_answer(town: Side) -> None:
    thread, answer = await answered(town)
    await promoted(town, answer, QUESTION)
    await town.sees(thread, "Rui")
    again = town.ask("Net revenue by region last quarter?")
    await town.click(await town.sees(again, "Use it"), "Use it")
    await town.sees(again, "Trusted", "Download CSV")
    town.ask("only DACH", thread=again)
    text = text_of(await town.sees(again, "Download CSV", "not reviewed"))
    assert "DACH" in text
    assert "Nordics" not in text


async def test_a_title_that_leaves_out_the_time_is_refused_and_the_case_stays_open(
    town: Side,
) -> None:
    _, answer = await answered(town)
    await town.click(answer, "Send to review")
    await town.submit_if_asked()
    case = await town.reviewer_sees(QUESTION, "Approve & promote")
    await town.fill_in(case, "Approve & promote", "Regional revenue", "rui")
    refused = await town.reviewer_sees("case is open again")
    assert "last quarter" in text_of(refused)
    again = await town.reviewer_sees(QUESTION, "Approve & promote")
    await town.fill_in(again, "Approve & promote", QUESTION, "rui")
    await town.reviewer_sees("Approved by Rui")


async def test_what_lost_its_column_goes_back_to_the_reviewers_and_is_trusted_again(
    chat: str, tmp_path: Path
) -> None:
    shop = sqlite_shop(tmp_path / "shop.sqlite")
    async with chats(chat) as (side, connect, variables):
        settings = settings_for(shop, tmp_path, chat_at(chat, variables))
        async with served(settings, tmp_path, connect):
            thread = side.ask(LARGE)
            await promoted(side, await side.sees(thread, "Send to review"), LARGE)
            await side.sees(thread, "Rui")
        shop.run("ALTER TABLE orders RENAME COLUMN total TO amount")
        async with served(settings, tmp_path, connect):
            case = await side.reviewer_sees(LARGE, "orders.total is gone")
            await side.fill_in(case, "Edit SQL…", MENDED, "rui")
            changed = await side.reviewer_sees("Changed by Rui")
            assert "amount" in text_of(changed)
            assert "orders.total" not in text_of(changed)
            again = side.ask(LARGE)
            offer = await side.sees(again, "Use it")
            await side.click(offer, "Use it")
            await side.sees(again, "Trusted")


def chat_at(chat: str, variables: Mapping[str, str]) -> Chat:
    if chat == "teams":
        return IN_TEAMS
    token, secret, url = (
        variables[f"SLACK_{name}"] for name in ("BOT_TOKEN", "SIGNING_SECRET", "API_URL")
    )
    return in_slack_at(
        SlackSettings(bot_token=SecretStr(token), signing_secret=SecretStr(secret), api_url=url)
    )


@asynccontextmanager
async def served(settings: Settings, state: Path, connect: Connect) -> AsyncIterator[None]:
    """The application, for as long as it lives."""
    async with application(settings, state) as running, listening(running) as url:
        connect(int(url.rpartition(":")[2]))
        yield
