"""Whether confirmed thresholds, comparisons with an aggregate and related rows are in a query."""

from collections.abc import Iterator

from sqlglot import exp

from pipeline.contract import Comparison, Contract, Threshold
from pipeline.sql.contract.conditions import expression_of, numbers_of
from pipeline.sql.names.blocks import Block, QueryBlocks
from pipeline.sql.names.sources import conjuncts
from pipeline.sql.policies.policy import Finding
from pipeline.sql.text.canonical import canonical

_KINDS: dict[type[exp.Expr], str] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=",
}  # fmt: skip
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_FUNCTIONS: dict[str, type[exp.Expr]] = {
    "sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max,
}  # fmt: skip
_EVERY = (exp.All, exp.Any)
_ANY_ROW = {(">=", 1.0), ("!=", 0.0)}

# One side, the operator as seen from it, and the other side.
Compared = tuple[exp.Expr, str, exp.Expr]


def comparison_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    """The confirmed thresholds, comparisons and related rows that a query does not ask for."""
    compared = list(_comparisons(blocks))
    for threshold in contract.thresholds:
        if not _is_reached(threshold, compared, blocks):
            yield _missing(f"{threshold.expression} {threshold.operator} {threshold.value}")
    for one in contract.comparisons:
        if not _is_compared(one, compared) and not _is_first(one, blocks):
            yield _missing(f"{one.column} {one.operator} the {one.function} of {one.of}")
    read = {use.table.key.lower() for use in blocks.uses}
    for tables in contract.related:
        if not read & {table.lower() for table in tables}:
            yield Finding(
                code="relation_missing",
                sentence=f"Whether there are rows in {tables[0]} was confirmed to matter, but the "
                "query does not look there.",
                blocks=True,
            )


def _missing(words: str) -> Finding:
    return Finding(
        code="comparison_missing",
        sentence=f"'{words}' was confirmed, but the query does not ask for it.",
        blocks=True,
    )


def _comparisons(blocks: QueryBlocks) -> Iterator[Compared]:
    """Every comparison that must hold, from both of its sides."""
    for block in blocks.blocks:
        for condition in (*(one.expression for one in block.conditions), *_having(block, blocks)):
            yield from _sides(condition.unnest())


def _having(block: Block, blocks: QueryBlocks) -> Iterator[exp.Expr]:
    having = block.select.args.get("having")
    for part in conjuncts(having.this if having else None):
        yield blocks.trace(part, block)


def _sides(node: exp.Expr) -> Iterator[Compared]:
    operator = _KINDS.get(type(node))
    if operator is not None:
        left, right = node.this.unnest(), node.expression.unnest()
        yield left, operator, right
        yield right, _TURNED.get(operator, operator), left
    elif isinstance(node, exp.Between):
        yield node.this.unnest(), ">=", node.args["low"].unnest()
        yield node.this.unnest(), "<=", node.args["high"].unnest()
    elif isinstance(node, exp.In) and node.args.get("query"):
        yield node.this.unnest(), "=", node.args["query"]


def _is_reached(threshold: Threshold, compared: list[Compared], blocks: QueryBlocks) -> bool:
    wanted = expression_of(threshold.expression, blocks)
    counts = isinstance(wanted, exp.Count)
    bound = _bound(threshold.operator, float(threshold.value), whole=counts)
    if counts and bound in _ANY_ROW:
        # That there are rows can be asked in many ways, without a number in it.
        return True
    return any(
        isinstance(other, exp.Literal)
        and not other.is_string
        and _bound(operator, float(other.name), whole=counts) == bound
        and _holds_number(side, wanted)
        for side, operator, other in compared
    )


def _bound(operator: str, value: float, *, whole: bool) -> tuple[str, float]:
    """`> 1` and `>= 2` are one bound on a number that is counted."""
    if whole and operator == ">":
        return ">=", value + 1
    if whole and operator == "<":
        return "<=", value - 1
    return operator, value


def _holds_number(side: exp.Expr, wanted: exp.Expr) -> bool:
    """Whether a side is, or its query shows, the number; any count counts."""
    if isinstance(wanted, exp.Count):
        return side.find(exp.Count) is not None
    form = canonical(wanted)
    return any(canonical(node) == form for node in side.find_all(type(wanted)))


def _is_compared(one: Comparison, compared: list[Compared]) -> bool:
    """Above an average may be at least it; what is the highest may be at least all."""
    directions = {one.operator, one.operator.rstrip("="), f"{one.operator}="} - {""}
    return any(
        _is_column(side, one.column)
        and (
            (operator in directions and _aggregates(other, one))
            or (isinstance(other, _EVERY) and _names(other, one.of))
        )
        for side, operator, other in compared
    )


def _aggregates(node: exp.Expr, one: Comparison) -> bool:
    return any(_names(found, one.of) for found in node.find_all(_FUNCTIONS[one.function]))


def _names(node: exp.Expr, column: str) -> bool:
    name = column.rpartition(".")[2].lower()
    return any(found.name.lower() == name for found in node.find_all(exp.Column))


def _is_column(node: exp.Expr, column: str) -> bool:
    table, _, name = column.lower().rpartition(".")
    held = exp.Column(this=exp.to_identifier(name), table=exp.to_identifier(table))
    if isinstance(node, exp.Column):
        return (node.table, node.name) == (table, name)
    return isinstance(node, exp.Cast) and canonical(node) in {
        canonical(number) for number in numbers_of(held)
    }


def _is_first(one: Comparison, blocks: QueryBlocks) -> bool:
    """The highest may be asked for as the first in descending order."""
    if one.operator != "=" or one.function not in {"min", "max"}:
        return False
    for block in blocks.blocks:
        order = block.select.args.get("order")
        ranked = block.select.args.get("limit") or block.select.find(exp.Window)
        first = order.expressions[0] if order else None
        ordered = [first] if first is not None else list(block.select.find_all(exp.Ordered))
        if ranked and any(
            bool(item.args.get("desc")) == (one.function == "max") and _names(item, one.of)
            for item in ordered
        ):
            return True
    return False
