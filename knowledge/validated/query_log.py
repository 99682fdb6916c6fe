"""A database's query log as queries to review: grouped by what they ask, most frequent first."""

import csv
import hashlib
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.validated.query import Status, Usage, ValidatedQuery

_SQL = ("query", "statement", "sql", "query_text", "argument")
_TIMES = ("calls", "count", "executions", "execution_count", "times")
_LONGEST = 20_000
_SYSTEM = frozenset({"information_schema", "pg_catalog", "mysql", "performance_schema", "sys"})
_POSTGRES = re.compile(
    r"\b(?:LOG|STATEMENT):.*?\b(?:statement|execute [^:\n]*|parse [^:\n]*): (.*)"
)
_MYSQL = re.compile(r"^(?:\S+\s+)?\s*\d+ (?:Query|Execute)\s+(.*)")
_STAMPED = re.compile(r"^(?:\d{4}-\d{2}-\d{2}|\d{6} )|^\s*\d+ \w+\t")


class EmptyLogError(Exception):
    """No query that reads something is in the log."""

    def __init__(self) -> None:
        super().__init__("There is no query in it that reads a table and can be parsed.")


def of_log(text: str, *, workspace: str, dialect: str) -> tuple[ValidatedQuery, ...]:
    """One waiting query for each fingerprint, the most frequent first. Raises EmptyLogError.

    Reads plain SQL, PostgreSQL's and MySQL's logs, and CSV or JSON lines with a column of
    statements and, where there is one, of how often each ran. What lost its values is left out.
    """
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    tables: dict[str, tuple[str, ...]] = {}
    for sql, times in _statements(text):
        for tree in _parsed(sql, dialect):
            key = _fingerprint(tree, dialect)
            groups[key][tree.sql(dialect=dialect or None)] += times
            tables[key] = tuple(sorted({table.name for table in tree.find_all(exp.Table)}))
    if not groups:
        raise EmptyLogError
    ordered = sorted(groups, key=lambda key: (-groups[key].total(), key))
    return tuple(_waiting(workspace, dialect, key, groups[key], tables[key]) for key in ordered)


def _waiting(
    workspace: str, dialect: str, key: str, texts: Counter[str], tables: tuple[str, ...]
) -> ValidatedQuery:
    digest = hashlib.sha256(f"{workspace}\n{key}".encode()).hexdigest()[:16]
    ((sql, _),) = texts.most_common(1)
    return ValidatedQuery(
        id=f"log-{digest}",
        workspace=workspace,
        question=f"Untitled: {', '.join(tables)} ({digest[:6]})",
        untitled=True,
        sql=sql,
        dialect=dialect,
        status=Status.DEMOTED,
        status_reason=f"in the query log {texts.total()} times: waits for a reviewer and a title",
        usage=Usage(used=texts.total()),
    )


def _fingerprint(tree: exp.Expr, dialect: str) -> str:
    """The statement without its values, so that the same question with others is the same."""
    plain = tree.copy()
    for literal in list(plain.find_all(exp.Literal)):
        literal.replace(exp.Literal.string("?"))
    for listed in plain.find_all(exp.In):
        if listed.expressions:
            listed.set("expressions", listed.expressions[:1])
    return plain.sql(dialect=dialect or None, comments=False).lower()


def _parsed(sql: str, dialect: str) -> Iterator[exp.Expr]:
    """The statements of a text that only read tables of people's own, with all their values."""
    if len(sql) > _LONGEST:
        return
    try:
        trees = sqlglot.parse(sql, dialect=dialect or None)
    except (SqlglotError, RecursionError):
        return
    for tree in trees:
        if isinstance(tree, exp.Query) and _reads_tables(tree):
            yield tree


def _reads_tables(tree: exp.Expr) -> bool:
    tables = list(tree.find_all(exp.Table))
    blank = tree.find(exp.Placeholder, exp.Parameter, exp.Into, exp.Lock, exp.DML)
    system = any(table.db.lower() in _SYSTEM for table in tables)
    return bool(tables) and blank is None and not system


def _statements(text: str) -> Iterator[tuple[str, int]]:
    """Every statement in the log with how often it ran."""
    head = text.lstrip("\ufeff \n").partition("\n")[0]
    if head.startswith("{"):
        yield from _of_rows(_json_lines(text))
    elif len(names := head.split(",")) > 1 and _key({name.strip('" \r'): "" for name in names}):
        yield from _of_rows(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    elif _POSTGRES.search(text) or any(map(_MYSQL.match, text.splitlines()[:200])):
        yield from ((statement, 1) for statement in _of_lines(text))
    else:
        yield from ((statement, 1) for statement in text.split(";\n"))


def _json_lines(text: str) -> Iterator[Mapping[str, object]]:
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def _of_rows(rows: Iterator[Mapping[str, object]]) -> Iterator[tuple[str, int]]:
    for row in rows:
        by_name = {str(name).lower(): value for name, value in row.items()}
        key = _key(by_name)
        if key:
            times = next((by_name[name] for name in _TIMES if name in by_name), 1)
            yield str(by_name[key]), int(str(times)) if str(times).isdigit() else 1


def _key(row: Mapping[str, object]) -> str:
    names = {name.lower() for name in row}
    return next((name for name in _SQL if name in names), "")


def _of_lines(text: str) -> Iterator[str]:
    """The statements of a server's log; a line without a time goes on with the one before."""
    statement = ""
    for line in text.splitlines():
        found = _POSTGRES.search(line) or _MYSQL.match(line)
        if found or _STAMPED.match(line):
            if statement:
                yield statement
            statement = found.group(1) if found else ""
        elif statement:
            statement += f"\n{line}"
    if statement:
        yield statement
