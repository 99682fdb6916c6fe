"""Whether measures, grouping, order and limit are as they were confirmed."""

from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from pipeline.contract import Contract
from pipeline.sql.contract.conditions import expression_of
from pipeline.sql.contract.date_regions import grain_of
from pipeline.sql.contract.time_columns import TimeColumn, time_column
from pipeline.sql.names.blocks import BaseUse, Block, QueryBlocks, without_marks
from pipeline.sql.names.sources import conjuncts
from pipeline.sql.policies.policy import Finding
from pipeline.sql.text.canonical import canonical
from pipeline.sql.times.grains import OWN_WEEK


def measure_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    """The confirmed measures that are not in the answer as confirmed."""
    for measure in contract.measures:
        wanted = expression_of(measure.expression, blocks)
        needed = {
            canonical(part)
            for text in measure.conditions
            for part in conjuncts(expression_of(text, blocks))
        }
        if not any(_computes(block, wanted, needed) for block in blocks.blocks):
            yield Finding(
                code="measure_changed",
                sentence=f"{measure.name} was confirmed as `{measure.expression}`"
                + (f" where {' and '.join(measure.conditions)}" if measure.conditions else "")
                + ", but the query does not compute it so.",
                blocks=True,
            )


def _computes(block: Block, wanted: exp.Expr, needed: set[str]) -> bool:
    holding = {condition.form for one in (block, *block.below) for condition in one.conditions}
    possible = list(_measure_forms(wanted))
    forms = {canonical(form) for form in possible}
    # A form can only be equal to one of its own kind; comparisons can be turned around.
    kinds: tuple[type[exp.Expr], ...] = (exp.Predicate, *(type(one.unnest()) for one in possible))
    for projection in block.projections:
        for node in projection.walk():
            form, inside = without_condition(node)
            if isinstance(form, kinds) and canonical(form) in forms and needed <= holding | inside:
                return True
    return False


def _measure_forms(wanted: exp.Expr) -> Iterator[exp.Expr]:
    yield wanted
    if isinstance(wanted, exp.Sum):
        yield exp.Coalesce(this=wanted.copy(), expressions=[exp.Literal.number(0)])


def without_condition(node: exp.Expr) -> tuple[exp.Expr, set[str]]:
    """`SUM(CASE WHEN c THEN x END)` and `SUM(x) FILTER (WHERE c)` as `SUM(x)` and c."""
    if isinstance(node, exp.Filter):
        return node.this, {canonical(part) for part in conjuncts(node.expression.this)}
    inner = (
        node.this.unnest()
        if isinstance(node, exp.Sum | exp.Count | exp.Avg) and node.this
        else None
    )
    if isinstance(inner, exp.Case) and not inner.this and len(inner.args["ifs"]) == 1:
        branch = inner.args["ifs"][0]
        otherwise = inner.args.get("default")
        zero = isinstance(node, exp.Sum) and otherwise is not None and otherwise.name == "0"
        if otherwise is None or isinstance(otherwise, exp.Null) or zero:
            bare = type(node)(this=branch.args["true"].copy())
            return bare, {canonical(part) for part in conjuncts(branch.this)}
    return node, set()


def grouping_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    """What of the confirmed grouping is missing, and what was added to it."""
    if not contract.grouping:
        return
    keys = _group_keys(blocks)
    for wanted in contract.grouping:
        is_key = any(_is_key(key, wanted, contract, blocks) for key in keys)
        if not is_key and not _is_split_key(keys, wanted, contract, blocks):
            grain = f" by {contract.grain}" if contract.grain else ""
            yield Finding(
                code="grouping_missing",
                sentence=f"The answer was confirmed per {wanted}{grain}, but is not grouped so.",
                blocks=True,
            )
    for key in keys:
        if not _is_expected(key, contract, blocks):
            yield Finding(
                code="grouping_added",
                sentence=f"It also groups by `{without_marks(key)}`, which was not confirmed.",
                blocks=True,
            )


def _group_keys(blocks: QueryBlocks) -> list[exp.Expr]:
    """The keys of the outermost grouping; of a query without one, its plain projections."""
    for block in reversed(blocks.blocks):
        if block.group_keys:
            return block.group_keys
    outermost = blocks.blocks[-1] if blocks.blocks else None
    if outermost is None or not outermost.select.args.get("distinct"):
        return []
    return outermost.projections


def _is_key(key: exp.Expr, wanted: str, contract: Contract, blocks: QueryBlocks) -> bool:
    table, _, name = wanted.lower().rpartition(".")
    key = key.unnest()
    for use in blocks.uses:
        if use.table.key.lower() != table:
            continue
        column = TimeColumn(mark=use.mark, name=name)
        if column.is_column(key) and not (contract.grain and _is_time(wanted, contract)):
            return True
        column = _in_asked_time(blocks, use, name)
        if contract.grain and column.is_in(key) and _has_grain(key, column, contract.grain):
            return True
    return False


