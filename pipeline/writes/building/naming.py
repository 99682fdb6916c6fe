"""Which table or column the words of a wish name: through the planner's own lexicon."""

from collections.abc import Mapping, Sequence

from knowledge.catalog import Column, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.words import words_of
from pipeline.writes.building.unsettled import ask, cannot

_TIE = 0.055
_MOST = 9
_LEAST = 0.55
_IGNORED = frozenset({"the", "a", "an", "column", "columns", "field", "fields", "value", "values"})


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
        return self._known.table(self._one("table", words, found).table)

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
        found = [c for c in self._found(words) if c.column and c.table == table.key]
        if not found:
            return None
        chosen = self._one("column", words, found)
        return table.column(chosen.column)

    def tables_with(self, words: str) -> Sequence[Table]:
        """The tables that have a column of that name, the likeliest first."""
        found = [c for c in self._found(words) if c.column]
        best = found[0].score if found else 0.0
        keys = [c.table for c in found if c.score >= best - _TIE]
        exact = [
            table.key
            for table in self._known.catalog.tables
            if table.key in self._known.allowed and table.column(words.strip(" \"'`"))
        ]
        return [self._known.table(key) for key in dict.fromkeys(exact or keys)]

    def _found(self, words: str) -> list[Candidate]:
        plain = [word for word in words_of(words) if word.lower not in _IGNORED]
        found = self._known.lexicon.find(plain) if plain else []
        return [c for c in found if c.table in self._known.allowed and c.score >= _LEAST]

    def _one(self, kind: str, words: str, found: Sequence[Candidate]) -> Candidate:
        tied = [c for c in found if c.score >= found[0].score - _TIE]
        key = f"write:{kind}:{words.lower()}"
        picked = next((c for c in found if c.ref == self._choices.get(key)), None)
        if picked is not None or len(tied) == 1:
            return picked or tied[0]
        options = tuple(Option(id=c.ref, label=c.ref) for c in tied[:_MOST])
        text = f"Which {kind} is “{words}”?"
        raise ask(Question(id=key, text=text, options=options, default=options[0].id))

    def _tables_there_are(self) -> str:
        keys = sorted(self._known.allowed)
        listed = ", ".join(keys[:_MOST])
        return f"There are {listed}{' and more' if len(keys) > _MOST else ''}."
