"""The rules on hints and options: those that only steer the plan, and no others."""

from sqlglot import exp

from pipeline.sql.allow_list import Rules
from pipeline.sql.tier import StatementRefusedError

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


def check_table_hint(node: exp.Expr, rules: Rules) -> None:
    del rules
    if any(hint.name.upper() not in _TABLE_HINTS for hint in node.expressions):
        raise StatementRefusedError(because="it holds a locking table hint")


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
