"""Which columns a listed thing is: of what rows are grouped by, or of the rows themselves."""

import re
from dataclasses import dataclass

from pipeline.intent import Intent
from pipeline.rules.schema.keys import is_unique
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns, name_parts
from pipeline.rules.text.words import Word, words_of

_LIKELY, _SAME, _NAMED = 0.75, 0.05, 0.93
_NAMES, _FULL = frozenset(("name", "names")), frozenset(("full", "complete"))
# `names of the conferences` are conference names.
_OWNER = re.compile(
    r"^(?P<what>[\w ]+?) of (?:the|all|each|every|these|those) (?P<owner>\w+(?: \w+)?)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rows:
    """What is known of the rows that a reading shows, and the tables that it joins."""

    intent: Intent
    known: Known
    reached: tuple[str, ...]

    @property
    def homes(self) -> tuple[str, ...]:
        """The tables with one row for every row that is shown, the nearest first."""
        grouped = [d.column for d in self.intent.dimensions if not d.grain]
        if self.intent.dimensions:
            own = [table for table in self.reached if self._is_told_by(table, grouped)]
        else:
            plain = not (self.intent.measures or self.intent.distinct or self.intent.both)
            own = [self.intent.subject] if plain and self.intent.subject else []
        near = [
            other for other in self.reached
            if other not in own and any(not self.known.joins.has_many(o, other) for o in own)
        ]  # fmt: skip
        return (*own, *near)

    def _is_told_by(self, table: str, columns: list[str]) -> bool:
        names = [ref.rpartition(".")[2] for ref in columns if ref.rpartition(".")[0] == table]
        return bool(names) and is_unique(self.known.table(table), names)


def columns_of(item: str, rows: Rows) -> tuple[str, ...]:
    """The `table.column` refs that a listed thing is, none where that is not clear."""
    words = words_of(_OWNER.sub(r"\g<owner> \g<what>", item))
    return _period(words, rows) or _grouped(words, rows) or _owned(words, rows)


def _period(words: tuple[Word, ...], rows: Rows) -> tuple[str, ...]:
    """`month`, where rows are grouped by the month of a date."""
    grained = [d for d in rows.intent.dimensions if d.grain]
    said = [word.lemma for word in words]
    return tuple(d.column for d in grained if said == [d.grain])


def _grouped(words: tuple[Word, ...], rows: Rows) -> tuple[str, ...]:
    """A column that rows are grouped by, or shown with, where the words mean no other of them."""
    plain = [d.column for d in rows.intent.dimensions if not d.grain]
    shown = plain or [output for output in rows.intent.outputs if isinstance(output, str)]
    found = [c for c in columns_named(words, rows) if c.ref in shown]
    best = [c.ref for c in found if c.score >= found[0].score - _SAME]
    return tuple(best) if len(best) == 1 else ()


def _owned(words: tuple[Word, ...], rows: Rows) -> tuple[str, ...]:
    """A column of the rows, their name, or the name of the rows that are named."""
    homes = rows.homes
    found = columns_named(words, rows)
    for home in homes:
        told = _name_of(words, home, rows)
        if told:
            return told
    own = [c for c in found if c.table in homes]
    if not own:
        return ()
    best = [c for c in own if c.score >= own[0].score - _SAME]
    near = min(homes.index(c.table) for c in best)
    meant = {c.ref for c in best if homes.index(c.table) == near}
    return (meant.pop(),) if len(meant) == 1 else ()


def _name_of(words: tuple[Word, ...], home: str, rows: Rows) -> tuple[str, ...]:
    """`name`, `full name`, `salesperson`: the columns that name the rows of a table."""
    table = rows.known.table(home)
    said = [word.lower for word in words]
    head, rest = said[-1:], said[:-1]
    full = bool(_FULL & set(rest))
    rest_ = tuple(word for word in words[: len(rest)] if word.lower not in _FULL)
    if head and head[0] in _NAMES:
        named = not rest_ or _is_named(rest_, home, rows)
    else:
        named, full = _is_named(words, home, rows), False
    if not named or not said:
        return ()
    parts = name_parts(table) if full else ()
    return tuple(f"{home}.{name}" for name in parts or display_columns(table))


def _is_named(words: tuple[Word, ...], home: str, rows: Rows) -> bool:
    """Whether words name the table, and no column better."""
    found = rows.known.lexicon.find(words)
    return any(c.table == home and not c.column and c.score >= _NAMED for c in found[:2])


def columns_named(words: tuple[Word, ...], rows: Rows) -> list[Candidate]:
    """The columns of joined tables that the words fit well enough, the best first."""
    found = rows.known.lexicon.find(words)
    fit = [c for c in found if c.column and c.table in rows.reached and c.score >= _LIKELY]
    return fit or [each for cut in range(1, len(words)) for each in _of_owner(words, cut, rows)]


def _of_owner(words: tuple[Word, ...], cut: int, rows: Rows) -> list[Candidate]:
    """`ticker symbol`: the symbol of a ticker, where the first words name its rows."""
    owners = {
        c.table for c in rows.known.lexicon.find(words[:cut])
        if not c.column and c.score >= _NAMED and c.table in rows.reached
    }  # fmt: skip
    found = rows.known.lexicon.find(words[cut:]) if owners else []
    return [c for c in found if c.column and c.table in owners and c.score >= _LIKELY]
