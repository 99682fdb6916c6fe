"""Files to Slack, in its three steps."""

import io
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

_TIMEOUT = aiohttp.ClientTimeout(total=60)
_MOST_ALT = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file on its way; `alt` are the words that stand for a picture."""

    name: str
    content: bytes
    alt: str = ""


async def upload(client: AsyncWebClient, file: Upload, **shared: Any) -> str:
    """The id of the uploaded file, shared where `shared` says. Raises what the SDK raises."""
    granted = await client.files_getUploadURLExternal(
        filename=file.name, length=len(file.content), alt_txt=file.alt[:_MOST_ALT] or None
    )
    # The SDK's own upload sends the bytes in one piece, which holds up everybody else.
    async with (
        aiohttp.ClientSession(timeout=_TIMEOUT) as session,
        session.post(granted["upload_url"], data=io.BytesIO(file.content)) as answer,
    ):
        answer.raise_for_status()
    files = [{"id": granted["file_id"], "title": file.name}]
    await client.files_completeUploadExternal(files=files, **shared)
    return str(granted["file_id"])
