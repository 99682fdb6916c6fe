"""One shape of a database, as a value."""

from dataclasses import dataclass
from enum import StrEnum


class ShapeKind(StrEnum):
    """What is unusual about a column, a table or several tables. The names are stable."""

    TEXT_DATES = "text_dates"
    EPOCH = "epoch"
    TEXT_NUMBERS = "text_numbers"
    TEXT_BOOLEANS = "text_booleans"
    VARIANTS = "variants"
    MISSING_TEXT = "missing_text"
    STAND_IN_DATES = "stand_in_dates"
    UNIT_IN_NAME = "unit_in_name"
    DATA_EDGE = "data_edge"
    COPIES = "copies"
    BRIDGE = "bridge"
    SOFT_DELETE = "soft_delete"
    HISTORY = "history"
    UNDECLARED_KEY = "undeclared_key"
    EMPTY_TABLE = "empty_table"
    WIDE_TABLE = "wide_table"
    SHARED_WORD = "shared_word"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape and its place: a `table` (catalog key), one `column` of it, or `others` as well.

    `detail` is the format, unit or word that it is about, `values` are examples of what is stored.
    Of the `seen` values or rows so many are `fitting`. `rows` are the row counts of the tables that
    it is about, as far as they are known; of these tables `prefer` is the one to use.
    """

    kind: ShapeKind
    table: str
    column: str = ""
    others: tuple[str, ...] = ()
    detail: str = ""
    values: tuple[str, ...] = ()
    seen: int = 0
    fitting: int = 0
    rows: tuple[tuple[str, int | None], ...] = ()
    prefer: str = ""

    @property
    def place(self) -> str:
        """`table.column`, or the table."""
        return f"{self.table}.{self.column}" if self.column else self.table


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeReport:
    """The shapes of a database, and in sentences what there was no time to look at."""

    shapes: tuple[Shape, ...]
    not_looked_at: tuple[str, ...] = ()
