"""Tells what is wrong with SQL while a person types it into a form."""

from typing import Final

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bots.cards import Text, Tone
from bots.conversation.presses import UnreadablePress, decode
from bots.ports import DraftCheck
from bots.slack.cards.blocks import Json, block_of_text
from bots.slack.cards.limits import LIMITS
from bots.slack.cards.views import TYPED, carried
from bots.slack.payloads import click_of
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Sides
from bots.slack.strangers import Strangers
from bots.wording import slack as said

_FINDINGS: Final = "findings"
_KEPT: Final = (
    "type",
    "callback_id",
    "title",
    "close",
    "submit",
    "private_metadata",
)


class Drafting:
    """Puts the findings below the field; sending is never held up by them."""

    def __init__(self, sides: Sides, strangers: Strangers, drafts: DraftCheck) -> None:
        self._sides = sides
        self._strangers = strangers
        self._drafts = drafts

    def listen(self, app: AsyncApp) -> None:
        app.action(TYPED)(self._typed)

    async def _typed(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        view, action = body.get("view") or {}, body["actions"][0]
        checkpoint = _checkpoint_of(view)
        if not checkpoint or self._strangers.includes(click_of(body).user_team, context):
            return
        found = await self._drafts.findings(checkpoint, str(action.get("value") or ""))
        if found is None:
            return
        side = await self._sides.of(context.team_id or "")
        changed = _with_findings(view, str(action.get("block_id") or ""), found)
        try:
            with ours():
                # A later keystroke has changed the view already: its own findings follow.
                await side.client.views_update(
                    view_id=view["id"], hash=view.get("hash"), view=changed
                )
        except REFUSED:
            return


def _checkpoint_of(view: Json) -> str:
    value, _ = carried(view)
    try:
        return decode(value).subject
    except UnreadablePress:
        return ""


def _with_findings(view: Json, block_id: str, findings: tuple[str, ...]) -> Json:
    text = said.findings(findings)
    told = block_of_text(Text(text=text, tone=Tone.SUBTLE), LIMITS.field) | {"block_id": _FINDINGS}
    blocks: list[Json] = []
    for block in view.get("blocks") or []:
        if block.get("block_id") != _FINDINGS:
            blocks.append(block)
        if block.get("block_id") == block_id:
            blocks.append(told)
    return {name: view[name] for name in _KEPT if view.get(name)} | {"blocks": blocks}
