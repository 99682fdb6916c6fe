# ruff: noqa: E501 - the cards stand here as people see them
"""A change's cards side by side: as Slack, Teams and a terminal show them."""

import datetime as dt
import io
from dataclasses import replace

from inline_snapshot import snapshot
from rich.console import Console

from bots.cards import Card
from bots.conversation.notices import card_of
from bots.slack.cards.block_check import check_blocks
from bots.slack.cards.fitting import fitted as slack_fitted
from bots.teams.cards.adaptive import Room
from bots.teams.cards.fitting import fitted
from bots.terminal.screen import Screen
from pipeline.approval import Change, Signed
from pipeline.checkpoint import Audience, CheckpointKind, Fact, Option, Question
from pipeline.result import Sample
from pipeline.writes.receipt import Receipt
from review.ledger.notices import Asked, Settled, Written
from tests.fakes import ANA, NOON, RUI, an_ask
from tests.surfaces.slack.outlines import outline as slack_outline
from tests.surfaces.teams.card_check import check_card
from tests.surfaces.teams.test_cards import outline
from tests.surfaces.teams.test_schema import refusals

COLUMNS = ("product_id", "name", "price")
CHANGE = Change(
    digest="d",
    tier="T1",
    explanation="Sets price to 12.50 for product 1.",
    rows=1,
    tried=True,
    expires=NOON + dt.timedelta(hours=24),
    before=Sample(columns=COLUMNS, rows=((1, "Lamp", 10.0),), total=1),
    after=Sample(columns=COLUMNS, rows=((1, "Lamp", 12.5),), total=1),
    changed=((0, 2),),
    notes=("No trigger runs on products.",),
    warnings=("The approved question “Average price” reads this column.",),
    authors=(ANA,),
)
SQL = "UPDATE products SET price = 12.50 WHERE product_id = 1"
RECEIPT = Receipt(
    workspace="sales",
    sql=SQL,
    tier="T1",
    explanation=CHANGE.explanation,
    rows=1,
    at=NOON,
    asked_by=ANA,
    approved_by=(RUI,),
    undo=("UPDATE products SET price = 10.00 WHERE product_id = 1",),
)


def asked(change: Change = CHANGE) -> Asked:
    ask = an_ask(
        kind=CheckpointKind.WRITE_APPROVAL,
        title="Ana asks for a change",
        audience=Audience.REVIEWERS,
        facts=(Fact(label="Asked for", text="set the price of product Lamp to 12.50"),),
        sql=SQL,
        change=change,
        questions=(),
    )
    return Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)


def unknown() -> Asked:
    options = (
        Option(id="written", label="It was written"),
        Option(id="not-written", label="It was not written"),
    )
    ask = an_ask(
        kind=CheckpointKind.WRITE_OUTCOME,
        title="It is not known whether an approved change was written",
        intro="Nothing is run again by itself.",
        warning="The connection was lost.",
        audience=Audience.REVIEWERS,
        facts=(Fact(label="To see whether it is there", text="SELECT price FROM products"),),
        sql=SQL,
        questions=(Question(id="o", text="What did you find?", options=options),),
    )
    return Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)


def on_all(card: Card) -> dict[str, list[str]]:
    slack = slack_fitted(card).blocks
    assert check_blocks(slack) == []
    content = fitted(card, Room()).content
    assert check_card(content) == []
    assert refusals(content) == []
    return {"slack": slack_outline(slack), "teams": outline(content["body"])}


def in_terminal(card: Card) -> str:
    out = io.StringIO()
    Screen(Console(file=out, width=78, color_system=None, legacy_windows=False)).show(card)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


