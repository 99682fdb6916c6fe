"""Comparisons with a part or a multiple of the same row: `a fee above 2% of the price`."""

from pipeline.rules.clauses.comparisons import condition_item, operator_of
from pipeline.rules.schema.items import Item, Run, Stream

_ORDERED = frozenset(("<", "<=", ">", ">="))
_SIZED = "number"
_PARTS = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
_PERCENT = ("%", "percent", "per cent")
_TIMES = frozenset(("times", "twice", "double", "triple", "thrice"))
_HUNDRED = 100


def own_shares(stream: Stream) -> None:
    """Reduce `a bonus of more than 20 percent of the salary` to a condition on two columns."""
    stream.rewrite(
        r"(?P<c>C)[ph]*(?P<op>c)(?:(?P<n>#)(?P<unit>[i%x])?|(?P<part>x))p?(?P<of>C)(?![#VcC])",
        _against_part,
    )


def _against_part(run: Run) -> Item | None:
    groups = run.match.groupdict()
    found = {name: run.get(name) if groups[name] else None for name in ("n", "unit", "part")}
    operator, adjective = operator_of(run["op"])
    factor = _part(found["part"]) if found["part"] else _factor(found["n"], found["unit"])
    amounts = {run["c"].payload, run["of"].payload} == {_SIZED}
    if operator not in _ORDERED or adjective or factor is None or not amounts:
        return None
    return condition_item(
        run, operator=operator, column=run["c"], of=run["of"], function="own", factor=factor
    )


def _part(word: Item | None) -> float | None:
    return _PARTS.get(word.text.lower().split()[-1]) if word is not None else None


def _factor(number: Item | None, unit: Item | None) -> float | None:
    """`2%`, `2 percent`, `twice`, `1.5 times`; a bare number is no multiple of anything."""
    if number is None or not isinstance(number.payload, int | float) or number.payload <= 0:
        return None
    told = (unit or number).text.lower().removesuffix(" of")
    if told.endswith(_PERCENT):
        return number.payload / _HUNDRED
    return number.payload if told in _TIMES else None
