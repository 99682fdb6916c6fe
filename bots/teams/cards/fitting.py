"""Makes every card fit what Teams takes: fewer rows first, then shorter texts."""

import json
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bots.cards import Card, Table, Text
from bots.teams.cards.adaptive import Room, adaptive
from bots.teams.cards.tables import leaves_out

Json: TypeAlias = dict[str, Any]

MOST_BYTES: Final = 28_000
_ROWS: Final = (40, 25, 15, 8, 4)
_TEXTS: Final = ((4_000, 6_000), (1_500, 3_000), (600, 1_200), (250, 500), (100, 150))
# Shorter texts than this make room for no chart.
_CHARTS: Final = 1_500
_PLAIN: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A card that Teams takes. `cut` says that the table is not all there."""

    content: Json
    cut: bool = False


def size_of(content: Json) -> int:
    """Bytes of a card as it is sent."""
    return len(json.dumps(content, ensure_ascii=False).encode())


def fitted(card: Card, whole: Room, most: int = MOST_BYTES) -> Fitted:
    """The card in the largest form within this many bytes."""
    tables = [block for block in card.blocks if isinstance(block, Table)]
    for text, code in _TEXTS:
        for rows in _ROWS if tables else _ROWS[:1]:
            room = replace(whole, text=text, code=code, rows=rows, charts=text >= _CHARTS)
            content = adaptive(card, room)
            if size_of(content) <= most:
                return Fitted(content=content, cut=any(leaves_out(each, rows) for each in tables))
    plain = Card(plain=card.plain, blocks=(Text(text=card.plain),))
    return Fitted(content=adaptive(plain, replace(whole, text=_PLAIN)), cut=bool(tables))
