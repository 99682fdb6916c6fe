"""Rows that a denied value leaves out because they have none: owners without an insurer."""

from collections.abc import Iterator

from knowledge.sentences import capital
from pipeline.intent import Condition, Intent
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain, plural, with_article

_DENIED = frozenset(("!=", "not in", "not like"))


def left_out_blanks(intent: Intent, known: Known) -> Iterator[str]:
    """A sentence for each denied value that some rows have nothing to compare with."""
    start = intent.measures[0].table if intent.measures else intent.subject
    for clause in intent.filters:
        if not isinstance(clause, Condition) or clause.operator not in _DENIED:
            continue
        owner, _, name = clause.column.rpartition(".")
        if known.column(clause.column).null_share:
            yield _without(owner, plain(name))
        for edge in known.joins.path(start, owner) or () if start else ():
            refs = [f"{edge.left}.{left}" for left, _ in edge.pairs]
            if not edge.multiplies and any(known.column(ref).null_share for ref in refs):
                yield _without(edge.left, plain(edge.right))


def _without(table: str, what: str) -> str:
    return f"{capital(plural(plain(table)))} without {with_article(what)} are left out."
