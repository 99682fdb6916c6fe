"""Which table or column the words of a wish name: through the planner's own lexicon."""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto

from knowledge.catalog import Column, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, words_of, written_words
from pipeline.writes.building.unsettled import UnsettledError, ask, cannot

_TIE = 0.055
_MOST = 9
_LEAST = 0.55
# From this score on the words are the whole name, or the glossary says that they mean it.
_WHOLE = 0.93
_IGNORED = frozenset({"the", "a", "an", "column", "columns", "field", "fields", "value", "values"})


class _Fit(IntEnum):
    """How words fit a column: they are its name, its name says them, or it only resembles them."""

    WHOLE = auto()
    SAID = auto()
    LOOSE = auto()


class Names:
    """Looks names up, with what the person has answered so far."""

    def __init__(self, known: Known, choices: Mapping[str, str]) -> None:
        self._known = known
        self._choices = choices

    def table(self, words: str) -> Table:
        """The table of that name.

        Raises `UnsettledError`.
        """
        found = self.table_or_none(words)
        if found is None:
            raise cannot(
                because=f"There is no table “{words}” here.",
                next_step=self._tables_there_are(),
                linked=False,
            )
        return found

    def table_or_none(self, words: str) -> Table | None:
        """The table of that name; None where no table is meant."""
        exact = self._known.catalog.table(words)
        if exact is not None and exact.key in self._known.allowed:
            return exact
        found = [c for c in self._found(words) if not c.column]
        if not found:
            return None
        return self._known.table(self._one_table(words, found).table)

    def column(self, words: str, table: Table) -> Column:
        """The column of that table.

        Raises `UnsettledError`.
        """
        found = self.column_or_none(words, table)
        if found is None:
            listed = ", ".join(column.name for column in table.columns[:_MOST])
            raise cannot(
                because=f"{table.key} has no column “{words}”.", next_step=f"It has {listed}."
            )
        return found

    def column_or_none(self, words: str, table: Table) -> Column | None:
        """The column of that table; None where none is meant."""
        name = words.strip(" \"'`").removeprefix(f"{table.name}.")
        exact = table.column(name)
        if exact is not None:
            return exact
        fit, found = self._columns(words, table)
        if not found:
            return None
        chosen = self._one_column(words, fit, found)
        return table.column(chosen.column)

    def tables_with(self, words: str) -> Sequence[Table]:
        """The tables that have a column of that name, those whose own words say it first."""
        exact = [
            table
            for table in self._known.catalog.tables
            if table.key in self._known.allowed and table.column(words.strip(" \"'`"))
        ]
        if exact:
            return exact
        allowed = [t for t in self._known.catalog.tables if t.key in self._known.allowed]
        read = [(self._columns(words, table), table) for table in allowed]
        fits = [(how, found[0].score, table) for (how, found), table in read if found]
        nearest = min((how for how, _, _ in fits), default=_Fit.LOOSE)
        best = max((score for how, score, _ in fits if how is nearest), default=0.0)
        # Names that only resemble the words are compared; a column that says them is never lost.
        least = best - _TIE if nearest is _Fit.LOOSE else 0.0
        kept = [(score, t) for how, score, t in fits if how is nearest and score >= least]
        return [table for _, table in sorted(kept, key=lambda each: -each[0])]

    def _columns(self, words: str, table: Table) -> tuple[_Fit, Sequence[Candidate]]:
        """The columns that the words may mean, of the nearest kind of fit alone.

        A question may be read by a resemblance; what is written may not: cost is no price.
        """
        found = [c for c in self._found(words) if c.column and c.table == table.key]
        whole = [c for c in found if c.score >= _WHOLE]
        if whole:
            return _Fit.WHOLE, [c for c in whole if c.score >= whole[0].score - _TIE]
        said = {word.lemma for word in words_of(words) if word.lower not in _IGNORED}
        scores = {c.column: c.score for c in found}
        saying = [
            Candidate(table.key, column.name, scores.get(column.name, 0.0))
            for column in table.columns
            if said and said <= _own_words(column) and not self._deprecated(table, column)
        ]
        if saying:
            return _Fit.SAID, sorted(saying, key=lambda c: -c.score)
        return _Fit.LOOSE, found

    def _deprecated(self, table: Table, column: Column) -> bool:
        note = self._known.glossary.note(table.key)
        return note is not None and column.name in note.deprecated

    def _found(self, words: str) -> list[Candidate]:
        plain = [word for word in words_of(words) if word.lower not in _IGNORED]
        found = self._known.lexicon.find(plain) if plain else []
        return [c for c in found if c.table in self._known.allowed and c.score >= _LEAST]

    def _one_table(self, words: str, found: Sequence[Candidate]) -> Candidate:
        tied = [c for c in found if c.score >= found[0].score - _TIE]
        return self._picked("table", words, found) or self._only("table", words, tied)

    def _one_column(self, words: str, fit: _Fit, found: Sequence[Candidate]) -> Candidate:
        picked = self._picked("column", words, found)
        if picked is None and fit is _Fit.LOOSE:
            loose = self._which("column", words, found)
            raise loose
        return picked or self._only("column", words, found)

    def _picked(self, kind: str, words: str, found: Sequence[Candidate]) -> Candidate | None:
        answer = self._choices.get(_key(kind, words))
        return next((c for c in found if c.ref == answer), None)

    def _only(self, kind: str, words: str, found: Sequence[Candidate]) -> Candidate:
        if len(found) > 1:
            raise self._which(kind, words, found)
        return found[0]

    def _which(self, kind: str, words: str, found: Sequence[Candidate]) -> UnsettledError:
        options = tuple(
            Option(id=c.ref, label=c.ref, detail=self._comment(c)) for c in found[:_MOST]
        )
        text = f"Which {kind} is “{words}”?"
        if len(found) == 1:
            text = f"No {kind} is called “{words}”. Is this one meant?"
        return ask(
            Question(id=_key(kind, words), text=text, options=options, default=options[0].id)
        )

    def _comment(self, found: Candidate) -> str:
        column = self._known.table(found.table).column(found.column) if found.column else None
        return column.comment if column is not None else ""

    def _tables_there_are(self) -> str:
        keys = sorted(self._known.allowed)
        listed = ", ".join(keys[:_MOST])
        return f"There are {listed}{' and more' if len(keys) > _MOST else ''}."


def _key(kind: str, words: str) -> str:
    return f"write:{kind}:{words.lower()}"


def _own_words(column: Column) -> set[str]:
    names = written_words(column.name)
    return {lemma_of(word) for word in (*names, *expanded(names))}
