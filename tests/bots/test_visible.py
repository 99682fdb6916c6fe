"""What an approver sees is what runs: hidden characters are written out on every kind of card."""

import datetime as dt
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Choice,
    Code,
    Entry,
    EntryKind,
    Field,
    Fields,
    Form,
    Image,
    Line,
    Menu,
    Plot,
    Points,
    Press,
    Table,
    Text,
    Tone,
    Verb,
)
from bots.conversation.notices import card_of
from bots.slack.cards.fitting import fitted as slack_fitted
from bots.slack.cards.views import Origin, modal
from bots.teams.cards.adaptive import Room
from bots.teams.cards.dialogs import dialog
from bots.teams.cards.fitting import fitted as teams_fitted
from bots.terminal.screen import Screen
from bots.visible import notes_on, visible, visible_blocks
from pipeline.approval import Change
from pipeline.checkpoint import Audience, CheckpointKind, Fact, Option
from pipeline.result import Sample
from pipeline.writes.receipt import Receipt
from review.ledger.notices import Asked, Notice, ReviewCase, Written
from tests.fakes import ANA, NOON, RUI, a_question, an_answer, an_ask

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "visible.jsonl").read_text("utf-8").splitlines()
]
HIDDEN = "\u202e\u2066\u200b\u3164\u0007"
BAD = f"ad{HIDDEN}min"
SQL = f"UPDATE users SET role = 'ad{HIDDEN}min' WHERE id = 7"
PRESS = Press(verb=Verb.CHOOSE, subject="c1", nonce="n1", choice=BAD)
EVERY_BLOCK: tuple[Block, ...] = (
    Text(text=BAD, tone=Tone.STRONG),
    *(Text(text=BAD, tone=tone) for tone in Tone),
    Fields(items=(Field(label=BAD, text=BAD),)),
    Points(label=BAD, items=(BAD,)),
    Code(text=SQL),
    Table(columns=(BAD, "n"), rows=((BAD, "1"),), total=1),
    Image(
        name="p.png",
        png=b"",
        alt=BAD,
        plot=Plot(kind="bar", by=BAD, measure=BAD, lines=(Line(name=BAD, points=((BAD, 1.0),)),)),
    ),
    Buttons(items=(Button(label=BAD, detail=BAD, press=replace(PRESS, choice="")),)),
    Menu(id="0", label=BAD, choices=(Choice(id="0", label=BAD, detail=BAD),)),
)
CHANGE = Change(
    digest="d",
    tier="T1",
    explanation=f"Sets role to {BAD} for user 7.",
    rows=1,
    tried=True,
    expires=NOON + dt.timedelta(hours=24),
    before=Sample(columns=("id", BAD), rows=((7, BAD),), total=1),
    after=Sample(columns=("id", BAD), rows=((7, f"{BAD}!"),), total=1),
    changed=((0, 1),),
    notes=(BAD,),
    warnings=(BAD,),
    authors=(ANA,),
)


def an_approval() -> Asked:
    ask = an_ask(
        kind=CheckpointKind.WRITE_APPROVAL,
        title=BAD,
        audience=Audience.REVIEWERS,
        facts=(Fact(label=BAD, text=BAD),),
        sql=SQL,
        change=CHANGE,
        questions=(),
    )
    return Asked(checkpoint="c1", nonce="n1", ask=ask, asker=replace(ANA, name=BAD))


def a_choice(many: int) -> Asked:
    options = tuple(Option(id=str(at), label=f"{BAD} {at}", detail=BAD) for at in range(many))
    ask = an_ask(
        title=BAD,
        intro=BAD,
        warning=BAD,
        sql=SQL,
        questions=(a_question(text=BAD, options=options),),
    )
    return Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)


