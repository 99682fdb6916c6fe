"""Every card as Teams gets it, side by side with what Slack gets."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from bots.cards import Card, Code, Table, Text, Verb
from bots.conversation.forms import bad_form, explain_form, form_for, review_form, sql_form
from bots.conversation.notices import card_of
from bots.slack.cards.fitting import fitted as slack_fitted
from bots.teams.cards.adaptive import Room
from bots.teams.cards.dialogs import dialog
from bots.teams.cards.fitting import MOST_BYTES, fitted, size_of
from pipeline.checkpoint import Action, Audience, CheckpointKind, Fact, Input, InputKind, Option
from pipeline.result import Refusal, Sample
from review.ledger.notices import (
    Answered,
    Asked,
    Notice,
    Refused,
    ReviewCase,
    Said,
    Settled,
    Working,
)
from review.ports.desk import OpenCheckpoint
from tests.fakes import ANA, NOON, RUI, a_question, an_answer, an_ask, trusted
from tests.surfaces.slack.outlines import outline as slack_outline
from tests.surfaces.teams.card_check import check_card
from tests.surfaces.teams.fake_connector import Json

START = Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1 FORM t")
PREVIEW = Sample(columns=("id", "price"), rows=((1, 5.0), (2, 6.5)), total=12)


def asked(**changes: Any) -> Asked:
    return Asked(checkpoint="c1", nonce="n1", ask=an_ask(**changes), asker=ANA)


def outline(elements: list[Json]) -> list[str]:
    """The elements in a form that a person reviews: kind, texts, buttons."""
    return [line for each in elements for line in _lines(each)]


def _lines(element: Json) -> list[str]:
    match element["type"]:
        case "RichTextBlock":
            return ["text: " + "".join(map(_run, element["inlines"]))]
        case "Container":
            return [f"{element['style']}: {line}" for line in outline(element["items"])]
        case "Table":
            return [f"table: {[_cell(cell) for cell in row['cells']]}" for row in element["rows"]]
        case "ActionSet":
            return ["actions: " + " | ".join(map(_button, element["actions"]))]
        case "Input.ChoiceSet":
            return [f"menu {element['label']}: " + " | ".join(_choices(element))]
        case kind:
            return [f"{kind}: {element.get('label', element.get('text', ''))}"]


def _cell(cell: Json) -> str:
    (line,) = _lines(cell["items"][0])
    return line.removeprefix("text: ").strip("*")


def _run(run: Json) -> str:
    text: str = run["text"]
    return f"**{text}**" if run.get("weight") == "Bolder" else text


def _button(action: Json) -> str:
    label: str = action["title"]
    return {"positive": f"[[{label}]]", "destructive": f"!{label}!"}.get(
        action.get("style", ""), label
    )


def _choices(element: Json) -> list[str]:
    return [
        ("*" if each["value"] == element.get("value") else "") + each["title"]
        for each in element["choices"]
    ]


async def both(notice: Notice) -> dict[str, list[str]]:
    """The card on both surfaces."""
    card = await card_of(notice, pictures=False)
    content = fitted(card, Room()).content
    assert check_card(content) == []
    return {
        "slack": slack_outline(slack_fitted(card).blocks),
        "teams": outline(content["body"]),
    }


CASES: dict[str, Notice] = {
    "working": Working(step="execute"),
    "queued": Working(queued=3),
    "dates": asked(),
    "several questions": asked(questions=(a_question(), a_question(id="region", text="Which?"))),
    "many options": asked(
        questions=(
            a_question(options=tuple(Option(id=str(n), label=f"Table {n}") for n in range(9))),
        )
    ),
    "typed only": asked(questions=(a_question(options=(), inputs=(START,)),)),
    "write": asked(
        kind=CheckpointKind.WRITE_APPROVAL,
        title="Change 12 rows?",
        questions=(),
        audience=Audience.REVIEWERS,
        facts=(Fact(label="Rows", text="12"),),
        sql="UPDATE products\nSET price = 5\n  WHERE id IN (1, 2)",
        sample=PREVIEW,
        warning="This changes data.",
    ),
    "repair": asked(
        kind=CheckpointKind.REPAIR,
        questions=(a_question(options=(), inputs=(SQL,)),),
        sql=SQL.value,
    ),
    "settled": Settled(
        ask=an_ask(), how="decided", by=ANA, at=NOON, chosen=("Yes",), action=Action.APPROVE
    ),
    "rejected": Settled(
        ask=an_ask(), how="decided", by=RUI, action=Action.REJECT, note="Wrong table"
    ),
    "expired": Settled(ask=an_ask(), how="expired"),
    "answered": Answered(answer=an_answer(), run="r1"),
    "trusted": Answered(answer=trusted(an_answer()), run="r1"),
    "one number": Answered(
        answer=an_answer(columns=("orders",), rows=((7,),), numeric=(0,)), run="r1"
    ),
    "no rows": Answered(answer=an_answer(summary="", rows=()), run="r1"),
    "approved": Answered(answer=an_answer(), run="r1", review="approved", reviewer=RUI),
    "refused by a reviewer": Answered(
        answer=an_answer(), run="r1", review="rejected", reviewer=RUI, note="Use net."
    ),
    "refused": Refused(refusal=Refusal(code="x", reason="No.", next_step="Ask again."), run="r1"),
    "case": ReviewCase(
        checkpoint="c1",
        nonce="n1",
        answer=an_answer(),
        asker=ANA,
        contract_lines=("Last quarter",),
        asker_note="Is it net?",
    ),
    "said": Said(text="It is the calendar quarter.", speaker=RUI),
    "reminder": Asked(
        checkpoint="c1",
        nonce="n1",
        ask=an_ask(),
        asker=ANA,
        reminder=True,
        due=NOON + dt.timedelta(days=1),
    ),
}


async def test_every_card_side_by_side() -> None:
    shown = {name: await both(notice) for name, notice in CASES.items()}
    assert shown == external_file("cards.json")


async def test_the_elements_of_a_question_in_full() -> None:
    content = fitted(await card_of(asked()), Room()).content
    assert content == external_file("question.json")


CHECKPOINT = OpenCheckpoint(
    id="c1",
    nonce="n1",
    ask=an_ask(questions=(a_question(inputs=(START,)), a_question(id="b", inputs=(SQL,)))),
    open=True,
)


@pytest.mark.parametrize(
    "form",
    [
        *(
            form_for(verb, CHECKPOINT)
            for verb in (Verb.OTHER, Verb.EDIT, Verb.ASK_BACK, Verb.REJECT)
        ),
        review_form("r1"),
        bad_form("r1"),
        sql_form(an_answer().sql),
        explain_form(an_answer()),
    ],
    ids=lambda form: form.title,
)
@pytest.mark.parametrize("problems", [{}, {"note": "Please type something here."}])
def test_every_dialog_is_a_card_that_teams_takes(form: Any, problems: dict[str, str]) -> None:
    shown = dialog(form, problems)["task"]["value"]
    assert check_card(shown["card"]["content"]) == []
    assert shown["title"] == form.title


EVIL = "[click](https://evil.example.com) **b** <at>Ana</at> `x` \n# h {{DATE(2026)}}"


async def test_text_from_a_database_is_shown_and_never_interpreted() -> None:
    answer = an_answer(
        summary=EVIL, rows=((EVIL, 1.0),), reading=EVIL, sql=EVIL, assumptions=(EVIL,)
    )
    content = fitted(await card_of(Answered(answer=answer, run="r")), Room()).content
    kinds = [each["type"] for each in _with_text(content)]
    assert kinds
    assert set(kinds) == {"TextRun"}


def _with_text(node: object) -> list[Json]:
    """What holds text: a TextBlock and a FactSet would read markdown in it."""
    if isinstance(node, list):
        return [found for each in node for found in _with_text(each)]
    if isinstance(node, dict):
        own = [node] if "text" in node else []
        return [*own, *(found for each in node.values() for found in _with_text(each))]
    return []


def test_empty_lines_are_kept() -> None:
    content = fitted(Card(plain="x", blocks=(Text(text="a\n\nb"),)), Room()).content
    assert outline(content["body"]) == ["text: a", "text: \u00a0", "text: b"]


def table_of(*columns: str, row: tuple[str, ...], numeric: tuple[int, ...] = ()) -> Json:
    table = Table(columns=columns, rows=(row,), numeric=numeric, total=1)
    content = fitted(Card(plain="x", blocks=(table,)), Room()).content
    drawn: Json = content["body"][0]
    return drawn


def test_columns_share_the_width_by_what_stands_in_them() -> None:
    drawn = table_of("id", "name", "note", row=("1", "Desk lamp, white", "x" * 200))
    assert [each["width"] for each in drawn["columns"]] == [6, 16, 30]


def test_a_number_that_names_its_row_stands_beside_the_name() -> None:
    sides = [
        [each["horizontalCellContentAlignment"] for each in drawn["columns"]]
        for drawn in (
            table_of("id", "name", "price", row=("1", "Lamp", "9"), numeric=(0, 2)),
            table_of("orders", row=("7",), numeric=(0,)),
        )
    ]
    assert sides == [["Left", "Left", "Right"], ["Right"]]


def test_code_ends_without_empty_lines() -> None:
    content = fitted(Card(plain="x", blocks=(Code(text="SELECT 1\n\n"),)), Room()).content
    assert outline(content["body"]) == ["emphasis: text: SELECT 1"]


@given(
    columns=st.integers(min_value=1, max_value=30),
    rows=st.integers(min_value=0, max_value=300),
    cell=st.text(max_size=200),
    long=st.integers(min_value=0, max_value=60_000),
)
async def test_every_answer_fits(columns: int, rows: int, cell: str, long: int) -> None:
    answer = an_answer(
        columns=tuple(f"c{at}" for at in range(columns)),
        rows=tuple((cell,) * columns for _ in range(rows)),
        numeric=(),
        summary="ö" * long,
        sql="SELECT 1 " * (long // 9),
        assumptions=("x" * (long // 4),) * 4,
    )
    for notice in (
        Answered(answer=answer, run="r"),
        ReviewCase(checkpoint="c", nonce="n", answer=answer, asker=ANA),
    ):
        content = fitted(await card_of(notice, pictures=False), Room()).content
        assert size_of(content) <= MOST_BYTES
        assert check_card(content) == []
