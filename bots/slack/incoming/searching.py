"""Searches the choices of a menu that has too many of them for Slack."""

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bots.cards import Choice
from bots.conversation.ask_card import question_menu
from bots.conversation.presses import UnreadablePress, decode
from bots.slack.cards.blocks import MENU, PICK, Json, options_of
from bots.slack.cards.limits import LIMITS
from bots.slack.cards.views import carried
from bots.slack.payloads import click_of
from bots.slack.strangers import Strangers
from review.ports.desk import Desk


class Searching:
    """Finds choices by all the words that were typed, in any order."""

    def __init__(self, desk: Desk, strangers: Strangers) -> None:
        self._desk = desk
        self._strangers = strangers

    def listen(self, app: AsyncApp) -> None:
        app.options(PICK)(self._search)

    async def _search(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        choices: tuple[Choice, ...] = ()
        if not self._strangers.includes(click_of(body).user_team, context):
            choices = await self._choices(body)
        found = [each for each in choices if _fits(each, str(body.get("value") or ""))]
        await ack(options=options_of(found[: LIMITS.select_options]))

    async def _choices(self, body: Json) -> tuple[Choice, ...]:
        place, checkpoint_id = _menu_of(body)
        checkpoint = await self._desk.checkpoint(checkpoint_id) if checkpoint_id else None
        questions = checkpoint.ask.questions if checkpoint else ()
        if not place.isdigit() or int(place) >= len(questions):
            return ()
        return question_menu(questions[int(place)], place).choices


def _menu_of(body: Json) -> tuple[str, str]:
    """The place of the question, and its checkpoint."""
    kind, _, rest = str(body.get("block_id") or "").partition("|")
    place, _, checkpoint = rest.partition("|")
    if kind != MENU:
        return "", ""
    if checkpoint:
        return place, checkpoint
    try:
        return place, decode(carried(body.get("view") or {})[0]).subject
    except UnreadablePress:
        return "", ""


def _fits(choice: Choice, typed: str) -> bool:
    text = f"{choice.label} {choice.detail}".casefold()
    return all(word in text for word in typed.casefold().split())
