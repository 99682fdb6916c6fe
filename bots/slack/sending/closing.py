"""Ends a streamed message: until then Slack takes no edit of it."""

import logging

from slack_sdk.web.async_client import AsyncWebClient

from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from review.ports.desk import TryLater

_log = logging.getLogger(__name__)


async def close(client: AsyncWebClient, channel: str, ts: str) -> None:
    """End the stream, whoever began it; nothing where it is over. Raises TryLater."""
    try:
        with ours():
            await client.chat_stopStream(channel=channel, ts=ts)
    except TryLater:
        raise
    except REFUSED as refusal:
        _log.info("Slack had nothing to end: %s", refusal)
