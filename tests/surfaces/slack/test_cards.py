"""Every card that asks, as the blocks that Slack gets."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from inline_snapshot import snapshot
from slack_sdk.models.blocks import Block

from bots.cards import Card
from bots.conversation.notices import card_of
from bots.slack.cards.fitting import fitted
from pipeline.checkpoint import Audience, CheckpointKind, Fact, Input, InputKind, Option, Question
from pipeline.result import Sample
from review.ledger.notices import Answered, Asked, Notice, ReviewCase, Working
from tests.fakes import ANA, NOON, a_question, an_answer, an_ask
from tests.surfaces.slack.outlines import drawn

START = Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1 FORM t")


def asked(**changes: Any) -> Asked:
    return Asked(checkpoint="c1", nonce="n1", ask=an_ask(**changes), asker=ANA)


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
                "elements": [
                    {"type": "plain_text", "text": "Only Ana can answer this.", "emoji": False}
                ],
            },
        ]
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
            (
                "context: Only Ana can answer this. Please answer by 4 Nov at 12:00 UTC. After "
                "that it is closed."
            ),
        ]
    )


async def test_a_reminder() -> None:
    assert await drawn(replace(asked(), reminder=True)) == snapshot(
        [
            "rich_text_section: @U0ANA",
            "context: Reminder: this still needs an answer.",
            "rich_text_section: **Which dates?**",
            "section: “Last quarter” is 1 Jul to 30 Sep 2026. Right?",
            "context: 1 Aug to 31 Oct 2026: the fiscal quarter",
            "actions: [[Yes]] | 1 Aug to 31 Oct 2026",
            "context: Only Ana can answer this.",
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
            "section: Use this answer?",
            "actions: [[Ask fresh]] | Use it | Not the same question | (Show SQL)",
            "context: Only Ana can answer this.",
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
            "context: Only Ana can answer this.",
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
            "context: Only Ana can answer this.",
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
            "context: Only Ana can answer this.",
        ]
    )


async def test_a_repair() -> None:
    notice = asked(
        kind=CheckpointKind.REPAIR,
        title="The query does not pass its checks",
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
            "rich_text_section: **The query does not pass its checks**",
            "section: ⚠️ near FORM: syntax error",
            "rich_text_preformatted: SELECT 1 FORM t",
            "section: What now?",
            "actions: [[Edit SQL…]] | Stop here",
            "context: Only Ana can answer this.",
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
            "context: A reviewer must decide this.",
        ]
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
