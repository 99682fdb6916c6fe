"""Files of Teams messages: in personal chats Teams gives an address to fetch them from."""

from collections.abc import Sequence
from typing import Final

import httpx

from bots.files import DroppedFile, FileAway, FileTooLarge, read_part_by_part
from bots.teams.activities import Json
from bots.teams.admitting.cloud import Cloud
from bots.wording import teams as say

_GIVEN: Final = "application/vnd.microsoft.teams.file.download.info"
# In channels and group chats: where the file is for people, which is closed to apps.
_REFERRED: Final = "reference"
_PICTURE: Final = "image/"
_TIMEOUT_SECONDS: Final = 60


def dropped_files(
    attachments: Sequence[Json], message: str, cloud: Cloud
) -> tuple[DroppedFile, ...]:
    """The files among a message's attachments; none of them is fetched yet."""
    return tuple(
        _dropped(each, f"{message}:{place}", cloud)
        for place, each in enumerate(attachments)
        if _is_file(str(each.get("contentType") or ""))
    )


def _is_file(kind: str) -> bool:
    return kind in (_GIVEN, _REFERRED) or kind.startswith(_PICTURE)


def _dropped(attachment: Json, place: str, cloud: Cloud) -> DroppedFile:
    kind, content = str(attachment["contentType"]), attachment.get("content")
    given = content if isinstance(content, dict) else {}
    name = str(attachment.get("name") or "")
    if kind.startswith(_PICTURE):
        name = name or "picture.png"

    async def fetch(most: int) -> bytes:
        if kind != _GIVEN:
            raise FileAway(say.FILE_NOT_FOR_APPS)
        return await _fetched(str(given.get("downloadUrl") or ""), most, cloud)

    unique = str(given.get("uniqueId") or place)
    return DroppedFile(id=f"teams:{place}:{unique}", name=name or "file", size=None, fetch=fetch)


async def _fetched(url: str, most: int, cloud: Cloud) -> bytes:
    """The bytes of the file, from where Microsoft keeps files. Raises FileAway, FileTooLarge."""
    if not cloud.keeps_files(url):
        raise FileAway(say.FILE_FROM_ELSEWHERE)
    try:
        async with (
            httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client,
            client.stream("GET", url) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise FileAway(say.FILE_NOT_GIVEN)
            stated = answer.headers.get("Content-Length", "")
            if stated.isdigit() and int(stated) > most:
                raise FileTooLarge
            return await read_part_by_part(answer.aiter_bytes(), most)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise FileAway(say.FILE_LOST) from error
