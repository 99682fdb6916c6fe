"""By how much money, though no word says so: `our biggest spenders`, `the largest order`."""

import re

from pipeline.rules.linking.earnings import is_beside, worth_of_lines
from pipeline.rules.linking.link import Linker
from pipeline.rules.linking.units_said import with_units_said
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.deeds import people_of, tables_of_deed
from pipeline.rules.text.plain_words import plural
from pipeline.rules.text.words import is_plural, lemmas_of, name_words, words_of

_MOST = r"\b(?:top|best|biggest|largest|highest|heaviest)\s+(?P<number>\d+\s+)?"
_SPENDERS = re.compile(rf"{_MOST}(?P<word>spenders?)\b", re.IGNORECASE)
_SALES = re.compile(
    r"\b(?:biggest|largest)\s+(?P<number>\d+\s+)?(?P<word>orders?|purchases?|sales?|invoices?)\b"
    r"(?!\s+(?:by|value|amount|total|line|item|detail|quantit))",
    re.IGNORECASE,
)
# What may stand before sales that are asked for themselves: `who placed the largest order` is not.
_LEADING = re.compile(
    r"\W*(?:(?:show|list|give|find|get|me|what|whats|what's|which|is|are|was|were|the|our|us)\s+)*",
    re.IGNORECASE,
)
# `How much did Acme buy` is what they spent, as no number of rows is asked for.
_BUYING = re.compile(
    r"^(?P<how>\W*how much (?:did|do|does|has|have) .+?)\b(?:buy|bought|purchased?)\b(?!\s+of\b)",
    re.IGNORECASE,
)
_BOUGHT = "bought"
# Who buys, and not who sells or delivers what they buy.
_BUYERS = frozenset(
    ("customer", "client", "buyer", "member", "account", "user", "guest", "shopper", "subscriber",
     "patron", "organization", "organisation")
)  # fmt: skip


def with_worth_said(question: str, about: Known) -> str:
    """The question with whom or what it means, and the number that it asks for."""
    question = with_units_said(question, about)
    said = _SPENDERS.search(question)
    if said is not None and not about.lexicon.find(words_of(said["word"])):
        rows = _buyers(about)
        return _ranked(question, said, rows, "spending") if rows else question
    question = _BUYING.sub(r"\g<how>spend", question)
    sale = _SALES.search(question)
    asked = sale is not None and _LEADING.fullmatch(question[: sale.start()]) is not None
    if sale is not None and asked and _only_lines_have_amounts(sale["word"], about):
        return _ranked(question, sale, plural(sale["word"]), "order value")
    return question


def _ranked(question: str, said: re.Match[str], rows: str, number: str) -> str:
    limit = said["number"] or ("" if is_plural(said["word"].lower()) else "1 ")
    return f"{question[: said.start()]}top {limit}{rows} by {number}{question[said.end() :]}"


def _buyers(about: Known) -> str:
    """What the people are called that what was bought belongs to; empty where several may be."""
    bought = tables_of_deed(_BOUGHT, "", about)
    owners = {
        edge.right for key in bought for edge in about.joins.edges(key) if not edge.multiplies
    }
    buyers = [key for key in sorted(owners) if _BUYERS & {*lemmas_of(about.table(key).name)}]
    found = buyers or people_of(bought, about)
    return plural(" ".join(name_words(about.table(found[0]).name))) if len(found) == 1 else ""


def _only_lines_have_amounts(word: str, about: Known) -> bool:
    """Whether such rows keep no more than what is paid beside: what they are worth, lines tell."""
    fits = [c for c in about.lexicon.find(words_of(word)) if not c.column]
    if not fits or about.glossary.metrics:
        return False
    table = fits[0].table
    amounts = Linker(about, {}).amounts(table)
    lines = [metric.table for metric in worth_of_lines(about)]
    return all(map(is_beside, amounts)) and any(about.joins.has_many(table, key) for key in lines)