async def test_a_change_that_waits_for_approval() -> None:
    assert on_all(await card_of(asked())) == snapshot(
        {
            "slack": [
                "rich_text_section: **Ana asks for a change**",
                "section: Sets price to 12.50 for product 1.",
                "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
                """\
rich_text_section: **Asked for: **set the price of product Lamp to 12.50
**Tier: **T1: changes data
**Rows: **exactly 1 row (tested and rolled back)\
""",
                "section: ⚠️ The approved question “Average price” reads this column.",
                "rich_text_section: **Rows before → after**",
                "table: ['product_id', 'name', 'price']",
                "table: ['1', 'Lamp', '10.00 → 12.50']",
                "rich_text_section: **Notes**",
                "  - No trigger runs on products.",
                "actions: [[Approve]] | Edit SQL… | Ask back… | !Reject…! | I'll take it",
                "context: Needs an approver other than Ana. It expires on 4 Nov at 12:00 UTC.",
            ],
            "teams": [
                "text: **Ana asks for a change**",
                "text: Sets price to 12.50 for product 1.",
                "emphasis: text: UPDATE products SET price = 12.50 WHERE product_id = 1",
                "text: **Asked for: **set the price of product Lamp to 12.50",
                "text: **Tier: **T1: changes data",
                "text: **Rows: **exactly 1 row (tested and rolled back)",
                "warning: text: ⚠️ The approved question “Average price” reads this column.",
                "text: **Rows before → after**",
                "table: ['product_id', 'name', 'price']",
                "table: ['1', 'Lamp', '10.00 → 12.50']",
                "text: **Notes**",
                "text: • No trigger runs on products.",
                "actions: [[Approve]] | Edit SQL…",
                "actions: Ask back… | !Reject…!",
                "actions: I'll take it",
                "text: Needs an approver other than Ana. It expires on 4 Nov at 12:00 UTC.",
            ],
        }
    )


async def test_the_column_that_changes_stands_beside_the_name_of_its_row() -> None:
    columns = ("sku", "brand", "name", "colour", "size", "launched", "sold", "product_id", "price")
    row = ("S1", "Kari", "Lamp", "red", "L", "2020-01-01", "no", 1)
    change = replace(
        CHANGE,
        before=Sample(columns=columns, rows=((*row, 10.0),), total=1),
        after=Sample(columns=columns, rows=((*row, 12.5),), total=1),
        changed=((0, 8),),
        named_by=("product_id", "name"),
    )
    shown = on_all(await card_of(asked(change)))
    for surface in ("slack", "teams"):
        assert [line for line in shown[surface] if "table: " in line] == [
            "table: ['product_id', 'name', 'price', 'sku']",
            "table: ['1', 'Lamp', '10.00 → 12.50', 'S1']",
        ]
        assert any("5 more columns of these rows stay as they are." in x for x in shown[surface])
    assert "10.00 → 12.50" in in_terminal(await card_of(asked(change)))


async def test_a_row_that_goes_is_shown_whole_its_name_first() -> None:
    columns = ("sku", "brand", "colour", "size", "name")
    gone = Sample(columns=columns, rows=(("S1", "Kari", "red", "L", "Lamp"),), total=1)
    change = replace(CHANGE, before=gone, after=None, changed=(), named_by=("name",))
    shown = on_all(await card_of(asked(change)))["slack"]
    assert "table: ['name', 'sku', 'brand', 'colour', 'size']" in shown


async def test_a_change_that_is_another_than_was_approved() -> None:
    signed = Signed(by=RUI, at=NOON, checkpoint="c0")
    change = replace(
        CHANGE,
        tier="T2",
        rows=None,
        tried=False,
        before=None,
        after=None,
        changed=(),
        warnings=(),
        remarks=("What would happen has changed: the table was altered.",),
        undo_missing="dropped values are gone.",
        approvals=(signed,),
        quorum=2,
    )
    assert on_all(await card_of(asked(change))) == snapshot(
        {
            "slack": [
                "rich_text_section: **Ana asks for a change**",
                "section: ⚠️ What would happen has changed: the table was altered.",
                "section: Sets price to 12.50 for product 1.",
                "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
                """\
rich_text_section: **Asked for: **set the price of product Lamp to 12.50
**Tier: **T2: changes the schema; other people and programs may depend on it
**Rows: **not known, because the database cannot test it\
""",
                "rich_text_section: **Notes**",
                "  - No trigger runs on products.",
                "context: This cannot be undone: dropped values are gone.",
                "section: Approved by Rui: 1 of 2.",
                "actions: [[Approve]] | Edit SQL… | Ask back… | !Reject…! | I'll take it",
                "context: Needs an approver other than Ana. It expires on 4 Nov at 12:00 UTC.",
            ],
            "teams": [
                "text: **Ana asks for a change**",
                "warning: text: ⚠️ What would happen has changed: the table was altered.",
                "text: Sets price to 12.50 for product 1.",
                "emphasis: text: UPDATE products SET price = 12.50 WHERE product_id = 1",
                "text: **Asked for: **set the price of product Lamp to 12.50",
                "text: **Tier: **T2: changes the schema; other people and programs may depend on it",
                "text: **Rows: **not known, because the database cannot test it",
                "text: **Notes**",
                "text: • No trigger runs on products.",
                "text: This cannot be undone: dropped values are gone.",
                "text: Approved by Rui: 1 of 2.",
                "actions: [[Approve]] | Edit SQL…",
                "actions: Ask back… | !Reject…!",
                "actions: I'll take it",
                "text: Needs an approver other than Ana. It expires on 4 Nov at 12:00 UTC.",
            ],
        }
    )


