"""Files of Slack messages, fetched with the bot's token from Slack's own hosts."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import aiohttp

from bots.files import DroppedFile, FileAway, FileTooLarge, read_part_by_part
from bots.slack.payloads import Json
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Side
from bots.wording import slack as said

_HOSTS: Final = (".slack.com", ".slack-gov.com")
_TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
_CHUNK: Final = 1 << 16
_OK: Final = 200


def dropped_files(side: Side, files: Sequence[Json]) -> tuple[DroppedFile, ...]:
    """The files of a message; none of them is fetched yet."""
    return tuple(_dropped(side, file) for file in files if file.get("id"))


def _dropped(side: Side, file: Json) -> DroppedFile:
    size = file.get("size")

    async def fetch(most: int) -> bytes:
        return await _fetched(side, file, most)

    return DroppedFile(
        id=f"slack:{side.team}:{file['id']}",
        name=str(file.get("name") or file.get("title") or file["id"]),
        size=size if isinstance(size, int) else None,
        fetch=fetch,
    )


async def _fetched(side: Side, file: Json, most: int) -> bytes:
    """The bytes of the file. Raises FileAway, FileTooLarge."""
    url = str(file.get("url_private_download") or await _looked_up(side, file, most))
    if not is_slacks(url, side.client.base_url):
        raise FileAway(said.FILE_ELSEWHERE)
    headers = {"Authorization": f"Bearer {side.client.token}"}
    try:
        # A token goes to no other host: redirects are not followed.
        async with (
            aiohttp.ClientSession(timeout=_TIMEOUT) as session,
            session.get(url, headers=headers, allow_redirects=False) as answer,
        ):
            # Without the right to read files Slack answers with its page for signing in.
            is_page = answer.content_type == "text/html" and not url.endswith((".html", ".htm"))
            if answer.status != _OK or is_page:
                raise FileAway(said.FILE_NOT_GIVEN)
            if (answer.content_length or 0) > most:
                raise FileTooLarge
            return await read_part_by_part(answer.content.iter_chunked(_CHUNK), most)
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise FileAway(said.FILE_LOST) from error


async def _looked_up(side: Side, file: Json, most: int) -> str:
    """Where the file is; of people of other organisations the event does not say."""
    try:
        with ours():
            found = await side.client.files_info(file=str(file["id"]))
    except REFUSED as refusal:
        raise FileAway(said.FILE_NOT_GIVEN) from refusal
    known = found.get("file") or {}
    if isinstance(known.get("size"), int) and known["size"] > most:
        raise FileTooLarge
    return str(known.get("url_private_download") or "")


def is_slacks(url: str, api_url: str) -> bool:
    """Whether this is a URL of Slack's, or of the host that the settings name as Slack's."""
    parts, api = urlsplit(url), urlsplit(api_url)
    own = parts.scheme == "https" and (parts.hostname or "").endswith(_HOSTS)
    return own or (parts.scheme, parts.netloc) == (api.scheme, api.netloc)
