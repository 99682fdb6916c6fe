"""Tables that a question names and a reading leaves out: rows that have some, or one row for each.

`customers who hold an account` are all customers only to somebody who overheard the accounts.
"""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Intent, Measure, Related
from pipeline.rules.linking.clause_reading import columns_of
from pipeline.rules.schema.edges import DECLARED
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.plain_words import listed, plain, plural

WITH, EACH, NUMBER, ALSO = "with:", "each:", "number:", "also:"
WAYS = (WITH, EACH, NUMBER, ALSO)
_AND, _MOST = "+", 2
_FAR = float("inf")


def with_named(intent: Intent, named: Sequence[str], about: Known) -> list[tuple[str, str]]:
    """Ids and labels of the readings that keep what was named."""
    near = [table for table in named if _is_near(table, intent, about)][:_MOST]
    if not near:
        return []
    told = [table for table in near if not _all_have(table, intent, about)]
    together = [told] if len(told) == 1 else [told, *([table] for table in told)]
    found = [
        (WITH + _AND.join(some), f"Only those with {_listed(some)}") for some in together if some
    ]  # fmt: skip
    if not intent.measures and not intent.dimensions:
        first = near[0]
        if first in told:
            found.append((EACH + first, f"One row for each of their {plural(plain(first))}"))
        if _names_of(first, about):
            found.append((ALSO + first, f"Also show their {plural(plain(first))}"))
    if _counts_rows(intent):
        found += [(NUMBER + table, f"The number of {plural(plain(table))}") for table in near]
    return found


def pointed_at(intent: Intent, about: Known) -> set[str]:
    """The tables whose keys a reading uses: `in the same branch as Bo` speaks of branches."""
    read = read_by(intent)
    tables = {ref.rpartition(".")[0] for ref in read}
    return {
        edge.right
        for table in tables
        for edge in about.joins.edges(table)
        if not edge.multiplies and {f"{table}.{left}" for left, _ in edge.pairs} <= read
    }


def read_by(intent: Intent) -> set[str]:
    """The columns that a reading shows, groups by, measures or compares."""
    read = {o for o in intent.outputs if isinstance(o, str)}
    read |= {dimension.column for dimension in intent.dimensions}
    read |= {measure.column for measure in intent.measures}
    return (read | compared_by(intent)) - {""}


def compared_by(intent: Intent) -> set[str]:
    """The columns of its conditions."""
    clauses = (*intent.filters, *(clause for branch in intent.both for clause in branch))
    return {ref for clause in clauses for ref in columns_of(clause)}


def as_named(intent: Intent, key: str, about: Known) -> Intent | None:
    """The intent read in one of these ways; None where it cannot be."""
    kind, _, said = key.partition(":")
    tables = said.split(_AND)
    if not all(_is_near(table, intent, about) for table in tables):
        return None
    if f"{kind}:" == NUMBER:
        first, *rest = intent.measures
        counted = Measure(function="count", table=tables[0], where=first.where)
        subject = intent.subject if intent.dimensions else tables[0]
        return replace(intent, measures=(counted, *rest), subject=subject)
    if f"{kind}:" == ALSO:
        return replace(intent, outputs=(*intent.outputs, *_names_of(tables[0], about)))
    belonging = tuple(Related(table=table) for table in tables)
    each = f"{kind}:" == EACH
    return replace(intent, filters=(*intent.filters, *belonging), matches=intent.matches or each)


def _is_near(table: str, intent: Intent, about: Known) -> bool:
    start = intent.measures[0].table if intent.measures else intent.subject
    apart = table in about.allowed and table != start and not intent.both
    return apart and about.joins.distance(start, table) < _FAR


def _all_have(table: str, intent: Intent, about: Known) -> bool:
    """Whether every row leads to one of that table: `only those with one` would be all of them."""
    start = intent.measures[0].table if intent.measures else intent.subject
    path = about.joins.path(start, table) or ()
    refs = [f"{edge.left}.{left}" for edge in path for left, _ in edge.pairs]
    leading = all(not edge.multiplies and edge.cost == DECLARED for edge in path)
    return bool(path) and leading and not any(about.may_be_empty(ref) for ref in refs)


def _names_of(table: str, about: Known) -> tuple[str, ...]:
    return tuple(f"{table}.{name}" for name in display_columns(about.table(table)))


def _counts_rows(intent: Intent) -> bool:
    one = intent.measures[0] if intent.measures else None
    return one is not None and one.function == "count" and not one.column


def _listed(tables: Sequence[str]) -> str:
    return listed(plural(plain(table)) for table in tables)
