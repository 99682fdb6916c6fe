"""Which values a statement computes anew each time, so that no two runs of it agree on them."""

from sqlglot import exp

# What is not named here counts as steady: were it not, the change would only be asked for again.
_VOLATILE = (
    exp.Anonymous,
    exp.CurrentDate,
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentTimestampLTZ,
    exp.Localtime,
    exp.Localtimestamp,
    exp.NextValueFor,
    exp.Rand,
    exp.Randn,
    exp.Randstr,
    exp.Systimestamp,
    exp.UtcDate,
    exp.UtcTime,
    exp.UtcTimestamp,
    exp.Uuid,
)
_MOMENTS = frozenset(("now", "today", "tomorrow", "yesterday"))


def is_volatile(node: exp.Expr) -> bool:
    """Whether an expression asks for the moment, for chance, or for what nobody knows."""
    return node.find(*_VOLATILE) is not None or any(
        literal.is_string and literal.name.lower() in _MOMENTS
        for literal in node.find_all(exp.Literal)
    )


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
