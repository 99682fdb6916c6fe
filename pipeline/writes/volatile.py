"""Which values a statement computes anew each time, so that no two runs of it agree on them."""

from sqlglot import exp

_STEADY = (
    exp.Cast,
    exp.TryCast,
    exp.Case,
    exp.If,
    exp.Coalesce,
    exp.Nullif,
    exp.Lower,
    exp.Upper,
    exp.Trim,
    exp.Length,
    exp.Concat,
    exp.ConcatWs,
    exp.Substring,
    exp.Replace,
    exp.Round,
    exp.Abs,
    exp.Ceil,
    exp.Floor,
    exp.Greatest,
    exp.Least,
    exp.Left,
    exp.Right,
    exp.Count,
    exp.Sum,
    exp.Avg,
    exp.Min,
    exp.Max,
    exp.Exists,
    exp.And,
    exp.Or,
    exp.Xor,
)


def is_volatile(node: exp.Expr) -> bool:
    """Whether an expression calls anything that is not known to give the same value again."""
    return any(not isinstance(found, _STEADY) for found in node.find_all(exp.Func))


def volatile_columns(tree: exp.Expr) -> frozenset[str]:
    """The columns, in lower case, to which an UPDATE gives such values."""
    if not isinstance(tree, exp.Update):
        return frozenset()
    return frozenset(
        column.name.lower()
        for pair in tree.expressions
        if is_volatile(pair)
        for column in pair.this.find_all(exp.Column)
    )
