"""Questions with gold SQL as the reader's training sees them: linked, with intents and labels."""

import datetime as dt
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.executed import same_but_for_more_columns, same_rows
from benchmarks.reader.gold import OutsideFormError, intent_of
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.embeddings import Embedder
from pipeline.dates import Calendar, read_times
from pipeline.reader.intent import (
    Between,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Expression,
    Intent,
    OneOf,
    columns_in,
    nested_intents,
)
from pipeline.reader.linking import LinkedQuestion, link
from pipeline.reader.schema_view import SchemaView, view_of
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan

Row = tuple[Any, ...]
_MOST_ROWS, _MOST_STEPS = 20_000, 2_000_000


@dataclass(slots=True)
class Database:
    """One SQLite file with its view, open for reading."""

    path: Path
    view: SchemaView = field(init=False)
    _connection: sqlite3.Connection = field(init=False)
    _kept: dict[str, tuple[list[Row], list[str]] | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        url = f"sqlite:///{self.path}"
        catalog = read_catalog(url, workspace=self.path.stem)
        self.view = view_of(catalog, read_values(url, catalog))
        self._connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        self._connection.text_factory = lambda raw: raw.decode("utf8", "replace")

    def run(self, sql: str) -> tuple[list[Row], list[str]] | None:
        """Rows and names of columns; None where the query fails or does not end."""
        steps = iter(range(_MOST_STEPS // 1000))
        self._connection.set_progress_handler(lambda: int(next(steps, None) is None), 1000)
        try:
            cursor = self._connection.execute(sql)
            rows = cursor.fetchmany(_MOST_ROWS)
        except sqlite3.Error:
            return None
        return rows, [str(column[0]) for column in cursor.description or ()]

    def kept(self, sql: str) -> tuple[list[Row], list[str]] | None:
        """The same, remembered: for golds."""
        if sql not in self._kept:
            self._kept[sql] = self.run(sql)
        return self._kept[sql]

    def rows(self, sql: str) -> Sequence[Row] | None:
        found = self.run(sql)
        return None if found is None else found[0]


class Databases:
    """All databases of some question files, each opened once."""

    def __init__(self) -> None:
        self._open: dict[Path, Database] = {}

    def at(self, path: Path) -> Database:
        if path not in self._open:
            self._open[path] = Database(path)
        return self._open[path]


@dataclass(frozen=True)
class Example:
    """A question on its database, with the intent of its gold where the form has it."""

    item: dict[str, Any]
    database: Database
    linked: LinkedQuestion
    intent: Intent | None

    @property
    def db(self) -> str:
        return str(self.item["db_id"])

    @cached_property
    def golds(self) -> list[tuple[str, list[Row]]]:
        """The accepted queries that run, with their rows."""
        ran = [(sql, self.database.kept(sql)) for sql in self.item["gold"]]
        return [(sql, found[0]) for sql, found in ran if found is not None]

    @cached_property
    def _columns(self) -> set[str]:
        return {column.ref.column.lower() for column in self.linked.view.columns}

    def is_right(self, rows: Sequence[Row], names: Sequence[str]) -> bool:
        """Whether a result is that of an accepted query."""
        for sql, wanted in self.golds:
            if len(rows) != len(wanted):
                continue
            if self.item.get("more_columns"):
                if same_but_for_more_columns(wanted, rows, names, sql, self._columns):
                    return True
            elif same_rows(wanted, rows, sql):
                return True
        return False


def split_of(db: str) -> str:
    """The part of a public training database: a fifth is for development, a third of it closed."""
    place = int(hashlib.sha256(f"reader {db}".encode()).hexdigest(), 16) % 15
    return {0: "closed", 1: "dev", 2: "dev"}.get(place, "train")


def fold_of(db: str, folds: int) -> int:
    return int(hashlib.sha256(f"fold {db}".encode()).hexdigest(), 16) % folds


def read_items(path: Path) -> list[dict[str, Any]]:
    """The questions of a file; those without a split are split by database."""
    lines = [line for line in path.read_text("utf8").splitlines() if line.strip()]
    items: list[dict[str, Any]] = [json.loads(line) for line in lines]
    found = []
    for item in items:
        near = (path.parent / item["db"]).exists()
        root = path.parent if near else path.parent.parent
        split = item.get("split") or split_of(item["db_id"])
        found.append({**item, "split": split, "root": root})
    return found


def times_of(item: dict[str, Any]) -> tuple[TimeSpan, ...]:
    """The periods that a question names, at the clock of its item."""
    today = dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()
    return spans(read_times(item["question"], today, Calendar()).ranges)


def example_of(item: dict[str, Any], databases: Databases, embedder: Embedder | None) -> Example:
    """The question linked, with the intent of the first gold that the form has."""
    database = databases.at(item["root"] / item["db"])
    linked = link(item["question"], database.view, times=times_of(item), embedder=embedder)
    return Example(item, database, linked, _intent(item, database.view))


def _intent(item: dict[str, Any], view: SchemaView) -> Intent | None:
    public = str(item.get("source", "")).startswith("spider")
    for sql in item["gold"]:
        try:
            return intent_of(sql, view, quoted_text=public)
        except OutsideFormError:
            continue
    return None


@dataclass(slots=True)
class Labels:
    """What each slot of a gold intent holds: columns by number, compared values and numbers."""

    selected: set[int] = field(default_factory=set)
    aggregated: set[int] = field(default_factory=set)
    grouped: set[int] = field(default_factory=set)
    ordered: set[int] = field(default_factory=set)
    compared: set[int] = field(default_factory=set)
    texts: list[tuple[int, str, str]] = field(default_factory=list)
    numbers: list[tuple[int, str, float]] = field(default_factory=list)
    tables: set[int] = field(default_factory=set)
    having: float | None = None
    limit: int | None = None


def labels_of(intent: Intent, view: SchemaView) -> Labels:
    """The labels of an intent."""
    labels = Labels(limit=intent.limit if intent.limit and intent.limit > 1 else None)
    for each in intent.select:
        plain = isinstance(each, (ColumnRef, EveryColumn))
        (labels.selected if plain else labels.aggregated).update(_numbers(each, view))
    labels.grouped = {number for each in intent.group for number in _numbers(each, view)}
    labels.grouped |= {s for s in labels.selected for g in labels.grouped if _names(s, g, view)}
    labels.ordered = {n for each in intent.order for n in _numbers(each.expression, view)}
    for condition in intent.having:
        labels.aggregated |= set(_numbers(condition.left, view))
    _add_conditions(labels, intent, view)
    labels.numbers += _whole_years(labels)
    return labels


def is_dated_text(text: str) -> bool:
    """Whether a text begins with a date."""
    return len(text) >= 10 and text[4:5] == "-" and text[:4].isdigit()


def _whole_years(labels: Labels) -> list[tuple[int, str, float]]:
    """A year that a gold writes as two bounds."""
    texts = [(number, operator, text[:10]) for number, operator, text in labels.texts]
    return [
        (number, "=", float(text[:4]))
        for number, operator, text in texts
        if operator == ">="
        and text.endswith("-01-01")
        and is_dated_text(text)
        and (number, "<", f"{int(text[:4]) + 1}-01-01") in texts
    ]


def _numbers(expression: Expression, view: SchemaView) -> Iterator[int]:
    for ref in columns_in(expression):
        yield view.column_at[ref].index


def _names(selected: int, grouped: int, view: SchemaView) -> bool:
    """Whether rows grouped by a key are shown by a column of the same thing."""
    one, other = view.columns[selected], view.columns[grouped]
    key = other.primary_key or other.references is not None or other.is_key
    tables = (other.table, view.columns[other.entity].table)
    return one.entity == other.entity or (key and one.table in tables)


def _add_conditions(labels: Labels, intent: Intent, view: SchemaView) -> None:
    labels.tables |= {view.table_at[key].index for key in intent.tables}
    for condition in intent.having:
        if isinstance(condition.value, float):
            labels.having = condition.value
    for condition in intent.where:
        for number in _numbers(condition.left, view):
            _add_condition(labels, condition, number)
    for inner in nested_intents(intent):
        _add_conditions(labels, inner, view)


def _add_condition(labels: Labels, condition: Condition, number: int) -> None:
    operator, value = condition.operator, condition.value
    match value:
        case Intent():
            if operator not in ("in", "not in"):
                labels.compared.add(number)
        case OneOf(values=values):
            for each in values:
                _add_scalar(labels, number, operator, each)
        case Between(low=low, high=high):
            for each, bound in ((low, ">="), (high, "<=")):
                _add_scalar(labels, number, bound, each)
                _add_scalar(labels, number, "=", each)
        case DateRange():
            return
        case str() | int() | float():
            _add_scalar(labels, number, operator, value)


def _add_scalar(labels: Labels, number: int, operator: str, value: str | float) -> None:
    if not isinstance(value, str):
        labels.numbers.append((number, operator, float(value)))
        return
    labels.texts.append((number, operator, value))
    bare = value.strip("%")
    # A year written as the beginning of a date counts as a number too.
    for text in (bare, bare[:4] if len(bare) == 10 and bare[4:5] == "-" else ""):
        try:
            labels.numbers.append((number, "=" if "like" in operator else operator, float(text)))
        except ValueError:
            continue
