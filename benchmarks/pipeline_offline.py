"""What needs no model: tokens and recall of pruned prompts, and published answers replayed."""

import datetime as dt
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlglot.errors import SqlglotError

from benchmarks.pipeline_contract import breaks
from benchmarks.pipeline_faults import spelled
from benchmarks.pipeline_questions import Item
from benchmarks.text_to_sql import Bench
from bots.bootstrap.grants import EVERYBODY, grants_by_role
from bots.bootstrap.ladders import finder_now
from bots.bootstrap.workspaces import NoAnswers
from knowledge.catalog import Catalog, Table
from knowledge.glossary import Glossary
from knowledge.naming import Names
from knowledge.value_lookup import ValueLookup
from pipeline.adapters.warehouses import open_warehouse
from pipeline.agents.binding import bound
from pipeline.agents.budget import tokens
from pipeline.agents.ladder import fields_of
from pipeline.agents.prompts import Prompts
from pipeline.agents.schema import sketches, tables_for
from pipeline.agents.unused import unused
from pipeline.certainty import stands_alone
from pipeline.checking import Passed, checked
from pipeline.contract import Contract
from pipeline.dates import Calendar, read_times
from pipeline.model_calls import WritingTask
from pipeline.people import Person
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known
from pipeline.sql import inspect
from pipeline.state import RunState
from pipeline.times.reading import spans
from pipeline.workspace import Habits, Workspace

Say = Callable[[str], None]
_CUTS = (2, 3, 5, 8, 10, 15, 20)
_ASKER = Person(id="bench", name="Bench", roles=frozenset())


def offline(root: Path, items: Sequence[Item], questions: Path | None, say: Say) -> dict[str, Any]:
    """All figures of this page."""
    bench = Bench(root)
    found: dict[str, Any] = {"pooled": pooled(bench, items, say)}
    found["contract"] = breaks(bench, items, say)
    tapes = sorted((questions.parent / "tapes").glob("*.jsonl")) if questions else []
    for tape in tapes:
        found[f"tape_{tape.stem}"] = replayed(bench, items, tape, say)
        found[f"road_{tape.stem}"] = along_the_road(bench, items, tape, say)
    return found


def pooled(bench: Bench, items: Sequence[Item], say: Say) -> dict[str, Any]:
    """Every database in one catalog: tokens of a prompt, and how often it holds what is needed."""
    parts = [(Path(db).stem, bench.known(db).catalog) for db in {item["db"]: 0 for item in items}]
    catalog = Catalog(
        workspace="pool",
        dialect="sqlite",
        tables=tuple(_moved(table, schema) for schema, each in parts for table in each.tables),
    )
    workspace = workspace_over(Known(catalog, Glossary(), ValueLookup(())))
    find = finder_now(workspace.known)
    full = _tokens(workspace, catalog.tables, items[0])
    say(f"\npooled: {len(catalog.tables)} tables, whole schema {full} tokens (estimated)")
    say(f"{'tables':>7} {'kept all':>9} {'tokens':>7} {'fewer':>7}")
    curve = {}
    # The likeliest first: fewer of them are the first of many.
    asked = [(item, _state(item), find(item["question"], _CUTS[-1])) for item in items]
    for cut in _CUTS:
        kept, sizes = 0, 0
        for item, state, hits in asked:
            tables = tables_for(state, workspace, hits[:cut])
            kept += _needed(item, bench) <= {table.key for table in tables}
            sizes += _tokens(workspace, tables, item)
        share, size = kept / len(items), sizes / len(items)
        curve[cut] = [round(share, 4), round(size)]
        say(f"{cut:7} {share:9.1%} {size:7.0f} {1 - size / full:7.1%}")
    return {"tables": len(catalog.tables), "full_tokens": full, "curve": curve}


