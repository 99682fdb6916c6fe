"""What was earned or spent where nobody wrote down how it is counted: a person says which."""

import re
from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Column, Table
from knowledge.glossary import Metric
from knowledge.sql_text import filled, write_sql
from pipeline.intent import Intent
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon_entries import is_derived
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.plain_words import plain
from pipeline.rules.text.words import Word, lemma_of, name_words, words_of
from pipeline.rules.vocabulary.nouns import is_spent

_EARNED = frozenset(
    ("revenue", "revenues", "sales", "turnover", "takings", "earnings", "spend", "spending",
     "spent")
)  # fmt: skip
# What each order is worth, where only its lines have amounts.
_WORTH = re.compile(r"\b(?:order|basket|invoice|purchase|sale|cart|deal)s?'? values?\b", re.I)
# Of others than orders it is a number that they are ranked by: all of it, added up.
_BY_WORTH = re.compile(
    rf"\bby\s+(?:the\s+|their\s+)?(?:total\s+)?(?P<name>{_WORTH.pattern[2:]})", re.IGNORECASE
)
# What a question defines itself is not asked.
_DEFINED = re.compile(
    r"\b(\w+)[\"'”]?\s*(?:=|refers?\s+to\b|means?\b|stands\s+for\b|equals?\b"
    r"|is\s+(?:defined|calculated|computed)\s+as\b)",
    re.IGNORECASE,
)
# What customers spend is what they purchase, which a firm that earns does not.
_PAID, _BOUGHT = frozenset(("spend", "spending", "spent")), frozenset(("purchase",))
_NAMED = 0.7
_PRICES = frozenset(("price", "rate", "fee", "fare", "charge"))
_QUANTITIES = frozenset(("quantity", "qty", "unit", "units", "pieces"))
_AMOUNTS = frozenset(
    ("amount", "total", "subtotal", "revenue", "turnover", "payment", "paid", "proceeds", "sales",
     "receipts", "value")
)  # fmt: skip
_OTHER = frozenset(
    ("id", "tax", "vat", "discount", "count", "number", "margin", "profit", "refund", "refunds",
     "stock", "order", "ordered", "per", "commission", "budget", "target", "balance", "limit",
     "cost", "level", "list", "standard", "average", "avg", "min", "max", "minimum", "maximum")
)  # fmt: skip
_DISCOUNTS = frozenset(("discount",))
# What is paid beside what rows are worth: `orders over 1000` never means their freight.
_BESIDE = frozenset(
    ("freight", "shipping", "tax", "vat", "discount", "delivery", "fee", "deposit", "tip")
)
_MOST = 4
_SOLD = "sum(:price * :quantity)"
_LESS = "sum(:price * :quantity - :price * :quantity * :share)"
#: Who is the source of a number that only the names of columns suggest.
SUGGESTED = "suggested"


def with_earnings(question: str, about: Known) -> Known:
    """The same, where a word for money that names nothing here stands for what may be meant."""
    said = [word for word in words_of(question) if word.lower in _EARNED]
    told = {found[1].lower() for found in _DEFINED.finditer(question)}
    open_ = [word for word in said if word.lower not in told and not _is_known(word, about)]
    worth = _WORTH.search(question) is not None and not about.glossary.metrics
    if not open_ and not worth:
        return about
    ranked = _BY_WORTH.search(question) if worth else None
    ranking = (
        [ranked["name"]] if ranked and not about.lexicon.find(words_of(ranked["name"])) else []
    )
    names = tuple(dict.fromkeys(word.lower() for word in (*(w.text for w in open_), *ranking)))
    return about.defining(tuple(_suggested(names, about))[:_MOST])


def worth_of_lines(about: Known) -> tuple[Metric, ...]:
    """What rows that were sold may be worth: a price times a quantity, or an amount."""
    return tuple(_suggested((), about))


def word_for_money(question: str) -> str:
    """The word of a question that stands for what was earned or spent."""
    return next((word.text for word in words_of(question) if word.lower in _EARNED), "")


def counted_once(doubt: Doubt, intent: Intent, about: Known) -> Doubt:
    """The doubt without numbers whose rows the groups repeat: an invoice's total for each line."""
    tables = {metric.name: metric.table for metric in about.metrics if metric.source == SUGGESTED}
    groups = {dimension.column.rpartition(".")[0] for dimension in intent.dimensions}
    groups |= {table for clause in intent.filters for table in tables_of(clause)}
    groups |= {part.table for measure in intent.measures for part in measure.parts}
    options = tuple(
        name
        for name in doubt.options
        if name not in tables
        or not any(about.joins.has_many(tables[name], group) for group in groups - {tables[name]})
    )
    return replace(doubt, options=options or doubt.options)


def is_beside(ref: str) -> bool:
    """Whether a number is paid beside what its rows are worth."""
    return bool(_BESIDE & set(name_words(ref.rpartition(".")[2])))


def _is_known(word: Word, about: Known) -> bool:
    if about.phrasebook.longest((word,)) is not None or about.glossary.metrics:
        return True
    return any(
        found.score >= _NAMED
        and not is_derived(about.table(found.table), about.glossary.note(found.table))
        for found in about.lexicon.find([word])
    )


