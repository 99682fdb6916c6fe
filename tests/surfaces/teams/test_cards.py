"""Every card as Teams gets it, side by side with what Slack gets."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot

from bots.cards import Card, Text, Verb
from bots.conversation.forms import bad_form, form_for, review_form, sql_form
from bots.conversation.notices import card_of
from bots.slack.fitting import fitted as slack_fitted
from bots.teams.adaptive import Room
from bots.teams.dialogs import dialog
from bots.teams.fitting import MOST_BYTES, fitted, size_of
from pipeline.checkpoint import Action, Audience, CheckpointKind, Fact, Input, InputKind, Option
from pipeline.result import Refusal, Sample
from review.desk import OpenCheckpoint
from review.notices import Answered, Asked, Notice, Refused, ReviewCase, Said, Settled, Working
from tests.fakes import ANA, NOON, RUI, a_question, an_answer, an_ask, trusted
from tests.surfaces.slack.test_cards import outline as slack_outline
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
    assert {name: await both(notice) for name, notice in CASES.items()} == snapshot(
        {
            "working": {
                "slack": ["context: Asking the database…", "actions: Stop"],
                "teams": ["text: Asking the database…", "actions: Stop"],
            },
            "queued": {
                "slack": [
                    "context: Got it. 3 questions are ahead of yours; I will start as soon as I can.",
                    "actions: Stop",
                ],
                "teams": [
                    "text: Got it. 3 questions are ahead of yours; I will start as soon as I can.",
                    "actions: Stop",
                ],
            },
            "dates": {
                "slack": [
                    "rich_text_section: **Which dates?**",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "context: 1 Aug to 31 Oct 2026: the fiscal quarter",
                    "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
                    "context: Ana decides this.",
                ],
                "teams": [
                    "text: **Which dates?**",
                    "text: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "text: 1 Aug to 31 Oct 2026: the fiscal quarter",
                    "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
                    "text: Ana decides this.",
                ],
            },
            "several questions": {
                "slack": [
                    "rich_text_section: **Which dates?**",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "static_select: *Yes | 1 Aug to 31 Oct 2026",
                    "section: Which?",
                    "static_select: *Yes | 1 Aug to 31 Oct 2026",
                    "actions: [[Continue]]",
                    "context: Ana decides this.",
                ],
                "teams": [
                    "text: **Which dates?**",
                    "menu “Last quarter” is 1 Jul to 30 Sep 2026. Right?: *Yes | 1 Aug to 31 Oct 2026 (the fiscal quarter)",
                    "menu Which?: *Yes | 1 Aug to 31 Oct 2026 (the fiscal quarter)",
                    "actions: [[Continue]]",
                    "text: Ana decides this.",
                ],
            },
            "many options": {
                "slack": [
                    "rich_text_section: **Which dates?**",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "static_select: Table 0 | Table 1 | Table 2 | Table 3 | Table 4 | Table 5 | Table 6 | Table 7 | Table 8",
                    "actions: [[Continue]]",
                    "context: Ana decides this.",
                ],
                "teams": [
                    "text: **Which dates?**",
                    "menu “Last quarter” is 1 Jul to 30 Sep 2026. Right?: Table 0 | Table 1 | Table 2 | Table 3 | Table 4 | Table 5 | Table 6 | Table 7 | Table 8",
                    "actions: [[Continue]]",
                    "text: Ana decides this.",
                ],
            },
            "typed only": {
                "slack": [
                    "rich_text_section: **Which dates?**",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "actions: [[Answer…]]",
                    "context: Ana decides this.",
                ],
                "teams": [
                    "text: **Which dates?**",
                    "text: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "actions: [[Answer…]]",
                    "text: Ana decides this.",
                ],
            },
            "write": {
                "slack": [
                    "rich_text_section: **Change 12 rows?**",
                    "section: ⚠️ This changes data.",
                    "rich_text_section: **Rows: **12",
                    """\
rich_text_preformatted: UPDATE products
SET price = 5
  WHERE id IN (1, 2)\
