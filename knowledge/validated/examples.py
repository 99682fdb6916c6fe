"""Few-shot examples for a generator: near the question, and unlike each other."""

import re
from collections.abc import Sequence

from knowledge.matching.store import QuestionStore
from knowledge.validated.query import Status, ValidatedQuery

_LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b")


def examples_for(
    question: str, queries: Sequence[ValidatedQuery], store: QuestionStore, *, count: int = 4
) -> tuple[ValidatedQuery, ...]:
    """The nearest active queries, one of each template before a second of any."""
    rows = store.embedder.embed([question, *(query.question for query in queries)])
    near = rows[1:] @ rows[0]
    order = sorted(range(len(queries)), key=lambda place: -near[place])
    active = [queries[place] for place in order if queries[place].status is Status.ACTIVE]
    return tuple(_spread(active)[:count])


def _spread(queries: Sequence[ValidatedQuery]) -> list[ValidatedQuery]:
    """The first of each template in order, then the others in order."""
    seen: set[str] = set()
    first: list[ValidatedQuery] = []
    later: list[ValidatedQuery] = []
    for query in queries:
        family = template_of(query.sql)
        (later if family in seen else first).append(query)
        seen.add(family)
    return first + later


def template_of(sql: str) -> str:
    """The statement without its literals, for telling families of queries apart."""
    return " ".join(_LITERAL.sub("?", sql).lower().split()).rstrip("; ")
