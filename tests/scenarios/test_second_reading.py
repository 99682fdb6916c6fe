"""A question that only the reader can read: its card, a click, and the right answer."""

import sqlite3
from pathlib import Path

import pytest
from pydantic import SecretStr
from typing_extensions import override

from bots.settings import Grant, Settings, WorkspaceSettings
from tests.scenarios.forwarder import Forwarder, forwarder_in
from tests.scenarios.little_shop import a_little_shop

SCHEMA = (Path(__file__).parent.parent / "fixtures" / "nursery.sql").read_text("utf8")
QUESTION = "What is the plant name for the sale with number 4"
OPTION = "Name of plants, sale id 4"


class Nursery(Forwarder):
    """A plant nursery, in the place of the forwarder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "nursery.sqlite"
        with sqlite3.connect(self.path) as connection:
            connection.executescript(SCHEMA)

    @override
    def settings(self, read: Settings) -> Settings:
        nursery = WorkspaceSettings(
            url=SecretStr(f"sqlite:///{self.path}"),
            title="Nursery",
            review=read.workspaces["sales"].review,
            grants={"analyst": Grant(), "reviewer": Grant()},
            default_role="analyst",
        )
        return read.model_copy(update={"workspaces": {"nursery": nursery}})


@pytest.mark.parametrize("chat", ["slack", "teams"])
async def test_what_only_the_reader_reads_is_offered_and_answered_after_a_click(
    chat: str, tmp_path: Path
) -> None:
    async with forwarder_in(chat, tmp_path, Nursery(tmp_path)) as side:
        thread = side.ask(QUESTION)
        card = await side.sees(thread, "“number” and “4”", "Do you mean one of these?", OPTION)
        await side.click(card, OPTION)
        await side.sees(thread, "Oak", "sale id 4")


async def test_an_offered_reading_outlives_a_restart(tmp_path: Path) -> None:
    async with a_little_shop(tmp_path, SCHEMA) as shop:
        async with shop.running() as town:
            thread = town.ask(QUESTION)
            card = await town.sees(thread, "Do you mean one of these?", OPTION)
        async with shop.running() as town:
            await town.click(card, OPTION)
            await town.sees(thread, "Oak", "sale id 4")


async def test_none_of_the_offered_readings_is_a_plain_no(tmp_path: Path) -> None:
    async with a_little_shop(tmp_path, SCHEMA) as shop, shop.running() as town:
        thread = town.ask(QUESTION)
        card = await town.sees(thread, "Do you mean one of these?", OPTION)
        await town.click(card, "None of these")
        await town.sees(thread, "I cannot tell what this means here")
