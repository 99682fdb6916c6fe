"""The contract check: whether a statement keeps to all that was confirmed, proven on its tree."""

from collections.abc import Iterator

from sqlglot import exp

from knowledge.catalog import Catalog
from pipeline.contract import Contract
from pipeline.sql.contract.comparisons import comparison_findings
from pipeline.sql.contract.conditions import condition_findings
from pipeline.sql.contract.counted_whole import counted_whole
from pipeline.sql.contract.dates import date_findings, inner_date_findings
from pipeline.sql.contract.denials import denial_findings
from pipeline.sql.contract.shape import grouping_findings, measure_findings, order_findings
from pipeline.sql.names.blocks import QueryBlocks, read_blocks
from pipeline.sql.policies.policy import Finding
from pipeline.sql.rules.inspection import inspect
from pipeline.sql.text.dialects import dialect_named
from pipeline.sql.text.trees import parsed
from pipeline.tier import Tier


def check_contract(
    sql: str,
    dialect: str,
    contract: Contract,
    catalog: Catalog,
    extra_functions: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """What of the contract a statement breaks or does not provably keep; empty when it keeps it."""
    inspection = inspect(sql, dialect, extra_functions)
    served = dialect_named(dialect)
    if served is None or inspection.tier != Tier.T0 or inspection.kind != "select":
        return (_unreadable(inspection.reason or "It is not a query."),)
    try:
        tree = parsed(sql, served)
        blocks = read_blocks(tree, catalog, served.name)
        return tuple(_findings(blocks, tree, contract))
    except Exception:  # noqa: BLE001  what cannot be proven is a finding
        return (_unreadable("It is written in a way that cannot be checked."),)


def _unreadable(sentence: str) -> Finding:
    return Finding(code="contract_unreadable", sentence=sentence, blocks=True)


def _findings(blocks: QueryBlocks, tree: exp.Expr, contract: Contract) -> Iterator[Finding]:
    yield from _table_findings(blocks, contract)
    yield from _column_findings(blocks, contract)
    yield from date_findings(blocks, contract.dates)
    yield from inner_date_findings(blocks, contract.inner_dates)
    yield from denial_findings(blocks, contract)
    yield from condition_findings(blocks, contract, counted_whole(blocks, contract))
    yield from comparison_findings(blocks, contract)
    yield from measure_findings(blocks, contract)
    yield from grouping_findings(blocks, contract)
    yield from order_findings(blocks, tree, contract)


def _table_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    confirmed = {key.lower() for key in contract.tables}
    for key in dict.fromkeys([*(use.table.key for use in blocks.uses), *blocks.unknown]):
        if confirmed and key.lower() not in confirmed:
            yield Finding(
                code="table_not_confirmed",
                sentence=f"It reads {key}, which was not confirmed; confirmed were "
                f"{', '.join(contract.tables)}.",
                blocks=True,
            )


def _column_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    if not contract.columns:
        return
    confirmed = _confirmed_columns(blocks, contract)
    used = {
        f"{column.table}.{column.name}".lower()
        for block in blocks.blocks
        for expression in (*block.projections, *block.group_keys, *_expressions(blocks))
        for column in expression.find_all(exp.Column)
        if column.db
    }
    for column in sorted(used - confirmed):
        yield Finding(
            code="column_not_confirmed",
            sentence=f"It uses {column}, which was not confirmed.",
            blocks=True,
        )


def _expressions(blocks: QueryBlocks) -> list[exp.Expr]:
    return [condition.expression for block in blocks.blocks for condition in block.conditions]


def _confirmed_columns(blocks: QueryBlocks, contract: Contract) -> set[str]:
    """The confirmed columns, those of the other confirmed parts, and the keys that join tables."""
    named = [*contract.columns, *contract.grouping]
    named += [bound.column for bound in contract.dates]
    named += [one.column for one in contract.filters]
    named += [column for one in contract.comparisons for column in (one.column, one.of)]
    found = {column.lower() for column in named}
    texts = [measure.expression for measure in contract.measures]
    texts += [text for measure in contract.measures for text in measure.conditions]
    texts += [contract.order_by, *(one.expression for one in contract.thresholds)]
    for use in blocks.uses:
        key = use.table.key.lower()
        found |= {f"{key}.{name.lower()}" for name in use.table.primary_key}
        for foreign in use.table.foreign_keys:
            found |= {f"{key}.{name.lower()}" for name in foreign.columns}
        for column in use.table.columns:
            name = column.name.lower()
            if any(_mentions(text, name) for text in (*texts, *contract.conditions)):
                found.add(f"{key}.{name}")
    return found


def _mentions(text: str, name: str) -> bool:
    return name in text.lower()
