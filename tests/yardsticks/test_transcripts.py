"""The tour of the README gives the same messages, cards and forms as it did in version 0.1.

What is sent in Slack and in Teams, and what stands on the page of the local workspace, is kept in
`tests/fixtures/transcripts/`, with placeholders for ids, times and addresses. Where a change of
what people see is wanted, write the files anew with `python -m tests.yardsticks.test_transcripts`,
and read what is different.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from demo.generate import generate
from tests.review.fakes import START
from tests.yardsticks.tour import demo_in_slack, demo_in_teams, play, with_placeholders

KEPT: Final = Path(__file__).parents[1] / "fixtures" / "transcripts"
# Enough for every region and month, and quickly made.
_ORDERS: Final = 3_000


async def transcripts(chat: str, folder: Path) -> Mapping[str, str]:
    """The files of that chat, by their names."""
    data, state = folder / "data", folder / "state"
    state.mkdir()
    await asyncio.to_thread(generate, data, START.date(), _ORDERS)
    opened = demo_in_slack if chat == "slack" else demo_in_teams
    async with opened(data, state) as demo:
        recorder = await play(demo)
    sent = json.dumps(recorder.sent, indent=1, ensure_ascii=False)
    files = {f"{chat}.json": f"{with_placeholders(sent)}\n"}
    if chat == "slack":
        files["local_workspace.txt"] = with_placeholders("\n".join(recorder.page))
    return files


@pytest.mark.every_chat
@pytest.mark.parametrize("chat", ["slack", "teams"])
async def test_the_tour_is_told_as_it_was_in_0_1(chat: str, tmp_path: Path) -> None:
    for name, text in (await transcripts(chat, tmp_path)).items():
        assert text.splitlines() == (KEPT / name).read_text(encoding="utf-8").splitlines()


async def write_anew() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for chat in ("slack", "teams"):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (await transcripts(chat, Path(folder))).items():
                (KEPT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write_anew())
