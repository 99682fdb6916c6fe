"""Conditions on times of day: which column keeps them, and how it writes them."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.catalog import Column, Kind
from pipeline.intent import AnyOf, Clause, Condition
from pipeline.rules.drafting.timely import Timely
from pipeline.rules.linking.clocks_of_deeds import begins, clocks_in
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.clock_columns import clock_in_words, clock_of, keeps_only_time
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.operators import CLOCK
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import lemmas_of

_LATER = 0.96


@dataclass(slots=True)
class Clocked(Timely):
    """Turns tests on times of day into clauses."""

    def clocked(self, test: Test, home: str | None) -> Clause | None:
        """The rows whose time of day compares so; None where none is kept nearby."""
        named = self.linker.column(test.column, home) if test.column is not None else None
        column = named or self._time_nearby(test, home)
        operator, minutes = test.operator.removeprefix(CLOCK), self._minutes(test)
        if column is None:
            return None
        if operator != "between" or minutes[0] <= minutes[1]:
            return self._told(column, operator, minutes, test.words)
        # `between 10 pm and 2 am` goes on over midnight.
        parts = [
            self._told(column, sign, (one,), test.words)
            for sign, one in zip((">=", "<="), minutes, strict=True)
        ]
        told = tuple(part for part in parts if part is not None)
        return AnyOf(conditions=told) if len(told) == len(parts) else None

    def _minutes(self, test: Test) -> tuple[int, ...]:
        """The minutes of the day that are meant; where either may be, a person says which."""
        first = tuple(int(value) for value in test.values)
        ways = {_in_words(minutes): minutes for minutes in (first, *test.either)}
        if len(ways) == 1:
            return first
        picked = self.linker.choices.get(f"clock:{test.words.lower()}", "")
        if picked not in ways:
            self.linker.doubts.append(Doubt("clock", test.words, tuple(ways)))
        return ways.get(picked, first)

    def _time_nearby(self, test: Test, home: str | None) -> str | None:
        """The time of day of the rows, else that of a moment of theirs, else of rows beside."""
        for table in dict.fromkeys((*([home] if home else ()), *self.dated_tables(test, home))):
            columns = self.known.table(table).columns
            kept = [c for c in columns if keeps_only_time(c)]
            if kept:
                return self._one_of(table, kept, test)
            moment = self.date_of_verb([table]) or self.linker.time_column(table)
            if moment and clock_of(self.known.column(moment)) is not None:
                return moment
            if moment and table == home:
                return None  # on which day, is all that is known; rows beside had other hours
        return None

    def _one_of(self, table: str, kept: Sequence[Column], test: Test) -> str | None:
        """The time that a verb of the question, or what the rows are called, is about."""
        names = [column.name for column in kept]
        for deeds in (self.verbs, lemmas_of(table.rpartition(".")[2])):
            told = [c for c in clocks_in(table, deeds, self.known) if c.column in names]
            if len(told) == 1:
                return told[0].ref
        # Rows are rather told by when they begin.
        scores = {column.name: 1.0 if begins(column) else _LATER for column in kept}
        found = [Candidate(table, name, score) for name, score in scores.items()]
        item = Item("C", test.first, test.first, "time of day", candidates=found)
        return self.linker.column(item, table)

    def _told(
        self, column: str, operator: str, minutes: Sequence[int], words: str
    ) -> Condition | None:
        clock = clock_of(self.known.column(column))
        values = tuple(clock.told(one) for one in minutes) if clock is not None else ()
        if clock is None or any(value is None for value in values):
            return None
        timed = self.known.column(column).kind is Kind.TIMESTAMP
        if timed and operator == "=":
            return None  # no two things happen at the same moment
        told = tuple(value for value in values if value is not None)
        sign = f"{CLOCK}{operator}" if clock.shape == "moment" else operator
        return Condition(column=column, operator=sign, values=told, words=words)


def _in_words(minutes: Sequence[int]) -> str:
    return " - ".join(clock_in_words(one) for one in minutes)
