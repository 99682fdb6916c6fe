"""Whether a person may have this change made here, as the workspace's rules and grants say."""

import sqlglot
from sqlglot import exp

from knowledge.catalog import Catalog
from knowledge.dotted_names import database_name
from pipeline.people import Person
from pipeline.result import Refusal
from pipeline.sql import Grants, Tier, inspect
from pipeline.sql.names.grants import table_in_catalog
from pipeline.writes.rules import APPROVABLE, WriteRules
from pipeline.writes.values import Proposal

_ASK_AN_ADMIN = "The administrator of this workspace can allow it."
_KINDS = {Tier.T1: "Changes of data", Tier.T2: "Changes of the schema"}


def may_not_ask(asker: Person, rules: WriteRules, *, undoes: bool = False) -> Refusal | None:
    """Why this person may not ask for changes at all; approvers may ask to undo one."""
    if rules.may_ask(asker) or (undoes and rules.may_approve(asker)):
        return None
    roles = " or ".join(sorted(rules.asker_roles))
    return _refused("not_permitted", f"Only people with the role {roles} may ask for changes here.")


def not_allowed(
    proposal: Proposal, asker: Person, rules: WriteRules, catalog: Catalog, grants: Grants
) -> Refusal | None:
    """Why this change may not be asked for, whoever would approve it."""
    return (
        _wrong_tier(proposal, rules)
        or _wrong_tables(proposal, rules)
        or _unseen(proposal, asker, catalog, grants)
    )


def _wrong_tier(proposal: Proposal, rules: WriteRules) -> Refusal | None:
    tier = proposal.tier
    if tier not in APPROVABLE:
        reason = "This kind of statement never runs, and nobody can approve it."
        return _refused("never", reason, "Ask the owner of the database to do this themselves.")
    if tier not in rules.tiers:
        return _refused("tier_not_allowed", f"{_KINDS[tier]} are not allowed here.")
    return None


def _wrong_tables(proposal: Proposal, rules: WriteRules) -> Refusal | None:
    if rules.tables is None:
        return None
    touched = [database_name(table) for table in proposal.tables]
    others = [table for table in touched if table.lower() not in rules.tables]
    if not others and proposal.tables:
        return None
    named = ", ".join(others) or "something that is no table"
    allowed = ", ".join(sorted(rules.tables))
    reason = f"It touches {named}; here only these tables may be changed: {allowed}."
    return _refused("table_not_allowed", reason)


def _unseen(proposal: Proposal, asker: Person, catalog: Catalog, grants: Grants) -> Refusal | None:
    """A change tells its asker how many rows it found: they must be able to see what it reads."""
    if grants.everything:
        return None
    columns = {each.rpartition(".")[2].lower() for each in _columns_of(proposal)}
    for name in proposal.tables:
        table = table_in_catalog(name, catalog, proposal.dialect)
        if table is None:
            if proposal.undoes or name.lower() == _made_by(proposal):
                continue
            return _refused("not_permitted", f"{name} is not a table of this workspace.")
        grant = grants.of(table)
        if grant is None or grant.row_filter or grant.masks:
            reason = f"You may not see all of {table.name}, so you cannot ask to change it."
            return _refused("not_permitted", reason, f"{asker.name or 'You'} may ask a colleague.")
        hidden = {c.name.lower() for c in table.columns if not grant.shows(c.name)}
        if hidden and proposal.undoes:
            reason = f"Taking it back shows all of {table.name}, and you may not see all of it."
            return _refused("not_permitted", reason, "Ask a colleague who may.")
        if hidden and (hidden & columns or _reaches_further(proposal)):
            reason = f"It uses columns of {table.name} that you may not see, or could read them."
            return _refused("not_permitted", reason, "Leave them out, or ask a colleague to ask.")
    return None


def _columns_of(proposal: Proposal) -> tuple[str, ...]:
    return inspect(proposal.sql, proposal.dialect).columns


def _made_by(proposal: Proposal) -> str:
    """The name of what a CREATE makes, as the inspection writes it; empty for anything else."""
    tree = sqlglot.parse_one(proposal.sql, dialect=proposal.dialect)
    if not isinstance(tree, exp.Create) or str(tree.kind).upper() not in ("TABLE", "VIEW"):
        return ""
    made = tree.this.find(exp.Table)
    return ".".join(part.name for part in made.parts).lower() if made is not None else ""


def _reaches_further(proposal: Proposal) -> bool:
    """Whether it could read a column without naming it: whole rows, stars, joins, new names."""
    tree = sqlglot.parse_one(proposal.sql, dialect=proposal.dialect)
    tables = list(tree.find_all(exp.Table))
    names = {name.lower() for table in tables for name in (table.name, table.alias) if name}
    used = {column.name.lower() for column in tree.find_all(exp.Column)}
    return (
        len(tables) > 1
        or tree.find(exp.Select, exp.Star) is not None
        or bool(names & used)
        or any(alias.args.get("columns") for alias in tree.find_all(exp.TableAlias))
    )


def _refused(code: str, reason: str, next_step: str = _ASK_AN_ADMIN) -> Refusal:
    return Refusal(code=code, reason=f"{reason} Nothing was changed.", next_step=next_step)
