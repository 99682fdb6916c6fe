"""Expressions in one form, so that two ways of writing the same thing compare as equal."""

from collections.abc import Callable

from sqlglot import exp

_SAME_EITHER_WAY = (exp.EQ, exp.NEQ)


def canonical(node: exp.Expr) -> str:
    """A text that is equal for expressions that differ only in form."""
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.In) and node.expressions:
        return _listed(node)
    write = _WRITTEN.get(type(node))
    return write(node) if write else _by_parts(node)


def _by_parts(node: exp.Expr) -> str:
    parts = [f"{key}={_value(value)}" for key, value in sorted(node.args.items()) if _counts(value)]
    return f"{node.key}({', '.join(parts)})"


def _column(node: exp.Expr) -> str:
    table = node.args.get("table")
    return f"column({table.name.lower() if table else ''}.{_value(node.this).lower()})"


def _either_way(node: exp.Expr) -> str:
    return _unordered(node.key, _operands(node, type(node)))


def _ordered(node: exp.Expr) -> str:
    return f"{node.key}({canonical(node.this)}, {canonical(node.args['expression'])})"


def _turned(node: exp.Expr) -> str:
    key = "lt" if isinstance(node, exp.GT) else "lte"
    return f"{key}({canonical(node.args['expression'])}, {canonical(node.this)})"


def _unordered(key: str, operands: list[exp.Expr]) -> str:
    return f"{key}({', '.join(sorted(map(canonical, operands)))})"


def _listed(node: exp.In) -> str:
    if len(node.expressions) == 1:
        return _unordered("eq", [node.this, node.expressions[0]])
    values = sorted(map(canonical, node.expressions))
    return f"in({canonical(node.this)}; {', '.join(values)})"


def _counts(value: object) -> bool:
    return value not in (None, False, [], "")


def _operands(node: exp.Expr, kind: type[exp.Expr]) -> list[exp.Expr]:
    found: list[exp.Expr] = []
    for part in (node.this, node.args["expression"]):
        inner = part.unnest()
        nested = type(inner) is kind and kind not in _SAME_EITHER_WAY
        found.extend(_operands(inner, kind) if nested else [inner])
    return found


def _literal(node: exp.Expr) -> str:
    if node.is_string:
        return repr(node.name)
    try:
        return repr(float(node.name))
    except ValueError:
        return node.name


def _value(value: object) -> str:
    if isinstance(value, exp.Expr):
        return canonical(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value).lower() if not isinstance(value, bool) else "yes"


_WRITTEN: dict[type[exp.Expr], Callable[[exp.Expr], str]] = {
    exp.Column: _column,
    exp.Literal: _literal,
    exp.Identifier: lambda node: f"identifier({node.this})",
    **dict.fromkeys((exp.Add, exp.Mul, exp.And, exp.Or, exp.EQ, exp.NEQ), _either_way),
    exp.LT: _ordered,
    exp.LTE: _ordered,
    exp.GT: _turned,
    exp.GTE: _turned,
}
