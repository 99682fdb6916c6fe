"""The dialects that are served, with the lexical facts in which engines differ."""

from dataclasses import dataclass
from functools import cache

from sqlglot.dialects.dialect import Dialect


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlDialect:
    """Lexical facts of one engine."""

    name: str
    line_comments: tuple[str, ...] = ("--",)
    # None: the engine's behaviour on a comment inside a comment is not certain, so refuse it.
    nested_comments: bool | None = None
    braces: bool = False
    hints: frozenset[str] = frozenset()
    backslash_escapes: bool = False

    @property
    def grammar(self) -> Dialect:
        """The parser's knowledge of the engine."""
        return _grammar(self.name)


@cache
def _grammar(name: str) -> Dialect:
    return Dialect.get_or_raise(name)


_SPARK_HINTS = frozenset(
    {"BROADCAST", "BROADCASTJOIN", "MAPJOIN", "MERGE", "SHUFFLE_MERGE", "MERGEJOIN"}
    | {"SHUFFLE_HASH", "SHUFFLE_REPLICATE_NL", "COALESCE", "REPARTITION"}
    | {"REPARTITION_BY_RANGE", "REBALANCE", "SKEW", "RANGE_JOIN"}
)

SERVED = (
    SqlDialect(name="sqlite", nested_comments=False),
    SqlDialect(name="duckdb", nested_comments=True, braces=True),
    SqlDialect(name="postgres", nested_comments=True),
    SqlDialect(
        name="mysql", line_comments=("--", "#"), nested_comments=False, backslash_escapes=True
    ),
    SqlDialect(name="tsql", nested_comments=True),
    SqlDialect(name="snowflake", line_comments=("--", "//"), braces=True, backslash_escapes=True),
    SqlDialect(name="bigquery", line_comments=("--", "#"), braces=True, backslash_escapes=True),
    SqlDialect(name="databricks", nested_comments=True, hints=_SPARK_HINTS, backslash_escapes=True),
    SqlDialect(name="trino"),
)

_OTHER_NAMES = {
    "mariadb": "mysql",
    "postgresql": "postgres",
    "mssql": "tsql",
    "sqlserver": "tsql",
    "spark": "databricks",
}
_BY_NAME = {dialect.name: dialect for dialect in SERVED}

DIALECT_NAMES = tuple(_BY_NAME)


def dialect_named(name: object) -> SqlDialect | None:
    """The dialect of that name, or None when it is not served."""
    lowered = name.strip().lower() if isinstance(name, str) else ""
    return _BY_NAME.get(_OTHER_NAMES.get(lowered, lowered))
