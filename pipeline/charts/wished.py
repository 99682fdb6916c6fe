"""The chart that a person wished for, as far as the result allows it."""

import math
from collections.abc import Sequence
from dataclasses import replace

from pipeline.chart import Chart, ChartWish, Choice
from pipeline.charts.shape import (
    FEWEST,
    MOST_POINTS,
    Shape,
    axis_and_colour,
    chart_of,
    count_of,
    dimensions,
    is_time,
    measures_of,
    set_against,
    values_of,
)
from pipeline.result import Cell

_MOST_BARS = 60
_MOST_SLICES = 12
_MOST_COLOURS = 12
_PAIR = 2
_ROUND = frozenset(("pie", "donut"))


def chosen(result: Shape, wish: ChartWish) -> Choice:
    """The chart that was wished where the result allows it, else the nearest, and why."""
    problem = _undrawable(result)
    if problem:
        return Choice(note=problem)
    if wish.kind in _ROUND:
        choice = _round(result, wish)
    elif wish.kind == "scatter" or not dimensions(result):
        choice = _scatter(result)
    else:
        choice = _along_an_axis(result, wish)
    if choice.chart is None:
        return choice
    return replace(choice, chart=replace(choice.chart, dark=wish.dark))


def _undrawable(result: Shape) -> str:
    if result.truncated:
        return "The result was cut off, so a chart of it would mislead."
    if len(result.rows) < FEWEST:
        return "There is no chart, because a chart needs at least two rows."
    if not measures_of(result):
        return "There are no numbers in the result to draw, so there is no chart."
    if len(result.rows) > MOST_POINTS:
        rows = f"{len(result.rows):,}"
        return f"{rows} rows are too many for a chart. Ask for larger groups, or the top of them."
    return ""


def _round(result: Shape, wish: ChartWish) -> Choice:
    """A pie, where there are a few parts of one whole."""
    by, measure = dimensions(result), measures_of(result)[0]
    reason = ""
    if len(by) != 1 or count_of(result, by[0]) != len(result.rows):
        reason = "it shows one column of names and one of numbers"
    elif not _make_a_whole(values_of(result, measure)):
        reason = "it shows parts of a whole, so none may be empty or below zero"
    elif len(result.rows) > _MOST_SLICES and measure not in result.sums:
        reason = f"it cannot be read with more than {_MOST_SLICES} parts"
    if not reason:
        return Choice(chart=Chart(kind=wish.kind or "pie", by=by[0], measure=measure))
    other = _along_an_axis(result, ChartWish()) if by else _scatter(result)
    return replace(other, note=f"I did not draw a {wish.kind} chart: {reason}.")


def _make_a_whole(cells: Sequence[Cell]) -> bool:
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    whole = len(numbers) == len(cells) and all(math.isfinite(cell) for cell in numbers)
    return whole and min(numbers) >= 0 and sum(numbers) > 0


def _scatter(result: Shape) -> Choice:
    """One number against another; colours tell a few groups apart."""
    by, measures = dimensions(result), measures_of(result)
    if len(measures) < _PAIR:
        other = _along_an_axis(result, ChartWish()) if by else Choice()
        return replace(other, note="A scatter chart needs two columns of numbers.")
    few = [at for at in by if FEWEST <= count_of(result, at) <= _MOST_COLOURS]
    series = few[0] if few and count_of(result, few[0]) < len(result.rows) else None
    return Choice(chart=Chart(kind="scatter", by=measures[0], measure=measures[1], series=series))


def _along_an_axis(result: Shape, wish: ChartWish) -> Choice:
    usual = chart_of(result)
    if wish.kind is None and usual is not None:
        return Choice(chart=replace(usual, stacked=wish.stacked and usual.series is not None))
    by, measure = dimensions(result), measures_of(result)[0]
    labels = set(zip(*(values_of(result, at) for at in by), strict=True))
    if len(by) > _PAIR or len(labels) < len(result.rows):
        return Choice(note="There is no chart, because one chart cannot show this result.")
    axis, colour = (by[0], None) if len(by) == 1 else axis_and_colour(result, by)
    if colour is not None and count_of(result, colour) > _MOST_COLOURS:
        return Choice(note=f"More than {_MOST_COLOURS} colours cannot be told apart.")
    kind = wish.kind or ("line" if is_time(result, axis) else "bar")
    crowded = is_time(result, axis) and count_of(result, axis) > _MOST_BARS
    if kind in ("bar", "column") and crowded:
        return Choice(note=f"More than {_MOST_BARS} bars are too many. Ask for the top of them.")
    stacked = wish.stacked and colour is not None
    beside = () if colour is not None else tuple(p for p in set_against(result) if p != measure)
    chart = Chart(
        kind=kind, by=axis, measure=measure, series=colour, beside=beside, stacked=stacked
    )
    return Choice(chart=chart)


def fits(result: Shape, chart: Chart) -> bool:
    """Whether a chart that a model wished speaks only of what is in the result, and can be read."""
    places = range(len(result.columns))
    named = [chart.by, chart.measure, *([] if chart.series is None else [chart.series])]
    if any(at not in places for at in named) or len(set(named)) < len(named):
        return False
    if chart.measure not in measures_of(result) or _undrawable(result):
        return False
    if chart.kind == "scatter":
        return chart.by in measures_of(result)
    keys = named if chart.series is None else [chart.by, chart.series]
    points = {tuple(row[at] for at in keys if at != chart.measure) for row in result.rows}
    few = chart.series is None or count_of(result, chart.series) <= _MOST_COLOURS
    if len(points) < len(result.rows) or not few:
        return False
    if chart.kind in _ROUND:
        cells = values_of(result, chart.measure)
        return chart.series is None and len(cells) <= _MOST_SLICES and _make_a_whole(cells)
    bars = chart.kind in ("bar", "column")
    return not bars or count_of(result, chart.by) <= _MOST_BARS
