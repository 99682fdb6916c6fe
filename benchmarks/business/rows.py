"""Fills the tables of a schema script with made rows.

A script holds CREATE TABLE statements with one column a line. The comment behind the head of a
table says how many rows it gets: a number, or `each orders 1-4` (for every row of orders, one to
four; `p` is that row and `j` counts from 1). The comment behind a column is the Python expression
of its value. It sees the columns above it, `n` (number of the row) and the functions of `Maker`.
The same script always gives the same rows.
"""

import datetime as dt
import random
import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.business import names

_HEAD = re.compile(r"^CREATE TABLE (?P<name>\"?\w+\"?) \(\s*--\s*(?P<rows>.+)$")
_COLUMN = re.compile(r"^\s+(?P<name>\"?\w+\"?)\s.*?--\s*(?P<value>.+)$")
_DAY, _STAMP = "%Y-%m-%d", "%Y-%m-%d %H:%M:%S"


@dataclass(slots=True)
class TableScript:
    """How one table is filled."""

    name: str
    rows: str
    columns: dict[str, Any] = field(default_factory=dict)


def read_script(script: str) -> tuple[str, list[TableScript]]:
    """Return the script without its comments, and how each of its tables is filled."""
    tables: list[TableScript] = []
    for line in script.splitlines():
        if head := _HEAD.match(line):
            tables.append(TableScript(head["name"].strip('"'), head["rows"].strip()))
        elif (column := _COLUMN.match(line)) and tables:
            name = column["name"].strip('"')
            tables[-1].columns[name] = compile(column["value"], f"{tables[-1].name}.{name}", "eval")
    return re.sub(r"--.*", "", script), tables