def a_review() -> ReviewCase:
    answer = an_answer(
        question=BAD, reading=BAD, summary=BAD, sql=SQL, columns=(BAD, "n"),
        rows=((BAD, 1), (BAD, 2)), assumptions=(BAD,), confirmed=(BAD,), how=(BAD,),
    )  # fmt: skip
    return ReviewCase(
        checkpoint="c1", nonce="n1", answer=answer, asker=ANA, contract_lines=(BAD,), asker_note=BAD
    )


def a_receipt() -> Written:
    receipt = Receipt(
        workspace=BAD,
        sql=SQL,
        tier="T1",
        explanation=CHANGE.explanation,
        rows=1,
        at=NOON,
        asked_by=ANA,
        approved_by=(RUI,),
        undo=(SQL,),
    )
    return Written(run="r1", receipt=receipt)


def drawn(card: Card) -> dict[str, str]:
    """All that each surface gets of the card, in one text."""
    out = io.StringIO()
    Screen(Console(file=out, width=200, color_system=None)).show(card)
    return {
        "slack": texts_of(slack_fitted(card, {"p.png": "F1"}).blocks),
        "teams": texts_of(teams_fitted(card, Room()).content),
        "terminal": out.getvalue(),
    }


def texts_of(value: object) -> str:
    """Every text in what is sent, one below the other."""
    if isinstance(value, dict):
        return "\n".join(texts_of(each) for each in value.values())
    if isinstance(value, list):
        return "\n".join(map(texts_of, value))
    return str(value)


def is_shown_plainly(text: str) -> bool:
    return not any(letter in text for letter in HIDDEN)


@pytest.mark.parametrize("case", CASES)
def test_hidden_characters_are_written_out_and_spelling_is_kept(case: dict[str, str]) -> None:
    text = case["text"].encode("utf-16", "surrogatepass").decode("utf-16")

    assert visible(text) == case["shown"]
    assert visible(text, exact=True) == case.get("exact", case["shown"])
    assert visible(visible(text)) == case["shown"]


@pytest.mark.parametrize(
    "notice",
    [an_approval(), a_choice(3), a_choice(12), a_review(), a_receipt()],
    ids=["approval", "buttons", "menu", "review", "receipt"],
)
async def test_no_card_of_any_kind_shows_a_hidden_character_as_nothing(notice: Notice) -> None:
    for surface, text in drawn(await card_of(notice)).items():
        assert is_shown_plainly(text), surface
        assert "u202e" in text, surface
        assert "5 hidden characters" in " ".join(text.split()), surface


def test_no_block_of_any_kind_does() -> None:
    for surface, text in drawn(Card(plain=BAD, blocks=EVERY_BLOCK)).items():
        assert is_shown_plainly(text), surface


def test_a_form_shows_what_it_lets_people_edit_and_sends_its_own_letters() -> None:
    entry = Entry(id="sql", label=BAD, kind=EntryKind.SQL, value=SQL)
    form = Form(title=BAD, blocks=(Text(text=BAD),), entries=(entry,), submit="Send", press=PRESS)
    view = modal(form, Origin(channel="C", root="1"))
    shown = [*view["blocks"][:-1], view["title"]]
    card = dialog(form)["task"]["value"]["card"]["content"]["body"]

    assert is_shown_plainly(texts_of(shown))
    assert is_shown_plainly(texts_of(card[:-1]))
    assert view["blocks"][-1]["element"]["initial_value"] == SQL
    assert card[-1]["value"] == SQL
    assert "5 hidden characters" in texts_of(shown)


async def test_what_runs_stays_as_it_is() -> None:
    asked = an_approval()
    await card_of(asked)

    assert asked.ask.sql == SQL


def test_letters_from_right_to_left_are_told_of_in_words() -> None:
    blocks = visible_blocks((Code(text="SELECT 1 WHERE city = 'ירושלים'"),))

    assert isinstance(blocks[0], Text)
    assert "right to left" in blocks[0].text
    assert notes_on("SELECT 1 WHERE city = 'Zürich'") == ()
