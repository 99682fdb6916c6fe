"""The rules on tables: a table is a plain name, and neither a file nor a store of credentials."""

import re

from sqlglot import exp

from knowledge.dotted_names import database_name
from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.inspected import StatementRefusedError

_FILE_NAME = re.compile(
    r"\.(csv|tsv|txt|json|jsonl|ndjson|geojson|parquet|avro|arrow|xlsx?|db|duckdb|sqlite|gz|zst)(?=\?|$)",
    re.IGNORECASE,
)
# A quote is none of them: it makes no name a file, a stage or a pattern of names.
_PATH_CHARACTERS = re.compile(r"[/\\:*?@~<>|\[\]{}%\x00-\x1f]")
_WILDCARD_PATH = re.compile(r"[/\\:?@~<>|\[\]{}%\x00-\x1f]")
_CONTROL = re.compile(r"[\x00-\x1f]")
# DuckDB takes a name for a file by its ending or its protocol: of words, it is a table's.
_DUCKDB_WORDS = re.compile(r"(?!.*(?:://|[\x00-\x1f]))[^/\\~. ][^/\\]* ", re.DOTALL)
# Engines in which the name of a table, however odd, is never that of a file.
_NEVER_FILES = frozenset({"sqlite", "postgres", "mysql"})
_DOMAIN = re.compile(r"^(?:[a-z0-9-]+\.)+[a-z]+:(?=[a-z])")
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


def table_name(table: exp.Table) -> str:
    """The dotted name of a table; empty for a function in its place."""
    if not isinstance(table.this, exp.Identifier):
        return ""
    return ".".join(part for part in (table.catalog, table.db, table.name) if part)


def check_table(node: exp.Expr, rules: Rules) -> None:
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
    names = [database_name(name) for name in names]
    characters = _CONTROL if dialect in _NEVER_FILES else _PATH_CHARACTERS
    if dialect == "bigquery":
        # A project of a domain is called `example.com:project`.
        characters, names = _WILDCARD_PATH, [_DOMAIN.sub("", names[0]), *names[1:]]
    if dialect == "duckdb":
        paths = [name for name in names if not _DUCKDB_WORDS.match(name)]
    else:
        paths = names
    if any(characters.search(name) for name in paths) or not all(map(str.strip, names)):
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


def check_table_rows(node: exp.Expr, rules: Rules) -> None:
    del rules
    if not isinstance(node.this, exp.Func):
        raise StatementRefusedError(because="a table in it is not a plain name")
