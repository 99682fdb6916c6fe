"""Comparisons with an average times so much, or with that of a row's own group."""

from collections.abc import Mapping

from pipeline.rules.clauses.comparisons import condition_item, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.operators import ORDERED
from pipeline.rules.text.words import is_plural

_SAME, _WORTH = "same", frozenset(("worth", "valued"))
_PERCENT, _HUNDRED = ("%", "percent"), 100
# What an average is taken of; anything else behind it says among which rows.
_SIZED = frozenset(("number", "date", "year"))

_TIMES = r"(?:(?P<n>#)(?P<pct>x)?i?(?P<op2>c)?)"
_SIGN = r"(?:(?P<c>C)[ph]*|(?P<x>x))?(?P<op>c)?"
# Behind the group nothing may say which rows of it count.
_OWN = r"(?:(?:pT)?[pe]+(?P<same>x)?(?P<peers>[CTIo])(?![hrp]*C?[hrp]*[cVfD#]))"


def peers(stream: Stream) -> None:
    """Reduce `more than twice the average price of their category` to a condition."""
    for times in (_TIMES, ""):
        for rest in (
            r"(?P<more>[CT])" + times + r"(?P<f>a)(?P<of>C)?(?P<near>x)?" + _OWN + "?",
            times + r"(?P<f>a)(?P<of>C)(?P<near>x)?" + _OWN + "?",
            times + r"(?P<f>a)" + _OWN,
            times + r"(?P<f>a)(?P<rows>T)",
            times + r"(?P<f>a)",
        ):
            stream.rewrite(_SIGN + rest, _against_peers)


def _against_peers(run: Run) -> Item | None:
    groups = run.match.groupdict()
    found = {name: run.get(name) if groups[name] else None for name in groups}
    sign, lead = found.get("op2") or found["op"], found["x"]
    operator, adjective = operator_of(sign) if sign is not None else ("", "")
    factor = (
        None
        if _are_units(found.get("n"), run["f"])
        else _factor(found.get("n"), found.get("pct"), operator)
    )
    plain = _are_plain(found.get("same"), found.get("near"), lead=lead)
    if operator not in ORDERED or factor is None or not plain:
        return None
    column, of, group = _parts(found)
    if group is not None and _are_many(group):
        return None  # `the average of the films by Ada` is of all of those
    if group is not None and group.payload == "number" and found.get("same") is None:
        return None  # `more total rain in June than in May`
    told = column or of or adjective
    # A plain average of all rows is read elsewhere.
    more = factor != 1 or group is not None or (of is not None and of.letter == "T")
    if not told or not more:
        return None
    return condition_item(
        run, operator=operator, column=column, adjective=adjective, of=of,
        function=run["f"].payload, factor=factor, within=group,
    )  # fmt: skip


def _parts(found: Mapping[str, Item | None]) -> tuple[Item | None, Item | None, Item | None]:
    """What is compared, what the average is of, and the group that it is taken in."""
    more, of, rows = found.get("more"), found.get("of"), found.get("rows")
    group = _group(found.get("peers"))
    if more is not None and more.payload not in _SIZED:
        more, group = None, group or more
    if of is not None and of.payload not in _SIZED:
        of, group = None, group or of
    column = found["c"] or more
    if column is None and of is None:
        return None, rows, group
    return column, of, group or rows


def _are_plain(*words: Item | None, lead: Item | None) -> bool:
    """Whether nothing but `same` stands before a group, and `worth` before what is compared."""
    near = all(word is None or word.text.lower() == _SAME for word in words)
    return near and (lead is None or lead.text.lower() in _WORTH)


def _group(item: Item | None) -> Item | None:
    """`of their own rank`: behind a preposition a word of sorting is a column of that name."""
    if item is None or item.letter in "CT":
        return item
    return item.other


def _are_many(item: Item) -> bool:
    return item.letter == "T" and is_plural(item.text.split()[-1].lower())


def _are_units(number: Item | None, function: Item) -> bool:
    """`more than 5000 total acres`: right before the total a number is one of its units."""
    return number is not None and number.text[:1].isdigit() and number.last == function.first


def _factor(number: Item | None, unit: Item | None, operator: str) -> float | None:
    """`three times the average`, `20% above the average`; None where it is no such number."""
    if number is None:
        return 1
    if not isinstance(number.payload, int | float) or number.payload <= 0:
        return None
    told = unit.text.lower() if unit is not None else number.text.lower()
    if unit is not None and told not in _PERCENT:
        return None
    if told.endswith(_PERCENT):
        part = number.payload / _HUNDRED
        return 1 + part if operator in (">", ">=") else 1 - part
    return number.payload