class Maker:
    """The functions that the expressions of a script call."""

    def __init__(self, schema: str, today: str) -> None:
        self.schema, self.today = schema, today
        self.tables: dict[str, list[SimpleNamespace]] = {}
        self._by_key: dict[str, dict[Any, SimpleNamespace]] = {}
        self._random = random.Random(schema)  # noqa: S311 - made rows
        self._n = 0
        self._shift = 0

    def scope(self) -> dict[str, Any]:
        public = {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}
        return {**public, "T": self.today, "min": min, "max": max, "round": round, "int": int}

    def start_table(self, name: str) -> None:
        self._random = random.Random(f"{self.schema}.{name}")  # noqa: S311 - made rows
        self._shift = self._random.randrange(4800)
        self.tables[name] = []

    def start_row(self, number: int) -> None:
        self._n = number

    def nth(self, choices: str) -> Any:
        """The value of a lookup table at this row."""
        parts = choices.split("|")
        return _value(parts[(self._n - 1) % len(parts)])

    def one(self, choices: str) -> Any:
        """One of `a*3|b|-`: with weights; `-` is NULL."""
        parts = [part.partition("*") for part in choices.split("|")]
        weights = [float(weight or 1) for _, _, weight in parts]
        return _value(self._random.choices([name for name, _, _ in parts], weights)[0])

    def num(self, low: float, high: float, digits: int = 0) -> Any:
        if not digits:
            return self._random.randint(int(low), int(high))
        return round(self._random.uniform(low, high), digits)

    def skew(self, low: float, high: float, digits: int = 0) -> Any:
        """A number of which most are low and few are high."""
        value = round(low + (high - low) * self._random.random() ** 3, digits)
        return value if digits else int(value)

    def chance(self, share: float) -> bool:
        return self._random.random() < share

    def maybe(self, share: float, value: Any) -> Any:
        return value if self._random.random() < share else None

    def day(self, first: str, last: str) -> str:
        begin, end = _date(first), _date(last)
        return (begin + dt.timedelta(self._random.randint(0, (end - begin).days))).strftime(_DAY)

    def more(self, first: str, last: str) -> str:
        """A day; later ones are more frequent."""
        begin, end = _date(first), _date(last)
        share = self._random.random() ** 0.6
        return (begin + dt.timedelta(int((end - begin).days * share))).strftime(_DAY)

    def at(self, day: str | None, first: int = 8, last: int = 19) -> str | None:
        """A time of that day."""
        if day is None:
            return None
        seconds = self._random.randrange(60)
        hour, minute = self._random.randint(first, last), self._random.randrange(60)
        return f"{day[:10]} {hour:02}:{minute:02}:{seconds:02}"

    def plus(self, day: str | None, low: int, high: int | None = None) -> str | None:
        """The day so many days later."""
        if day is None:
            return None
        moved = dt.timedelta(self._random.randint(low, low if high is None else high))
        if len(day) > len("2026-01-01"):
            return (dt.datetime.fromisoformat(day) + moved).strftime(_STAMP)
        return (_date(day) + moved).strftime(_DAY)

    def minutes(self, stamp: str | None, low: int, high: int) -> str | None:
        """The time so many minutes later, most of them few."""
        if stamp is None:
            return None
        moved = dt.timedelta(minutes=self.skew(low, high))
        return (dt.datetime.fromisoformat(stamp) + moved).strftime(_STAMP)

    def days(self, first: str, last: str) -> int:
        return (_date(last[:10]) - _date(first[:10])).days

    def past(self, day: str | None) -> str | None:
        """The day, if it is not after today."""
        return day if day is not None and day[:10] <= self.today else None

    def ref(self, table: str, used: float = 0.9, power: float = 1.6) -> Any:
        """The key of a row of another table: some have many, the last have none."""
        rows = self.tables[table]
        place = int(len(rows) * used * self._random.random() ** power)
        # A fixed shuffle, so that early rows are not always the big ones.
        return _key(rows[(place * 7919 + 13) % len(rows)] if len(rows) % 7919 else rows[place])

    def get(self, table: str, key: Any) -> Any:
        """The row of another table with that key; without one, a row whose columns are NULL."""
        index = self._by_key.setdefault(table, {})
        if len(index) != len(self.tables[table]):
            index.update({_key(row): row for row in self.tables[table]})
        return index.get(key) or _Nothing()

    def first(self) -> str:
        return names.FIRST[self._person() % len(names.FIRST)]

    def last(self) -> str:
        return names.LAST[self._person() // len(names.FIRST)]

    def person(self) -> str:
        return f"{self.first()} {self.last()}"

    def company(self) -> str:
        place = (self._n * 1223 + self._shift) % 3150
        stem, rest = names.STEMS[place % 45], place // 45
        return f"{stem} {names.KINDS[rest % 10]} {names.FORMS[rest // 10]}"

    def city(self) -> str:
        return str(
            self.one("Vienna*5|Graz*3|Linz*2|Salzburg*2|Munich*4|Berlin*4|Zurich*3|Milan*2|Prague")
        )

    def country(self, city: str | None) -> str | None:
        homes = {"Munich": "Germany", "Berlin": "Germany", "Zurich": "Switzerland"}
        homes |= {"Milan": "Italy", "Prague": "Czechia"}
        return homes.get(city, "Austria") if city else None

    def street(self) -> str:
        return f"{self._random.choice(names.STREETS)} {self._random.randint(1, 140)}"

    def mail(self, *parts: str) -> str:
        return ".".join(part.lower().replace(" ", ".") for part in parts) + "@example.com"

    def phone(self) -> str:
        return f"+43 {self._random.randint(600, 699)} {self._random.randint(100000, 999999)}"

    def _person(self) -> int:
        return (self._n * 1741 + self._shift) % (len(names.FIRST) * len(names.LAST))


class _Nothing:
    def __getattr__(self, name: str) -> None:
        return None


def _key(row: SimpleNamespace) -> Any:
    return next(iter(vars(row).values()))


def _value(text: str) -> Any:
    if text == "-":
        return None
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


def _date(day: str) -> dt.date:
    return dt.date.fromisoformat(day[:10])


def fill_database(path: Path, script: str, schema: str, today: str) -> dict[str, int]:
    """Make the database of a script; return the number of rows of each table."""
    statements, tables = read_script(script)
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.executescript(statements)
        maker = Maker(schema, today)
        for table in tables:
            rows = make_rows(maker, table)
            marks = ", ".join("?" * len(table.columns))
            into = ", ".join(f'"{name}"' for name in table.columns)
            insert = f'INSERT INTO "{table.name}" ({into}) VALUES ({marks})'
            connection.executemany(insert, [tuple(vars(row).values()) for row in rows])
        connection.commit()
        connection.execute("PRAGMA foreign_keys = ON")
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            message = f"{schema}: keys without a row: {broken[:3]}"
            raise ValueError(message)
    finally:
        connection.close()
    return {name: len(rows) for name, rows in maker.tables.items()}


def make_rows(maker: Maker, table: TableScript) -> list[SimpleNamespace]:
    """Return the rows of one table; the tables it refers to were made before."""
    maker.start_table(table.name)
    scope = maker.scope()
    rows = maker.tables[table.name]
    for parent, place in _parents(maker, table):
        maker.start_row(len(rows) + 1)
        row: dict[str, Any] = {}
        around = {**scope, "n": len(rows) + 1, "p": parent, "j": place}
        for name, value in table.columns.items():
            row[name] = eval(value, around, row)  # noqa: S307 - expressions of this folder
        rows.append(SimpleNamespace(**row))
    return rows


def _parents(maker: Maker, table: TableScript) -> list[tuple[Any, int]]:
    each = re.fullmatch(r"each (\w+) (\d+)(?:-(\d+))?", table.rows)
    if each is None:
        return [(None, 1)] * int(table.rows)
    found: list[tuple[Any, int]] = []
    for parent in maker.tables[each[1]]:
        count = maker.num(int(each[2]), int(each[3])) if each[3] else int(each[2])
        found.extend((parent, place + 1) for place in range(count))
    return found
