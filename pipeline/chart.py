"""Charts as values: what to draw, what was wished, and what came of the wish."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["bar", "column", "line", "area", "pie", "donut", "scatter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What to draw: `measure` over `by`, one colour for each value of `series`, by column place.

    `beside` are the places of the same number of other periods, each in a colour of its own.
    """

    kind: Kind
    by: int
    measure: int
    series: int | None = None
    beside: tuple[int, ...] = ()
    stacked: bool = False
    dark: bool = False

    @property
    def is_coloured(self) -> bool:
        """Whether colours tell several numbers of one label apart."""
        return self.series is not None or bool(self.beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartWish:
    """A chart that a person asked for; no `kind` leaves that to the shape of the result.

    `alone` says that the message asked for nothing else: the last result is drawn anew.
    """

    kind: Kind | None = None
    stacked: bool = False
    dark: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The chart of a result, None for none; `note` says why it is not what was wished."""

    chart: Chart | None = None
    note: str = ""
