"""Figures beside each other."""

from collections.abc import Mapping

Figures = Mapping[str, Mapping[str, int | float]]


def table(title: str, figures: Figures) -> str:
    """One row a figure, one column a contender."""
    names = list(figures)
    rows = list(dict.fromkeys(key for each in figures.values() for key in each))
    lines = [f"\n{title}", f"{'':24}" + "".join(f"{name:>14}" for name in names)]
    for row in rows:
        values = (figures[name].get(row, "-") for name in names)
        lines.append(f"{row:24}" + "".join(f"{value:>14}" for value in values))
    return "\n".join(lines)
