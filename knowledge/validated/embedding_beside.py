"""Making the vectors that a workspace's queries are owed beside the work, some at a time."""

import asyncio

import structlog

from knowledge.embeddings import EmbeddingsError
from knowledge.validated.prepared import PreparedQueries

log = structlog.get_logger(__name__)

_TOGETHER = 64
# After so many vectors the file is written, then after twice as many, and so on: a kill loses half
# of the work at most, and all that is written is no more than twice the whole file.
_KEPT_FIRST = 512


class EmbeddingBeside:
    """Embeds under the turn of those who look; words alone find the others so far.

    Where a workspace is prepared anew, the later one goes on with what the earlier one made: two
    never embed the same.
    """

    def __init__(self, workspace: str, turn: asyncio.Lock) -> None:
        self._workspace = workspace
        self._turn = turn
        self._earlier: EmbeddingBeside | None = None
        self._prepared: PreparedQueries | None = None
        self._task: asyncio.Task[None] | None = None
        self._over = False

    def follow(self, earlier: "EmbeddingBeside") -> None:
        """Take over from it, or from whom it would have taken over itself."""
        self._earlier = earlier.last_begun()

    def last_begun(self) -> "EmbeddingBeside | None":
        return self if self._prepared is not None else self._earlier

    def begin(self, prepared: PreparedQueries) -> None:
        """Make what is owed, unless somebody is at it."""
        running = self._task is not None and not self._task.done()
        if not prepared.questions.owed(1):
            self._earlier = None
        elif not running and not self._over:
            self._prepared = prepared
            self._task = asyncio.create_task(self._embed(prepared))

    def drop(self) -> None:
        """What was begun is damaged, and begins anew."""
        self._prepared = None

    async def settled(self) -> None:
        """Wait until nothing is embedded."""
        if self._task is not None:
            await self._task

    async def stop(self) -> None:
        """Begin nothing any more; what was made so far is kept."""
        self._over = True
        await self.settled()

    async def hand_over(self, later: PreparedQueries) -> None:
        """Give the later ones the vectors that were made here."""
        async with self._turn:
            if self._prepared is not None:
                await asyncio.to_thread(later.take_over, self._prepared)

    async def _embed(self, prepared: PreparedQueries) -> None:
        questions = prepared.questions
        said = log.bind(workspace=self._workspace, model=questions.embedder.name)
        await self._take_over(prepared)
        said.info("embedding_wordings", wordings=len(questions.owed()))
        made, kept = 0, _KEPT_FIRST
        while (numbers := questions.owed(_TOGETHER)) and not self._over:
            pairs = [questions.pair(number) for number in numbers]
            try:
                vectors = await asyncio.to_thread(questions.vectorised, pairs)
            except EmbeddingsError as error:
                said.warning("wordings_not_embedded", reason=str(error))
                return
            async with self._turn:
                if prepared is not self._prepared:
                    # What was begun with a damaged file begins anew without it.
                    return
                await asyncio.to_thread(questions.settle, numbers, vectors)
                made += len(numbers)
                if made >= kept:
                    await asyncio.to_thread(prepared.keep_so_far)
                    kept *= 2
        async with self._turn:
            if questions.owed(1):
                await asyncio.to_thread(prepared.keep_so_far)
                return
            await asyncio.to_thread(prepared.keep, now=True)
            self._prepared = None
        said.info("wordings_embedded")

    async def _take_over(self, prepared: PreparedQueries) -> None:
        earlier, self._earlier = self._earlier, None
        if earlier is not None:
            await earlier.stop()
            async with self._turn:
                await earlier.hand_over(prepared)
