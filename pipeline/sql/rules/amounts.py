"""How much a statement may make: of itself, for each row of a table, and of what it made before."""

import math
from dataclasses import dataclass

# A text or list of a table, and a number in one, as they are taken to be.
DATA_SIZE = 10.0
DATA_NUMBER = 1_000.0
# As many rows a table is taken to have where a value is made of all of them.
DATA_ROWS = 1_000.0
TEN_YEARS = 10 * 366 * 86_400.0
# A moment that stands for now: later than any that is asked about, so that spans to it are long.
NOW = 2_051_222_400.0
_MOST_DIGITS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """So much of itself, so much for each row of a table, and so many times the round before."""

    fixed: float = 0.0
    by_rows: float = 0.0
    by_round: float = 0.0

    def plus(self, other: "Amount") -> "Amount":
        return Amount(
            fixed=self.fixed + other.fixed,
            by_rows=self.by_rows + other.by_rows,
            by_round=self.by_round + other.by_round,
        )

    def times(self, other: "Amount") -> "Amount":
        """Rows of tables multiply no more than once: what joins them is the tables' own data."""
        mine, its = self, other
        endless = math.inf if mine.by_round and its.by_round else 0.0
        return Amount(
            fixed=_times(mine.fixed, its.fixed),
            by_rows=_times(mine.fixed, its.by_rows)
            + _times(mine.by_rows, its.fixed)
            + _times(mine.by_rows, its.by_rows)
            + _times(mine.by_rows, its.by_round)
            + _times(mine.by_round, its.by_rows),
            by_round=_times(mine.fixed, its.by_round) + _times(mine.by_round, its.fixed) + endless,
        )

    def scaled(self, factor: float) -> "Amount":
        return self.times(Amount(fixed=factor))

    def or_more(self, other: "Amount") -> "Amount":
        """At least as much as either."""
        return Amount(
            fixed=max(self.fixed, other.fixed),
            by_rows=max(self.by_rows, other.by_rows),
            by_round=max(self.by_round, other.by_round),
        )

    def at_most(self, fixed: float) -> "Amount":
        return self if fixed >= self.total else Amount(fixed=fixed)

    @property
    def total(self) -> float:
        """All of it, where each table has as many rows as tables are taken to have."""
        return self.fixed + _times(self.by_rows, DATA_ROWS) + self.by_round


ONE = Amount(fixed=1.0)
A_TABLE = Amount(by_rows=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What is known of a value: its size, the largest number in it, and what it is exactly."""

    size: Amount = ONE
    number: float = 0.0
    least: float = 1.0
    exact: float | None = None
    is_number: bool = False
    is_time: bool = False

    def or_other(self, other: "Value") -> "Value":
        """Either of two values."""
        return Value(
            size=self.size.or_more(other.size),
            number=max(self.number, other.number),
            least=min(self.least, other.least),
            exact=self.exact if self.exact == other.exact else None,
            is_number=self.is_number and other.is_number,
            is_time=self.is_time or other.is_time,
        )


NOTHING = Value(size=Amount(), is_number=True)
OF_A_TABLE = Value(size=Amount(fixed=DATA_SIZE), number=DATA_NUMBER)


def number_up_to(number: float, least: float = 1.0) -> Value:
    return Value(number=number, least=least, is_number=True)


def exactly(number: float, *, is_time: bool = False) -> Value:
    return Value(
        number=abs(number),
        least=abs(number),
        exact=number,
        is_number=not is_time,
        is_time=is_time,
    )


def text_of(size: Amount) -> Value:
    """A text of a size; read as a number it has as many digits."""
    digits = min(size.total, _MOST_DIGITS)
    return Value(size=size, number=10.0**digits, least=0.1)


def together(values: list[Value]) -> Value:
    """Values beside each other, as one text or list."""
    size = Amount()
    for value in values:
        size = size.plus(value.size)
    largest = max((value.number for value in values), default=0.0)
    return Value(size=size.or_more(ONE), number=largest, least=min(least_of(values), 1.0))


def least_of(values: list[Value]) -> float:
    return min((value.least for value in values), default=1.0)


def largest_of(values: list[Value]) -> Value:
    """One of the values, whichever."""
    if not values:
        return NOTHING
    found = values[0]
    for value in values[1:]:
        found = found.or_other(value)
    return found


def _times(left: float, right: float) -> float:
    """A product in which nothing times anything is nothing."""
    return left * right if left and right else 0.0
