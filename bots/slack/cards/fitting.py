"""Makes every card fit what Slack takes: cut what is long, and say what went into a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bots.cards import Card, Table, Text
from bots.slack.cards.block_check import check_blocks
from bots.slack.cards.blocks import Json, Room, block_of_text, card_blocks
from bots.slack.cards.tables import is_cut

# Each step leaves less room for texts and code; the table takes what is left over.
_STEPS: Final = ((3_000, 5_000), (1_200, 2_500), (500, 1_000), (200, 400), (80, 150))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Blocks that Slack takes. `cut` says that the table is not all there."""

    blocks: list[Json]
    cut: bool = False


def fitted(card: Card, pictures: Mapping[str, str] | None = None) -> Fitted:
    """The card in the largest form that Slack takes."""
    tables = [block for block in card.blocks if isinstance(block, Table)]
    for text, code in _STEPS:
        blocks = card_blocks(card, Room(text=text, code=code, pictures=pictures or {}))
        if not check_blocks(blocks):
            # Slack takes one table a message, so that there is one block for each.
            drawn = [block for block in blocks if block["type"] == "table"]
            return Fitted(blocks=blocks, cut=any(map(is_cut, tables, drawn)))
    return Fitted(blocks=[block_of_text(Text(text=card.plain))], cut=bool(tables))
