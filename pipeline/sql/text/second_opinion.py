"""A second opinion on PostgreSQL text from the server's own grammar."""

from collections.abc import Iterable, Iterator

import postgast
from postgast import pg_query_pb2

from pipeline.sql.text.allow_list import allowed_functions
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.tier import Tier

_TIER_OF_STATEMENT = {
    "SelectStmt": Tier.T0,
    "InsertStmt": Tier.T1,
    "UpdateStmt": Tier.T1,
    "DeleteStmt": Tier.T1,
    "MergeStmt": Tier.T1,
    "CreateStmt": Tier.T2,
    "CreateTableAsStmt": Tier.T2,
    "ViewStmt": Tier.T2,
    "IndexStmt": Tier.T2,
    "AlterTableStmt": Tier.T2,
    "RenameStmt": Tier.T2,
    "CommentStmt": Tier.T2,
    "CreateSchemaStmt": Tier.T2,
}
_NEVER_IN_A_READ = frozenset(
    {"InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "IntoClause", "LockingClause"}
)

_WITHOUT_CALLS = frozenset({"column_ref", "a_const", "string", None})


def check_with_postgres_grammar(sql: str, tier: Tier, extra_functions: frozenset[str]) -> None:
    """Refuses a statement that PostgreSQL itself would read as more than the tier says."""
    try:
        parsed = postgast.parse(sql)
    except (postgast.PgQueryError, ValueError, RecursionError) as error:
        raise StatementRefusedError(
            because="PostgreSQL's own grammar does not accept it"
        ) from error
    if len(parsed.stmts) != 1:
        raise StatementRefusedError(because="it holds more than one statement")
    nodes = _parts(parsed.stmts[0].stmt)
    kinds = [type(node).__name__ for node in nodes]
    root = next((kind for kind in kinds if kind.endswith("Stmt")), "")
    if _TIER_OF_STATEMENT.get(root) != tier:
        raise StatementRefusedError(
            because="PostgreSQL's own grammar reads it as another kind of statement"
        )
    if tier == Tier.T0 and _NEVER_IN_A_READ.intersection(kinds):
        raise StatementRefusedError(
            because="PostgreSQL's own grammar finds a write or a lock in it"
        )
    allowed = allowed_functions("postgres") | extra_functions
    for name in _called_functions(nodes):
        if name not in allowed:
            raise StatementRefusedError(because=f"the function {name} is not on the allow-list")


def _parts(root: pg_query_pb2.Node) -> list[pg_query_pb2.Node]:
    """The root and all that is in it, each before what is in it."""
    found: list[pg_query_pb2.Node] = []
    waiting: list[pg_query_pb2.Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, pg_query_pb2.Node):
            kind = node.WhichOneof("node")
            if kind in _WITHOUT_CALLS:
                continue
            node = getattr(node, kind)
        found.append(node)
        for field, value in node.ListFields():
            if field.message_type is not None:
                waiting.extend([value] if hasattr(value, "ListFields") else value)
    return found


def _called_functions(nodes: Iterable[pg_query_pb2.Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, pg_query_pb2.FuncCall):
            name = ".".join(part.string.sval for part in node.funcname).lower()
            yield name.removeprefix("pg_catalog.")
