"""Policy findings: what a workspace wants said, mended or blocked before a statement runs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from sqlglot import exp

from knowledge.catalog import Catalog
from pipeline.sql.names.grants import Grants
from pipeline.sql.names.sources import (
    Source,
    conjuncts,
    own_columns,
    row_conditions,
    source_of_column,
    sources_of,
)
from pipeline.sql.policies.every_row import changes_every_row, every_row_sentence
from pipeline.sql.policies.join_findings import cartesian_joins, fan_out_aggregates, is_unrelated
from pipeline.sql.policies.rewrites import expand_stars, has_no_limit, with_limit
from pipeline.sql.rules.inspection import inspect
from pipeline.sql.text.dialects import SqlDialect, dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.trees import parsed
from pipeline.tier import Tier

UNSTABLE_FUNCTIONS = frozenset(
    {"rand", "random", "randn", "randstr", "uniform", "shuffle"}
    | {"uuid", "gen_random_uuid", "generate_uuid", "newid", "uuid_string"}
)
_Node = TypeVar("_Node", bound=exp.Expr)
_BOUNDS = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.Between, exp.In)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What one workspace wants; an empty `off` means that every rule is on.

    `extra_functions` are the database's own functions that may be called: those that only read.
    """

    row_limit: int = 1000
    max_tables: int = 8
    off: frozenset[str] = frozenset()
    extra_functions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found: a code for the log and a sentence for people.

    `table` is the key of the table that it is about, where it is about one.
    """

    code: str
    sentence: str
    blocks: bool = False
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyOutcome:
    """The findings, and the statement with its stars expanded and its limit added."""

    sql: str
    findings: tuple[Finding, ...] = ()

    @property
    def blocked(self) -> bool:
        return any(finding.blocks for finding in self.findings)


def apply_policy(
    sql: str, dialect: str, catalog: Catalog, policy: Policy, grants: Grants | None = None
) -> PolicyOutcome:
    """What the workspace's policy finds in a statement, and the statement as it may go on."""
    inspection = inspect(sql, dialect, policy.extra_functions)
    served = dialect_named(dialect)
    text = inspection.regenerated
    if served is None or inspection.tier == Tier.T3 or text is None:
        reason = inspection.reason or "This statement is not run."
        return PolicyOutcome(
            sql=sql, findings=(Finding(code="tier", sentence=reason, blocks=True),)
        )
    if inspection.kind not in {"select", "update", "delete", "insert", "merge"}:
        return PolicyOutcome(sql=text)
    tree = parsed(sql, served)
    subject = _Subject(tree=tree, dialect=served, catalog=catalog, policy=policy)
    findings = tuple(
        finding for rule in _RULES for finding in rule(subject) if finding.code not in policy.off
    )
    codes = {finding.code for finding in findings}
    if codes & {"star_select", "missing_limit"}:
        text = _mended(tree, codes, served, catalog, (policy, grants))
    return PolicyOutcome(sql=text, findings=findings)


def _mended(
    tree: exp.Expr,
    codes: set[str],
    dialect: SqlDialect,
    catalog: Catalog,
    limits: tuple[Policy, Grants | None],
) -> str:
    policy, grants = limits
    tree = tree.copy()
    if "star_select" in codes:
        expand_stars(tree, dialect.name, catalog, grants)
    if "missing_limit" in codes:
        tree = with_limit(tree, policy.row_limit)
    return written_out(tree, dialect)


@dataclass(frozen=True, kw_only=True)
class _Subject:
    tree: exp.Expr
    dialect: SqlDialect
    catalog: Catalog
    policy: Policy

    @cached_property
    def selects(self) -> Sequence[tuple[exp.Select, list[Source]]]:
        return [
            (select, sources_of(select, self.catalog, self.dialect.name))
            for select in self.of_kind(exp.Select)
        ]

    def of_kind(self, *kinds: type[_Node]) -> Iterator[_Node]:
        return (node for node in self.nodes if isinstance(node, kinds))

    @cached_property
    def nodes(self) -> Sequence[exp.Expr]:
        return list(self.tree.walk())

    @property
    def is_read(self) -> bool:
        return isinstance(self.tree, exp.Query)


def _star_select(subject: _Subject) -> Iterator[Finding]:
    for select, sources in subject.selects:
        has_star = any(item.is_star for item in select.expressions)
        if has_star and any(source.table for source in sources):
            yield Finding(
                code="star_select",
                sentence="It selects every column; the columns that may be read were written out.",
            )
            return


def _missing_limit(subject: _Subject) -> Iterator[Finding]:
    if subject.is_read and has_no_limit(subject.tree, subject.dialect.name):
        yield Finding(
            code="missing_limit",
            sentence=f"It had no limit; LIMIT {subject.policy.row_limit} was added.",
        )


