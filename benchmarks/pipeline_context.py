"""What each part of a prompt costs in tokens, and how often a right query needs it.

    python -m benchmarks.pipeline_context --questions ../shared/cases/text_to_sql/questions.jsonl

No model is asked. Of each part: tokens of the prompt that it takes, in how many questions the gold
SQL has something that the part is about (a text to compare with, a join), and of those how often
the part tells it: the column of a value, the columns of a join.
"""

import datetime as dt
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import sqlglot
from sqlglot import exp

from benchmarks.pipeline_offline import workspace_over
from benchmarks.pipeline_questions import Item, arguments, read_questions
from benchmarks.text_to_sql import Bench
from pipeline.agents.budget import tokens
from pipeline.agents.ladder import fields_of
from pipeline.agents.prompts import Prompts
from pipeline.agents.schema import sketches
from pipeline.model_calls import TableSketch, WritingTask
from pipeline.people import Person

ASKER = Person(id="bench", name="Bench", roles=frozenset())
Without: TypeAlias = Callable[[TableSketch], TableSketch]


def _no_values(table: TableSketch) -> TableSketch:
    return replace(table, columns=tuple(replace(each, values=()) for each in table.columns))


def _no_notes(table: TableSketch) -> TableSketch:
    columns = tuple(replace(each, note="") for each in table.columns)
    return replace(table, note="", columns=columns)


def _no_types(table: TableSketch) -> TableSketch:
    return replace(table, columns=tuple(replace(each, type="") for each in table.columns))


def _no_joins(table: TableSketch) -> TableSketch:
    return replace(table, joins=())


PARTS: Mapping[str, Without] = {
    "values": _no_values, "keys and comments": _no_notes, "types": _no_types, "joins": _no_joins,
}  # fmt: skip


def _size(task: WritingTask) -> int:
    return tokens(Prompts().render("write_sql", fields_of(task)).text)


def _compared(tree: exp.Expr) -> list[tuple[str, str]]:
    """The column and the text of each comparison of the gold with a stored text."""
    found = list[tuple[str, str]]()
    for each in tree.find_all(exp.EQ, exp.Like, exp.ILike):
        column, literal = each.find(exp.Column), each.expression
        if column is not None and isinstance(literal, exp.Literal) and literal.is_string:
            found.append((column.name.lower(), literal.name.strip("%").lower()))
    return found


def _joined(tree: exp.Expr) -> list[frozenset[str]]:
    """The pairs of columns, without their tables, that the gold joins by."""
    found = [join.args["on"] for join in tree.find_all(exp.Join) if join.args.get("on")]
    return [
        frozenset((each.left.name.lower(), each.right.name.lower()))
        for on in found
        for each in on.find_all(exp.EQ)
        if isinstance(each.left, exp.Column) and isinstance(each.right, exp.Column)
    ]


def _tells_values(tables: Sequence[TableSketch], wanted: Sequence[tuple[str, str]]) -> bool:
    told = {
        (column.name.lower(), value.lower())
        for table in tables
        for column in table.columns
        for value in column.values
    }
    return all(each in told for each in wanted)


def _tells_joins(tables: Sequence[TableSketch], wanted: Sequence[frozenset[str]]) -> bool:
    lines = [pair for table in tables for line in table.joins for pair in line.split(" and ")]
    told = {
        frozenset(side.strip().rpartition(".")[2].lower() for side in line.split("="))
        for line in lines
    }
    return all(each in told for each in wanted)


def measured(root: Path, items: Sequence[Item]) -> dict[str, Any]:
    """Of each part its tokens a question, and what of the gold it tells."""
    bench = Bench(root)
    cost = dict.fromkeys(PARTS, 0)
    need, met = dict.fromkeys(PARTS, 0), dict.fromkeys(PARTS, 0)
    whole = 0
    for item in items:
        workspace = workspace_over(bench.known(item["db"]))
        tables = sketches(workspace.known.catalog.tables, workspace, ASKER)
        task = WritingTask(
            question=item["question"], today=dt.date(2026, 1, 1), dialect="sqlite", tables=tables
        )
        size = _size(task)
        whole += size
        for name, without in PARTS.items():
            cost[name] += size - _size(replace(task, tables=tuple(map(without, tables))))
        tree = sqlglot.parse_one(item["gold"][0], read="sqlite")
        values, joins = _compared(tree), _joined(tree)
        need["values"] += bool(values)
        met["values"] += bool(values) and _tells_values(tables, values)
        need["joins"] += bool(joins)
        met["joins"] += bool(joins) and _tells_joins(tables, joins)
    n = max(len(items), 1)
    return {
        "questions": len(items),
        "tokens": round(whole / n),
        "parts": {
            name: {"tokens": round(cost[name] / n), "needed": need[name], "told": met[name]}
            for name in PARTS
        },
    }


def main() -> None:
    options = arguments(__doc__, every=1)
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(options.questions, Path(folder))
        found = measured(asked.root, asked.items[:: options.every])
    print(
        f"{'part':18} {'tokens':>7} {'needed':>7} {'told':>6}   of {found['questions']} questions"
    )
    print(f"{'the whole prompt':18} {found['tokens']:7}")
    for name, part in found["parts"].items():
        print(f"{name:18} {part['tokens']:7} {part['needed'] or '-':>7} {part['told'] or '-':>6}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
