"""What a statement does, in plain words read from its tree and from nothing else."""

from collections.abc import Callable

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pipeline.sql.rules.statement_forms import insert_of_replace
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.explaining.condition_words import condition_words, value_words

_MOST_ROWS = 3
_MOST_COLUMNS = 8


def explained(sql: str, dialect: str) -> str:
    """One sentence on what an approvable statement does; empty where it cannot be said."""
    tree = tree_of(sql, dialect)
    if tree is None:
        return ""
    for kind, words in _KINDS:
        if isinstance(tree, kind):
            return words(tree, dialect)
    return ""


def tree_of(sql: str, dialect: str) -> exp.Expr | None:
    """The tree of one statement that was checked before; None where it cannot be read."""
    served = dialect_named(dialect)
    insert = insert_of_replace(sql, dialect)
    try:
        tree = sqlglot.parse_one(insert or sql, read=served.grammar) if served else None
    except (SqlglotError, RecursionError):
        return None
    if insert is not None and isinstance(tree, exp.Insert):
        # The parser does not know REPLACE INTO, and knows INSERT OR REPLACE.
        tree.set("alternative", exp.var("REPLACE"))
    return tree


def table_words(node: exp.Expr | None) -> str:
    """A table's name as people say it."""
    table = node.this if isinstance(node, exp.Schema) else node
    if not isinstance(table, exp.Table):
        return "a table"
    return f"{table.db}.{table.name}" if table.db else table.name


def _where(tree: exp.Expr, dialect: str) -> str:
    where = tree.args.get("where")
    limit = tree.args.get("limit")
    condition = f" where {condition_words(where.this, dialect)}" if where else ""
    return f"{condition}, at most {limit.expression.name} rows" if limit else condition


def _update(tree: exp.Expr, dialect: str) -> str:
    sets = [_assignment(pair, dialect) for pair in tree.expressions]
    rows = _where(tree, dialect) or ", in every row"
    return f"Changes {_listed(sets)} in {table_words(tree.this)}{rows}."


def _assignment(pair: exp.Expr, dialect: str) -> str:
    value = pair.args["expression"]
    return f"{value_words(pair.this, dialect)} to {value_words(value, dialect)}"


def _delete(tree: exp.Expr, dialect: str) -> str:
    where = _where(tree, dialect)
    rows = f"the rows of {table_words(tree.this)}{where}"
    return f"Deletes {rows if where else 'every row of ' + table_words(tree.this)}."


def _insert(tree: exp.Expr, dialect: str) -> str:
    table = table_words(tree.this)
    names = [c.name for c in tree.this.expressions] if isinstance(tree.this, exp.Schema) else []
    source = tree.args.get("expression")
    tail = _on_conflict(tree)
    if not isinstance(source, exp.Values):
        if source is None:
            return f"Adds a row to {table} with the defaults of its columns.{tail}"
        return f"Adds to {table} what this finds: {source.sql(dialect=dialect)}.{tail}"
    many = len(source.expressions)
    if many > _MOST_ROWS:
        columns = f" ({', '.join(names)})" if names else ""
        return f"Adds {many} rows to {table}{columns}.{tail}"
    rows = ["(" + _row(names, row, dialect) + ")" for row in source.expressions]
    counted = "1 row" if many == 1 else f"{many} rows"
    return f"Adds {counted} to {table}: {_listed(rows)}.{tail}"


def _row(names: list[str], row: exp.Expr, dialect: str) -> str:
    values = [value_words(value, dialect) for value in row.expressions]
    pairs = [f"{n} = {v}" for n, v in zip(names, values, strict=False)] if names else values
    shown = pairs[:_MOST_COLUMNS]
    return ", ".join(shown if len(pairs) == len(shown) else [*shown, "..."])


def _on_conflict(tree: exp.Expr) -> str:
    if str(tree.args.get("alternative") or "").upper() == "REPLACE":
        return " A row that has the same key is replaced."
    conflict = tree.args.get("conflict")
    if conflict is None:
        return " A row that has the same key is left out." if tree.args.get("ignore") else ""
    if conflict.expressions:
        return " A row that has the same key is changed instead."
    return " A row that has the same key is left out."


def _merge(tree: exp.Expr, dialect: str) -> str:
    using = table_words(tree.args.get("using"))
    whens = tree.args.get("whens")
    done = [_when(when) for when in (whens.expressions if whens else [])]
    on = condition_words(tree.args["on"], dialect) if tree.args.get("on") else ""
    return f"Merges {using} into {table_words(tree.this)} where {on}: {_listed(done)}."


def _when(when: exp.Expr) -> str:
    matched = "rows that match are" if when.args.get("matched") else "rows that do not match are"
    then = when.args.get("then")
    verb = {"update": "changed", "insert": "added"}.get(then.key if then else "", "deleted")
    return f"{matched} {verb}"


def _create(tree: exp.Expr, dialect: str) -> str:
    kind = str(tree.args.get("kind", "")).lower()
    if kind == "index":
        return _index(tree, dialect)
    name = table_words(tree.this)
    query = tree.args.get("expression")
    replaced = "Creates or replaces" if tree.args.get("replace") else "Creates"
    if query is not None:
        return f"{replaced} the {kind} {name} from this query: {query.sql(dialect=dialect)}."
    parts = tree.this.expressions if isinstance(tree.this, exp.Schema) else []
    columns = [part.name for part in parts if isinstance(part, exp.ColumnDef)]
    listed = f" with the columns {_listed(columns)}" if columns else ""
    return f"{replaced} the {kind} {name}{listed}."


