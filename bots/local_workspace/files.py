"""Files that were uploaded: by the app in Slack's three steps, or by a person."""

import mimetypes
from dataclasses import dataclass

from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.stamps import Stamps

# The largest file that is taken.
MOST_BYTES = 50_000_000


@dataclass(slots=True, kw_only=True)
class StoredFile:
    """One file; `content` is None until the upload arrived."""

    id: str
    name: str
    title: str
    owner: str
    created: int
    length: int = 0
    content: bytes | None = None
    channels: tuple[str, ...] = ()

    @property
    def mimetype(self) -> str:
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    def as_json(self, base_url: str) -> Json:
        url = f"{base_url}/files/{self.id}/{self.name}"
        return {
            "id": self.id,
            "name": self.name,
            "title": self.title,
            "user": self.owner,
            "created": self.created,
            "timestamp": self.created,
            "mimetype": self.mimetype,
            "filetype": self.name.rpartition(".")[2].lower() if "." in self.name else "text",
            "size": len(self.content or b""),
            "mode": "hosted",
            "channels": list(self.channels),
            "url_private": url,
            "url_private_download": url,
        }


class Files:
    """All files of the workspace, by id."""

    def __init__(self, stamps: Stamps) -> None:
        self._stamps = stamps
        self.by_id: dict[str, StoredFile] = {}

    def expect(self, name: str, length: int, owner: str) -> StoredFile:
        file = StoredFile(
            id=self._stamps.id("F"),
            name=name.replace("/", "_"),
            title=name,
            owner=owner,
            created=int(self._stamps.now()),
            length=length,
        )
        self.by_id[file.id] = file
        return file

    def add(self, name: str, content: bytes, owner: str) -> StoredFile:
        file = self.expect(name, len(content), owner)
        file.content = content
        return file

    def get(self, file_id: str) -> StoredFile:
        if file_id not in self.by_id:
            raise SlackRefusalError(Code.FILE_NOT_FOUND)
        return self.by_id[file_id]
