"""Changes that people wish for in plain words: which kind, and the words of each part."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class SetValue:
    """`column` of `rows` is to become `value`; `old` is what it is now, where that was said."""

    column: str
    rows: str
    value: str
    old: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`rows` are to be `state`, whichever column says so."""

    rows: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """`rows` are to belong to the row `to` of another table; now they belong to `old`.

    `column` is what was said to change by it: the room of an item.
    """

    rows: str
    to: str
    old: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The numbers in `column` of `rows` go up or down by an amount or a share."""

    column: str
    rows: str
    amount: str
    up: bool
    percent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """`rows` are to go."""

    rows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRow:
    """A new row of `table`, of which `said` tells the values."""

    table: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddIndex:
    """An index on `columns` of `table` (empty where only the columns were named)."""

    columns: str
    table: str
    unique: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AddColumn:
    """A new column of `table`; `type` and `default` are empty where nothing was said."""

    name: str
    table: str
    type: str = ""
    default: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """`what` gets the name `to`; `kind` is column, table, or empty where it was not said."""

    what: str
    to: str
    table: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy:
    """A table, column, index or more is to go with all that is in it."""

    kind: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfReach:
    """Something that no statement here may do. `what` names it."""

    what: str


ChangeWish: TypeAlias = (
    SetValue
    | Mark
    | Move
    | Scale
    | Remove
    | AddRow
    | AddIndex
    | AddColumn
    | Rename
    | Destroy
    | OutOfReach
)
