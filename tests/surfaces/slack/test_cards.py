"""Every card as the blocks that Slack gets."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from inline_snapshot import snapshot
from slack_sdk.models.blocks import Block

from bots.cards import Card
from bots.conversation.notices import card_of
from bots.slack.block_check import check_blocks
from bots.slack.fitting import fitted
from pipeline.checkpoint import (
    Action,
    Audience,
    CheckpointKind,
    Fact,
    Input,
    InputKind,
    Option,
    Question,
)
from pipeline.result import Refusal, Sample
from review.notices import (
    Answered,
    Asked,
    Notice,
    Refused,
    ReviewCase,
    Said,
    Settled,
    Working,
)
from tests.fakes import ANA, NOON, RUI, a_question, an_answer, an_ask, trusted

START = Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1 FORM t")


def asked(**changes: Any) -> Asked:
    return Asked(checkpoint="c1", nonce="n1", ask=an_ask(**changes), asker=ANA)


def outline(blocks: list[dict[str, Any]]) -> list[str]:
    """The blocks in a form that a person reviews: kind, texts, buttons."""
    return [line for block in blocks for line in _lines(block)]


def _lines(block: dict[str, Any]) -> list[str]:
    kind = block["type"]
    if kind == "table":
        return [f"table: {[cell['text'] for cell in row]}" for row in block["rows"]]
    if kind == "actions":
        return ["actions: " + " | ".join(_button(each) for each in block["elements"])]
    if kind == "context_actions":
        return ["vote"]
    if kind == "section":
        return [f"section: {block['text']['text']}", *_select(block.get("accessory"))]
    if kind == "context":
        return [f"context: {each['text']}" for each in block["elements"]]
    return [line for part in block["elements"] for line in _rich(part)]


def _rich(part: dict[str, Any]) -> list[str]:
    if part["type"] == "rich_text_list":
        return ["  - " + "".join(map(_span, item["elements"])) for item in part["elements"]]
    return [f"{part['type']}: " + "".join(map(_span, part["elements"]))]


def _button(element: dict[str, Any]) -> str:
    label: str = element["text"]["text"]
    return {"primary": f"[[{label}]]", "danger": f"!{label}!"}.get(element.get("style", ""), label)


def _select(element: dict[str, Any] | None) -> list[str]:
    if element is None:
        return []
    first = element.get("initial_option", {}).get("value")
    labels = [
        ("*" if option["value"] == first else "") + option["text"]["text"]
        for option in element["options"]
    ]
    return [f"{element['type']}: {' | '.join(labels)}"]


def _span(part: dict[str, Any]) -> str:
    if part["type"] == "user":
        return f"@{part['user_id']}"
    text: str = part["text"]
    return f"**{text}**" if part.get("style", {}).get("bold") else text


async def drawn(notice: Notice) -> list[str]:
    blocks = fitted(await card_of(notice, pictures=False)).blocks
    assert check_blocks(blocks) == []
    return outline(blocks)


async def test_the_blocks_of_a_question_in_full() -> None:
    blocks = fitted(await card_of(asked())).blocks
    assert blocks == snapshot(
        [
            {
                "type": "rich_text",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [
                            {"type": "text", "text": "Which dates?", "style": {"bold": True}}
                        ],
                    }
                ],
            },
            {
                "type": "section",
                "text": {
                    "type": "plain_text",
                    "text": "“Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                    "emoji": False,
                },
            },
            {
                "type": "context",
                "elements": [
                    {
                        "type": "plain_text",
                        "text": "1 Aug to 31 Oct 2026: the fiscal quarter",
                        "emoji": False,
                    }
                ],
            },
            {
                "type": "actions",
                "elements": [
                    {
                        "type": "button",
                        "action_id": "press.choose.0",
                        "text": {"type": "plain_text", "text": "Yes", "emoji": False},
                        "value": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"calendar"}',
                        "style": "primary",
                    },
                    {
                        "type": "button",
                        "action_id": "press.choose.1",
                        "text": {
                            "type": "plain_text",
                            "text": "1 Aug to 31 Oct 2026",
                            "emoji": False,
                        },
                        "value": '{"v":"choose","s":"c1","n":"n1","q":"dates","c":"fiscal"}',
                    },
                ],
            },
            {
                "type": "context",
                "elements": [{"type": "plain_text", "text": "Ana decides this.", "emoji": False}],
            },
        ]
    )


async def test_progress() -> None:
    assert await drawn(Working(step="tables")) == snapshot(
        ["context: Finding the right tables…", "actions: Stop"]
    )
    assert await drawn(Working(queued=2)) == snapshot(
        [
            "context: Got it. 2 questions are ahead of yours; I will start as soon as I can.",
            "actions: Stop",
        ]
    )
    assert await drawn(Working(step="a step that has no words yet")) == snapshot(
        ["context: Working on it…", "actions: Stop"]
    )


async def test_dates_with_other_readings_and_other_dates() -> None:
    notice = asked(
        questions=(a_question(inputs=(START,)),),
    )
    assert await drawn(replace(notice, due=NOON + dt.timedelta(days=1))) == snapshot(
        [
            "rich_text_section: **Which dates?**",
            "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
            "context: 1 Aug to 31 Oct 2026: the fiscal quarter",
            "actions: [[Yes]] | 1 Aug to 31 Oct 2026 | Other…",
            "context: Ana decides this. Please answer by 4 Nov at 12:00 UTC; after that I stop.",
        ]
    )


async def test_a_reminder() -> None:
    assert await drawn(replace(asked(), reminder=True)) == snapshot(
        [
            "rich_text_section: @U0ANA",
            "context: Still waiting for an answer to this:",
            "rich_text_section: **Which dates?**",
            "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
            "context: 1 Aug to 31 Oct 2026: the fiscal quarter",
            "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
            "context: Ana decides this.",
        ]
    )


async def test_a_match_with_what_was_approved() -> None:
    notice = asked(
        kind=CheckpointKind.MATCH,
        title="A reviewer has approved an answer to a similar question",
        intro="0.84 alike; the grouping differs.",
        warning="It may not be the same question: please compare.",
        facts=(Fact(label="Approved question", text="Revenue by month"),),
        sql="SELECT 1",
        questions=(
            Question(
                id="match",
                text="Use this answer?",
                options=(
                    Option(id="use", label="Use it"),
                    Option(id="fresh", label="Ask fresh"),
                    Option(id="not", label="Not the same question"),
                ),
                default="fresh",
            ),
        ),
    )
    assert await drawn(notice) == snapshot(
        [
            "rich_text_section: **A reviewer has approved an answer to a similar question**",
            "section: 0.84 alike; the grouping differs.",
            "section: ⚠️ It may not be the same question: please compare.",
            "rich_text_section: **Approved question: **Revenue by month",
            "rich_text_preformatted: SELECT 1",
            "section: Use this answer?",
            "actions: [[Ask fresh]] | Use it | Not the same question",
            "context: Ana decides this.",
        ]
    )


async def test_many_options_are_a_menu() -> None:
    many = tuple(Option(id=f"t{at}", label=f"table {at}") for at in range(7))
    question = Question(id="t", text="Which table?", options=many, default="t3")
    assert await drawn(asked(title="", questions=(question,))) == snapshot(
        [
            "section: Which table?",
            "static_select: table 0 | table 1 | table 2 | *table 3 | table 4 | table 5 | table 6",
            "actions: [[Continue]]",
            "context: Ana decides this.",
        ]
    )


async def test_several_questions_are_menus() -> None:
    price = Question(
        id="price",
        text="Which price?",
        options=(Option(id="net", label="Net"), Option(id="gross", label="Gross")),
        default="net",
    )
    assert await drawn(asked(questions=(a_question(inputs=(START,)), price))) == snapshot(
        [
            "rich_text_section: **Which dates?**",
            "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
            "static_select: *Yes | 1 Aug to 31 Oct 2026",
            "section: Which price?",
            "static_select: *Net | Gross",
            "actions: [[Continue]] | Other…",
            "context: Ana decides this.",
        ]
    )


async def test_a_question_with_nothing_to_choose_is_typed() -> None:
    wanted = Input(id="means", label="Its meaning")
    question = Question(id="q", text="What is “churn” here?", inputs=(wanted,))
    assert await drawn(asked(kind=CheckpointKind.CLARIFICATION, questions=(question,))) == snapshot(
        [
            "rich_text_section: **Which dates?**",
            "section: What is “churn” here?",
            "actions: [[Answer…]]",
            "context: Ana decides this.",
        ]
    )


async def test_a_repair() -> None:
    notice = asked(
        kind=CheckpointKind.REPAIR,
        title="The query I wrote does not pass its checks",
        warning="near FORM: syntax error",
        sql="SELECT 1 FORM t",
        questions=(
            Question(
                id="repair",
                text="What now?",
                options=(Option(id="stop", label="Stop here"),),
                default="stop",
                inputs=(SQL,),
            ),
        ),
    )
    assert await drawn(notice) == snapshot(
        [
            "rich_text_section: **The query I wrote does not pass its checks**",
            "section: ⚠️ near FORM: syntax error",
            "rich_text_preformatted: SELECT 1 FORM t",
            "section: What now?",
            "actions: [[Edit SQL…]] | Stop here",
            "context: Ana decides this.",
        ]
    )
    assert (await drawn(asked(kind=CheckpointKind.REPAIR, questions=())))[-2] == snapshot(
        "actions: [[Edit SQL…]] | Give up…"
    )


async def test_a_write_approval() -> None:
    notice = asked(
        kind=CheckpointKind.WRITE_APPROVAL,
        title="Ana wants to change data",
        audience=Audience.REVIEWERS,
        sql="UPDATE orders SET state = 'paid' WHERE id = 7",
        facts=(Fact(label="Rows it changes", text="1"),),
        sample=Sample(columns=("id", "state"), rows=((7, "open"),), total=1),
        questions=(),
    )
    assert await drawn(notice) == snapshot(
        [
            "rich_text_section: **Ana wants to change data**",
            "rich_text_section: **Rows it changes: **1",
            "rich_text_preformatted: UPDATE orders SET state = 'paid' WHERE id = 7",
            "table: ['id', 'state']",
            "table: ['7', 'open']",
            "actions: [[Approve]] | Edit SQL… | Ask back… | !Reject…! | I'll take it",
            "context: A reviewer decides this.",
        ]
    )


async def test_settled_cards() -> None:
    ask = an_ask()
    settled = [
        Settled(ask=ask, how="decided", by=ANA, action=Action.APPROVE, chosen=("Yes",)),
        Settled(ask=ask, how="decided", by=RUI, action=Action.APPROVE),
        Settled(ask=ask, how="decided", by=RUI, action=Action.REJECT, note="Not this quarter"),
        Settled(ask=ask, how="decided", by=RUI, action=Action.EDIT),
        Settled(ask=ask, how="expired"),
        Settled(ask=ask, how="cancelled"),
        Settled(
            ask=replace(ask, kind=CheckpointKind.REVIEW, sql="SELECT 1"),
            how="decided",
            by=RUI,
            action=Action.APPROVE,
        ),
    ]
    assert [await drawn(each) for each in settled] == snapshot(
        [
            ["context: Which dates?", "section: Ana chose: Yes"],
            ["context: Which dates?", "section: ✅ Approved by Rui."],
            [
                "context: Which dates?",
                "section: ⛔ Rejected by Rui.",
                "rich_text_quote: Not this quarter",
            ],
            ["context: Which dates?", "section: ✏️ Changed by Rui."],
            [
                "context: Which dates?",
                "section: Nobody answered in time, so I stopped. Ask again whenever you like.",
            ],
            ["context: Which dates?", "section: Stopped. Nothing more will happen here."],
            [
                "context: Which dates?",
                "section: ✅ Approved by Rui.",
                "rich_text_preformatted: SELECT 1",
            ],
        ]
    )


async def test_an_answer() -> None:
    assert await drawn(Answered(answer=an_answer(), run="r1")) == snapshot(
        [
            "section: Net revenue was 1,250,000 last quarter; North leads with 700,000.",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "table: ['Region', 'Net revenue']",
            "table: ['North', '700,000']",
            "table: ['South', '550,000']",
            "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
            "rich_text_section: **Confirmed**",
            "  - Last quarter is 1 Jul to 30 Sep 2026",
            "rich_text_section: **Assumed**",
            "  - Revenue means net price times quantity",
            "context: Sales · 0.4 s",
            "actions: SQL | Explain | Download CSV | Excel | Change | Send to review",
            "vote",
        ]
    )


async def test_a_trusted_number_is_one_sentence() -> None:
    answer = trusted(an_answer(summary="There were 1,234 orders.", columns=("n",), rows=((1234,),)))
    assert await drawn(Answered(answer=answer, run="r1")) == snapshot(
        [
            "section: There were 1,234 orders.",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "context: ✅ Trusted. Rui approved it on 3 Nov",
            "rich_text_section: **Confirmed**",
            "  - Last quarter is 1 Jul to 30 Sep 2026",
            "rich_text_section: **Assumed**",
            "  - Revenue means net price times quantity",
            "context: Sales · 0.4 s",
            "actions: SQL | Explain | Download CSV | Excel | Change",
            "vote",
        ]
    )


async def test_an_answer_without_rows() -> None:
    answer = an_answer(summary="No orders from Atlantis.", rows=(), confirmed=(), assumptions=())
    assert await drawn(Answered(answer=answer, run="r1")) == snapshot(
        [
            "section: No orders from Atlantis.",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
            "context: Sales · 0.4 s",
            "actions: SQL | Explain | Change | Send to review",
            "vote",
        ]
    )


async def test_the_reviewers_word_on_an_answer() -> None:
    answer = an_answer(columns=("n",), rows=((1,),), confirmed=(), assumptions=())
    outcomes = {
        review: (
            await drawn(Answered(answer=answer, run="r", review=review, reviewer=RUI, note="Ok."))
        )[2:5]
        for review in ("open", "approved", "edited", "rejected")
    }
    assert outcomes == snapshot(
        {
            "open": [
                "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
                "section: 👀 Waiting for a reviewer. You will see the outcome here.",
                "rich_text_quote: Ok.",
            ],
            "approved": [
                "section: ✅ Rui approved this answer.",
                "rich_text_quote: Ok.",
                "context: Sales · 0.4 s",
            ],
            "edited": [
                "section: ✏️ Rui corrected this answer. What you see is the corrected one.",
                "rich_text_quote: Ok.",
                "context: Sales · 0.4 s",
            ],
            "rejected": [
                "section: ⛔ Rui says: please do not use this answer.",
                "rich_text_quote: Ok.",
                "context: Sales · 0.4 s",
            ],
        }
    )


async def test_a_refusal() -> None:
    refusal = Refusal(code="x", reason="I cannot find “churn”.", next_step="Say how you count it.")
    assert await drawn(Refused(refusal=refusal, run="r")) == snapshot(
        ["section: I cannot find “churn”.", "section: Say how you count it."]
    )


async def test_a_review_case() -> None:
    case = ReviewCase(
        checkpoint="c1",
        nonce="n1",
        answer=an_answer(truncated=True),
        asker=ANA,
        contract_lines=("Dates: 1 Jul to 30 Sep 2026",),
        asker_note="For the board",
    )
    assert await drawn(case) == snapshot(
        [
            "rich_text_section: **Ana asks for a review**",
            """\
