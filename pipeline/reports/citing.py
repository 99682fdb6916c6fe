"""Links every figure of a sentence to the cell it came from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import chain

from knowledge.sentences import capital, uncapital
from pipeline.result import Answer, Cell, Figure, Finding
from pipeline.telling.labels import periods
from pipeline.telling.shares import told_rows
from pipeline.telling.summary import shown
from pipeline.telling.titles import title

_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,]*(?:\.\d+)?")
_HAS_DIGIT = re.compile(r"\d")
_FROM_DIGIT = re.compile(r"\d.*")
WHOLE = -1


def cited(text: str, results: Mapping[int, Answer]) -> Finding | None:
    """The sentence with its figures linked, by part; None where a figure is in no result."""
    labels = list(_labels_in(text, results))
    figures = list(labels)
    for match in _NUMBER.finditer(text):
        if any(each.start <= match.start() and match.end() <= each.end for each in labels):
            continue
        found = _cell_of(match[0], results)
        if found is None:
            return None
        part, row, column = found
        start, end = match.span()
        figures.append(Figure(start=start, end=end, part=part, row=row, column=column))
    return Finding(text=text, figures=tuple(sorted(figures, key=lambda each: each.start)))


def _labels_in(text: str, results: Mapping[int, Answer]) -> Iterator[Figure]:
    """Days, periods and names with digits: they are figures too, and no numbers."""
    taken: list[tuple[int, int]] = []
    for written, where in sorted(_labels(results), key=lambda pair: -len(pair[0])):
        for match in re.finditer(rf"(?<!\w){re.escape(written)}(?!\w)", text):
            start, end = match.span()
            if any(start < until and at < end for at, until in taken):
                continue
            taken.append((start, end))
            part, row, column = where
            yield Figure(start=start, end=end, part=part, row=row, column=column)


def _labels(results: Mapping[int, Answer]) -> list[tuple[str, tuple[int, int, int]]]:
    found: dict[str, tuple[int, int, int]] = {}
    for part, answer in results.items():
        for at, column in enumerate(answer.columns):
            cells = [row[at] for row in answer.rows]
            named = periods(column, cells) or ()
            for place, cell in enumerate(cells):
                for written in (*named[place : place + 1], *_as_label(cell)):
                    if _HAS_DIGIT.search(written):
                        found.setdefault(written, (part, place, at))
            if _HAS_DIGIT.search(column):
                for name in _headed(column):
                    found.setdefault(name, (part, WHOLE, at))
    return list(found.items())


def _headed(column: str) -> Sequence[str]:
    """A column's name as models read it and as it is told: "Net revenue 1 Apr - 30 Jun 2026"."""
    words = column.replace("_", " ")
    told = title(column)
    period = _FROM_DIGIT.search(told)
    return (words, capital(words), told, uncapital(told), *((period[0],) if period else ()))


def _as_label(cell: Cell) -> Sequence[str]:
    return (cell, shown(cell)) if isinstance(cell, str) else ()


def _cell_of(written: str, results: Mapping[int, Answer]) -> tuple[int, int, int] | None:
    """Where the number stands: as it is, rounded to the decimals written, or a count of rows."""
    value = _decimal(written.replace("\u2212", "-").replace(",", ""))
    if value is None:
        return None
    places = -int(value.as_tuple().exponent)
    rounded: tuple[int, int, int] | None = None
    for where, cell in _numbers(results):
        if cell == value:
            return where
        if rounded is None and places > 0 and round(cell, places) == value:
            rounded = where
    counts = ((part, WHOLE, 0) for part, each in results.items() if len(each.rows) == value)
    return rounded or next(counts, None)


def _numbers(results: Mapping[int, Answer]) -> Iterator[tuple[tuple[int, int, int], Decimal]]:
    for part, answer in results.items():
        # Shares are told in percent, and kept as they are.
        cells = chain(enumerate(answer.rows), enumerate(told_rows(answer)))
        for place, row in cells:
            for at, cell in enumerate(row):
                if isinstance(cell, bool) or not isinstance(cell, int | float):
                    continue
                value = _decimal(str(cell))
                if value is not None:
                    yield (part, place, at), value


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None
