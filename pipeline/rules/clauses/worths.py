"""What rows are worth: `average order value`, also where only the lines of orders have amounts."""

import re
from dataclasses import replace

from knowledge.catalog import Table
from knowledge.glossary import Metric
from pipeline.rules.linking.earnings import SUGGESTED
from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.lexicon_entries import is_derived
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import Count
from pipeline.rules.text.words import lemma_of, name_words

_VALUES = frozenset(("value", "values", "worth"))
# The size of a deal is its amount, where its rows keep no other number that may be one.
_SIZES = frozenset(("size", "sizes"))
_WORTH = frozenset(
    ("amount", "total", "value", "revenue", "sum", "sales", "spend", "turnover", "payment", "paid",
     "proceeds", "charge", "fare")
)  # fmt: skip
_SINGLE = frozenset(("price", "cost"))
_NO_WORTH = frozenset(
    ("id", "tax", "vat", "discount", "shipping", "quantity", "count", "unit", "units", "number",
     "margin", "profit", "refund", "refunds")
)  # fmt: skip
_SUM = re.compile(r"sum\([^()]*\)", re.IGNORECASE)
_SCORE = 0.9


def worths(stream: Stream, known: Known) -> None:
    """Reduce an aggregate of what rows are worth to a measure."""
    stream.rewrite(r"(?P<a>a)(?P<t>[TM])(?P<x>x)", lambda run: _of_rows(run, run["t"], known))
    stream.rewrite(r"(?P<a>a)(?P<x>x)p(?P<t>[TM])", lambda run: _of_rows(run, run["t"], known))
    stream.rewrite(r"(?P<a>a)(?P<t>T)(?!C)", lambda run: _amount_of(run, known))
    stream.rewrite(r"(?P<a>s)(?P<t>[TM])(?P<x>x)(?!k)", lambda run: _of_rows(run, run["t"], known))
    stream.rewrite(r"(?P<a>a)(?P<x>x)(?!p?T)", lambda run: _of_rows(run, _named(run), known))


def _named(run: Run) -> Item | None:
    """The rows that were named last: `how many orders, and their average value`."""
    found = [item for item in run.before if item.letter in "TM" and _as_rows(item) is not None]
    return found[-1] if found else None


def _as_rows(item: Item | None) -> Item | None:
    """The rows that a number of them is called after: `orders` may be a metric too."""
    rows = item.other if item is not None and item.letter == "M" else item
    return rows if rows is not None and rows.letter == "T" else None


def _of_rows(run: Run, named: Item | None, known: Known) -> Item | None:
    rows, function = _as_rows(named), _function(run["a"])
    if rows is None or rows.candidates[0].column or not function:
        return None
    said, table = run["x"].text.lower(), known.table(rows.candidates[0].table)
    if said not in _VALUES and not (said in _SIZES and _only_worth(table)):
        return None
    made = _defined(function, table, known) or _of_amounts(function, run["x"], rows, known)
    return Item("m", run.first, run.last, payload=[made]) if made is not None else None


def _amount_of(run: Run, known: Known) -> Item | None:
    """`the total amount of orders`: what they come to, where they or their lines have amounts."""
    asked, rows = run["a"], run["t"]
    if asked.payload != "sum" or not asked.text.lower().endswith("amount of"):
        return None
    made = None if rows.candidates[0].column else _of_amounts("sum", asked, rows, known)
    if made is None or (made.column is not None and len(made.column.candidates) > 1):
        return None
    return Item("m", run.first, run.last, payload=[made])


def _function(item: Item) -> str:
    """The aggregate that is asked for; a superlative of an amount is its highest or lowest."""
    if item.letter == "a":
        return str(item.payload)
    direction, adjective = item.payload
    return "" if adjective else {"desc": "max", "asc": "min"}[direction]


def _defined(function: str, table: Table, known: Known) -> Count | None:
    """The glossary's own number of that name: `average order value`."""
    wanted = {"average", *(lemma_of(word) for word in name_words(table.name)), "value"}
    found = [m for m in known.metrics if {lemma_of(w) for w in m.name.lower().split()} == wanted]
    return Count(function="metric", metrics=tuple(found)) if found and function == "avg" else None


def _of_amounts(function: str, said: Item, rows: Item, known: Known) -> Count | None:
    """Of the glossary's money, else of the amounts of the rows themselves, else of their lines."""
    table = known.table(rows.candidates[0].table)
    lines = [
        edge.right for edge in known.joins.edges(table.key)
        if edge.multiplies
        and not is_derived(known.table(edge.right), known.glossary.note(edge.right))
    ]  # fmt: skip
    money = tuple(m for m in known.metrics if m.table in (table.key, *lines) and is_money(m))
    if money:
        return _over_rows(function, Count(function="metric", metrics=money), rows)
    own = _kept(table, _WORTH) or _kept(table, _SINGLE)
    if own:
        return Count(function=function, column=replace(said, payload="number", candidates=own))
    found = [ref for line in dict.fromkeys(lines) for ref in _kept(known.table(line), _WORTH)]
    if not found:
        return None
    column = Item("C", said.first, said.last, said.text, "number", candidates=found)
    return _over_rows(function, Count(function="sum", column=column), rows)


def _only_worth(table: Table) -> bool:
    """Whether the one number of its rows, keys aside, is what they are worth."""
    keys = {name for key in table.foreign_keys for name in key.columns}
    numbers = [c for c in table.columns if c.kind.is_number and not c.primary_key]
    numbers = [c for c in numbers if c.name not in keys and switch_values(c) is None]
    return len(numbers) == 1 and [c.column for c in _kept(table, _WORTH)] == [numbers[0].name]


def _over_rows(function: str, total: Count, rows: Item) -> Count:
    if function == "sum":
        return total
    if function == "avg":
        # As many as there are, also those of another group, or beside another number.
        return Count(function="divided", parts=(total, Count(function="count", table=rows)))
    return replace(total, over=function, per=rows)


def is_money(metric: Metric) -> bool:
    """Whether a number of the glossary adds up what was earned."""
    if metric.source == SUGGESTED:
        return True
    said = set(metric.name.lower().split())
    return bool(metric.unit and _SUM.fullmatch(metric.expression) and not said & _NO_WORTH)


def amounts_of(table: Table, words: tuple[str, ...]) -> list[Candidate]:
    """The columns that go by these words; without any, those of what rows are worth."""
    if not words:
        return _kept(table, _WORTH)
    named = {c.name: {lemma_of(w) for w in expanded(name_words(c.name))} for c in table.columns}
    numbers = {c.name for c in table.columns if c.kind.is_number}
    return [
        Candidate(table.key, name, _SCORE)
        for name, said in named.items() if name in numbers and set(words) <= said
    ]  # fmt: skip


def _kept(table: Table, named: frozenset[str]) -> list[Candidate]:
    words = {c.name: set(expanded(name_words(c.name))) for c in table.columns if c.kind.is_number}
    return [
        Candidate(table.key, name, _SCORE)
        for name, said in words.items()
        if said & named and not said & _NO_WORTH
    ]
