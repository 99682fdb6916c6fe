"""Makes every card fit what Slack takes: cut what is long, and say what went into a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bots.cards import Card, Table, Text
from bots.slack.block_check import check_blocks, text_size
from bots.slack.blocks import Json, Room, block_of_text, card_blocks
from bots.slack.limits import LIMITS
from bots.slack.tables import leaves_out

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
        room = _room(card, text, code, pictures or {})
        blocks = card_blocks(card, room)
        if not check_blocks(blocks):
            return Fitted(blocks=blocks, cut=any(leaves_out(each, room.table) for each in tables))
    return Fitted(blocks=[block_of_text(Text(text=card.plain))], cut=bool(tables))


def _room(card: Card, text: int, code: int, pictures: Mapping[str, str]) -> Room:
    """Room for everything but the table is counted first."""
    bare = Card(
        plain=card.plain,
        blocks=tuple(block for block in card.blocks if not isinstance(block, Table)),
        notify=card.notify,
    )
    used = text_size(card_blocks(bare, Room(text=text, code=code)))
    # The line under the table that says what is left out needs room as well.
    left = max(LIMITS.message_all_blocks - used - 300, 200)
    return Room(text=text, code=code, table=left, pictures=pictures)
