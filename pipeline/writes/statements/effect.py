"""What a statement is about to do, read from its tree: the verb, the table, what it sets."""

from dataclasses import dataclass
from enum import StrEnum

from sqlglot import exp

from knowledge.dotted_names import database_name
from pipeline.writes.explaining.sentences import tree_of
from pipeline.writes.live import TableName
from pipeline.writes.values import Proposal

# The parser does not know these words; they change which values an identity column takes, no more.
OVERRIDING = " OVERRIDING SYSTEM VALUE"


class Verb(StrEnum):
    """What happens to rows or to the schema."""

    INSERT = "INSERT"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    UPSERT = "UPSERT"
    SCHEMA = "SCHEMA"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One statement's effect. `target` is None where it creates something new.

    `reads` are the other tables whose rows decide what happens; `sets` the columns it assigns.
    """

    verb: Verb
    tree: exp.Expr
    target: exp.Table | None
    reads: tuple[TableName, ...] = ()
    sets: tuple[str, ...] = ()


class UnclearEffectError(Exception):
    """What the statement does cannot be told well enough to try it out."""

    def __init__(self, *, because: str) -> None:
        self.reason = because
        super().__init__(because)


def effect_of(proposal: Proposal) -> Effect:
    """The effect of a proposed statement.

    Raises `UnclearEffectError`.
    """
    tree = _tree(proposal)
    if isinstance(tree, exp.Insert):
        return _of_insert(tree, proposal.dialect)
    if isinstance(tree, exp.Update):
        return _of_update(tree, proposal.dialect)
    if isinstance(tree, exp.Delete):
        return _of_delete(tree, proposal.dialect)
    if isinstance(tree, exp.Merge):
        target = _table(tree.this)
        reads = _reads(tree, target, proposal.dialect)
        return Effect(verb=Verb.UPSERT, tree=tree, target=target, reads=reads)
    if not isinstance(tree, exp.Create | exp.Alter | exp.Comment | exp.Drop):
        raise UnclearEffectError(because="what it does cannot be told from its words")
    altered = schema_target(tree)
    reads = _reads(tree, altered, proposal.dialect)
    return Effect(verb=Verb.SCHEMA, tree=tree, target=altered, reads=reads)


def _tree(proposal: Proposal) -> exp.Expr:
    text = proposal.sql.replace(OVERRIDING, "", 1) if proposal.undoes else proposal.sql
    tree = tree_of(text, proposal.dialect)
    if tree is None:
        raise UnclearEffectError(because="it cannot be parsed as one statement")
    return tree


def _of_insert(tree: exp.Insert, dialect: str) -> Effect:
    target = _table(tree.this)
    conflict = tree.args.get("conflict")
    replaces = str(tree.args.get("alternative") or "").upper() == "REPLACE"
    updates = isinstance(conflict, exp.OnConflict) and (
        bool(conflict.expressions) or "UPDATE" in str(conflict.args.get("action")).upper()
    )
    columns = tree.this.expressions if isinstance(tree.this, exp.Schema) else []
    return Effect(
        verb=Verb.UPSERT if updates or replaces else Verb.INSERT,
        tree=tree,
        target=target,
        reads=_reads(tree, target, dialect),
        sets=tuple(column.name for column in columns),
    )


def _of_update(tree: exp.Update, dialect: str) -> Effect:
    target = _table(tree.this)
    assigned = [
        column
        for pair in tree.expressions
        for column in (pair.this.expressions if isinstance(pair.this, exp.Tuple) else (pair.this,))
    ]
    own = {target.alias_or_name.lower(), ""}
    if any(column.table.lower() not in own for column in assigned):
        raise UnclearEffectError(because="it changes more than one table at once")
    return Effect(
        verb=Verb.UPDATE,
        tree=tree,
        target=target,
        reads=_reads(tree, target, dialect),
        sets=tuple(column.name for column in assigned),
    )


def _of_delete(tree: exp.Delete, dialect: str) -> Effect:
    named = tree.args.get("tables") or []
    target = _table(tree.this)
    if len(named) > 1:
        raise UnclearEffectError(because="it deletes from more than one table at once")
    if named and named[0].name.lower() not in (target.alias_or_name.lower(), target.name.lower()):
        raise UnclearEffectError(
            because="it deletes from another table than the first that it names"
        )
    return Effect(verb=Verb.DELETE, tree=tree, target=target, reads=_reads(tree, target, dialect))


def schema_target(tree: exp.Expr) -> exp.Table | None:
    """The existing table that a schema change is about; None for one that makes something new."""
    if isinstance(tree, exp.Create):
        index = tree.this
        return index.args.get("table") if isinstance(index, exp.Index) else None
    if isinstance(tree, exp.Drop):
        on = tree.args.get("cluster")
        return on.this if isinstance(on, exp.Expr) and isinstance(on.this, exp.Table) else None
    found = tree.this
    return found if isinstance(found, exp.Table) else None


def _table(node: exp.Expr | None) -> exp.Table:
    found = node.this if isinstance(node, exp.Schema) else node
    if not isinstance(found, exp.Table):
        raise UnclearEffectError(because="what it changes is not a plain table")
    return found


def _reads(tree: exp.Expr, target: exp.Table | None, dialect: str) -> tuple[TableName, ...]:
    defined = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    named = [node for node in tree.find_all(exp.Table) if node is not target]
    return tuple(
        dict.fromkeys(
            name_of(node, dialect) for node in named if node.db or node.name.lower() not in defined
        )
    )


def name_of(table: exp.Table, dialect: str) -> TableName:
    """The name as the engine understands it: PostgreSQL writes what is not quoted small."""
    parts = [part for part in (table.args.get("db"), table.this) if part is not None]
    small = dialect == "postgres"
    names = [p.name.lower() if small and not p.args.get("quoted") else p.name for p in parts]
    names = [database_name(name) for name in names]
    return TableName(name=names[-1], schema=names[0] if len(names) > 1 else "")