def _index(tree: exp.Expr, dialect: str) -> str:
    index = tree.this
    params = index.args.get("params")
    columns = [_indexed(column, dialect) for column in (params.args.get("columns") or [])]
    where = params.args.get("where") if params else None
    unique = "a unique index" if tree.args.get("unique") else "an index"
    only = f", for rows where {condition_words(where.this, dialect)}" if where else ""
    rule = " No two rows may then share these values." if tree.args.get("unique") else ""
    listed = ", ".join(columns)
    return f"Adds {unique} on {table_words(index.args.get('table'))} ({listed}){only}.{rule}"


def _indexed(column: exp.Expr, dialect: str) -> str:
    inner = column.this if isinstance(column, exp.Ordered) else column
    down = ", descending" if column.args.get("desc") else ""
    return f"{value_words(inner, dialect)}{down}"


def _alter(tree: exp.Expr, dialect: str) -> str:
    table = table_words(tree.this)
    done = [_action(action, table, dialect) for action in tree.args.get("actions") or []]
    return f"{_listed(done)}."


def _action(action: exp.Expr, table: str, dialect: str) -> str:
    words = next((words for kind, words in _ACTIONS if isinstance(action, kind)), None)
    if words is None:
        return f"Alters {table}: {action.sql(dialect=dialect)}"
    return words(action, table, dialect)


def _added(action: exp.Expr, table: str, dialect: str) -> str:
    return f"Adds the column {_column(action, dialect)} to {table}"


def _renamed_column(action: exp.Expr, table: str, dialect: str) -> str:  # noqa: ARG001  as above
    return f"Renames the column {action.this.name} of {table} to {action.args['to'].name}"


def _renamed(action: exp.Expr, table: str, dialect: str) -> str:  # noqa: ARG001  as above
    return f"Renames the table {table} to {action.this.name}"


def _removed(action: exp.Expr, table: str, dialect: str) -> str:  # noqa: ARG001  as above
    gone = ", ".join(column.name for column in action.args.get("tables") or [])
    return f"Removes the column {gone} of {table}, with all its values"


def _constrained(action: exp.Expr, table: str, dialect: str) -> str:
    index = action.find(exp.IndexColumnConstraint)
    if index is not None:
        columns = ", ".join(value_words(column, dialect) for column in index.expressions)
        return f"Adds an index on {table} ({columns})"
    rules = ", ".join(part.sql(dialect=dialect) for part in action.expressions)
    return f"Adds the rule {rules} to {table}"


def _column(action: exp.Expr, dialect: str) -> str:
    kind = action.args.get("kind")
    typed = f" ({kind.sql(dialect=dialect)})" if kind else ""
    rules = [rule.sql(dialect=dialect) for rule in action.args.get("constraints") or []]
    return f"{action.name}{typed}{' ' if rules else ''}{', '.join(rules)}"


def _altered(action: exp.Expr, table: str, dialect: str) -> str:
    name, kind = action.this.name, action.args.get("dtype")
    if kind is not None:
        return f"Changes the type of the column {name} of {table} to {kind.sql(dialect=dialect)}"
    default = action.args.get("default")
    if default is not None:
        value = value_words(default, dialect)
        return f"Changes the default of the column {name} of {table} to {value}"
    if action.args.get("allow_null") is not None:
        may = "may" if action.args["allow_null"] else "may no longer"
        return f"Says that the column {name} of {table} {may} be empty"
    return f"Alters the column {name} of {table}: {action.sql(dialect=dialect)}"


def _comment(tree: exp.Expr, dialect: str) -> str:
    text = value_words(tree.args["expression"], dialect)
    kind = str(tree.args.get("kind", "")).lower()
    return f"Sets the comment of the {kind} {tree.this.sql(dialect=dialect)} to {text}."


def _drop(tree: exp.Expr, dialect: str) -> str:  # noqa: ARG001  every kind takes both
    kind = str(tree.args.get("kind", "")).lower()
    names = ", ".join(table.name for table in tree.args.get("tables") or [])
    return f"Removes the {kind} {names}."


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1] if parts else ""]))


_KINDS: tuple[tuple[type[exp.Expr], Callable[[exp.Expr, str], str]], ...] = (
    (exp.Update, _update),
    (exp.Delete, _delete),
    (exp.Insert, _insert),
    (exp.Merge, _merge),
    (exp.Create, _create),
    (exp.Alter, _alter),
    (exp.Comment, _comment),
    (exp.Drop, _drop),
)

_ACTIONS: tuple[tuple[type[exp.Expr], Callable[[exp.Expr, str, str], str]], ...] = (
    (exp.ColumnDef, _added),
    (exp.RenameColumn, _renamed_column),
    (exp.AlterRename, _renamed),
    (exp.AlterColumn, _altered),
    (exp.Drop, _removed),
    (exp.AddConstraint, _constrained),
)
