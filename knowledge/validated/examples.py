"""Few-shot examples for a generator: near the question, and unlike each other."""

import re
from collections.abc import Sequence

from knowledge.validated.query import ValidatedQuery

_LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b")


def of_different_templates(queries: Sequence[ValidatedQuery]) -> tuple[ValidatedQuery, ...]:
    """The first of each template in order, then the others in order."""
    seen: set[str] = set()
    first: list[ValidatedQuery] = []
    later: list[ValidatedQuery] = []
    for query in queries:
        family = template_of(query.sql)
        (later if family in seen else first).append(query)
        seen.add(family)
    return (*first, *later)


def template_of(sql: str) -> str:
    """The statement without its literals, for telling families of queries apart."""
    return " ".join(_LITERAL.sub("?", sql).lower().split()).rstrip("; ")
