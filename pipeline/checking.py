"""Every check of a statement that needs no database, in order; what passes is what may run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.catalog import Catalog, Column, Table
from pipeline.contract import Contract
from pipeline.kept_findings import KeptFindings
from pipeline.people import Person
from pipeline.rules.text.plain_words import listed
from pipeline.sql import (
    Denial,
    Grants,
    Inspection,
    Policy,
    PolicyOutcome,
    Tier,
    apply_permissions,
    apply_policy,
    check_contract,
    inspect,
)
from pipeline.sql.names.grants import table_in_catalog
from pipeline.sql.permitting.retired import retired_read
from pipeline.sql.policies.zero_dates import without_zero_dates
from pipeline.sql.stored_times import with_plain_times, with_stored_times
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.workspace import Workspace

# The cap is put on what runs, in `execute`: nobody is shown, or approves, a limit of ours.
_ALWAYS_OFF = frozenset({"missing_limit"})
_STAR, _UNBOUNDED = "star_select", "unbounded_dates"
_UNCONFIRMED = "filter_not_confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walls:
    """What a statement is held to besides its contract: the tables, a person's grants, a policy."""

    catalog: Catalog
    grants: Grants
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """The statement as it may run, and what people should know of it.

    `whole` is the statement before anybody's row filters and masks: what others may reuse.
    `unconfirmed` are conditions that nobody confirmed, `unbounded` large tables that are read
    without a date range. `stars` says that the statement selected every column, and whether a star
    was left that could not be written out.
    """

    sql: str
    whole: str
    notes: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    unbounded: tuple[str, ...] = ()
    stars: Literal["", "written out", "left"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """What is wrong with the statement, in sentences: writing it anew may mend it."""

    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """The asker may not read this, however it is written."""

    reason: str


# An approved query is looked at before it is offered and before it runs, for each who asks.
_FOUND = KeptFindings[Catalog, Passed | Failed | Forbidden](512)


def checked(
    sql: str, workspace: Workspace, asker: Person, contract: Contract
) -> Passed | Failed | Forbidden:
    """Every check as the workspace wants it, for the person who asks.

    It depends on the text, the catalog, the person's grants, the policy and the contract alone, so
    the same of all of them is looked at once.
    """
    policy = workspace.habits.policy
    walls = Walls(
        catalog=workspace.known.catalog,
        grants=workspace.grants_of(asker),
        policy=replace(policy, off=policy.off | _ALWAYS_OFF),
    )
    # As values, 1 and 1.0 would be the same contract.
    key = (sql, walls.grants.key, walls.policy, repr(contract))
    return _FOUND.found(walls.catalog, key, lambda: passed_walls(sql, walls, contract))


def passed_walls(sql: str, walls: Walls, contract: Contract) -> Passed | Failed | Forbidden:
    """Tier, contract, policy and permissions, each on the text that the one before let through."""
    catalog, own = walls.catalog, walls.policy.extra_functions
    inspection = _with_plain_times(inspect(sql, catalog.dialect, own), catalog, own)
    if inspection.tier is not Tier.T0 or inspection.regenerated is None:
        reason = inspection.reason or "That statement would change data, and I only read."
        return Failed(findings=(reason,))
    broken = check_contract(inspection.regenerated, catalog.dialect, contract, catalog, own)
    if any(finding.blocks for finding in broken):
        return Failed(findings=tuple(f.sentence for f in broken if f.blocks))
    outcome = apply_policy(
        inspection.regenerated, catalog.dialect, catalog, walls.policy, walls.grants
    )
    if outcome.blocked:
        return Failed(findings=tuple(f.sentence for f in outcome.findings if f.blocks))
    try:
        # Before the tables of a row filter are put in: those hold what the rows keep.
        timed, times = with_stored_times(outcome.sql, catalog)
    except StatementRefusedError as error:
        return Failed(findings=(str(error),))
    permitted = apply_permissions(timed, catalog.dialect, catalog, walls.grants, own)
    if isinstance(permitted, Denial):
        return Forbidden(reason=permitted.reason)
    retired = retired_read(inspection.regenerated, catalog.dialect, catalog, own)
    if retired:
        return Failed(
            findings=tuple(_not_to_use(column, table, walls) for table, column in retired)
        )
    found = (*broken, *outcome.findings)
    notes = tuple(f.sentence for f in found if f.code not in (_STAR, _UNCONFIRMED))
    limits = _limits(inspection.tables, walls)
    runs, missing = without_zero_dates(permitted, catalog)
    return Passed(
        sql=runs,
        # A star would show another day what nobody looked at.
        whole=outcome.sql,
        notes=(*notes, *missing, *times, *limits),
        unconfirmed=tuple(f.sentence for f in found if f.code == _UNCONFIRMED),
        unbounded=tuple(f.table for f in outcome.findings if f.code == _UNBOUNDED),
        stars=_stars(outcome, walls),
    )


def _stars(outcome: PolicyOutcome, walls: Walls) -> Literal["", "written out", "left"]:
    """What became of the stars of a statement."""
    if all(finding.code != _STAR for finding in outcome.findings):
        return ""
    again = apply_policy(
        outcome.sql, walls.catalog.dialect, walls.catalog, walls.policy, walls.grants
    )
    left = any(finding.code == _STAR for finding in again.findings)
    return "left" if left else "written out"


def _with_plain_times(inspection: Inspection, catalog: Catalog, own: frozenset[str]) -> Inspection:
    """The same of the query in which columns of stored times stand for times."""
    if inspection.tier is not Tier.T0 or inspection.regenerated is None:
        return inspection
    plain = with_plain_times(inspection.regenerated, catalog)
    same = plain == inspection.regenerated
    return inspection if same else inspect(plain, catalog.dialect, own)


def _limits(tables: Sequence[str], walls: Walls) -> tuple[str, ...]:
    """What the asker's own grants keep from them: a total of some rows is no total."""
    catalog = walls.catalog
    read = [table_in_catalog(name, catalog, catalog.dialect) for name in tables]
    grants = [(table.name, walls.grants.of(table)) for table in read if table is not None]
    filtered = sorted({name for name, grant in grants if grant and grant.row_filter})
    masked = sorted({name for name, grant in grants if grant and grant.masks})
    said = [f"Only those rows of {listed(filtered)} count that you may see."] if filtered else []
    said += [f"Some values of {listed(masked)} are masked for you."] if masked else []
    return tuple(said)


def _not_to_use(column: Column, table: Table, walls: Walls) -> str:
    """The finding for a column that the glossary retires, with what may be used instead."""
    named = column.retired.instead if column.retired else ()
    instead = [ref for ref in named if _shows(ref, walls)]
    use = f" Use {' or '.join(instead)} instead." if instead else " Nothing is named in its place."
    return f"{table.key}.{column.name} is not to be used any more.{use}"


def _shows(ref: str, walls: Walls) -> bool:
    """Whether the person may know of a `table.column`."""
    owner, _, name = ref.rpartition(".")
    table = walls.catalog.table(owner)
    grant = walls.grants.of(table) if table is not None else None
    return walls.grants.everything or (grant is not None and grant.shows(name))
