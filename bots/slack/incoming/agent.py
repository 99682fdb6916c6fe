"""The agent's own conversation: example questions when somebody opens it."""

import logging

from slack_bolt.async_app import AsyncApp, AsyncBoltContext

from bots.slack.payloads import Json
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Side, Sides
from bots.wording import slack as said

_log = logging.getLogger(__name__)
_MOST_PROMPTS = 4
_TITLE = 60


class Agent:
    """Suggests what to ask."""

    def __init__(self, sides: Sides, suggestions: tuple[str, ...]) -> None:
        self._sides = sides
        self._prompts = prompts(suggestions)

    def listen(self, app: AsyncApp) -> None:
        app.event("assistant_thread_started")(self._started)

    async def _started(self, event: Json, context: AsyncBoltContext) -> None:
        thread = event.get("assistant_thread") or {}
        channel, root = str(thread.get("channel_id") or ""), str(thread.get("thread_ts") or "")
        await self.suggest(await self._sides.of(context.team_id or ""), channel, root)

    async def suggest(self, side: Side, channel: str, root: str = "") -> None:
        """Show the examples in a direct message, or in one thread of it."""
        try:
            with ours():
                await side.client.assistant_threads_setSuggestedPrompts(
                    channel_id=channel,
                    thread_ts=root or None,
                    title=said.PROMPTS_TITLE,
                    prompts=self._prompts,
                )
        except REFUSED as refusal:
            _log.warning("Slack did not take the suggested questions: %s", refusal)


def prompts(suggestions: tuple[str, ...]) -> list[dict[str, str]]:
    """Slack shows four at most; the last one is always the way to the help."""
    shown = (*suggestions[: _MOST_PROMPTS - 1], said.PROMPT_HELP)
    return [{"title": text[:_TITLE], "message": text} for text in shown]
