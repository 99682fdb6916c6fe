"""What rows came to, where they were counted or only listed."""

from dataclasses import replace

from knowledge.catalog import Kind, Table
from pipeline.intent import Intent, Measure
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.nouns import is_money

_QUANTITIES = frozenset(("quantity", "amount", "units", "number", "items"))
# What a row of something that happened came to, where it keeps no amount: a price that was paid.
_WORTH = frozenset(("price", "total", "value", "revenue"))
_CAME_TO = frozenset(("sale", "sales", "sold", "paid", "total", "final", "order", "purchase"))


def added_up(intent: Intent, about: Known) -> Intent | None:
    """The quantity on the rows is added up, where rows were counted."""
    for place, measure in enumerate(intent.measures):
        if measure.function == "count" and not measure.where and _counts_rows(measure, about):
            found = _quantity(about.table(measure.table))
            if found:
                added = Measure(function="sum", table=measure.table, column=found)
                measures = (*intent.measures[:place], added, *intent.measures[place + 1 :])
                return replace(intent, measures=measures)
    return None


def came_to(intent: Intent, about: Known) -> Intent | None:
    """`fees collected last month`: one amount of all that were paid, where each is listed."""
    shaped = intent.measures or intent.dimensions or intent.order or intent.limit or intent.both
    tables = {o.rpartition(".")[0] for o in intent.outputs if isinstance(o, str)}
    if shaped or len(tables) != 1 or len(intent.outputs) != 1 or not intent.filters:
        return None
    table = about.table(*tables)
    found = _quantity(table) if _is_paid(table) else ""
    if not found or found in intent.outputs:
        return None
    added = Measure(function="sum", table=table.key, column=found)
    return replace(intent, measures=(added,), outputs=(0,), distinct=False)


def _counts_rows(measure: Measure, about: Known) -> bool:
    """`total fees`, where a column says what kind of fee it was: so many fees, or so much."""
    if not measure.column:
        return True
    text = measure.distinct and about.column(measure.column).kind is Kind.TEXT
    owner = measure.column.rpartition(".")[0]
    return text and owner == measure.table and _is_paid(about.table(owner))


def _is_paid(table: Table) -> bool:
    return is_money(expanded(name_words(table.name)))


def _quantity(table: Table) -> str:
    own = [lemma_of(word) for word in expanded(name_words(table.name))]
    words = {c.name: expanded(name_words(c.name)) for c in table.columns if c.kind.is_number}
    found = [
        name for name, named in words.items()
        if _QUANTITIES & set(named) or [lemma_of(word) for word in named] == own
    ]  # fmt: skip
    if not found and any(column.kind.is_dated for column in table.columns):
        found = [
            name
            for name, named in words.items()
            if _WORTH & set(named[-1:]) and _CAME_TO & set(named)
        ]
    return f"{table.key}.{found[0]}" if len(found) == 1 else ""
