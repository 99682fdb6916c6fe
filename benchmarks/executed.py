"""Runs a query on an SQLite file, read-only, and compares two results."""

import itertools
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_SECONDS, _MOST_ROWS, _MOST_MAPPINGS = 5.0, 200_000, 2_000
Row = tuple[Any, ...]


def ran(path: Path, sql: str, now: str | None = None) -> list[Row]:
    """The rows of one query, with the clock held at `now`."""
    return ran_with_names(path, sql, now)[0]


def ran_with_names(path: Path, sql: str, now: str | None = None) -> tuple[list[Row], list[str]]:
    """The rows of one query and the names of its columns, with the clock held at `now`."""
    con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    con.text_factory = lambda raw: raw.decode("utf8", "replace")
    try:
        con.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
        )
        end = time.monotonic() + _SECONDS
        con.set_progress_handler(lambda: int(time.monotonic() > end), 2000)
        cursor = con.execute(_held(sql.strip().rstrip(";"), now))
        names = [str(column[0]) for column in cursor.description or ()]
        return cursor.fetchmany(_MOST_ROWS), names
    finally:
        con.close()


def _held(sql: str, now: str | None) -> str:
    if not now:
        return sql
    sql = re.sub(r"['\"]now['\"](\s*,\s*'localtime')?", f"'{now}'", sql, flags=re.IGNORECASE)
    sql = re.sub(r"\bCURRENT_TIMESTAMP\b(\s*\(\s*\))?", f"'{now}'", sql, flags=re.IGNORECASE)
    return re.sub(r"\bCURRENT_DATE\b(\s*\(\s*\))?", f"'{now[:10]}'", sql, flags=re.IGNORECASE)


def same_rows(gold: Sequence[Row], found: Sequence[Row], gold_sql: str) -> bool:
    """Equal as multisets whatever the column order; in order too where the gold orders."""
    wanted, rows = [_plain(r) for r in gold], [_plain(r) for r in found]
    if len(wanted) != len(rows) or not wanted:
        return len(wanted) == len(rows)
    if len(wanted[0]) != len(rows[0]):
        return False
    ordered = orders(gold_sql)
    bag = Counter(wanted)
    for mapping in _mappings(wanted, rows):
        turned = [tuple(row[place] for place in mapping) for row in rows]
        if Counter(turned) == bag and (not ordered or turned == wanted or _tied(wanted, turned)):
            return True
    return False


def same_but_for_more_columns(
    gold: Sequence[Row], found: Sequence[Row], names: Sequence[str], gold_sql: str, known: set[str]
) -> bool:
    """Equal, or equal without further columns that only say more about a row.

    Such a column stands in a table under its name, or holds nothing but text (a label, a key).
    """
    if not gold or not found or len(found[0]) <= len(gold[0]):
        return same_rows(gold, found, gold_sql)
    spare = [
        place
        for place, name in enumerate(names)
        if name.lower() in known or all(isinstance(row[place], (str, type(None))) for row in found)
    ]
    ways = itertools.combinations(spare, len(found[0]) - len(gold[0]))
    for left in itertools.islice(ways, _MOST_MAPPINGS):
        kept = [tuple(c for n, c in enumerate(row) if n not in left) for row in found]
        if same_rows(gold, kept, gold_sql):
            return True
    return False


def _plain(row: Row) -> Row:
    return tuple(_cell(cell) for cell in row)


def _cell(cell: object) -> object:
    if cell is None:
        return ("null",)
    if isinstance(cell, (int, float)):
        return ("number", float(f"{float(cell):.6g}"))
    text = cell.decode("utf8", "replace") if isinstance(cell, bytes) else str(cell)
    return ("text", text.strip())


def orders(sql: str) -> bool:
    outer, depth = [], 0
    for character in re.sub(r"'[^']*'", "''", sql):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            outer.append(character)
    return re.search(r"\border\s+by\b", "".join(outer), re.IGNORECASE) is not None


def _mappings(wanted: list[Row], rows: list[Row]) -> Iterator[tuple[int, ...]]:
    width = len(wanted[0])
    left = [Counter(row[i] for row in wanted) for i in range(width)]
    right = [Counter(row[i] for row in rows) for i in range(width)]
    places = [[j for j in range(width) if right[j] == left[i]] for i in range(width)]
    every = (m for m in itertools.product(*places) if len(set(m)) == width)
    yield from itertools.islice(every, _MOST_MAPPINGS)


def _tied(wanted: list[Row], rows: list[Row]) -> bool:
    """Another order of ties: some column is sorted and runs alike in both."""
    for place in range(len(wanted[0])):
        left = [row[place] for row in wanted]
        if left != [row[place] for row in rows] or len(set(left)) < 2:
            continue
        try:
            ups = sorted(left)
        except TypeError:
            continue
        if left in (ups, ups[::-1]):
            return True
    return False
