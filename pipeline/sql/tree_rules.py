"""The rules on the tree: every node, function and table of a statement is on an allow-list."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp

from pipeline.sql.allow_list import allowed_functions
from pipeline.sql.dialects import SqlDialect
from pipeline.sql.tier import StatementRefusedError

_FILE_NAME = re.compile(
    r"\.(csv|tsv|txt|json|jsonl|ndjson|geojson|parquet|avro|arrow|xlsx?|db|duckdb|sqlite|gz|zst)$",
    re.IGNORECASE,
)
_PATH_CHARACTERS = re.compile(r"[/\\:*?@~<>|'\"\[\]{}%\x00-\x1f]")
_WILDCARD_PATH = re.compile(r"[/\\:?@~<>|'\"\[\]{}%\x00-\x1f]")
_FILE_FORMATS = frozenset(
    [
        "avro",
        "binaryfile",
        "cloudfiles",
        "csv",
        "delta",
        "excel",
        "hudi",
        "iceberg",
        "image",
        "jdbc",
        "json",
        "libsvm",
        "orc",
        "parquet",
        "text",
        "xml",
    ]
)
_SECRET_TABLES = frozenset(
    [
        "pg_authid",
        "pg_shadow",
        "pg_user_mapping",
        "pg_user_mappings",
        "pg_hba_file_rules",
        "pg_ident_file_mappings",
        "pg_file_settings",
        "pg_largeobject",
        "pg_subscription",
        "pg_stat_ssl",
        "sql_logins",
        "syslogins",
        "linked_logins",
        "sysxlogins",
        "key_encryptions",
        "sqlite_dbpage",
        "duckdb_secrets",
    ]
)
_SECRET_SCHEMA_TABLES = frozenset(
    {("mysql", name) for name in ("user", "global_priv", "db", "servers", "proxies_priv")}
    | {("sys", name) for name in ("credentials", "symmetric_keys", "asymmetric_keys")}
)
_SQLITE_PRAGMA_TABLES = frozenset(
    f"pragma_{name}"
    for name in [
        "table_info",
        "table_xinfo",
        "table_list",
        "index_list",
        "index_info",
        "index_xinfo",
        "foreign_key_list",
        "function_list",
        "collation_list",
        "database_list",
    ]
)
# PostgreSQL reads `x.f` as `f(x)` when x has no column f.
_PG_FUNCTION_AS_COLUMN = re.compile(
    r"(pg_(?!catalog)|lo_|dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_|set_config"
    r"|setval|nextval|currval|xpath_table|crosstab|ts_stat|ts_rewrite|txid_|current_setting)",
    re.IGNORECASE,
)
_SEQUENCE_COLUMNS = frozenset({"nextval", "currval"})
_TABLE_HINTS = frozenset(
    [
        "NOLOCK",
        "READUNCOMMITTED",
        "READCOMMITTED",
        "READPAST",
        "INDEX",
        "FORCESEEK",
        "FORCESCAN",
        "SNAPSHOT",
        "NOEXPAND",
    ]
)
_QUERY_OPTIONS = frozenset(
    [
        "MAXDOP",
        "MAXRECURSION",
        "RECOMPILE",
        "HASH",
        "MERGE",
        "LOOP",
        "ORDER",
        "CONCAT",
        "FAST",
        "FORCE",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeParts:
    """What a tree that keeps the rules is made of."""

    tables: tuple[str, ...]
    columns: tuple[str, ...]
    functions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one tree is held to."""

    dialect: SqlDialect
    nodes: frozenset[str]
    extra_functions: frozenset[str] = frozenset()

    def allows_function(self, name: str) -> bool:
        lowered = name.lower()
        if self.dialect.name == "postgres":
            lowered = lowered.removeprefix("pg_catalog.")
        return lowered in allowed_functions(self.dialect.name) or lowered in self.extra_functions


