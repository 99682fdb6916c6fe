"""What people mean is asked with buttons: in Slack, in Teams and at the terminal."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pytest

from tests.scenarios.forwarder import Forwarder, forwarder_in
from tests.scenarios.terminal import forwarder_at_the_terminal
from tests.scenarios.town import text_of

Json: TypeAlias = dict[str, Any]
_KEYS = re.compile(r"^ +\w+  (.*)$", re.MULTILINE)


class Place(Protocol):
    """Where people ask: the same handles on every surface."""

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str: ...
    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json: ...
    async def click(self, message: Json, label: str, person: str = "ana") -> None: ...


@pytest.fixture
def forwarder(tmp_path: Path) -> Forwarder:
    return Forwarder(tmp_path)


@pytest.fixture(params=["slack", "teams", "terminal"])
async def place(
    request: pytest.FixtureRequest, forwarder: Forwarder, tmp_path: Path
) -> AsyncIterator[Place]:
    if request.param == "terminal":
        async with forwarder_at_the_terminal(tmp_path, forwarder) as terminal:
            yield terminal
    else:
        async with forwarder_in(request.param, tmp_path, forwarder) as side:
            yield side


async def test_a_quarter_is_the_fiscal_one_where_the_person_says_so(place: Place) -> None:
    thread = place.ask("net revenue last quarter")
    card = await place.sees(thread, "Which dates", "fiscal quarter")
    await place.click(card, _label(card, "fiscal quarter"))
    await place.sees(thread, "net revenue", "Confirmed")


async def test_a_person_keeps_what_quarter_means_and_forgets_it(place: Place) -> None:
    thread = place.ask("net revenue last quarter")
    card = await place.sees(thread, "Which dates")
    await place.click(card, "Remember for me: “quarter” means the fiscal quarter")
    await place.sees(thread, "Confirmed")
    again = place.ask("net revenue last quarter")
    await place.sees(again, "as you keep it", "fiscal quarter")
    await place.sees(place.ask("forget quarter"), "Forgotten", "fiscal quarter")
    await place.sees(place.ask("net revenue last quarter"), "Which dates")


async def test_net_or_gross_is_asked_and_the_number_is_the_chosen_one(
    place: Place, forwarder: Forwarder
) -> None:
    thread = place.ask("revenue in 2025")
    card = await place.sees(
        thread, "Which of these numbers", "net revenue", "gross revenue", "fits the words"
    )
    await place.click(card, "gross revenue")
    wanted = "SELECT sum(gross_amount) FROM invoices WHERE strftime('%Y', issued_on) = '2025'"
    await place.sees(thread, "gross revenue", forwarder.number(wanted))


async def test_of_two_tables_the_person_chooses(place: Place) -> None:
    thread = place.ask("how many rates?")
    card = await place.sees(
        thread, "What does “rates” mean", "air rates", "sea rates", "fits the words"
    )
    await place.click(card, "sea rates")
    await place.sees(thread, "sea", "2")


async def test_a_misspelt_client_is_offered_as_it_is_written_in_the_data(
    place: Place, forwarder: Forwarder
) -> None:
    thread = place.ask("net revenue of Peechtree Foods")
    card = await place.sees(thread, "Did you mean “Peachtree Foods”")
    await place.click(card, "Peachtree Foods")
    wanted = "SELECT sum(net_amount) FROM invoices WHERE client_id = 1"
    await place.sees(thread, forwarder.number(wanted))


async def test_georgia_is_asked_country_or_state(place: Place, forwarder: Forwarder) -> None:
    thread = place.ask("net revenue in Georgia")
    card = await place.sees(thread, "Which “Georgia”", "the country", "the US state")
    await place.click(card, _label(card, "the US state"))
    wanted = "SELECT sum(net_amount) FROM invoices WHERE client_id = 1"
    await place.sees(thread, forwarder.number(wanted))


async def test_a_follow_up_changes_only_the_grain(place: Place) -> None:
    thread = place.ask("net revenue by month in 2025")
    await place.sees(thread, "net revenue", "each month")
    place.ask("by quarter", thread=thread)
    await place.sees(thread, "net revenue", "each quarter", "2025")


async def test_the_terminal_explains_an_answer_at_a_key(
    tmp_path: Path, forwarder: Forwarder
) -> None:
    async with forwarder_at_the_terminal(tmp_path, forwarder) as terminal:
        thread = terminal.ask("net revenue by month in 2025")
        card = await terminal.sees(thread, "net revenue", "Explain how this answer was made")
        await terminal.click(card, "Explain")
        await terminal.sees(thread, "I read the question as", "The data comes from invoices")


async def test_an_answer_is_saved_to_the_glossary_and_nobody_is_asked_again(
    place: Place, forwarder: Forwarder
) -> None:
    thread = place.ask("revenue in 2025", person="rui")
    card = await place.sees(thread, "Which of these numbers", person="rui")
    await place.click(card, "net revenue, and save that to the glossary", "rui")
    await place.sees(thread, "saved to the glossary", "“revenue” means net revenue", person="rui")
    wanted = "SELECT sum(net_amount) FROM invoices WHERE strftime('%Y', issued_on) = '2025'"
    again = place.ask("revenue in 2025")
    await place.sees(again, forwarder.number(wanted), "the glossary says so")


async def test_who_does_not_look_after_the_glossary_is_not_offered_to_save(
    chat: str, tmp_path: Path, forwarder: Forwarder
) -> None:
    async with forwarder_in(chat, tmp_path, forwarder) as side:
        thread = side.ask("revenue in 2025")
        card = await side.sees(thread, "Which of these numbers")
        assert "save" not in text_of(card)


def _label(card: Json, words: str) -> str:
    """The whole label of the button, or the line of the key, that these words are on."""
    lines = _labels(card) if "blocks" in card else _KEYS.findall(card["text"])
    return next(line for line in lines if words in line).strip()


def _labels(card: Json) -> list[str]:
    return [
        str(element["text"]["text"])
        for block in card["blocks"]
        for element in block.get("elements", [])
        if element.get("type") == "button"
    ]
