"""The outline of a report, and the report, as Slack and Teams show them; both valid there."""

from inline_snapshot import snapshot

from bots.cards import Image
from bots.conversation.notices import card_of
from bots.slack.cards.block_check import check_blocks
from bots.slack.cards.fitting import fitted as slack_fitted
from bots.teams.cards.adaptive import Room
from bots.teams.cards.fitting import fitted
from pipeline.checkpoint import Ask, CheckpointKind, Input, InputKind, Option, Question
from review.ledger.notices import Answered, Asked
from tests.bots.test_report import a_report
from tests.fakes import ANA
from tests.surfaces.teams.test_cards import both
from tests.surfaces.teams.test_schema import refusals, without_charts

TYPED = Input(id="outline-questions", label="One question on each line", kind=InputKind.LONG_TEXT)
OUTLINE = Asked(
    checkpoint="c1",
    nonce="n1",
    asker=ANA,
    ask=Ask(
        kind=CheckpointKind.OUTLINE,
        title="A report on sales",
        intro="I would answer these questions.",
        questions=(
            Question(
                id="outline",
                text="What should the report contain?",
                options=tuple(
                    Option(id=str(at), label=label)
                    for at, label in enumerate(("Net revenue", "Net revenue by week", "Orders"))
                ),
                default="0,1",
                multiple=True,
                inputs=(TYPED,),
            ),
        ),
    ),
)


async def test_an_outline_on_both() -> None:
    assert await both(OUTLINE) == snapshot(
        {
            "slack": [
                "rich_text_section: **A report on sales**",
                "section: I would answer these questions.",
                "section: What should the report contain?",
                "multi_static_select: Net revenue | Net revenue by week | Orders",
                "actions: [[Continue]] | Other…",
                "context: Only Ana can answer this.",
            ],
            "teams": [
                "text: **A report on sales**",
                "text: I would answer these questions.",
                "menu What should the report contain?: Net revenue | Net revenue by week | Orders",
                "actions: [[Continue]] | Other…",
                "text: Only Ana can answer this.",
            ],
        }
    )


async def test_a_report_on_both() -> None:
    assert await both(Answered(answer=a_report(), run="r1")) == snapshot(
        {
            "slack": [
                "rich_text_section: **Sales**",
                "context: 1 Jul - 30 Sep 2026",
                "rich_text_section: **In short**",
                "  - Net is highest for North (12.50) and lowest for South (3). [1]",
                "rich_text_section: **1. Net by region**",
                """\
rich_text_section: **North: **12.50
**South: **3.00\
""",
                "rich_text_section: **2. Net by moon**",
                "context: Not answered: No such data.",
                "section: ⚠️ 1 of 2 questions could not be answered.",
                "context: Sales · 0.4 s · 1 result",
                "actions: Looks right | Not right… | Download the report | Change",
            ],
            "teams": [
                "text: **Sales**",
                "text: 1 Jul - 30 Sep 2026",
                "text: **In short**",
                "text: • Net is highest for North (12.50) and lowest for South (3). [1]",
                "text: **1. Net by region**",
                "text: **North: **12.50",
                "text: **South: **3.00",
                "text: **2. Net by moon**",
                "text: Not answered: No such data.",
                "warning: text: ⚠️ 1 of 2 questions could not be answered.",
                "text: Sales · 0.4 s · 1 result",
                "actions: Looks right | Not right…",
                "actions: Download the report | Change",
            ],
        }
    )


async def test_the_pictures_of_a_report_stand_below_their_parts_on_both() -> None:
    card = await card_of(Answered(answer=a_report(), run="r1"))
    names = [block.name for block in card.blocks if isinstance(block, Image)]
    assert names == ["chart-1.png"]
    blocks = slack_fitted(card, {"chart-1.png": "F1"}).blocks
    assert check_blocks(blocks) == []
    assert "image" in [block["type"] for block in blocks]
    room = Room(pictures={"chart-1.png": "https://bot.example.com/teams/pictures/x"})
    content = fitted(card, room).content
    assert refusals(content) == []
    assert "Image" in [each["type"] for each in without_charts(content)["body"]]