def checked_parts(tree: exp.Expr, rules: Rules) -> TreeParts:
    """The parts of a tree; refuses it at the first that is not on its allow-list."""
    tables: dict[str, None] = {}
    columns: dict[str, None] = {}
    functions: dict[str, None] = {}
    for node in tree.walk():
        _check_class(node, rules)
        check = _CHECKS.get(type(node))
        if check:
            check(node, rules)
        if isinstance(node, exp.Table):
            tables[table_name(node)] = None
        elif isinstance(node, exp.Column):
            columns[node.name] = None
        elif isinstance(node, exp.Func):
            functions[_function_name(node)] = None
    own = {cte.alias for cte in tree.find_all(exp.CTE)}
    return TreeParts(
        tables=tuple(name for name in tables if name and name not in own),
        columns=tuple(name for name in columns if name),
        functions=tuple(functions),
    )


def table_name(table: exp.Table) -> str:
    """The dotted name of a table; empty for a function in its place."""
    if not isinstance(table.this, exp.Identifier):
        return ""
    return ".".join(part for part in (table.catalog, table.db, table.name) if part)


def _function_name(node: exp.Func) -> str:
    return node.name.lower() if isinstance(node, exp.Anonymous) else node.sql_name().lower()


def _check_class(node: exp.Expr, rules: Rules) -> None:
    name = type(node).__name__
    if name in rules.nodes or name in {"QueryOption", "Hint", "JoinHint"}:
        return
    if isinstance(node, exp.Func):
        raise StatementRefusedError(
            because=f"the function {_function_name(node)} is not on the allow-list"
        )
    raise StatementRefusedError(because=f"it uses {_spoken(name)}, which is not on the allow-list")


