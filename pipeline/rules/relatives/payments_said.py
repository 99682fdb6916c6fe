"""What somebody pays, as the sum of it: `what did sponsors pay each club`."""

import re

from pipeline.rules.linking.dates_of_deeds import dates_of
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain, plural
from pipeline.rules.text.words import name_words

_PAY = r"(?:pay|paid|spend|spent|contribute|contributed|donate|donated)"
_ASK = r"(?:what|how\s+much(?:\s+money)?)\s+(?:did|do|does|have|has)"
_EACH = re.compile(
    rf"^\s*{_ASK}\s+(?P<every>each|every|all|the|our)?\s*(?P<who>[a-z][\w ]*?)\s+{_PAY}"
    r"(?:\s+(?:to|for))?\s+(?P<each>each|every|per)\s+(?P<whom>[a-z]\w*)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_NAMED = re.compile(
    rf"^\s*(?i:{_ASK})\s+(?P<who>[A-Z][\w.-]*(?:\s+[A-Z][\w.-]*)*)\s+(?i:{_PAY})"
    r"(?P<to>(?:\s+(?:to|for))?\s+(?=[A-Z]))?(?P<rest>.*)$",
    re.DOTALL,
)
# `pay for tests`: what is paid for are the rows with the number.
_FOR = re.compile(r"\s+for\s+(?!each\b|every\b)(?P<what>[a-z]\w*)\b(?P<rest>.*)$", re.DOTALL)
_AMOUNTS = frozenset(("amount", "total", "sum", "price", "fee", "fare", "paid", "cost", "value"))
_ALL = frozenset(("each", "every"))


def with_payments_said(question: str, about: Known) -> str:
    """The question for the sum of what is paid, where one table keeps it with a number."""
    found = _EACH.match(question)
    if found is not None:
        payer, payee = (_table_of(found[name], about) for name in ("who", "whom"))
        number = _number_between(payer, payee, about) if payer and payee else ""
        if number:
            every = f"each {found['who']} and " if (found["every"] or "").lower() in _ALL else ""
            return f"{number} for {every}each {found['whom']}{found['rest']}"
        return question
    named = _NAMED.match(question)
    amounts = [(key, name) for key in sorted(about.allowed) for name in _amounts(key, about)]
    if named is None or len(amounts) != 1:
        return question
    number, bought = plain(amounts[0][1]), _FOR.match(named["rest"])
    if bought is not None:
        return f"total {number} of {bought['what']} of {named['who']}{bought['rest']}"
    if not dates_of(["paid"], about.table(amounts[0][0])):
        return f"total {number} of {named['who']}{' for ' if named['to'] else ''}{named['rest']}"
    return f"total {number} paid by {named['who']}{' to ' if named['to'] else ''}{named['rest']}"


def _table_of(words: str, about: Known) -> str:
    tables = said_tables(words, about)
    fits = [key for key in tables if re.fullmatch(called(key, about), words, re.IGNORECASE)]
    return fits[0] if len(fits) == 1 else ""


def _number_between(payer: str, payee: str, about: Known) -> str:
    """`total amount of sponsorships`: the number of the only rows that belong to both."""
    ways = [
        key for key in sorted(about.allowed)
        if {payer, payee} <= {e.right for e in about.joins.edges(key) if not e.multiplies}
    ]  # fmt: skip
    kept = [(key, name) for key in ways for name in _amounts(key, about)]
    if len(ways) != 1 or len(kept) != 1:
        return ""
    key, name = kept[0]
    return f"total {plain(name)} of {plural(plain(key))}"


def _amounts(key: str, about: Known) -> list[str]:
    """The numbers of a table that say what was paid."""
    return [
        column.name for column in about.table(key).columns
        if column.kind.is_number and _AMOUNTS & set(name_words(column.name))
    ]  # fmt: skip
