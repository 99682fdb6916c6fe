"""The rules on hints, options and variables: those that steer the plan or tell of the server."""

from sqlglot import exp

from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.inspected import StatementRefusedError

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
_INDEX_HINTS = frozenset(["INDEX", "FORCESEEK", "FORCESCAN"])
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
_FORMAT_OPTIONS = frozenset(
    {"PATH", "AUTO", "RAW", "EXPLICIT", "ROOT", "INCLUDE_NULL_VALUES", "WITHOUT_ARRAY_WRAPPER"}
    | {"ELEMENTS", "ELEMENTS XSINIL", "ELEMENTS ABSENT", "TYPE", "BINARY BASE64", "XMLDATA"}
    | {"XMLSCHEMA"}
)
_SYSTEM_VARIABLES = {
    "mysql": frozenset(["VERSION", "VERSION_COMMENT", "TIME_ZONE", "SYSTEM_TIME_ZONE", "SQL_MODE"]),
    "tsql": frozenset(["VERSION", "LANGUAGE", "DATEFIRST", "ROWCOUNT", "SPID"]),
}


def check_table_hint(node: exp.Expr, rules: Rules) -> None:
    del rules
    if any(hint.name.upper() not in _TABLE_HINTS for hint in node.expressions):
        raise StatementRefusedError(because="it holds a locking table hint")


def names_index(table: exp.Table) -> bool:
    """Whether a table is read by an index that the statement names or rules out."""
    hints = table.args.get("hints") or ()
    named = {each.name.upper() for hint in hints for each in hint.expressions}
    own = any(isinstance(hint, exp.IndexTableHint) for hint in hints)
    return own or bool(named & _INDEX_HINTS) or table.args.get("indexed") is not None


def check_query_option(node: exp.Expr, rules: Rules) -> None:
    del rules
    if isinstance(node.parent, exp.ForClause):
        return
    if node.name.upper().split(" ")[0] not in _QUERY_OPTIONS:
        raise StatementRefusedError(
            because=f"the query option {node.name} is not on the allow-list"
        )


def check_hint(node: exp.Expr, rules: Rules) -> None:
    for hint in node.expressions:
        if hint.name.upper() not in rules.dialect.hints:
            raise StatementRefusedError(because="it holds an optimizer hint")


def check_parameter(node: exp.Expr, rules: Rules) -> None:
    """A variable of the server that tells what it is; a person's own may hold anything."""
    inner = node.this
    if isinstance(node, exp.Parameter) and isinstance(node.parent, exp.Parameter):
        return
    if isinstance(node, exp.Parameter):
        inner = inner.this if isinstance(inner, exp.Parameter) else None
    known = _SYSTEM_VARIABLES.get(rules.dialect.name, frozenset())
    if not isinstance(inner, exp.Var | exp.Identifier) or inner.name.upper() not in known:
        raise StatementRefusedError(because="it uses a variable")


def check_for_clause(node: exp.Expr, rules: Rules) -> None:
    """FOR BROWSE sends key columns along that nobody asked for."""
    del rules
    options = {_option_name(option).upper() for option in node.expressions}
    kind = str(node.args.get("kind", "")).upper()
    if kind not in {"JSON", "XML"} or not options <= _FORMAT_OPTIONS:
        raise StatementRefusedError(because="it holds a FOR clause other than JSON or XML")


def _option_name(option: exp.Expr) -> str:
    """`ROOT('x')` is the option ROOT."""
    return option.this.name if isinstance(option.this, exp.XMLKeyValueOption) else option.name