def _spoken(class_name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", class_name).lower()


def _check_function(node: exp.Expr, rules: Rules) -> None:
    if isinstance(node.parent, exp.Hint):
        return
    name = node.name
    if isinstance(node.parent, exp.Dot) and node.parent.expression is node:
        name = node.parent.sql().split("(", 1)[0].replace('"', "")
    if not rules.allows_function(name):
        raise StatementRefusedError(because=f"the function {name.lower()} is not on the allow-list")


def _check_dot(node: exp.Expr, rules: Rules) -> None:
    right = node.expression
    if isinstance(right, exp.Func) and not isinstance(right, exp.Anonymous):
        name = node.sql().split("(", 1)[0]
        if not rules.allows_function(name):
            raise StatementRefusedError(
                because=f"the function {name.lower()} is not on the allow-list"
            )
    if rules.dialect.name == "postgres" and _PG_FUNCTION_AS_COLUMN.match(right.name):
        raise StatementRefusedError(because=f"{right.name} would be called as a function")


def _check_column(node: exp.Expr, rules: Rules) -> None:
    qualified = bool(node.args.get("table"))
    if rules.dialect.name == "postgres" and qualified and _PG_FUNCTION_AS_COLUMN.match(node.name):
        raise StatementRefusedError(because=f"{node.name} would be called as a function")
    if qualified and node.name.lower() in _SEQUENCE_COLUMNS:
        raise StatementRefusedError(because="it moves a sequence")


def _check_sample(node: exp.Expr, rules: Rules) -> None:
    del rules
    method = str(node.args.get("method") or "").upper()
    if method not in {"", "BERNOULLI", "SYSTEM", "RESERVOIR", "ROW", "BLOCK"}:
        raise StatementRefusedError(
            because=f"the sampling method {method} is not on the allow-list"
        )


def _check_table(node: exp.Expr, rules: Rules) -> None:
    this = node.this
    if isinstance(this, exp.Func):
        if node.args.get("db") or node.args.get("catalog"):
            _check_dotted_table_function(node, rules)
        return
    parts = [node.args.get("catalog"), node.args.get("db"), this]
    if any(part is not None and not isinstance(part, exp.Identifier) for part in parts):
        raise StatementRefusedError(because="a table in it is not a plain name")
    names = [part.name for part in parts if isinstance(part, exp.Identifier)]
    _check_path(names, rules.dialect.name)
    _check_secret(names, rules.dialect.name)


def _check_dotted_table_function(node: exp.Expr, rules: Rules) -> None:
    prefix = ".".join(p.name for p in (node.args.get("catalog"), node.args.get("db")) if p)
    if not rules.allows_function(f"{prefix}.{node.this.name}"):
        raise StatementRefusedError(
            because=f"the function {prefix}.{node.this.name} is not on the allow-list"
        )


def _check_path(names: list[str], dialect: str) -> None:
    characters = _WILDCARD_PATH if dialect == "bigquery" else _PATH_CHARACTERS
    if any(characters.search(name) or not name.strip() for name in names):
        raise StatementRefusedError(because="a table name in it looks like a path")
    if dialect == "duckdb" and _FILE_NAME.search("." + ".".join(names)) and _names_a_file(names):
        raise StatementRefusedError(because="DuckDB would open a table name in it as a file")
    if dialect == "databricks" and len(names) > 1 and names[-2].lower() in _FILE_FORMATS:
        raise StatementRefusedError(because="a table name in it is a path behind a file format")


def _names_a_file(names: list[str]) -> bool:
    return len(names) > 1 or "." in names[-1]


def _check_secret(names: list[str], dialect: str) -> None:
    lowered = [name.lower() for name in names]
    last = lowered[-1]
    if last in _SECRET_TABLES or tuple(lowered[-2:]) in _SECRET_SCHEMA_TABLES:
        raise StatementRefusedError(because=f"{last} holds credentials or server files")
    if dialect == "sqlite" and last.startswith("pragma_") and last not in _SQLITE_PRAGMA_TABLES:
        raise StatementRefusedError(because=f"{last} is not on the allow-list")


def _check_table_rows(node: exp.Expr, rules: Rules) -> None:
    del rules
    if not isinstance(node.this, exp.Func):
        raise StatementRefusedError(because="a table in it is not a plain name")


def _check_table_hint(node: exp.Expr, rules: Rules) -> None:
    del rules
    if any(hint.name.upper() not in _TABLE_HINTS for hint in node.expressions):
        raise StatementRefusedError(because="it holds a locking table hint")


def _check_query_option(node: exp.Expr, rules: Rules) -> None:
    del rules
    if isinstance(node.parent, exp.ForClause):
        return
    if node.name.upper().split(" ")[0] not in _QUERY_OPTIONS:
        raise StatementRefusedError(
            because=f"the query option {node.name} is not on the allow-list"
        )


def _check_hint(node: exp.Expr, rules: Rules) -> None:
    for hint in node.expressions:
        if hint.name.upper() not in rules.dialect.hints:
            raise StatementRefusedError(because="it holds an optimizer hint")


def _check_operator(node: exp.Expr, rules: Rules) -> None:
    del rules
    if not str(node.args.get("operator", "")).lower().strip('"').startswith("pg_catalog."):
        raise StatementRefusedError(because="it calls an operator of another schema")


def _check_object_identifier(node: exp.Expr, rules: Rules) -> None:
    del rules
    if node.name.upper() not in {"REGCLASS", "REGTYPE", "OID"}:
        raise StatementRefusedError(because=f"the type {node.name} is not on the allow-list")


_CHECKS: dict[type[exp.Expr], Callable[[exp.Expr, Rules], None]] = {
    exp.Anonymous: _check_function,
    exp.AnonymousAggFunc: _check_function,
    exp.CombinedAggFunc: _check_function,
    exp.ParameterizedAgg: _check_function,
    exp.CombinedParameterizedAgg: _check_function,
    exp.Dot: _check_dot,
    exp.Column: _check_column,
    exp.Table: _check_table,
    exp.TableSample: _check_sample,
    exp.TableFromRows: _check_table_rows,
    exp.WithTableHint: _check_table_hint,
    exp.QueryOption: _check_query_option,
    exp.Hint: _check_hint,
    exp.Operator: _check_operator,
    exp.ObjectIdentifier: _check_object_identifier,
}
