"""Where a query only adds up metrics that count all rows: there no standing filter need hold."""

from collections.abc import Iterator

from sqlglot import exp

from pipeline.contract import Contract
from pipeline.sql.contract.conditions import expression_of
from pipeline.sql.contract.shape import without_condition
from pipeline.sql.names.blocks import Block, QueryBlocks
from pipeline.sql.names.sources import joins_of
from pipeline.sql.text.canonical import canonical


def counted_whole(blocks: QueryBlocks, contract: Contract) -> frozenset[str]:
    """The marks of the tables whose rows are read for nothing but such metrics."""
    tables = {key.lower() for key in contract.all_rows_of}
    measures = [expression_of(measure.expression, blocks) for measure in contract.measures]
    if not tables or not measures:
        return frozenset()
    wanted = {canonical(measure) for measure in measures}
    if any(_others(block.select, block, blocks, wanted) for block in blocks.blocks):
        return frozenset()
    return frozenset(
        use.mark
        for block in blocks.blocks
        for use in block.uses
        if use.table.key.lower() in tables and _lists_nothing_else(block, use.mark)
    )


def _others(node: exp.Expr, block: Block, blocks: QueryBlocks, wanted: set[str]) -> bool:
    """Whether a SELECT makes another number of its rows; queries inside it are their own."""
    for part in _parts(node):
        if not part.find(exp.AggFunc, exp.Window):
            continue
        if isinstance(part, exp.Window):
            return True
        bare, _ = without_condition(blocks.trace(part, block))
        if canonical(bare) in wanted:
            continue
        if isinstance(part, exp.AggFunc) or _others(part, block, blocks, wanted):
            return True
    return False


def _parts(node: exp.Expr) -> Iterator[exp.Expr]:
    return (part for part in node.iter_expressions() if not isinstance(part, exp.Query | exp.With))


def _lists_nothing_else(block: Block, mark: str) -> bool:
    """Whether a SELECT shows rows of a table only as groups of what the metric adds up."""
    if not any(node.find(exp.AggFunc) for node in block.projections):
        return False
    keys = {canonical(key) for key in block.group_keys}
    shown = [node for node in (*block.projections, *block.group_keys) if _reads(node, mark)]
    plain = [node for node in shown if not node.find(exp.AggFunc)]
    outer = any(join.args.get("side") for join in joins_of(block.select))
    return not (plain and outer) and all(canonical(node) in keys for node in plain)


def _reads(node: exp.Expr, mark: str) -> bool:
    return any(column.db == mark for column in node.find_all(exp.Column))
