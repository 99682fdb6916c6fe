"""The rules on statements that change something: which may be approved, and which never run."""

from sqlglot import exp

from pipeline.sql.text.allow_list import read_nodes, schema_nodes, write_nodes
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.tier import Tier

_READS = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.Pivot)
_WRITES = (exp.Insert, exp.Update, exp.Delete, exp.Merge)
_SCHEMA_CHANGES = (exp.Create, exp.Alter, exp.Comment)
_CREATABLE = frozenset({"TABLE", "VIEW", "INDEX", "NONCLUSTERED INDEX", "SCHEMA"})
_ALTER_ACTIONS = (
    exp.ColumnDef,
    exp.AddConstraint,
    exp.RenameColumn,
    exp.AlterRename,
    exp.AlterColumn,
    exp.ModifyColumn,
)
_SYSTEM_SCHEMAS = frozenset(
    [
        "pg_catalog",
        "information_schema",
        "mysql",
        "sys",
        "performance_schema",
        "sqlite_master",
        "sqlite_schema",
    ]
)
_COMMENTED = frozenset({"TABLE", "COLUMN", "VIEW", "INDEX", "SCHEMA"})


def tier_of_root(tree: exp.Expr) -> Tier:
    """The tier that the kind of statement has by itself; refuses what never runs."""
    if isinstance(tree, _READS):
        return Tier.T0
    if isinstance(tree, _WRITES):
        _check_write(tree)
        return Tier.T1
    if isinstance(tree, _SCHEMA_CHANGES):
        _check_schema_change(tree)
        return Tier.T2
    raise StatementRefusedError(
        because=f"a statement of the kind '{_kind(tree)}' is not on the allow-list"
    )


def _kind(tree: exp.Expr) -> str:
    return tree.name.lower() if isinstance(tree, exp.Command) else tree.key


def kind_of_root(tree: exp.Expr) -> str:
    """The kind of statement in a word or two."""
    if isinstance(tree, _READS):
        return "select"
    if isinstance(tree, exp.Create | exp.Alter):
        return f"{tree.key} {str(tree.args.get('kind', '')).lower()}"
    return tree.key


def nodes_of_tier(tier: Tier) -> frozenset[str]:
    """The syntax that a statement of the tier may hold."""
    return {Tier.T0: read_nodes(), Tier.T1: write_nodes(), Tier.T2: schema_nodes()}[tier]


def _check_write(tree: exp.Expr) -> None:
    for node in tree.walk():
        if node is not tree and isinstance(node, _WRITES) and not _is_merge_action(node):
            raise StatementRefusedError(because="it hides a write inside another statement")
    if tree.args.get("overwrite") or tree.args.get("is_function"):
        raise StatementRefusedError(because="INSERT OVERWRITE replaces the whole table")
    if isinstance(tree, exp.Update) and not tree.expressions:
        raise StatementRefusedError(because="it is an UPDATE that sets nothing")
    if tree.args.get("where") and isinstance(tree, exp.Insert):
        raise StatementRefusedError(because="INSERT ... REPLACE WHERE deletes rows")
    targets = [_target(tree.this), *map(_target, tree.args.get("tables") or ())]
    for target in targets:
        _check_target(target)
    _check_column_list(tree.this)


def _is_merge_action(node: exp.Expr) -> bool:
    return isinstance(node.parent, exp.When)


def _target(node: exp.Expr | None) -> exp.Expr | None:
    return node.this if isinstance(node, exp.Schema) else node


def _check_column_list(node: exp.Expr | None) -> None:
    names = node.expressions if isinstance(node, exp.Schema) else []
    if any(not isinstance(name, exp.Identifier | exp.Column) or not name.name for name in names):
        raise StatementRefusedError(because="the columns that it fills are not plain names")


def _check_target(target: exp.Expr | None) -> None:
    if target is None:
        return
    if not isinstance(target, exp.Table) or not isinstance(target.this, exp.Identifier):
        raise StatementRefusedError(because="what it changes is not a plain table")
    parts = {part.lower() for part in (target.name, target.db, target.catalog)}
    if parts & _SYSTEM_SCHEMAS or any(part.startswith(("pg_", "sqlite_")) for part in parts):
        raise StatementRefusedError(because="it changes a system table")


def _check_schema_change(tree: exp.Expr) -> None:
    if isinstance(tree, exp.Create):
        _check_create(tree)
    elif isinstance(tree, exp.Alter):
        _check_alter(tree)
    elif str(tree.args.get("kind", "")).upper() not in _COMMENTED:
        raise StatementRefusedError(because="it comments on something that is not a table")


def _check_create(tree: exp.Create) -> None:
    kind = str(tree.args.get("kind", "")).upper()
    if kind not in _CREATABLE:
        raise StatementRefusedError(because=f"CREATE {kind} is not on the allow-list")
    if tree.args.get("replace") and kind != "VIEW":
        raise StatementRefusedError(because=f"CREATE OR REPLACE {kind} destroys what is there")
    if tree.args.get("clone") or tree.args.get("begin"):
        raise StatementRefusedError(because="this form of CREATE is not on the allow-list")
    target = tree.this.args.get("table") if isinstance(tree.this, exp.Index) else tree.this
    if kind != "SCHEMA":
        _check_target(_target(target))


def _adds_or_renames(action: exp.Expr) -> bool:
    if isinstance(action, exp.Schema):
        return all(isinstance(column, exp.ColumnDef) for column in action.expressions)
    return isinstance(action, _ALTER_ACTIONS)


def _check_alter(tree: exp.Alter) -> None:
    kind = str(tree.args.get("kind", "")).upper()
    actions = tree.args.get("actions") or []
    if kind != "TABLE" or not actions:
        raise StatementRefusedError(because=f"this form of ALTER {kind} is not on the allow-list")
    if not all(_adds_or_renames(action) for action in actions):
        raise StatementRefusedError(because="this form of ALTER TABLE is not on the allow-list")
    _check_target(_target(tree.this))
