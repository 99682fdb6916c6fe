"""Two real processes over one PostgreSQL ledger: any of them takes any event and any click."""

import contextlib
from pathlib import Path

import pytest

from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.test_restart import chats, free_port, process, settings_at
from tests.scenarios.town import Json, buttons, text_of

# The lease of the one that died has to run out, on a busy machine.
_LOOKS = 3


@pytest.mark.timeout(300)
async def test_the_other_replica_takes_the_click_and_what_a_killed_one_left(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    postgres_url: str,
    tmp_path: Path,
) -> None:
    ports = free_port(), free_port()
    one, two = (settings_at(tmp_path / str(port), port, chat, postgres_url) for port in ports)
    async with (
        chats(chat) as (town, connect, variables),
        process(one, variables, ports[0]) as died,
        process(two, variables, ports[1]),
    ):
        connect(ports[0])
        thread = town.ask(QUESTION)
        card = await town.sees(thread, "Which dates")
        connect(ports[1])
        await town.click(card, buttons(card)[0])
        assert "DACH" in text_of(await town.sees(thread, "Download CSV"))

        connect(ports[0])
        left = town.ask(QUESTION)
        await answered(town, left)
        died.kill()
        await died.wait()
        connect(ports[1])
        card = await answered(town, left, "Which dates")
        await town.click(card, buttons(card)[0])
        assert "DACH" in text_of(await answered(town, left, "Download CSV"))


async def answered(town: Side, thread: str, *words: str) -> Json:
    """The bot's newest message in the thread with these words, however long a takeover lasts."""
    for _ in range(_LOOKS - 1):
        with contextlib.suppress(AssertionError):
            return await town.sees(thread, *words)
    return await town.sees(thread, *words)
