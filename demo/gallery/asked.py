"""What people type over the demo, and the cards that they get: the sentences of real runs."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from bots.bootstrap.asking import Direct, direct
from bots.bootstrap.demo import FOLDER
from bots.cards import Card
from bots.conversation.hearing import at_once
from bots.conversation.notices import card_of
from bots.settings import read_settings
from demo.gallery.scenes import ANA
from pipeline.checkpoint import Ask
from pipeline.direct import Driven, take_defaults
from pipeline.result import Answer
from review.ledger.notices import Answered, Asked, Refused

_LINES: Final = Path(__file__).with_name("asked.txt")


def conversations(text: str) -> list[list[str]]:
    """The messages of each conversation."""
    lines = [line.strip() for line in text.splitlines() if not line.startswith("#")]
    return [part.splitlines() for part in "\n".join(lines).split("\n\n") if part.strip()]


async def asked(state: Path) -> AsyncIterator[tuple[str, Sequence[Card]]]:
    """Each message, and the cards that follow on it."""
    variables = {
        "SLACK_BOT_TOKEN": "-",
        "SLACK_SIGNING_SECRET": "-",
        "SLACK_API_URL": "http://127.0.0.1",
        "DEMO_STATE": str(state),
    }
    settings = read_settings(FOLDER / "countersign.yaml", variables)
    async with direct(settings, FOLDER) as asking:
        for messages in conversations(_LINES.read_text(encoding="utf-8")):
            last: Driven | None = None
            for message in messages:
                if card := at_once(message):
                    yield message, [card]
                    continue
                last, cards = await _answered(asking, message, last)
                yield message, cards


async def _answered(
    asking: Direct, message: str, before: Driven | None
) -> tuple[Driven | None, Sequence[Card]]:
    driven = await asking.ask(message, take_defaults, after=before)
    cards = [await card_of(_asked(ask)) for ask in driven.asked]
    outcome = driven.outcome
    if isinstance(outcome, Answer):
        return driven, [*cards, await card_of(Answered(answer=outcome, run="r1"))]
    return before, [*cards, await card_of(Refused(refusal=outcome, run="r1"))]


def _asked(ask: Ask) -> Asked:
    return Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)