async def test_a_receipt() -> None:
    assert on_all(await card_of(Written(receipt=RECEIPT, run="r1"))) == snapshot(
        {
            "slack": [
                "rich_text_section: **✅ Done: Set price to 12.50 for product 1. 1 row was changed.**",
                "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
                """\
rich_text_section: **Asked for by: **Ana
**Approved by: **Rui
**Written: **3 Nov at 12:00 UTC\
""",
                "actions: Undo…",
            ],
            "teams": [
                "text: **✅ Done: Set price to 12.50 for product 1. 1 row was changed.**",
                "emphasis: text: UPDATE products SET price = 12.50 WHERE product_id = 1",
                "text: **Asked for by: **Ana",
                "text: **Approved by: **Rui",
                "text: **Written: **3 Nov at 12:00 UTC",
                "actions: Undo…",
            ],
        }
    )
    lost = replace(RECEIPT, undo=(), undo_missing="it is not known.", vouched=True)
    assert on_all(await card_of(Written(receipt=lost, run="r1")))["slack"] == snapshot(
        [
            "rich_text_section: **✅ Done: Set price to 12.50 for product 1. 1 row was changed.**",
            "section: ⚠️ The connection was lost at the end. A person checked: the change was made.",
            "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
            """\
rich_text_section: **Asked for by: **Ana
**Approved by: **Rui
**Written: **3 Nov at 12:00 UTC\
""",
            "context: This cannot be undone: it is not known.",
        ]
    )


async def test_an_outcome_that_nobody_knows() -> None:
    assert on_all(await card_of(unknown())) == snapshot(
        {
            "slack": [
                "rich_text_section: **It is not known whether an approved change was written**",
                "section: Nothing is run again by itself.",
                "section: ⚠️ The connection was lost.",
                "rich_text_section: **To see whether it is there: **SELECT price FROM products",
                "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
                "section: What did you find?",
                "actions: It was written | It was not written",
                "context: A reviewer must decide this.",
            ],
            "teams": [
                "text: **It is not known whether an approved change was written**",
                "text: Nothing is run again by itself.",
                "warning: text: ⚠️ The connection was lost.",
                "text: **To see whether it is there: **SELECT price FROM products",
                "emphasis: text: UPDATE products SET price = 12.50 WHERE product_id = 1",
                "text: What did you find?",
                "actions: It was written",
                "actions: It was not written",
                "text: A reviewer must decide this.",
            ],
        }
    )


async def test_a_rejected_change_keeps_its_sql() -> None:
    settled = Settled(ask=asked().ask, how="decided", by=RUI, note="Not on a Friday")
    assert on_all(await card_of(settled))["slack"] == snapshot(
        [
            "context: Ana asks for a change",
            "section: Answered by Rui.",
            "rich_text_quote: Not on a Friday",
            "rich_text_preformatted: UPDATE products SET price = 12.50 WHERE product_id = 1",
        ]
    )


async def test_in_a_terminal() -> None:
    assert in_terminal(await card_of(asked())) == snapshot("""\
Ana asks for a change
Sets price to 12.50 for product 1.
UPDATE products SET price = 12.50 WHERE product_id = 1
Asked for: set the price of product Lamp to 12.50
Tier: T1: changes data
Rows: exactly 1 row (tested and rolled back)
⚠ The approved question “Average price” reads this column.
Rows before → after
┏━━━━━━━━━━━━┳━━━━━━┳━━━━━━━━━━━━━━━┓
┃ product_id ┃ name ┃ price         ┃
┡━━━━━━━━━━━━╇━━━━━━╇━━━━━━━━━━━━━━━┩
│          1 │ Lamp │ 10.00 → 12.50 │
└────────────┴──────┴───────────────┘
Notes
  • No trigger runs on products.
Needs an approver other than Ana. It expires on 4 Nov at 12:00 UTC.\
""")


async def test_what_was_taken_back_is_called_so() -> None:
    receipt = replace(
        RECEIPT, explanation="Undoes this change: Changes price to 12.50 in products."
    )
    card = await card_of(Written(run="r1", receipt=receipt))
    assert card.plain == "✅ Undone: Changes price to 12.50 in products. 1 row was changed."