def _unbounded_dates(subject: _Subject) -> Iterator[Finding]:
    for select, sources in subject.selects:
        bounded = any(_bounds_dates(each, sources) for each in row_conditions(select))
        # A bounded date of one table bounds the rows of those that it is joined to.
        for source in () if bounded else sources:
            if source.table and source.table.large:
                yield Finding(
                    code="unbounded_dates",
                    sentence=f"{source.table.key} is large and is read without a date range.",
                    table=source.table.key,
                )


def _bounds_dates(condition: exp.Expr, sources: list[Source]) -> bool:
    """Whether rows that hold this are of some dates: of several periods each must be bounded."""
    if isinstance(condition, exp.Or):
        return all(
            any(_bounds_dates(each, sources) for each in conjuncts(side))
            for side in (condition.left, condition.right)
        )
    if not isinstance(condition, _BOUNDS):
        return False
    found = ((source_of_column(each, sources), each.name) for each in own_columns(condition))
    return any(source is not None and _is_date(source, name) for source, name in found)


def _is_date(source: Source, name: str) -> bool:
    column = source.table.column(name) if source.table else None
    return column is not None and column.kind.is_dated


def _unrelated(subject: _Subject) -> Iterator[Finding]:
    for exists in subject.of_kind(exp.Exists):
        if is_unrelated(exists, subject.catalog, subject.dialect.name):
            yield Finding(
                code="unrelated_exists",
                sentence="An EXISTS in it has no condition on the row it is asked for: it holds "
                "for all rows or for none.",
                blocks=True,
            )


def _joins(subject: _Subject) -> Iterator[Finding]:
    for select, sources in subject.selects:
        for first, second in cartesian_joins(select, sources):
            yield Finding(
                code="cartesian_join",
                sentence=f"{first} and {second} are joined without a condition: every row of one "
                "meets every row of the other.",
                blocks=True,
            )
        for aggregate, table in fan_out_aggregates(select, sources):
            yield Finding(
                code="fan_out",
                sentence=f"{aggregate} counts rows more than once, because the join with {table} "
                "repeats them.",
            )


def _foreign_names(subject: _Subject) -> Iterator[Finding]:
    known = {
        id(source.node) for _, sources in subject.selects for source in sources if source.table
    }
    defined = {cte.alias.lower() for cte in subject.of_kind(exp.CTE)}
    for node in subject.of_kind(exp.Table):
        plain = isinstance(node.this, exp.Identifier) and not _is_target(node, subject)
        own = not node.db and node.name.lower() in defined
        if plain and not own and id(node) not in known:
            yield Finding(
                code="unknown_table",
                sentence=f"{node.name} is not a table of this workspace.",
                blocks=True,
            )


def _is_target(node: exp.Table, subject: _Subject) -> bool:
    return not subject.is_read and node.find_ancestor(exp.Select) is None


def _write_without_where(subject: _Subject) -> Iterator[Finding]:
    for node in subject.of_kind(exp.Update, exp.Delete, exp.Merge):
        if not isinstance(node.parent, exp.When) and changes_every_row(node):
            yield Finding(
                code="write_without_where", sentence=every_row_sentence(node), blocks=True
            )


def _too_many_tables(subject: _Subject) -> Iterator[Finding]:
    tables = {
        source.table.key for _, sources in subject.selects for source in sources if source.table
    }
    if len(tables) > subject.policy.max_tables:
        yield Finding(
            code="too_many_tables",
            sentence=f"It reads {len(tables)} tables; the rule is {subject.policy.max_tables}.",
            blocks=True,
        )


def _functions(subject: _Subject) -> Iterator[Finding]:
    for node in subject.of_kind(exp.Func):
        name = node.name.lower() if isinstance(node, exp.Anonymous) else node.sql_name().lower()
        if name in UNSTABLE_FUNCTIONS:
            yield Finding(
                code="unstable_function",
                sentence=f"{name} gives another result each time, so the answer cannot be checked.",
            )
    for like in subject.of_kind(exp.Like, exp.ILike):
        pattern = like.expression
        if isinstance(pattern, exp.Literal) and pattern.name.startswith("%"):
            yield Finding(
                code="slow_search",
                sentence=f"The search for '{pattern.name}' cannot use an index and may be slow.",
            )


_RULES: tuple[Callable[[_Subject], Iterator[Finding]], ...] = (
    _star_select,
    _missing_limit,
    _unbounded_dates,
    _joins,
    _unrelated,
    _foreign_names,
    _write_without_where,
    _too_many_tables,
    _functions,
)
