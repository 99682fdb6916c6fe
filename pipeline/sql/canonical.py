"""Expressions in one form, so that two ways of writing the same thing compare as equal."""

from sqlglot import exp

_UNORDERED = (exp.Add, exp.Mul, exp.And, exp.Or, exp.EQ, exp.NEQ)
_FLIPPED = {exp.GT: exp.LT, exp.GTE: exp.LTE}


def canonical(expression: exp.Expr) -> str:
    """A text that is equal for expressions that differ only in form."""
    tree = expression.copy().transform(_plain, copy=False)
    return _text(tree)


def _plain(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Column):
        return exp.Column(
            this=exp.to_identifier(node.name.lower()), table=exp.to_identifier(node.table.lower())
        )
    if isinstance(node, exp.Identifier):
        return exp.Identifier(this=node.this, quoted=False)
    return node


def _text(node: exp.Expr) -> str:
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.In) and len(node.expressions) == 1:
        node = exp.EQ(this=node.this, expression=node.expressions[0])
    kind = type(node)
    if kind in _FLIPPED:
        node = _FLIPPED[kind](this=node.args["expression"], expression=node.this)
    if isinstance(node, exp.Literal):
        return _literal(node)
    if isinstance(node, _UNORDERED):
        parts = sorted(_text(part) for part in _operands(node, type(node)))
        return f"{node.key}({', '.join(parts)})"
    if isinstance(node, exp.In) and node.expressions:
        values = sorted(_text(value) for value in node.expressions)
        return f"in({_text(node.this)}; {', '.join(values)})"
    parts = [f"{key}={_value(value)}" for key, value in sorted(node.args.items()) if _counts(value)]
    return f"{node.key}({', '.join(parts)})"


def _counts(value: object) -> bool:
    return value not in (None, False, [], "")


def _operands(node: exp.Expr, kind: type[exp.Expr]) -> list[exp.Expr]:
    found: list[exp.Expr] = []
    for part in (node.this, node.args["expression"]):
        inner = part.unnest()
        nested = type(inner) is kind and kind not in {exp.EQ, exp.NEQ}
        found.extend(_operands(inner, kind) if nested else [inner])
    return found


def _literal(node: exp.Literal) -> str:
    if node.is_string:
        return repr(node.name)
    try:
        return repr(float(node.name))
    except ValueError:
        return node.name


def _value(value: object) -> str:
    if isinstance(value, exp.Expr):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value).lower() if not isinstance(value, bool) else "yes"
