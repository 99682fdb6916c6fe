"""A named number of the rows asked about: `who spent over 40`, `how much did each one spend`."""

import re

from pipeline.rules.clauses.comparisons import is_measured, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Count, Enough

_HOW_MUCH = "how much"
_CURRENCIES = frozenset(
    ("dollar", "dollars", "usd", "euro", "euros", "eur", "pound", "pounds", "gbp", "bucks")
)
_CODES = {"euro": "EUR", "eur": "EUR", "dollar": "USD", "usd": "USD", "pound": "GBP", "gbp": "GBP"}
_CURRENCY = "currency"
_IN_ALL = frozenset(("in", "of"))


def spending(stream: Stream, known: Known) -> None:
    """Reduce a condition on a named number of each row, and what `how much` asks for."""
    if not _several_currencies(known):
        stream.rewrite(r"(?P<v>#)(?P<x>x)", _in_money)
    stream.rewrite(r"p(?P<v>V)", lambda run: _told_in(run, stream))
    stream.rewrite(r"(?<=[TCf])(?:rh?|h)?(?P<a>a?)(?P<m>M)(?P<op>c)(?P<v>#)(?![xCT#])", _over)
    stream.rewrite(r"[rhp]*(?P<op>c)(?P<v>#)(?P<p>p?)(?P<a>a?)(?P<m>M)(?![xCT#])", _so_much)
    stream.rewrite(r"[rhp]*(?P<v>#)(?P<op>K)(?P<p>p?)(?P<a>a?)(?P<m>M)(?![xCT#])", _so_much)
    stream.rewrite(r"^(?P<a>a)(?P<e>[ey])(?=[^M]*M)", _how_much)
    if re.match(r"aT[^M]*M", stream.code) and stream.items[0].text.lower() == _HOW_MUCH:
        _number_first(stream)


def _several_currencies(known: Known) -> bool:
    """Whether rows say of what currency they are: an amount in dollars is then some of them."""
    return any(
        _CURRENCY in column.name.lower()
        for key in known.allowed
        for column in known.table(key).columns
    )


def _in_money(run: Run) -> Item | None:
    return run["v"] if run["x"].text.lower() in _CURRENCIES else None


def _told_in(run: Run, stream: Stream) -> Item | None:
    """`sales in euros`, where they are kept in euros: not those of rows with that currency."""
    metrics = [metric for item in stream.items if item.letter == "M" for metric in item.payload]
    said = _CODES.get(run["v"].text.lower().removesuffix("s"), "")
    kept = bool(metrics) and all(metric.unit.upper() == said for metric in metrics)
    told = run.items[run.match.start()].text.lower() == "in"
    return Item("p", run.first, run.last) if said and kept and told else None


def _over(run: Run) -> Item | None:
    added = run.get("a")
    if added is not None and added.payload != "sum":
        return None
    operator, adjective = operator_of(run["op"])
    if adjective:
        return None
    made = Enough(
        measure=Count(function="metric", metrics=run["m"].payload),
        operator=operator,
        values=(run["v"].payload,),
        until=run.last,
    )
    return Item("H", run.first, run.last, payload=made)


def _so_much(run: Run) -> Item | None:
    """`bring in less than 50 in revenue`: the number is told behind, and is of no column before."""
    before = run.before[-1] if run.before else None
    amount = before is not None and before.letter == "C" and is_measured(before)
    within = run.get("p") is None or run["p"].text.lower() in _IN_ALL
    whose = before is not None and before.letter in "TCfV" and not amount
    return _over(run) if whose and within else None


def _number_first(stream: Stream) -> None:
    """`how much did customers in Rome spend` is one number, of customers in Rome."""
    end = stream.code.index("M")
    first, number = stream.items[0], stream.items[end]
    of = Item("p", first.first, first.last, "of")
    stream.items[: end + 1] = [number, of, *stream.items[1:end]]


def _how_much(run: Run) -> Item | None:
    """`how much did each customer spend`: the number says it already."""
    return run["e"] if run["a"].text.lower() == _HOW_MUCH else None
