"""Two real processes over one PostgreSQL ledger: any of them takes any event and any click."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.local_workspace import LocalWorkspace
from tests.review.postgres import own_database
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.test_restart import free_port, process, settings_at
from tests.scenarios.town import Json, SlackSide, buttons, says, text_of

# The lease of the one that died has to run out, on a busy machine.
_PATIENCE = 60.0


@pytest.fixture
def ledger_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with own_database(tmp_path_factory) as url:
        yield url


@pytest.mark.timeout(300)
async def test_the_other_replica_takes_the_click_and_what_a_killed_one_left(
    demo_data: None,  # noqa: ARG001 - made first
    ledger_url: str,
    tmp_path: Path,
) -> None:
    ports = free_port(), free_port()
    one, two = (settings_at(tmp_path / str(port), port, ledger_url) for port in ports)
    async with LocalWorkspace() as slack:
        first, second = (f"http://127.0.0.1:{port}/slack/events" for port in ports)
        town = SlackSide(slack)
        async with process(one, slack, ports[0]) as died, process(two, slack, ports[1]):
            slack.connect_app(first)
            thread = town.ask(QUESTION)
            card = await town.sees(thread, "Which dates")
            slack.connect_app(second)
            await town.click(card, buttons(card)[0])
            assert "DACH" in text_of(await town.sees(thread, "Download CSV"))

            slack.connect_app(first)
            left = town.ask(QUESTION)
            await answered(slack, left)
            died.kill()
            await died.wait()
            slack.connect_app(second)
            card = await answered(slack, left, "Which dates")
            await town.click(card, buttons(card)[0])
            assert "DACH" in text_of(await answered(slack, left, "Download CSV"))


async def answered(slack: LocalWorkspace, thread: str, *words: str) -> Json:
    """The bot's newest message in the thread with these words, however long a takeover lasts."""

    def newest() -> Json | None:
        shown = slack.messages("ask-data", thread)
        return next((m for m in reversed(shown) if m.get("bot_id") and says(m, words)), None)

    return await slack.wait_for(newest, _PATIENCE)
