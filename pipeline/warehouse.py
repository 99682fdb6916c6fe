"""The port of a workspace's database: reads only, within a time, a row and a byte limit."""

import datetime as dt
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from knowledge.catalog import Kind
from knowledge.column_kinds import kind_of_texts
from pipeline.result import Cell

ROW_CAP = 10_000
BYTE_CAP = 20_000_000
# The largest number of a double has 309 digits.
_MOST_DIGITS = 300
_MOST_BITS = 1_000


class WarehouseError(Exception):
    """Base of everything that goes wrong between a query and its rows."""


class WarehouseDown(WarehouseError):
    """The database cannot be reached. Its text is for askers, `technical` for operators alone."""

    def __init__(self, shown: str, reason: str) -> None:
        self.shown = shown
        self.reason = reason
        super().__init__("The data cannot be reached at the moment.")

    @property
    def technical(self) -> str:
        """Which database it is, and what its driver said."""
        return f"The database {self.shown} cannot be reached: {self.reason}"


class WarehouseBusy(WarehouseError):
    """Something else holds the database for now; `detail` is the driver's own text."""

    def __init__(self, detail: str = "") -> None:
        self.detail = detail
        super().__init__("The database is busy with a change at the moment.")


class QueryTimedOut(WarehouseError):
    """The query took longer than it was given and was cancelled."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"The query was stopped after {seconds:g} seconds, its limit.")


class QueryFailed(WarehouseError):
    """The database refused the query. `message` is plain words, `detail` the driver's own."""

    def __init__(self, message: str, detail: str = "") -> None:
        self.message = message
        self.detail = detail
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultColumn:
    """A column of a result, its kind judged by its values."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a query returned. Dates are ISO text; `truncated` says that a cap cut it short."""

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    truncated: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the engine expects of a query; `cost` is in its own unit, where it has one."""

    text: str
    rows: float | None = None
    cost: float | None = None


class Warehouse(Protocol):
    """One workspace's database, read-only.

    Errors: `WarehouseDown`, `WarehouseBusy`, `QueryTimedOut`, `QueryFailed`.
    """

    @property
    def dialect(self) -> str:
        """The sqlglot name of the engine's SQL."""
        ...

    async def run(
        self,
        sql: str,
        *,
        parameters: Sequence[object] = (),
        timeout: float = 30.0,  # noqa: ASYNC109 - the server must know the limit too
        row_cap: int = ROW_CAP,
        byte_cap: int = BYTE_CAP,
    ) -> Rows:
        """The rows of one read. Placeholders are the dialect's: `?`, in PostgreSQL `$1`."""
        ...

    async def explain(self, sql: str) -> Plan:
        """A dry run: the engine parses, binds and plans the statement and does not run it."""
        ...

    async def check(self) -> Sequence[str]:
        """What is wrong with this connection, in plain words; proves that a write is refused."""
        ...

    async def close(self) -> None: ...


def as_cell(value: object) -> Cell:
    """A driver's value as a plain cell that JSON, cards and files can hold."""
    match value:
        case float():
            return value if math.isfinite(value) else _no_number(value)
        case None | bool() | str():
            return value
        case int():
            return value if value.bit_length() < _MOST_BITS else _long_number(value)
        case Decimal():
            return _from_decimal(value)
        case _:
            return _as_text(value)


def _no_number(value: float) -> str:
    """What a division by nothing and its like leave: a value, though none to reckon with."""
    return "not a number" if math.isnan(value) else "infinite"


def _long_number(value: int) -> str:
    """Text may hold what no reader of JSON, sheet or chart can hold as a number."""
    digits = int(value.bit_length() * math.log10(2))
    return f"a number of about {digits} digits"


def _as_text(value: object) -> str:
    match value:
        case dt.datetime():
            return value.isoformat(sep=" ")
        case dt.date() | dt.time():
            return value.isoformat()
        case bytes() | bytearray() | memoryview():
            return f"0x{bytes(value)[:32].hex()}"
        case list() | dict() | tuple() | set():
            return _json(value)
        case _:
            return str(value)


def kind_of_cells(values: Sequence[object]) -> Kind:
    """What a result column holds, judged by a driver's values of it."""
    known = [value for value in values if value is not None]
    for types, kind in _KINDS:
        if known and all(isinstance(value, types) for value in known):
            return kind
    texts = [value for value in known if isinstance(value, str)]
    if texts and len(texts) == len(known):
        return kind_of_texts(texts) or Kind.TEXT
    return Kind.OTHER


_KINDS: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    (bool, Kind.BOOLEAN),
    (int, Kind.INTEGER),
    ((int, float, Decimal), Kind.NUMBER),
    (dt.datetime, Kind.TIMESTAMP),
    (dt.date, Kind.DATE),
    (dt.time, Kind.TIME),
)


def _json(value: object) -> str:
    try:
        return json.dumps(value, default=str, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def _from_decimal(value: Decimal) -> Cell:
    if not value.is_finite():
        return _no_number(float(value))
    if value.adjusted() > _MOST_DIGITS:
        return str(value)
    return int(value) if value == value.to_integral_value() else float(value)