""",
                    "table: ['id', 'price']",
                    "table: ['1', '5.00']",
                    "table: ['2', '6.50']",
                    "context: The first 2 of 12 rows.",
                    "actions: [[Approve]] | Edit SQL… | Ask back… | !Reject…! | I look at it",
                    "context: A reviewer decides this.",
                ],
                "teams": [
                    "text: **Change 12 rows?**",
                    "warning: text: ⚠️ This changes data.",
                    "text: **Rows: **12",
                    "emphasis: text: UPDATE products",
                    "emphasis: text: SET price = 5",
                    "emphasis: text: \xa0\xa0WHERE id IN (1, 2)",
                    "table: ['id', 'price']",
                    "table: ['1', '5.00']",
                    "table: ['2', '6.50']",
                    "text: The first 2 of 12 rows.",
                    "actions: [[Approve]] | Edit SQL… | Ask back… | !Reject…! | I look at it",
                    "text: A reviewer decides this.",
                ],
            },
            "repair": {
                "slack": [
                    "rich_text_section: **Which dates?**",
                    "rich_text_preformatted: SELECT 1 FORM t",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "actions: [[Edit SQL…]] | Give up…",
                    "context: Ana decides this.",
                ],
                "teams": [
                    "text: **Which dates?**",
                    "emphasis: text: SELECT 1 FORM t",
                    "text: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "actions: [[Edit SQL…]] | Give up…",
                    "text: Ana decides this.",
                ],
            },
            "settled": {
                "slack": ["context: Which dates?", "section: Ana chose: Yes"],
                "teams": ["text: Which dates?", "text: Ana chose: Yes"],
            },
            "rejected": {
                "slack": [
                    "context: Which dates?",
                    "section: ⛔ Rejected by Rui.",
                    "rich_text_quote: Wrong table",
                ],
                "teams": [
                    "text: Which dates?",
                    "text: ⛔ Rejected by Rui.",
                    "emphasis: text: Wrong table",
                ],
            },
            "expired": {
                "slack": [
                    "context: Which dates?",
                    "section: Nobody answered in time, so I stopped. Ask again whenever you like.",
                ],
                "teams": [
                    "text: Which dates?",
                    "text: Nobody answered in time, so I stopped. Ask again whenever you like.",
                ],
            },
            "answered": {
                "slack": [
                    "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change | Send to review",
                    "vote",
                ],
                "teams": [
                    "text: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "text: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change | Send to review",
                ],
            },
            "trusted": {
                "slack": [
                    "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "context: ✅ Trusted. Rui approved it on 3 Nov",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                    "vote",
                ],
                "teams": [
                    "text: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "text: ✅ Trusted. Rui approved it on 3 Nov",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                ],
            },
            "one number": {
                "slack": [
                    "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change | Send to review",
                    "vote",
                ],
                "teams": [
                    "text: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "text: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change | Send to review",
                ],
            },
            "no rows": {
                "slack": [
                    "section: -",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "section: The query found no rows.",
                    "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Change | Send to review",
                    "vote",
                ],
                "teams": [
                    "text: -",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "text: The query found no rows.",
                    "text: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Change | Send to review",
                ],
            },
            "approved": {
                "slack": [
                    "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "section: ✅ Rui approved this answer.",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                    "vote",
                ],
                "teams": [
                    "text: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "text: ✅ Rui approved this answer.",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                ],
            },
            "refused by a reviewer": {
                "slack": [
                    "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "section: ⛔ Rui says: please do not use this answer.",
                    "rich_text_quote: Use net.",
                    "rich_text_section: **Confirmed**",
                    "  - Last quarter is 1 Jul to 30 Sep 2026",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                    "vote",
                ],
                "teams": [
                    "text: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "text: ⛔ Rui says: please do not use this answer.",
                    "emphasis: text: Use net.",
                    "text: **Confirmed**",
                    "text: • Last quarter is 1 Jul to 30 Sep 2026",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: Sales · 0.4 s",
                    "actions: SQL | Download CSV | Excel | Change",
                ],
            },
            "refused": {
                "slack": ["section: No.", "section: Ask again."],
                "teams": ["text: No.", "text: Ask again."],
            },
            "case": {
                "slack": [
                    "rich_text_section: **Ana asks for a review**",
                    """\
