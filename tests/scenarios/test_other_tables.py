"""Other tables than those an answer would come from, found by words: on every surface."""

from pathlib import Path

import pytest
from typing_extensions import override

from bots.settings import Settings
from tests.scenarios.forwarder import Forwarder, forwarder_in
from tests.scenarios.terminal import forwarder_at_the_terminal


class CarefulForwarder(Forwarder):
    """Always wants the tables to be confirmed."""

    @override
    def settings(self, read: Settings) -> Settings:
        plain = super().settings(read)
        freight = plain.workspaces["freight"]
        confirm = freight.confirm.model_copy(update={"tables": "always"})
        careful = freight.model_copy(update={"confirm": confirm})
        return plain.model_copy(update={"workspaces": {"freight": careful}})


@pytest.mark.parametrize("chat", ["slack", "teams"])
async def test_the_catalog_is_searched_from_the_card_and_several_may_be_picked(
    chat: str, tmp_path: Path
) -> None:
    async with forwarder_in(chat, tmp_path, CarefulForwarder(tmp_path)) as side:
        thread = side.ask("how many sea rates?")
        card = await side.sees(
            thread, "Is this the right data", "sea_rates", "Likely: fits the words"
        )
        await side.fill_in(card, "Other…", "booked shipments", "ana")
        found = await side.sees(thread, "Which tables should I use", "Likely: fits")
        await side.click(found, "Continue")
        await side.sees(thread, "2", "tables: sea_rates")


async def test_at_the_terminal_words_are_typed_and_the_question_stays(tmp_path: Path) -> None:
    async with forwarder_at_the_terminal(tmp_path, CarefulForwarder(tmp_path)) as terminal:
        thread = terminal.ask("how many sea rates?")
        card = await terminal.sees(
            thread, "Is this the right data", "sea_rates", "Likely: fits the words"
        )
        await terminal.click(card, "Other")
        terminal.ask("air", thread=thread)
        found = await terminal.sees(thread, "Which tables should", "air_rates", "Doubtful: ")
        await terminal.click(found, "air_rates")
        # What was asked for is not what was chosen: the answer says which table was.
        await terminal.sees(thread, "Number of air rates: 3", "Confirmed", "tables: air_rates")
