"""A change whose condition leaves no row out is not approvable, in whatever dialect it is told."""

import sqlglot

from pipeline.sql import Policy, Tier, apply_policy, inspect
from pipeline.sql.policies.every_row import changes_every_row
from pipeline.sql.text.dialects import DIALECT_NAMES, dialect_named
from pipeline.writes.statements.permitted import not_permitted
from pipeline.writes.values import Impossible, Proposal
from tests.pipeline.sql.case_files import HERE
from tests.pipeline.sql.catalogs import a_shop
from tests.tables import each_of


def changes(name: str) -> list[tuple[str, str]]:
    """The changes of a file that are T1 in their dialect, or `*` in all that have the form."""
    found = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines()[1:]:
        dialect, sql = line.split("|", 1)
        found += [(each, sql) for each in (DIALECT_NAMES if dialect == "*" else [dialect])]
    return found


def proposed(dialect: str, sql: str) -> Proposal | None:
    inspection = inspect(sql, dialect)
    if inspection.tier is not Tier.T1 or inspection.regenerated is None:
        return None
    return Proposal(
        sql=inspection.regenerated,
        dialect=dialect,
        tier=Tier.T1,
        kind=inspection.kind,
        tables=inspection.tables,
        explanation="",
    )


@each_of(("dialect", "sql"), changes("every_row.txt"))
def test_a_condition_that_leaves_no_row_out_is_none(dialect: str, sql: str) -> None:
    proposal = proposed(dialect, sql)
    outcome = apply_policy(sql, dialect, a_shop(dialect), Policy())

    assert proposal is None or isinstance(not_permitted(proposal), Impossible)
    assert outcome.blocked


@each_of(("dialect", "sql"), changes("some_rows.txt"))
def test_a_condition_that_leaves_rows_out_is_one(dialect: str, sql: str) -> None:
    served = dialect_named(dialect)
    proposal = proposed(dialect, sql)

    assert served is not None
    assert proposal is not None
    assert not changes_every_row(sqlglot.parse_one(proposal.sql, read=served.grammar))
    assert not_permitted(proposal) is None
