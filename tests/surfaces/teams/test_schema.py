"""Every card, held to Microsoft's own JSON schema of Adaptive Cards 1.5."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft6Validator

from bots.cards import Form, Verb
from bots.conversation.forms import bad_form, form_for, review_form, sql_form
from bots.conversation.notices import card_of
from bots.teams.cards.adaptive import Room
from bots.teams.cards.dialogs import dialog, download
from bots.teams.cards.fitting import MOST_BYTES, fitted, size_of
from review.ledger.notices import Answered
from tests.fakes import an_answer
from tests.surfaces.teams.client import ANA, RUI
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import Json
from tests.surfaces.teams.test_cards import CASES, CHECKPOINT, asked

_FILE: Final = Path(__file__).with_name("schema") / "adaptive-card-1.5.json"
SCHEMA: Final = Draft6Validator(json.loads(_FILE.read_text(encoding="utf-8")))
LARGE: Final = an_answer(
    columns=tuple(f"c{at}" for at in range(6)), rows=(("x" * 60,) * 6,) * 200, numeric=()
)


def refusals(card: Json) -> list[str]:
    """What the schema says against the card, without Teams' own part, which it does not know."""
    plain = without_charts({key: each for key, each in card.items() if key != "msteams"})
    return [error.message[:200] for error in SCHEMA.iter_errors(plain)]


def without_charts(card: Json) -> Json:
    """The card as a client shows it that knows no more than 1.5: what stands in a chart's place."""
    shown = [each.get("fallback") if _is_chart(each) else each for each in card["body"]]
    return card | {"body": [each for each in shown if each != "drop"]}


def _is_chart(element: Json) -> bool:
    return str(element["type"]).startswith("Chart.")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("room", [Room(), Room(private=True)], ids=["shared", "private"])
async def test_the_schema_takes_every_card(name: str, room: Room) -> None:
    content = fitted(await card_of(CASES[name], pictures=False), room).content
    assert refusals(content) == []
    assert size_of(content) <= MOST_BYTES


@pytest.mark.parametrize("most", [MOST_BYTES, 12_000, 4_000])
async def test_the_schema_takes_a_large_answer_however_small_it_is_made(most: int) -> None:
    content = fitted(await card_of(Answered(answer=LARGE, run="r1")), Room(), most).content
    assert refusals(content) == []
    assert size_of(content) <= most


async def test_the_schema_takes_an_answer_with_its_chart() -> None:
    card = await card_of(Answered(answer=an_answer(), run="r1"))
    room = Room(pictures={"chart.png": "https://bot.example.com/teams/pictures/x"})
    content = fitted(card, room).content
    assert "Chart.HorizontalBar" in [each["type"] for each in content["body"]]
    assert "Image" in [each["type"] for each in without_charts(content)["body"]]
    assert refusals(content) == []


FORMS: Final[list[Form]] = [
    *(form_for(verb, CHECKPOINT) for verb in (Verb.OTHER, Verb.EDIT, Verb.ASK_BACK, Verb.REJECT)),
    review_form("r1"),
    bad_form("r1"),
    sql_form(an_answer().sql),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.title)
def test_the_schema_takes_every_dialog(form: Form) -> None:
    assert refusals(_inside(dialog(form, {"note": "Please type something here."}))) == []


def test_the_schema_takes_a_download() -> None:
    assert refusals(_inside(download("a.csv", "https://bot.example.com/teams/files/x"))) == []


@pytest.mark.parametrize("person", [ANA, RUI], ids=["asker", "reader"])
async def test_the_schema_takes_what_each_reader_sees(office: Office, person: Any) -> None:
    message = await office.paused(asked().ask)
    assert refusals(message.card) == []
    refresh = message.card["refresh"]["action"]
    value = {"action": refresh, "trigger": "automatic"}
    shown = await office.client.invoke(person, message, "adaptiveCard/action", value)
    assert refusals(shown["value"]) == []


@pytest.mark.parametrize(
    "element",
    [
        {"type": "TextBlock"},
        {"type": "TextRun", "text": "x"},
        {"type": "Table", "rowz": []},
        {"type": "Input.Date"},
        {"type": "ActionSet", "actions": [{"type": "Action.OpenUrl", "title": "x"}]},
    ],
)
def test_the_schema_refuses_what_is_wrong(element: Json) -> None:
    assert refusals({"type": "AdaptiveCard", "version": "1.5", "body": [element]})


def _inside(shown: Json) -> Json:
    content: Json = shown["task"]["value"]["card"]["content"]
    return content
