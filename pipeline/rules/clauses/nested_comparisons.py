"""Conditions against what other rows hold: `above the average`, `larger than any in Africa`."""

from dataclasses import replace

from pipeline.rules.clauses.comparisons import condition_item, is_same_column, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.operators import ORDERED
from pipeline.rules.schema.parts import Test
from pipeline.rules.vocabulary import FORMS

# What a column must hold to lie above or below an average or an extreme.
_SIZED = frozenset(("number", "date", "year"))


def aggregates(stream: Stream) -> None:
    """Reduce every comparison with an average, minimum or maximum to a condition."""
    stream.rewrite(r"(?P<c>C)[hp]?(?P<op>c)(?P<f>[as])(?P<of>C)?(?:pT)?(?P<w>f)?", _against)
    stream.rewrite(r"(?P<op>c)(?P<c>C)(?P<f>[as])(?P<of>C)?(?:pT)?(?P<w>f)?", _against)
    stream.rewrite(r"(?P<op>c)(?P<f>a)(?P<c>C)?(?P<w>f)?", _against)
    # `more than the average number of seats`, where a column says how many.
    stream.rewrite(r"(?P<op>c)(?P<f>a)k(?P<c>C)(?P<w>f)?", _against)
    stream.rewrite(r"(?<=[Tr])(?P<op>c)(?P<f>a)(?=[.&]|$)", _paid_against)


def quantified(stream: Stream) -> None:
    """Reduce `population larger than any country in Africa` to a comparison with an extreme."""
    stream.rewrite(r"(?P<c>C)[hpr]*(?P<q>Q)(?P<of>C)?p?T?[prh]*(?P<w>f)?(?=[.oO]|$)", _quantified)
    stream.rewrite(r"(?P<c>C)?[hpr]*(?P<op>c)(?P<c2>C)?(?P<y>Y)p?T?[prh]*(?P<w>f)?(?=[.]|$)", _than)
    stream.rewrite(r"(?P<c>C)[hpr]*(?P<op>c)(?P<t>T)?[hpr]*(?P<w>f)", _than_one)
    stream.rewrite(r"(?P<op>c)(?P<c>C)?(?P<t>T)?[hpr]*(?P<w>f)", _than_one)
    stream.rewrite(r"(?P<c>C)[hpr]*(?P<op>c)p?(?P<again>C)p(?P<t>T)?[hpr]*(?P<w>f)", _than_one)
    stream.rewrite(r"(?P<q>Q)p?T?[prh]*(?P<w>f)?(?=[.]|$)", _quantified)
    stream.rewrite(r"(?P<q>Q)(?P<c>C)p?T?[prh]*(?P<w>f)?(?=[.]|$)", _quantified)


def _quantified(run: Run) -> Item | None:
    sign, every, *adjective = run["q"].payload
    above = sign in (">", ">=")
    where, column = run.get("w"), run.get("c") if "c" in run.match.groupdict() else None
    if (column is None and not adjective) or (column and column.payload not in _SIZED):
        return None
    function = "max" if above == (every == "all") else "min"
    return condition_item(
        run, operator=sign, column=column, adjective="".join(adjective), function=function,
        where=where.payload if where else None,
        extent=every == "any",
    )  # fmt: skip


def _than(run: Run) -> Item | None:
    """`a larger population than any country in Africa`."""
    sign, adjective = operator_of(run["op"])
    column = run.get("c") or run.get("c2")
    if sign not in ORDERED or (column is None and not adjective):
        return None
    # `the names of songs with a lower rating than any`: the names are shown, not compared.
    if column is not None and (column.payload not in _SIZED or (run.get("c") and run.get("c2"))):
        return None
    where = run.get("w")
    function = "max" if (sign in (">", ">=")) == (run["y"].payload == "all") else "min"
    return condition_item(
        run, operator=sign, column=column, adjective=adjective, function=function,
        where=where.payload if where else None, extent=run["y"].payload == "any",
    )  # fmt: skip


def _than_one(run: Run) -> Item | None:
    """`a higher rating than Rapide`, `older than Ada`: against the row of that name."""
    sign, adjective = operator_of(run["op"])
    other: Test = run["w"].payload
    column = run.get("c") if "c" in run.match.groupdict() else None
    if column is None and not adjective:
        sign, adjective = _degree(run["op"])
    known = bool(other.hits) and other.column is None and other.operator == "="
    keyed = run.match.group("t") is not None and _is_of_key(other)
    if sign not in ORDERED or not (known or keyed) or (column is None and not adjective):
        return None
    if "again" in run.match.groupdict() and not is_same_column(run["c"], run["again"]):
        return None
    if column is not None and column.payload not in _SIZED:
        return None
    function = "max" if sign in (">", ">=") else "min"
    named = other if keyed else replace(other, adjective="named")
    return condition_item(
        run, operator=sign, column=column, adjective=adjective, function=function, where=named
    )


def _degree(item: Item) -> tuple[str, str]:
    """`shorter than average`, with no column: the operator and the adjective that tells it."""
    form = item.text.lower().split()[0]
    return (">", FORMS[form][1]) if form in FORMS else operator_of(item)


def _is_of_key(test: Test) -> bool:
    """`the employee whose id is 12`: one row, and no other."""
    plain = test.operator == "=" and len(test.values) == 1
    return plain and test.column is not None and test.column.text.lower().split()[-1] == "id"


def _paid_against(run: Run) -> Item | None:
    """`employees who make more than the average`: what they are paid."""
    sign, adjective = operator_of(run["op"])
    if adjective or sign not in ORDERED:
        return None
    return condition_item(run, operator=sign, adjective="paid", function=run["f"].payload)


def _against(run: Run) -> Item | None:
    operator, adjective = operator_of(run["op"])
    groups = run.match.groupdict()
    function = run["f"].payload
    if run["f"].letter == "s":
        function = "max" if function[0] == "desc" else "min"
    column = run.get("c")
    if column is None and not adjective:
        operator, adjective = _degree(run["op"])
    if column is None and not adjective:
        return None
    if column is not None and column.payload not in _SIZED:
        return None
    where = run.get("w") if groups.get("w") else None
    of = run.get("of") if groups.get("of") else None
    return condition_item(
        run, operator=operator, column=column, adjective=adjective, function=function, of=of,
        where=where.payload if where else None,
    )  # fmt: skip