def along_the_road(bench: Bench, items: Sequence[Item], tape: Path, say: Say) -> dict[str, Any]:
    """Published answers as the model of the road as set up, beside the same answers alone.

    The rules answer what they are certain of, and where the model's answer does not pass its
    checks: a published answer is one try, and cannot be mended.
    """
    answers = _answers(tape)
    counted = dict.fromkeys(
        ("questions", "single_call", "as_set_up", "by_rules", "by_rules_right", "same_by_model"), 0
    )
    for item in items:
        if item["id"] not in answers:
            continue
        sql, read = answers[item["id"]], bench.ask(item, {})
        alone = bench.right(item, sql)
        ruled = isinstance(read, Planned) and bench.right(item, read.sql)
        known = bench.known(item["db"])
        certain = isinstance(read, Planned) and stands_alone(read, _state(item), known)
        passes = certain or _passes(known, item, sql)
        counted["questions"] += 1
        counted["single_call"] += alone
        counted["as_set_up"] += ruled if certain or not passes else alone
        counted["by_rules"] += certain
        counted["by_rules_right"] += certain and ruled
        counted["same_by_model"] += certain and alone
    say(f"{tape.stem} on the road as set up: {counted}")
    return counted


def _answers(tape: Path) -> dict[str, str]:
    rows = map(json.loads, tape.read_text("utf8").splitlines())
    return {row["id"]: row["sql"].strip().rstrip(";") for row in rows}


def replayed(bench: Bench, items: Sequence[Item], tape: Path, say: Say) -> dict[str, Any]:
    """Published answers through the checks: how many wrong ones stop, and how many right ones."""
    answers = _answers(tape)
    counted = {"right": 0, "right_stopped": 0, "wrong": 0, "wrong_stopped": 0}
    for item in items:
        if item["id"] not in answers:
            continue
        sql = answers[item["id"]]
        kind = "right" if bench.right(item, sql) else "wrong"
        counted[kind] += 1
        counted[f"{kind}_stopped"] += not _passes(bench.known(item["db"]), item, sql)
    say(f"{tape.stem}: {counted}")
    return counted


def _passes(known: Known, item: Item, sql: str) -> bool:
    workspace = workspace_over(known)
    state = _state(item)
    try:
        # Published answers put text in double quotes, which our prompt asks not to.
        sql, dated = spelled(sql, known)
    except SqlglotError:
        return False
    binding = bound(state, known, sql, dated)
    if binding.findings or unused(state.question, sql, workspace, state.times, _ASKER):
        return False
    return isinstance(checked(sql, workspace, _ASKER, binding.contract), Passed)


def _state(item: Item) -> RunState:
    today = dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()
    times = spans(read_times(item["question"], today, Calendar()).ranges)
    state = RunState(question=item["question"], asker=_ASKER, today=today)
    return replace(state, times=times, contract=Contract())


def _moved(table: Table, schema: str) -> Table:
    keys = tuple(replace(key, to_table=f"{schema}.{key.to_table}") for key in table.foreign_keys)
    return replace(table, schema=schema, foreign_keys=keys)


def _needed(item: Item, bench: Bench) -> set[str]:
    schema = Path(item["db"]).stem
    own = bench.known(item["db"]).catalog
    names = {name.lower().rpartition(".")[2] for name in inspect(item["gold"][0], "sqlite").tables}
    return {f"{schema}.{table.name}" for table in own.tables if table.name.lower() in names}


def _tokens(workspace: Workspace, tables: Sequence[Table], item: Item) -> int:
    task = WritingTask(
        question=item["question"],
        today=dt.date(2026, 1, 1),
        dialect="sqlite",
        tables=sketches(tables, workspace, _ASKER),
    )
    return tokens(Prompts().render("write_sql", fields_of(task)).text)


def workspace_over(known: Known) -> Workspace:
    return Workspace(
        name="bench",
        title="Bench",
        description="",
        known=known,
        names=Names(known.catalog, known.glossary),
        calendar=Calendar(),
        warehouse=open_warehouse("sqlite:///never-opened.sqlite"),
        validated=NoAnswers(),
        grants=grants_by_role({}, known.catalog),
        habits=Habits(default_role=EVERYBODY),
    )
