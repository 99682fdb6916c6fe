"""A backup is made while people are asked, and restored elsewhere: the old buttons still work."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.test_restart import Json, chats, free_port, process, settings_at
from tests.scenarios.town import buttons, text_of

_COMMAND = "from bots.cli import main; main()"


async def command(settings: Path, variables: Json, *words: str) -> str:
    """What the command prints; it must succeed."""
    own = {**variables, "DEMO_STATE": str(settings.parent)}
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COMMAND, *words, "--config", str(settings)),
        env={**os.environ, **own},  # noqa: TID251 - a child needs its parent's environment
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await child.communicate()
    assert child.returncode == 0, said.decode()
    return said.decode()


@pytest.mark.timeout(300)
async def test_open_cards_work_after_a_restore_in_another_folder_and_port(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    ports = free_port(), free_port()
    old, new = (
        settings_at(tmp_path / name, port, chat) for name, port in zip("ab", ports, strict=True)
    )
    kept = str(tmp_path / "kept.backup")
    async with chats(chat) as (town, connect, variables):
        connect(ports[0])
        async with process(old, variables, ports[0]) as child:
            thread = town.ask(QUESTION)
            card = await town.sees(thread, "Which dates")
            assert "Wrote" in await command(old, variables, "backup", kept)
            child.kill()
            await child.wait()
        assert "Restored" in await command(new, variables, "restore", kept)
        connect(ports[1])
        async with process(new, variables, ports[1]):
            await town.click(card, buttons(card)[0])
            answer = await town.sees(thread, "Download CSV")
        assert "DACH" in text_of(answer)
