"""The active queries of one workspace in the index: which wordings, under which numbers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from knowledge.embeddings import EmbeddingsError, Part
from knowledge.matching import Pair, QuestionStore, Vectorised
from knowledge.validated import index_file
from knowledge.validated.index_file import IndexContent
from knowledge.validated.pairs import pairs_of
from knowledge.validated.query import Status, ValidatedQuery

log = structlog.get_logger(__name__)

# More wordings than this are embedded beside the work, not before the next answer.
_AT_ONCE = 200
# A small index is written whenever it grows; of a large one this many may be embedded anew.
_SMALL, _UNSAVED = 5_000, 100


@dataclass(frozen=True, slots=True)
class _Growth:
    """Wordings to be indexed: those whose vectors are there, and the others."""

    known: list[Pair]
    vectors: Vectorised | None
    new: list[Pair]


class PreparedQueries:
    """Rows, once read; numbers and wordings of all, read or not; and their file."""

    def __init__(self, workspace: str, questions: QuestionStore, path: Path | None) -> None:
        self._workspace = workspace
        self._path = path
        self._rows: dict[str, ValidatedQuery] = {}
        self._numbers: dict[str, list[int]] = {}
        # By number, the id of the query that a wording asks for, and the wording. A plain pair:
        # a start makes as many as there are wordings.
        self._wordings: dict[int, tuple[str, str]] = {}
        self._unsaved = 0
        self.questions = questions
        self.revisions: dict[str, int] = {}
        self.version = 0
        self._checked = True

    def row(self, query_id: str) -> ValidatedQuery | None:
        """The query of an id, if it was read."""
        return self._rows.get(query_id)

    def unread(self, numbers: Iterable[int]) -> list[str]:
        """The ids behind numbers whose rows were not read yet."""
        known = (self._wordings[number][0] for number in numbers if number in self._wordings)
        return [query_id for query_id in dict.fromkeys(known) if query_id not in self._rows]

    def rows_of(self, numbers: Iterable[int]) -> list[ValidatedQuery]:
        """The queries behind numbers in that order, each once; without those not read."""
        known = (self._wordings[number][0] for number in numbers if number in self._wordings)
        return [self._rows[query_id] for query_id in dict.fromkeys(known) if query_id in self._rows]

    def put(self, wanted: Sequence[str], rows: Iterable[ValidatedQuery]) -> None:
        """Take in rows that were read for their ids; what is no longer as indexed is forgotten."""
        found = {row.id: row for row in rows if row.status is Status.ACTIVE}
        self.forget([query_id for query_id in wanted if query_id not in found])
        for row in found.values():
            pairs = {pair.question: pair for pair in pairs_of(row)}
            self._rows[row.id] = row
            for number in list(self._numbers.get(row.id, ())):
                pair = pairs.get(self._wordings[number][1])
                if pair is None:
                    self._drop(number)
                else:
                    self.questions.put(number, pair)

    def take(self, changed: Sequence[ValidatedQuery], version: int) -> None:
        """Follow the rows changed up to a version: index the active ones, forget the others."""
        active = [query for query in changed if query.status is Status.ACTIVE]
        growth = self._growth(active)
        self.forget([query.id for query in changed])
        self._rows.update({query.id: query for query in active})
        self.revisions.update({query.id: query.revision for query in active})
        if growth.known:
            self._number(growth.known, self.questions.add(growth.known, growth.vectors))
        if growth.new:
            self._number(growth.new, self._added(growth.new))
            self._unsaved += len(growth.new)
        self.version = version
        self.keep()

    def forget(self, ids: Iterable[str]) -> None:
        for query_id in ids:
            for number in self._numbers.pop(query_id, []):
                del self._wordings[number]
                self.questions.remove([number])
            self._rows.pop(query_id, None)
            self.revisions.pop(query_id, None)

    def load(self) -> bool:
        """Know again what the file holds, if it holds anything for this model.

        A damaged file is passed over, and said in the log.
        """
        if self._path is None:
            return False
        try:
            content = index_file.load(self._path, model=self.questions.embedder.name)
        except index_file.DamagedIndexError as error:
            self._say_rebuilt(error)
            return False
        if content is not None:
            self._restore(content)
            return True
        before = index_file.model_of(self._path)
        if before:
            model = self.questions.embedder.name
            log.info("sentence_model_changed", workspace=self._workspace, before=before, now=model)
        return False

    def is_sound(self) -> bool:
        """Whether what `load` left unread is as it was written; a damaged file is thrown away."""
        if self._path is None:
            return True
        try:
            index_file.check(self._path)
        except FileNotFoundError:
            return True
        except index_file.DamagedIndexError as error:
            self._say_rebuilt(error)
            self._path.unlink(missing_ok=True)
            return False
        self._checked = True
        return True

    def _say_rebuilt(self, error: index_file.DamagedIndexError) -> None:
        log.warning("index_rebuilt", workspace=self._workspace, reason=str(error))

    def keep(self, *, now: bool = False) -> None:
        """Write the file if it is worth it; never while vectors are owed, or to be checked."""
        due = self._unsaved and (len(self._wordings) <= _SMALL or self._unsaved >= _UNSAVED)
        if self.questions.owed(1) or not (due or now):
            return
        self._save(self._wordings, self.version)
        self._unsaved = 0

    def keep_so_far(self) -> None:
        """Write the queries of which no vector is owed, so that a kill loses no more than others.

        Its version is none of the store's: whoever loads it reads which rows are missing.
        """
        owed = {self._wordings[number][0] for number in self.questions.owed()}
        whole = {number: said for number, said in self._wordings.items() if said[0] not in owed}
        self._save(whole, 0)

    def _save(self, wordings: Mapping[int, tuple[str, str]], version: int) -> None:
        if self._path is None or not self._checked:
            return
        ids = {query for query, _ in wordings.values()}
        content = IndexContent(
            model=self.questions.embedder.name,
            version=version,
            revisions={id_: known for id_, known in self.revisions.items() if id_ in ids},
            numbers=list(wordings),
            queries=[query for query, _ in wordings.values()],
            texts=[text for _, text in wordings.values()],
            parts=self.questions.parts(),
        )
        index_file.save(content, self._path)

    def take_over(self, earlier: "PreparedQueries") -> None:
        """Have the vectors that are owed here and were made there, of the same model."""
        if earlier.questions.embedder.name != self.questions.embedder.name:
            return
        made = earlier.embedded()
        owed = {number: self._wordings[number] for number in self.questions.owed()}
        found = {number: made[said] for number, said in owed.items() if said in made}
        if found:
            vectors = earlier.questions.vectors_of(list(found.values()))
            self.questions.settle(list(found), vectors)

    def embedded(self) -> dict[tuple[str, str], int]:
        """By query and wording, the numbers of those that have vectors."""
        owed = set(self.questions.owed())
        return {said: number for number, said in self._wordings.items() if number not in owed}

    def _restore(self, content: IndexContent) -> None:
        self.questions.restore(content.parts)
        self.version, self._checked = content.version, content.checked
        self.revisions = dict(content.revisions)
        wordings = zip(content.queries, content.texts, strict=True)
        self._wordings = dict(zip(content.numbers, wordings, strict=True))
        numbers = defaultdict[str, list[int]](list)
        for number, query in zip(content.numbers, content.queries, strict=True):
            numbers[query].append(number)
        self._numbers = dict(numbers)
        if not content.version:
            # Of queries that were still being embedded, some parts may be there.
            self.questions.remove(sorted(_numbers_in(content.parts) - self._wordings.keys()))

    def _growth(self, queries: Sequence[ValidatedQuery]) -> _Growth:
        """The pairs of queries; a wording that was indexed before keeps its vectors."""
        known, numbers, new = list[Pair](), list[int](), list[Pair]()
        owed = set(self.questions.owed())
        for query in queries:
            before = {self._wordings[n][1]: n for n in self._numbers.get(query.id, ())}
            for pair in pairs_of(query):
                number = before.get(pair.question)
                if number is None or number in owed:
                    new.append(pair)
                else:
                    known.append(pair)
                    numbers.append(number)
        return _Growth(known, self.questions.vectors_of(numbers) if numbers else None, new)

    def _added(self, pairs: Sequence[Pair]) -> list[int]:
        if len(pairs) <= _AT_ONCE:
            try:
                return self.questions.add(pairs)
            except EmbeddingsError as error:
                log.warning("wordings_not_embedded", workspace=self._workspace, reason=str(error))
        return self.questions.add_later(pairs)

    def _number(self, pairs: Sequence[Pair], numbers: Sequence[int]) -> None:
        for pair, number in zip(pairs, numbers, strict=True):
            self._wordings[number] = (pair.id, pair.question)
            self._numbers.setdefault(pair.id, []).append(number)

    def _drop(self, number: int) -> None:
        query, _ = self._wordings.pop(number)
        self._numbers[query].remove(number)
        self.questions.remove([number])


def _numbers_in(parts: Mapping[str, Part]) -> set[int]:
    """Every number that the parts of an index know something by."""
    return {
        int(number)
        for name, part in parts.items()
        if name.endswith(".numbers")
        for number in part.tolist()
    }
