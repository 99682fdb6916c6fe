"""Whether a SELECT that was written is one that databases take: numbers beside groups only."""

from collections.abc import Iterator

from sqlglot import exp


class NotGroupedError(Exception):
    """SQL that adds up rows beside columns which it is not grouped by: no database takes it."""


def is_grouped(tree: exp.Expr) -> bool:
    """Whether no SELECT mixes numbers of many rows with columns that it is not grouped by."""
    return all(_is_grouped(select) for select in tree.find_all(exp.Select))


def _is_grouped(select: exp.Select) -> bool:
    group, having = select.args.get("group"), select.args.get("having")
    order = select.args.get("order")
    shown = [*select.expressions, *(order.expressions if order else ())]
    shown += [having] if having else []
    if group is None and not any(_has_number(node) for node in shown):
        return True
    keys = {key.sql() for key in group.expressions} if group else set[str]()
    return not any(column.table for node in shown for column in _bare(node, keys))


def _has_number(node: exp.Expr) -> bool:
    """Whether an expression adds up rows, not counting what queries inside it do."""
    if isinstance(node, exp.Query | exp.Window):
        return False
    return isinstance(node, exp.AggFunc) or any(map(_has_number, node.iter_expressions()))


def _bare(node: exp.Expr, keys: set[str]) -> Iterator[exp.Column]:
    """The columns of an expression outside of numbers, and of what it is grouped by."""
    if isinstance(node, exp.Query | exp.AggFunc | exp.Window) or node.sql() in keys:
        return
    if isinstance(node, exp.Column):
        yield node
    for part in node.iter_expressions():
        yield from _bare(part, keys)
