"""The rules on the tree: every node, function and table of a statement is on an allow-list."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp

from pipeline.sql.names.tables import check_table, check_table_rows, table_name
from pipeline.sql.rules.hints import (
    check_for_clause,
    check_hint,
    check_parameter,
    check_query_option,
    check_table_hint,
)
from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.inspected import StatementRefusedError

# PostgreSQL reads `x.f` as `f(x)` when x has no column f.
_PG_FUNCTION_AS_COLUMN = re.compile(
    r"(pg_(?!catalog)|lo_|dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_|set_config"
    r"|setval|nextval|currval|xpath_table|crosstab|ts_stat|ts_rewrite|txid_|current_setting)",
    re.IGNORECASE,
)
_SEQUENCE_COLUMNS = frozenset({"nextval", "currval"})
_MOST_ARGUMENTS = 300
# Half of all nodes; where a name matters, the node that it is in is looked at.
_HARMLESS = (exp.Identifier, exp.Literal)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeParts:
    """What a tree that keeps the rules is made of."""

    tables: tuple[str, ...]
    columns: tuple[str, ...]
    functions: tuple[str, ...]


def checked_parts(tree: exp.Expr, rules: Rules) -> TreeParts:
    """The parts of a tree; refuses it at the first that is not on its allow-list."""
    tables: dict[str, None] = {}
    columns: dict[str, None] = {}
    functions: dict[str, None] = {}
    own: set[str] = set()
    for node in tree.walk():
        kind = type(node)
        if kind in _HARMLESS:
            continue
        _check_class(node, rules)
        check = _CHECKS.get(kind)
        if check:
            check(node, rules)
        if kind is exp.Column:
            columns[node.name] = None
        elif isinstance(node, exp.Table):
            tables[table_name(node)] = None
        elif kind is exp.CTE:
            own.add(node.alias)
        elif isinstance(node, exp.Func):
            _check_arguments(node)
            functions[_function_name(node)] = None
    return TreeParts(
        tables=tuple(name for name in tables if name and name not in own),
        columns=tuple(name for name in columns if name),
        functions=tuple(functions),
    )


def _check_arguments(node: exp.Func) -> None:
    """Lists of values may be long; what a function is given is written out in many orders."""
    if len(node.expressions) > _MOST_ARGUMENTS and not isinstance(node, exp.Array):
        raise StatementRefusedError(because=f"{_function_name(node)} has too many arguments")


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
    if isinstance(node.parent, exp.Hint) or _is_table_of_numbers(node, rules):
        return
    name = node.name
    if isinstance(node.parent, exp.Dot) and node.parent.expression is node:
        name = node.parent.sql().split("(", 1)[0].replace('"', "")
    if not rules.allows_function(name):
        raise StatementRefusedError(because=f"the function {name.lower()} is not on the allow-list")


def _is_table_of_numbers(node: exp.Expr, rules: Rules) -> bool:
    """Trino's `TABLE(sequence(...))`: other table functions do what their connector wants."""
    return (
        rules.dialect.name == "trino"
        and node.name.upper() == "TABLE"
        and [type(argument) for argument in node.expressions] == [exp.GenerateSeries]
    )


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


def _check_operator(node: exp.Expr, rules: Rules) -> None:
    del rules
    if not str(node.args.get("operator", "")).lower().strip('"').startswith("pg_catalog."):
        raise StatementRefusedError(because="it calls an operator of another schema")


def _check_object_identifier(node: exp.Expr, rules: Rules) -> None:
    if not rules.allows_type(node.name.upper()):
        raise StatementRefusedError(because=f"the type {node.name} is not on the allow-list")


def _check_type(node: exp.Expr, rules: Rules) -> None:
    """A type of somebody's own may run a function, and names what no grant covers."""
    kind = node.this
    if isinstance(kind, exp.DType) and not rules.allows_type(kind.name):
        raise StatementRefusedError(because="it names a type that is not built in")


def _check_version(node: exp.Expr, rules: Rules) -> None:
    """Written out again, MariaDB's `FOR SYSTEM_TIME` is something else."""
    del node
    if rules.dialect.name == "mysql":
        raise StatementRefusedError(because="it reads past versions of a table")


_CHECKS: dict[type[exp.Expr], Callable[[exp.Expr, Rules], None]] = {
    exp.Anonymous: _check_function,
    exp.AnonymousAggFunc: _check_function,
    exp.CombinedAggFunc: _check_function,
    exp.ParameterizedAgg: _check_function,
    exp.CombinedParameterizedAgg: _check_function,
    exp.Dot: _check_dot,
    exp.Column: _check_column,
    exp.Table: check_table,
    exp.TableSample: _check_sample,
    exp.TableFromRows: check_table_rows,
    exp.WithTableHint: check_table_hint,
    exp.QueryOption: check_query_option,
    exp.Hint: check_hint,
    exp.Operator: _check_operator,
    exp.Parameter: check_parameter,
    exp.SessionParameter: check_parameter,
    exp.ForClause: check_for_clause,
    exp.DataType: _check_type,
    exp.Version: _check_version,
    exp.ObjectIdentifier: _check_object_identifier,
}