rich_text_section: **Question: **What was our net revenue last quarter by region?
**Read as: **net revenue by region, 1 Jul to 30 Sep 2026
**Answer: **Net revenue was 1,250,000 last quarter; North leads with 700,000.
**Note from the asker: **For the board\
""",
            "rich_text_preformatted: SELECT region, SUM(net) FROM orders GROUP BY region",
            "table: ['Region', 'Net revenue']",
            "table: ['North', '700,000']",
            "table: ['South', '550,000']",
            "context: The first 2 rows; there are more.",
            "rich_text_section: **The SQL must keep to this**",
            "  - Dates: 1 Jul to 30 Sep 2026",
            "rich_text_section: **Assumed**",
            "  - Revenue means net price times quantity",
            "context: ⚪ New answer, not reviewed yet. Nobody has reviewed it",
            "actions: [[Approve & promote]] | Approve | Edit SQL… | Ask back… | !Reject…! | I'll take it",  # noqa: E501 - one row of buttons
            "context: A reviewer decides this.",
        ]
    )


async def test_said() -> None:
    assert await drawn(Said(text="Which quarter?", speaker=RUI, reply_to=ANA.id)) == snapshot(
        ["rich_text_section: @U0ANA", "section: Rui: Which quarter?"]
    )


PARSED: dict[str, Callable[[], Notice]] = {
    "asked": asked,
    "answered": lambda: Answered(answer=an_answer(), run="r1"),
    "review": lambda: ReviewCase(checkpoint="c", nonce="n", answer=an_answer(), asker=ANA),
    "working": lambda: Working(step="tables"),
}


@pytest.mark.parametrize("name", PARSED)
async def test_the_sdk_finds_nothing_wrong_where_it_can_judge(name: str) -> None:
    card: Card = await card_of(PARSED[name](), pictures=False)
    for block in fitted(card).blocks:
        parsed = Block.parse(block)
        assert parsed is not None
        parsed.validate_json()
