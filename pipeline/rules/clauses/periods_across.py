"""Months or years that a table keeps in columns of their own: `a higher rainfall in May`."""

import re

from knowledge.catalog import Table
from pipeline.rules.schema.holding import holds
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.vocabulary import MONTHS

_FEWEST, _SHORT = 3, 3
_YEAR = re.compile(r"(?:fy|year|yr|y)?_?((?:19|20)\d\d)", re.IGNORECASE)


def periods_across(stream: Stream, known: Known) -> None:
    """Take a period behind such a table for the column of that period, and others after it."""
    found: dict[str, str] = {}
    for at, item in enumerate(stream.items):
        if item.letter not in "D#":
            continue
        before = stream.items[at - 2] if at > 1 and stream.items[at - 1].letter == "p" else None
        owner = before.best(table=True) if before is not None and before.letter == "T" else None
        found = (_columns(known.table(owner.table)) if owner is not None else {}) or found
        column = found.get(_said(item))
        if column is not None:
            owning, _, name = column.rpartition(".")
            stream.items[at] = Item(
                "C", item.first, item.last, item.text, candidates=[Candidate(owning, name, 1.0)]
            )
            stream.items[at].payload = holds(stream.items[at], known)
    if found:
        stream.rewrite(r"(?P<t>T)p(?P<c>C)", _of_period)


def _of_period(run: Run) -> Item | None:
    """`temperature in March` is one column."""
    owner, column = run["t"].best(table=True), run["c"]
    period = owner is not None and column.text.lower() in _NAMES | {column.candidates[0].column}
    own = owner is not None and owner.table == column.candidates[0].table
    return column if own and (period or _YEAR.fullmatch(column.text)) else None


_NAMES = frozenset((*MONTHS, *(name[:_SHORT] for name in MONTHS), "sept"))


def _said(item: Item) -> str:
    """A month without its year by its first letters, a year by its digits."""
    said = item.text.lower().strip(".")
    return said[:_SHORT] if said in _NAMES else said


def _columns(table: Table) -> dict[str, str]:
    """The columns of a table that are called after a month or a year, several of one kind."""
    months, years = {}, {}
    for column in table.columns:
        ref, name = f"{table.key}.{column.name}", column.name.lower()
        year = _YEAR.fullmatch(name)
        if name in _NAMES:
            months[name[:_SHORT]] = ref
        elif year is not None:
            years[year[1]] = ref
    return {key: ref for one in (months, years) if len(one) >= _FEWEST for key, ref in one.items()}
