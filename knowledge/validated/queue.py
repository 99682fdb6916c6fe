"""The order in which waiting queries are worth a reviewer's time."""

from collections.abc import Iterable

from knowledge.validated.examples import template_of
from knowledge.validated.query import Status, ValidatedQuery


def to_review(queries: Iterable[ValidatedQuery]) -> tuple[ValidatedQuery, ...]:
    """The waiting queries: the most used first, and of those the ones unlike what is approved."""
    listed = list(queries)
    known = {template_of(query.sql) for query in listed if query.status is Status.ACTIVE}
    waiting = [query for query in listed if query.status is Status.DEMOTED]
    return tuple(
        sorted(waiting, key=lambda query: (-query.usage.used, template_of(query.sql) in known))
    )


def never_approved(queries: Iterable[ValidatedQuery]) -> tuple[ValidatedQuery, ...]:
    """What came from elsewhere and nobody here has approved yet, in the order of `to_review`."""
    return tuple(query for query in to_review(queries) if query.approved_at is None)


def with_new_wordings(queries: Iterable[ValidatedQuery]) -> tuple[ValidatedQuery, ...]:
    """The active queries with askers' wordings that nobody has accepted, the most of them first."""
    proposed = (query for query in queries if query.status is Status.ACTIVE and query.proposed)
    return tuple(sorted(proposed, key=lambda query: -len(query.proposed)))
