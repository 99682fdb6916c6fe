"""Builds the business databases and the questions with every accepted query, and checks them.

    python -m benchmarks.business.build FOLDER [--check]

FOLDER then holds `db/*.sqlite`, `questions.jsonl` and `handwritten.jsonl` in the form that
`benchmarks.text_to_sql --questions FOLDER/questions.jsonl` reads. With `--check` every accepted
query is run: each must run and give rows. Queries that give the same rows are listed once.
"""

import argparse
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.business.golds import expand
from benchmarks.business.model import Model, names_of_schemas
from benchmarks.business.rows import fill_database
from benchmarks.executed import orders

HERE = Path(__file__).parent
FILES = ("questions.jsonl", "handwritten.jsonl")
PARTS = ("train", "dev", "test")


class BadQuestion(Exception):
    """A committed question that cannot be used."""

    def __init__(self, question: str, why: str) -> None:
        super().__init__(f"{question}: {why}")


def committed(file: str) -> list[dict[str, Any]]:
    """The questions of a committed file, golds in their compact form."""
    text = (HERE / file).read_text("utf8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def build_databases(folder: Path, schemas: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in schemas:
        model = Model(name)
        fill_database(folder / f"{name}.sqlite", model.script, name, model.today.isoformat())


def expanded(item: dict[str, Any], model: Model) -> dict[str, Any]:
    """A question in the form of the benchmark, with every accepted query."""
    gold = item.get("gold") or []
    compact = [gold] if isinstance(gold, str) else gold
    statements = [sql for each in compact for sql in expand(each, model.show)]
    return {
        **item,
        "source": "business",
        "gold": list(dict.fromkeys(statements)),
        "evidence": "",
        "db": f"db/{model.name}.sqlite",
        "now": f"{model.today.isoformat()} 12:00:00",
        # Further columns of a row are no mistake: see VERDICT.md.
        "more_columns": True,
    }


def checked(item: dict[str, Any], connection: sqlite3.Connection) -> dict[str, Any]:
    """The question with the accepted queries that differ; every one runs and gives rows."""
    if item.get("unanswerable"):
        if item["gold"]:
            raise BadQuestion(item["id"], "has a gold and cannot be answered")
        return item
    kept: dict[tuple[Any, ...], str] = {}
    for sql in item["gold"]:
        try:
            rows = connection.execute(sql).fetchall()
        except sqlite3.Error as error:
            raise BadQuestion(item["id"], f"{error}: {sql}") from error
        if not rows and not item.get("empty"):
            # A reading that leaves nothing is no answer that somebody could want.
            continue
        kept.setdefault(_result(sql, rows), sql)
    if not kept:
        raise BadQuestion(item["id"], "no gold gives rows")
    if next(iter(kept.values())) != item["gold"][0]:
        raise BadQuestion(item["id"], "the preferred gold gives no rows")
    return {**item, "gold": list(kept.values())}


def _result(sql: str, rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """What two queries have in common that give the same rows."""
    told = [tuple(_cell(cell) for cell in row) for row in rows]
    return (orders(sql), *(told if orders(sql) else sorted(told)))


def _cell(cell: object) -> str:
    return f"{float(cell):.6g}" if isinstance(cell, (int, float)) else repr(cell)


def questions_in(file: str, *, folder: Path, check: bool) -> Iterator[dict[str, Any]]:
    models: dict[str, Model] = {}
    connections: dict[str, sqlite3.Connection] = {}
    for item in committed(file):
        name = item["db_id"]
        if name not in models:
            models[name] = Model(name)
        model = models[name]
        found = expanded(item, model)
        if check:
            if name not in connections:
                connections[name] = sqlite3.connect(folder / f"{name}.sqlite")
            found = checked(found, connections[name])
        yield found
    for connection in connections.values():
        connection.close()


def check_form(items: Sequence[dict[str, Any]]) -> None:
    """Raise where ids are used twice, a part is unknown or a schema stands in two parts."""
    twice = [name for name, count in Counter(i["id"] for i in items).items() if count > 1]
    if twice:
        raise BadQuestion(twice[0], "the id is used twice")
    known = set(names_of_schemas())
    for item in items:
        if item["db_id"] not in known or item["split"] not in PARTS:
            raise BadQuestion(item["id"], "unknown schema or part")


def build(folder: Path, *, check: bool) -> dict[str, Any]:
    """Build everything into a folder; return what was counted."""
    build_databases(folder / "db", names_of_schemas())
    every: list[dict[str, Any]] = []
    for file in FILES:
        items = list(questions_in(file, folder=folder / "db", check=check))
        lines = (json.dumps(item, ensure_ascii=False) + "\n" for item in items)
        (folder / file).write_text("".join(lines), "utf8")
        every.extend(items)
    check_form(every)
    return counted(every)


def counted(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    answerable = [item for item in items if not item.get("unanswerable")]
    return {
        "questions": len(answerable),
        "unanswerable": len(items) - len(answerable),
        "schemas": len({item["db_id"] for item in items}),
        "templates": len({item["template"] for item in items}),
        "parts": dict(sorted(Counter(item["split"] for item in answerable).items())),
        "golds": sum(len(item["gold"]) for item in answerable),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="run every accepted query")
    options = parser.parse_args()
    print(json.dumps(build(options.folder, check=options.check)))


if __name__ == "__main__":
    main()