def _in_asked_time(blocks: QueryBlocks, use: BaseUse, name: str) -> TimeColumn:
    """The column as its days are counted: in local time, where its own is another."""
    plain = time_column(use.mark, name, use.table.column(name), blocks.dialect)
    column = replace(plain, week_start=blocks.catalog.week_start)
    return column.in_local_time() or column


def _is_split_key(
    keys: list[exp.Expr], wanted: str, contract: Contract, blocks: QueryBlocks
) -> bool:
    """Year and month apart are together the month of a year."""
    table, _, name = wanted.lower().rpartition(".")
    for use in blocks.uses:
        column = _in_asked_time(blocks, use, name)
        found = {grain_of(key, column) for key in keys if column.is_in(key)}
        if use.table.key.lower() == table and {"year", f"{contract.grain} of year"} <= found:
            return True
    return False


def _is_time(wanted: str, contract: Contract) -> bool:
    return any(bound.column.lower() == wanted.lower() for bound in contract.dates)


def _has_grain(key: exp.Expr, column: TimeColumn, grain: str) -> bool:
    found = grain_of(key, column)
    if grain == "week" and column.week_start:
        return found == OWN_WEEK
    return found == grain or (found == "instant" and grain == "")


def _is_expected(key: exp.Expr, contract: Contract, blocks: QueryBlocks) -> bool:
    key = key.unnest()
    if any(_is_key(key, wanted, contract, blocks) for wanted in contract.grouping):
        return True
    grouped = {wanted.lower().rpartition(".")[0] for wanted in contract.grouping}
    for column in key.find_all(exp.Column):
        table = next((use.table for use in blocks.uses if use.mark == column.db), None)
        if table is None or table.key.lower() not in grouped:
            return False
        is_key = column.name.lower() in {name.lower() for name in table.primary_key}
        is_part = f"{table.key}.{column.name}".lower() in {one.lower() for one in contract.grouping}
        if not is_key and not (is_part and contract.grain):
            return False
    return True


def order_findings(blocks: QueryBlocks, tree: exp.Expr, contract: Contract) -> Iterator[Finding]:
    """Whether the order and the limit are the confirmed ones."""
    root = tree.unnest() if isinstance(tree, exp.Subquery) else tree
    order = root.args.get("order")
    ranked = any(
        block.select.find(exp.RowNumber, exp.Rank, exp.DenseRank) for block in blocks.blocks
    )
    if contract.order and not ranked and not _is_ordered(order, contract.order):
        yield Finding(
            code="order_changed",
            sentence=f"The answer was confirmed in {contract.order} order, but is not sorted so.",
            blocks=True,
        )
    elif contract.order_by and not ranked and not _is_ordered_by(order, contract.order_by, blocks):
        yield Finding(
            code="order_changed",
            sentence=f"The answer was confirmed in the order of `{contract.order_by}`, but is "
            "sorted by something else.",
            blocks=True,
        )
    limit = contract.limit
    is_kept = limit in (None, _limit_of(root)) or (ranked and _has_number(tree, limit))
    if not is_kept:
        yield Finding(
            code="limit_changed",
            sentence=f"The answer was confirmed as {limit} rows, but the query does not say so.",
            blocks=True,
        )


def _is_ordered(order: exp.Expr | None, wanted: str) -> bool:
    if order is None or not order.expressions:
        return False
    first = order.expressions[0]
    return bool(first.args.get("desc")) == (wanted == "descending")


def _is_ordered_by(order: exp.Expr | None, wanted: str, blocks: QueryBlocks) -> bool:
    """Whether the first key of the order is the wanted expression, or a column that shows it."""
    block = blocks.blocks[-1]
    if order is None or order.find_ancestor(exp.Select) is not block.select:
        # Of several queries together the columns are known, what they show is not.
        return True
    key = order.expressions[0].this
    form = expression_of(wanted, blocks)
    possible = {canonical(one) for one in _measure_forms(form)}
    shown = [one for one in (_named_output(key, block),) if one is not None]
    return any(
        canonical(node) in possible or (isinstance(form, exp.Count) and isinstance(node, exp.Count))
        for one in (*shown, blocks.trace(key, block))
        for node in one.walk()
    )


def _named_output(key: exp.Expr, block: Block) -> exp.Expr | None:
    """What the key stands for where it is a place or a name among the outputs."""
    if isinstance(key, exp.Literal) and not key.is_string:
        place = int(key.name) - 1
        return block.projections[place] if place < len(block.projections) else None
    plain = isinstance(key, exp.Column) and not key.table
    return block.outputs.get(key.name.lower()) if plain else None


def _limit_of(root: exp.Expr) -> int | None:
    limit = root.args.get("limit")
    if limit is None:
        return None
    value = limit.args.get("count") or limit.args.get("expression")
    return int(value.name) if value is not None and value.name.isdigit() else None


def _has_number(tree: exp.Expr, number: int | None) -> bool:
    return any(literal.name == str(number) for literal in tree.find_all(exp.Literal))