def _suggested(names: tuple[str, ...], about: Known) -> Iterator[Metric]:
    tables = [about.table(key) for key in sorted(about.allowed)]
    spent = bool(names) and {*names} <= _PAID
    kept = [
        table
        for table in tables
        if table.view_sql is None and (_comes_in(table, about) or (spent and _is_bought(table)))
    ]
    found = [*_products(kept, about), *_amounts(kept, about)]
    found += [] if found else _single_sales(kept, about)
    for told, number, table in found:
        yield Metric(
            name=told, synonyms=names, expression=write_sql(number, about.catalog.dialect),
            table=table.key, unit="amount",
            description=f"what “{(*names, 'value')[0]}” was taken for; nobody defined it here",
            source=SUGGESTED, time_column=day_of(table, about),
        )  # fmt: skip


def _is_bought(table: Table) -> bool:
    return bool(_BOUGHT & {lemma_of(word) for word in name_words(table.name)})


def _comes_in(table: Table, about: Known) -> bool:
    """Whether its rows may be of what is earned, and nothing is to be left out beyond them."""
    notes = [about.glossary.note(owner.key) for owner in _owners(table, about)]
    return not is_spent(name_words(table.name)) and not any(n.filters for n in notes if n)


def _products(tables: list[Table], about: Known) -> Iterator[tuple[str, exp.Expr, Table]]:
    """`unit price times quantity` of the lines of a sale, less the discount that is a share."""
    dialect = about.catalog.dialect
    for table in tables:
        quantities = [c for c in _numbers(table, about) if _said(c) & _QUANTITIES - {"unit"}]
        if len(quantities) != 1:
            continue
        quantity = quantities[0]
        for owner in (table, *_owners(table, about)):
            prices = [c for c in _numbers(owner, about) if _said(c) & _PRICES]
            shares = [c for c in table.columns if _is_share(c)]
            for price in prices:
                sold = {
                    "price": column_of(owner, price.name),
                    "quantity": column_of(table, quantity.name),
                }
                told = f"{plain(price.name)} times {plain(quantity.name)} of {plain(table.name)}"
                for share in shares:
                    less = filled(_LESS, dialect, **sold, share=column_of(table, share.name))
                    yield f"{told}, less {plain(share.name)}", less, table
                yield told, filled(_SOLD, dialect, **sold), table
            if prices:
                break


def _amounts(tables: list[Table], about: Known) -> Iterator[tuple[str, exp.Expr, Table]]:
    """`total of invoices`: an amount of rows that are dated, or belong to dated ones."""
    for table in tables:
        dated = any(c.kind.is_dated for one in (table, *_owners(table, about)) for c in one.columns)
        for column in _numbers(table, about) if dated else ():
            if _said(column) & _AMOUNTS:
                told = f"{plain(column.name)} of {plain(table.name)}"
                yield told, exp.Sum(this=column_of(table, column.name)), table


def _single_sales(tables: list[Table], about: Known) -> Iterator[tuple[str, exp.Expr, Table]]:
    """`price of tickets`: of rows that are each sold once, as they are dated and belong to others.

    What is only listed with its price is sold as often as others say.
    """
    for table in tables:
        edges = about.joins.edges(table.key)
        dated = any(column.kind.is_dated for column in table.columns)
        if (
            not dated
            or not any(not e.multiplies for e in edges)
            or any(e.multiplies for e in edges)
        ):
            continue
        for column in _numbers(table, about):
            if _said(column) & _PRICES:
                told = f"{plain(column.name)} of {plain(table.name)}"
                yield told, exp.Sum(this=column_of(table, column.name)), table


def day_of(table: Table, about: Known) -> str:
    """The one date of the rows, else of what they belong to: `order date` before `due date`."""
    for owner in (table, *_owners(table, about)):
        dated = [c for c in owner.columns if c.kind.is_dated]
        nouns = {lemma_of(word) for word in name_words(owner.name)}
        own = [c for c in dated if nouns & {lemma_of(word) for word in name_words(c.name)}]
        found = own if len(own) == 1 else dated
        if len(found) == 1:
            return f"{owner.key}.{found[0].name}"
        if dated:
            return ""
    return ""


def _owners(table: Table, about: Known) -> Iterator[Table]:
    """The tables that each row belongs to one row of."""
    for edge in about.joins.edges(table.key):
        if not edge.multiplies and edge.right in about.allowed:
            yield about.table(edge.right)


def _numbers(table: Table, about: Known) -> Iterator[Column]:
    for column in table.columns:
        own = column.kind.is_number and column.retired is None and not column.pii
        if own and not about.ties(f"{table.key}.{column.name}") and not _said(column) & _OTHER:
            yield column


def _is_share(column: Column) -> bool:
    """Whether it is a discount from 0 to 1."""
    high = column.high if column.kind.is_number and _said(column) & _DISCOUNTS else None
    try:
        return high is not None and 0 < float(high) <= 1
    except ValueError:
        return False


def _said(column: Column) -> set[str]:
    words = expanded(name_words(column.name))
    return {*words, *(lemma_of(word) for word in words)}
