"""Periods as conditions on date columns and on columns of plain years."""

import datetime as dt

from knowledge.catalog import Table
from pipeline.intent import AnyOf, Clause, Condition
from pipeline.rules.schema.month_columns import Months
from pipeline.rules.schema.operators import MONTHS
from pipeline.rules.schema.parts import Test
from pipeline.rules.vocabulary.numbers import YEARS

# `more than 2` is no date in the year 3.


def dated(column: str, start: dt.date | None, end: dt.date | None, words: str) -> Condition:
    """Rows within a half-open range of days."""
    if start and end:
        return Condition(
            column=column,
            operator="within",
            values=(start.isoformat(), end.isoformat()),
            words=words,
        )
    if start:
        return Condition(column=column, operator=">=", values=(start.isoformat(),), words=words)
    return Condition(
        column=column, operator="<", values=(end.isoformat() if end else "",), words=words
    )


def years_between(column: str, start: dt.date | None, end: dt.date | None, words: str) -> Condition:
    first = start.year if start else None
    last = end.year - 1 if end else None
    if first is not None and first == last:
        return Condition(column=column, operator="=", values=(first,), words=words)
    if first is not None and last is not None:
        return Condition(column=column, operator="between", values=(first, last), words=words)
    if first is not None:
        return Condition(column=column, operator=">=", values=(first,), words=words)
    return Condition(column=column, operator="<=", values=(last or 0,), words=words)


def in_months(
    table: Table, months: Months, start: dt.date | None, end: dt.date | None, words: str
) -> Condition | None:
    """Rows within a half-open range of days, where year and month are kept apart."""
    whole = all(day is None or day.day == 1 for day in (start, end))
    if not whole and not months.day:
        return None
    ends = tuple(day.isoformat() if day else "" for day in (start, end))
    column = f"{table.key}.{months.year}"
    return Condition(column=column, operator=MONTHS, values=ends, words=words)


def year_of_dates(column: str, operator: str, test: Test) -> Clause | None:
    years = [value for value in test.values if isinstance(value, int)]
    if len(years) != len(test.values) or not all(year in YEARS for year in years):
        return None
    if operator == "in":
        each = [dated(column, dt.date(y, 1, 1), dt.date(y + 1, 1, 1), test.words) for y in years]
        return AnyOf(conditions=tuple(each))
    first, last = dt.date(years[0], 1, 1), dt.date(years[-1] + 1, 1, 1)
    if operator == "!=":
        outside = (dated(column, None, first, test.words), dated(column, last, None, test.words))
        return AnyOf(conditions=outside)
    if operator in ("=", "between") and (operator == "between" or len(years) == 1):
        return dated(column, first, last, test.words)
    bounds = {">": (last, None), ">=": (first, None), "<": (None, first), "<=": (None, last)}
    if operator not in bounds or len(years) != 1:
        return None
    start, end = bounds[operator]
    return dated(column, start, end, test.words)
