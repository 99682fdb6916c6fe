"""Files of threads, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, select

from review.adapters.statements import Statements
from review.adapters.tables import thread_files
from review.adapters.upserts import put
from review.ledger.thread_files import ThreadFile

_LISTED = tuple(column for column in thread_files.c if column.name != "content")
_OF = (
    select(*_LISTED)
    .where(thread_files.c.workspace == bindparam("of"))
    .order_by(thread_files.c.dropped_at, thread_files.c.id)
)
_CONTENT = select(thread_files.c.content).where(thread_files.c.id == bindparam("of"))
_REMOVE = delete(thread_files).where(thread_files.c.workspace == bindparam("of"))
_REPLACE = delete(thread_files).where(
    thread_files.c.workspace == bindparam("of"), thread_files.c.name == bindparam("called")
)
_WORKSPACES = select(thread_files.c.workspace).distinct()


class SqlThreadFiles:
    """The ThreadFiles port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def add(self, file: ThreadFile, content: bytes) -> None:
        named = {"of": file.workspace, "called": file.name}
        await self._connection.execute(_REPLACE, named)
        await put(self._connection, thread_files, asdict(file) | {"content": content})

    async def of(self, workspace: str) -> Sequence[ThreadFile]:
        rows = await self._connection.execute(_OF, {"of": workspace})
        return [ThreadFile(**row) for row in rows.all()]

    async def content(self, file: str) -> bytes | None:
        found = (await self._connection.execute(_CONTENT, {"of": file})).value()
        return None if found is None else bytes(found)

    async def remove(self, workspace: str) -> int:
        return (await self._connection.execute(_REMOVE, {"of": workspace})).changed

    async def workspaces(self) -> frozenset[str]:
        return frozenset((await self._connection.execute(_WORKSPACES)).column())
