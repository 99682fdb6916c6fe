"""Conditions on dates: periods, days of the week, plain years, and which date they are of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.intent import Clause, Compared, Condition
from pipeline.rules.linking.dates_of_deeds import dates_of
from pipeline.rules.linking.link import Linker
from pipeline.rules.linking.origins import aged
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.month_columns import months_of
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.people import keeps_people
from pipeline.rules.schema.periods import dated, in_months, year_of_dates, years_between
from pipeline.rules.text.words import name_words
from pipeline.times.values import TimeSpan

_NEAR, _PAIR = 1.5, 2
# What happened to a row once, whatever is counted of it later.
_ONCE = frozenset(("birth", "born", "built", "opening", "founding", "start", "end"))
_OF_YEARS = frozenset(("year", "decade", "century"))
# Of plain years it is the last one that is there, not one of the calendar.
_LATEST = re.compile(r"(in )?(the )?(most recent|latest) year")


@dataclass(slots=True)
class Timely:
    """Turns tests on time into clauses; what cannot be linked goes to `failed`."""

    known: Known
    linker: Linker
    tables: list[tuple[int, str]]
    failed: list[str] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    last: Item | None = None
    time_column: str = ""
    fallback: str | None = None
    valued: list[str] = field(default_factory=list)
    verbs: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()

    def home(self, test: Test) -> str | None:
        """The table named last before the test, else the first one named."""
        before = [table for first, table in self.tables if first <= test.first]
        return before[-1] if before else (self.tables[0][1] if self.tables else None)

    def homes(self, test: Test) -> list[str]:
        """Tables to look in for what the test speaks of, the nearest first."""
        home = self.home(test)
        named = [table for _, table in self.tables]
        near = [home] if home else []
        linked = [edge.right for table in (*near, *named) for edge in self.known.joins.edges(table)]
        return list(dict.fromkeys((*near, *named, *linked)))

    def timely(self, test: Test, home: str | None) -> Clause | None:
        span = test.span
        if span is None:
            return self.on_days(test, home)
        named = self.linker.column(test.column, home) if test.column is not None else None
        if named or self.time_column:
            return self._within(named or self.time_column, span, test.words)
        old = aged(home, span, self.known)
        if old is not None:
            return old
        tables = self.dated_tables(test, home)
        told = self.date_of_verb(tables)
        return (
            dated(told, span.start, span.end, test.words) if told else self._nearest(test, tables)
        )

    def within(self, column: str, test: Test) -> Clause | None:
        """The period of a test, by that date."""
        return None if test.span is None else self._within(column, test.span, test.words)

    def _within(self, column: str, span: TimeSpan, words: str) -> Clause | None:
        """The period as days, or as years of a column that keeps no more than those."""
        table = column.rpartition(".")[0]
        if self.known.column(column).kind.is_dated or column != self.linker.year_column(table):
            return dated(column, span.start, span.end, words)
        whole = span.grain in _OF_YEARS
        return years_between(column, span.start, span.end, words) if whole else None

    def dated_tables(self, test: Test, home: str | None) -> list[str]:
        """Tables whose date may be meant, events before what they happen to."""
        near = [t for t in self.homes(test)[1:] if self._is_near(home or t, t)]
        near = [t for t in near if not (home and self._is_of_whom(t, home))]
        tables = ([home] if home else []) + near
        named = [table for _, table in self.tables if table != home and table in near]
        events = [table for table in named if home and self.happens_to(table, home)]
        return list(dict.fromkeys((*self._deeds(), *events[:1], *tables)))

    def _is_of_whom(self, table: str, home: str) -> bool:
        """`customers from 2023`: never those whose agent was hired then, of whom no word speaks."""
        named = any(table == one for _, one in self.tables)
        edges = self.known.joins.between(home, table)
        above = bool(edges) and not any(edge.multiplies for edge in edges)
        return above and not named and keeps_people(self.known.table(table))

    def _deeds(self) -> list[str]:
        """`customers who bought a car`: the dated rows that tie both, where a verb says so."""
        named = list(dict.fromkeys(table for _, table in self.tables))
        if not self.verbs or len(named) != _PAIR or self.known.joins.between(*named):
            return []
        rows = [{edge.right for edge in self.known.joins.edges(table)} for table in named]
        tying = sorted(set.intersection(*rows).difference(named))
        found = [t for t in tying if all(self.happens_to(t, table) for table in named)]
        return found if len(found) == 1 else []

    def happens_to(self, event: str, thing: str) -> bool:
        """Whether many rows of one table belong to a row of the other, and say when."""
        edges = self.known.joins.between(thing, event)
        rows = self.known.table(event)
        timed = any(column.kind.is_dated for column in rows.columns) or months_of(rows) is not None
        return timed and bool(edges) and all(edge.multiplies for edge in edges)

    def on_days(self, test: Test, home: str | None) -> Clause | None:
        """Rows of which the date falls on these days of the week."""
        tables = self.dated_tables(test, home)
        dates = (self.linker.time_column(table) for table in tables)
        named = self.linker.column(test.column, home) if test.column is not None else None
        column = (
            named
            or self.time_column
            or self.date_of_verb(tables)
            or next((d for d in dates if d), None)
        )
        if column is None:
            return None
        return Condition(column=column, operator="weekday", values=test.values, words=test.words)

    def _nearest(self, test: Test, tables: Sequence[str]) -> Clause | None:
        """The date or year column of the nearest table that has one."""
        span = test.span
        if span is None:
            return None
        # What is counted comes before what only lies next to the rows that were named.
        for table in dict.fromkeys((*tables[:1], *self.measured, *tables)):
            found = self._in_table(table, span, test.words)
            if found is not None:
                return found
            if table in self.measured and self._years_of(table):
                break  # what is counted has a time of its own, but none so fine
        return None

    def _in_table(self, table: str, span: TimeSpan, words: str) -> Clause | None:
        """The period as days, months or years of a table, as far as it keeps them."""
        column = self.linker.time_column(table)
        if column:
            return dated(column, span.start, span.end, words)
        owner = self.known.table(table)
        months, years = months_of(owner), self._years_of(table)
        if months and span.grain != "year":
            return in_months(owner, months, span.start, span.end, words)
        if years and _LATEST.fullmatch(span.words.lower()):
            return Compared(column=years, operator="=", function="max", of=years)
        whole = years and span.grain in _OF_YEARS
        return years_between(years, span.start, span.end, words) if years and whole else None

    def date_upwards(self, table: str) -> str | None:
        """The date of a table, else of the nearest one that its rows belong to."""
        passed, here = {table}, [table]
        while here:
            found = next((date for one in here if (date := self.linker.time_column(one))), None)
            if found:
                return found
            edges = [edge for one in here for edge in self.known.joins.edges(one)]
            above = [edge.right for edge in edges if not edge.multiplies]
            here = [one for one in dict.fromkeys(above) if one not in passed]
            passed |= set(here)
        return None

    def date_of_verb(self, tables: Sequence[str]) -> str | None:
        """`bought last week` is about the date of the purchase, not any other date nearby."""
        for table in tables:
            told = dates_of(self.verbs, self.known.table(table))
            if told:
                return f"{table}.{told[0]}"
        return None

    def _is_near(self, home: str, table: str) -> bool:
        return self.known.joins.distance(home, table) <= _NEAR

    def of_year(self, test: Test, home: str | None) -> Clause | None:
        if self.time_column:
            return year_of_dates(self.time_column, test.operator, test)
        tables = self.dated_tables(test, home)
        told = self.date_of_verb(tables)
        if told:
            return year_of_dates(told, test.operator, test)
        near = [t for t in self.homes(test) if not (home and self._is_far(home, t))]
        near = [t for t in near if not (home and self._is_of_whom(t, home))]
        told_once = home is not None and self._years_of(home) != self.linker.year_column(home)
        first = self.measured if told_once else ()
        for table in dict.fromkeys((*first, *tables, *near)):
            column = self._years_of(table)
            if column:
                return Condition(
                    column=column, operator=test.operator, values=test.values, words=test.words
                )
            column = self.linker.time_column(table)
            if column:
                return year_of_dates(column, test.operator, test)
        return self._year_of_value(test)

    def _is_far(self, home: str, table: str) -> bool:
        return self.known.joins.distance(home, table) > _NEAR

    def _years_of(self, table: str) -> str | None:
        """The years that rows keep, but not when a hotel opened for what it earned in one."""
        column = self.linker.year_column(table)
        if column is None or not self.measured or table in self.measured:
            return column
        words = name_words(column.rpartition(".")[2])
        return None if any(word in _ONCE or word.endswith("ed") for word in words) else column

    def _year_of_value(self, test: Test) -> Clause | None:
        """`in the City Marathon in 2009`: the year of what was called by its name."""
        columns = [self.linker.year_column(table) for table in self.valued]
        found = next((column for column in columns if column), None)
        if found is None:
            return None
        return Condition(column=found, operator=test.operator, values=test.values, words=test.words)