rich_text_section: **Question: **What was our net revenue last quarter by region?
**Read as: **net revenue by region, 1 Jul to 30 Sep 2026
**Answer: **Net revenue was 1,250,000 last quarter; North leads with 700,000.
**Note from the asker: **Is it net?\
""",
                    "rich_text_preformatted: SELECT region, SUM(net) FROM orders GROUP BY region",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "rich_text_section: **The SQL must keep to this**",
                    "  - Last quarter",
                    "rich_text_section: **Assumed**",
                    "  - Revenue means net price times quantity",
                    "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "actions: [[Approve & promote]] | Edit SQL… | Ask back… | !Reject…! | I look at it",
                    "context: A reviewer decides this.",
                ],
                "teams": [
                    "text: **Ana asks for a review**",
                    "text: **Question: **What was our net revenue last quarter by region?",
                    "text: **Read as: **net revenue by region, 1 Jul to 30 Sep 2026",
                    "text: **Answer: **Net revenue was 1,250,000 last quarter; North leads with 700,000.",
                    "text: **Note from the asker: **Is it net?",
                    "emphasis: text: SELECT region, SUM(net) FROM orders GROUP BY region",
                    "table: ['region', 'net_revenue']",
                    "table: ['North', '700,000']",
                    "table: ['South', '550,000']",
                    "text: **The SQL must keep to this**",
                    "text: • Last quarter",
                    "text: **Assumed**",
                    "text: • Revenue means net price times quantity",
                    "text: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                    "actions: [[Approve & promote]] | Edit SQL… | Ask back… | !Reject…! | I look at it",
                    "text: A reviewer decides this.",
                ],
            },
            "said": {
                "slack": ["section: Rui: It is the calendar quarter."],
                "teams": ["text: Rui: It is the calendar quarter."],
            },
            "reminder": {
                "slack": [
                    "rich_text_section: @U0ANA",
                    "context: Still waiting for an answer to this:",
                    "rich_text_section: **Which dates?**",
                    "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "context: 1 Aug to 31 Oct 2026: the fiscal quarter",
                    "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
                    "context: Ana decides this. Please answer by 4 Nov at 12:00 UTC; after that I stop.",
                ],
                "teams": [
                    "text: Still waiting for an answer to this:",
                    "text: **Which dates?**",
                    "text: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "text: 1 Aug to 31 Oct 2026: the fiscal quarter",
                    "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
                    "text: Ana decides this. Please answer by 4 Nov at 12:00 UTC; after that I stop.",
                ],
            },
        }
    )


async def test_the_elements_of_a_question_in_full() -> None:
    content = fitted(await card_of(asked()), Room()).content
    assert content == snapshot(
        {
            "type": "AdaptiveCard",
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "version": "1.5",
            "body": [
                {
                    "type": "RichTextBlock",
                    "inlines": [{"type": "TextRun", "text": "Which dates?", "weight": "Bolder"}],
                },
                {
                    "type": "RichTextBlock",
                    "inlines": [
                        {
                            "type": "TextRun",
                            "text": "“Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                        }
                    ],
                },
                {
                    "type": "RichTextBlock",
                    "inlines": [
                        {
                            "type": "TextRun",
                            "text": "1 Aug to 31 Oct 2026: the fiscal quarter",
                            "isSubtle": True,
                            "size": "Small",
                        }
                    ],
                },
                {
                    "type": "ActionSet",
                    "actions": [
                        {
                            "type": "Action.Execute",
                            "title": "Yes",
                            "verb": "press",
                            "data": {
                                "p": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"calendar"}'
                            },
                            "fallback": {
                                "type": "Action.Submit",
                                "title": "Yes",
                                "data": {
                                    "p": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"calendar"}'
                                },
                                "style": "positive",
                            },
                            "style": "positive",
                        },
                        {
                            "type": "Action.Execute",
                            "title": "1 Aug to 31 Oct 2026",
                            "verb": "press",
                            "data": {
                                "p": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"fiscal"}'
                            },
                            "fallback": {
                                "type": "Action.Submit",
                                "title": "1 Aug to 31 Oct 2026",
                                "data": {
                                    "p": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"fiscal"}'
                                },
                            },
                        },
                    ],
                },
                {
                    "type": "RichTextBlock",
                    "inlines": [
                        {
                            "type": "TextRun",
                            "text": "Ana decides this.",
                            "isSubtle": True,
                            "size": "Small",
                        }
                    ],
                },
            ],
        }
    )


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
        sql_form(an_answer()),
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


@settings(max_examples=40, deadline=None)
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
