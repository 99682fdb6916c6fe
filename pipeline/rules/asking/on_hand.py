"""`Out of stock`, `in stock`: by the one number of a table that says how much is there."""

import re

from knowledge.sql_text import write_sql
from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.operators import BINARY, literal
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import name_words

_GONE = ("out of stock", "sold out", "not in stock", "no longer in stock")
_THERE = ("in stock",)
_SAID = re.compile(r"\b(?:out of stock|sold out|in stock)\b", re.IGNORECASE)
# `How many are in stock` may ask for the amount itself.
_COUNTED = re.compile(
    r"\b(?:how (?:many|much)|number|amount|quantity|units|value)\b", re.IGNORECASE
)
_STOCK = frozenset(("stock", "stocked"))
_ON_HAND = ("on", "hand")
_PLANNED = frozenset(("min", "minimum", "max", "maximum", "level", "target", "reorder", "value"))


def with_stock(question: str, about: Known) -> Known:
    """The same, with these words read as conditions where one column alone can be meant."""
    if not _SAID.search(question):
        return about
    found = [ref for key in sorted(about.allowed) for ref in _stocks(key, about)]
    if len(found) != 1 or any(about.phrasebook.names_condition(name) for name in _GONE + _THERE):
        return about
    table, column = found[0]
    stock = column_of(about.table(table), column)

    def test(name: str, operator: str) -> Test:
        met = BINARY[operator](this=stock, expression=literal(0))
        return Test(sql=write_sql(met, about.catalog.dialect), words=name)

    if switch_values(about.column(f"{table}.{column}")) is not None:
        # A flag is read like any other, which may be off in some of many counts.
        tests = {name: test(name, "=") for name in _GONE if " in " not in name}
        return about.reading(tests)
    tests = {name: test(name, "<=") for name in _GONE}
    if not _COUNTED.search(question):
        tests |= {name: test(name, ">") for name in _THERE}
    return about.reading(tests)


def _stocks(key: str, about: Known) -> list[tuple[str, str]]:
    table = about.table(key)
    if table.view_sql is not None:
        return []
    named = {c.name: expanded(name_words(c.name)) for c in table.columns if c.kind.is_number}
    return [
        (key, name)
        for name, words in named.items()
        if (_STOCK & set(words) or words[-2:] == _ON_HAND) and not _PLANNED & set(words)
    ]
