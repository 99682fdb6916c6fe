"""All databases of the questions in one, as a warehouse has them; gold SQL follows the names."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import sqlglot
from sqlglot import exp

from benchmarks.pipeline_questions import Item, Questions

POOL = "pool.sqlite"
_TABLE = re.compile(r"(?i)^\s*create\s+table\s+(?:\"[^\"]+\"|`[^`]+`|\[[^\]]+\]|\S+?)(?=\s*\()")
_REFERS = re.compile(r"(?i)(references\s+)[\"`\[]?(\w+)[\"`\]]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The questions over the pool, and for each of its tables those that had the same name."""

    questions: Questions
    twins: Mapping[str, frozenset[str]] = field(default_factory=dict)


def pooled(questions: Questions, folder: Path) -> Pool:
    """The same questions over one database; a name that several have is led by its database's."""
    files = list(dict.fromkeys(item["db"] for item in questions.items))
    named = {db: _tables(questions.root / db) for db in files}
    owners: dict[str, list[str]] = defaultdict(list)
    for db, tables in named.items():
        for name in tables:
            owners[name.lower()].append(db)
    renamed = {db: {t.lower(): _new_name(t, db, owners) for t in named[db]} for db in files}
    with sqlite3.connect(folder / POOL) as pool:
        for db in files:
            _copied(questions.root / db, pool, renamed[db])
    pool.close()
    items = tuple(_moved(item, renamed[item["db"]]) for item in questions.items)
    twins: dict[str, frozenset[str]] = {}
    for old, dbs in owners.items():
        same = frozenset(renamed[db][old].lower() for db in dbs)
        twins |= {name: same - {name} for name in same}
    return Pool(questions=Questions(items=items, root=folder), twins=twins)


def _new_name(name: str, db: str, owners: Mapping[str, list[str]]) -> str:
    return name if len(owners[name.lower()]) == 1 else f"{_stem(db)}_{name}"


def _stem(db: str) -> str:
    return Path(db).stem.removeprefix("defog_")


def _tables(path: Path) -> list[str]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as own:
        rows = own.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    own.close()
    return [name for (name,) in rows if not name.startswith("sqlite_")]


def _copied(path: Path, pool: sqlite3.Connection, names: dict[str, str]) -> None:
    own = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    own.text_factory = bytes
    for old, new in names.items():
        query = "SELECT sql FROM sqlite_master WHERE type = 'table' AND lower(name) = ?"
        (made,) = own.execute(query, (old,)).fetchone()
        text = _created(made.decode("utf-8"), new, names)
        pool.execute(text)
        rows = own.execute(f'SELECT * FROM "{old}"').fetchall()
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            texts = [[_text(cell) for cell in row] for row in rows]
            pool.executemany(f'INSERT INTO "{new}" VALUES ({marks})', texts)
    own.close()


def _created(sql: str, name: str, names: Mapping[str, str]) -> str:
    """The statement that makes the table under that name, with the new names it refers to."""
    head = _TABLE.match(sql)
    assert head is not None, sql  # noqa: S101 - sqlite_master holds no other statements
    text = f'CREATE TABLE "{name}"{sql[head.end() :]}'
    return _REFERS.sub(lambda m: f'{m[1]}"{names.get(m[2].lower(), m[2])}"', text)


def _text(cell: object) -> object:
    return cell.decode("utf-8", "replace") if isinstance(cell, bytes) else cell


def _moved(item: Item, names: dict[str, str]) -> Item:
    return {**item, "db": POOL, "gold": [_renamed(gold, names) for gold in item["gold"]]}


def _renamed(sql: str, names: dict[str, str]) -> str:
    """The statement over the pool's tables; each keeps its old name as alias, for its columns."""
    if all(old == new.lower() for old, new in names.items()):
        return sql
    tree = sqlglot.parse_one(sql, read="sqlite")
    defined = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for table in list(tree.find_all(exp.Table)):
        new = names.get(table.name.lower())
        if new is None or new.lower() == table.name.lower() or table.name.lower() in defined:
            continue
        alias = table.alias or table.name
        table.set("this", exp.to_identifier(new))
        table.set("alias", exp.TableAlias(this=exp.to_identifier(alias)))
    return tree.sql(dialect="sqlite")
