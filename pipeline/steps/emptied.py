"""`emptied`: where no row is left, the answer says which condition removes them all."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql, write_sql
from pipeline.checking import Passed, checked
from pipeline.contract import Contract
from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from pipeline.steps.data_edge import found_nothing
from pipeline.telling.plain_sql import conditions_said
from pipeline.warehouse import WarehouseError
from pipeline.workspace import Workspace

_SECONDS = 1.5
_MOST = 6
_ALONE = "Without “{condition}” {rows}."
_NONE_ALONE = "No single condition does that: together they leave no rows."


@dataclass(frozen=True, slots=True, kw_only=True)
class Wider:
    """The rows of the query without one condition, as a count, and that condition in words."""

    condition: str
    sql: str


async def emptied(state: RunState, workspace: Workspace) -> Outcome:
    """Count the rows without each condition, a few at most, each through all checks.

    A count that the checks refuse, or that takes too long, is not told.
    """
    fetched, draft = state.fetched, state.draft
    if fetched is None or draft is None or state.edge or not found_nothing(fetched.rows):
        return Go(state=state)
    dialect = workspace.warehouse.dialect
    # Without the asker's own row filters: the checks put those on again.
    wider = await asyncio.to_thread(_wider, draft.whole or draft.sql, dialect)
    counted = [(each, await _count(each, state, workspace)) for each in wider[:_MOST]]
    told = [
        _ALONE.format(condition=each.condition, rows=_rows(count))
        for each, count in counted
        if count
    ]
    whole = 1 < len(wider) == len(counted) and all(count == 0 for _, count in counted)
    return Go(state=replace(state, emptied=" ".join(told) or (_NONE_ALONE if whole else "")))


def _rows(count: int) -> str:
    return f"there is {count:,} row" if count == 1 else f"there are {count:,} rows"


async def _count(wider: Wider, state: RunState, workspace: Workspace) -> int | None:
    passed = await asyncio.to_thread(checked, wider.sql, workspace, state.asker, Contract())
    if not isinstance(passed, Passed):
        return None
    limit = min(_SECONDS, workspace.habits.timeout.total_seconds())
    try:
        rows = await workspace.warehouse.run(passed.sql, timeout=limit, row_cap=1)
    except WarehouseError:
        # The answer stands without it.
        return None
    cell = rows.rows[0][0] if rows.rows else None
    return cell if isinstance(cell, int) else None


def _wider(sql: str, dialect: str) -> list[Wider]:
    """The query's conditions, the last said first, each with the count of rows without it."""
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return []
    where = tree.args.get("where") if isinstance(tree, exp.Select) else None
    if not isinstance(tree, exp.Select) or where is None or tree.args.get("with_"):
        return []
    parts = list(_conjuncts(where.this))
    groups: dict[str, list[exp.Expr]] = {}
    for part in parts:
        groups.setdefault(_subject(part), []).append(part)
    return [
        Wider(condition=said, sql=_counting(tree, [p for p in parts if p not in group], dialect))
        for group in reversed(groups.values())
        if (said := " and ".join(conditions_said(group)))
    ]


def _conjuncts(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The conditions that must all hold."""
    inner = tree.unnest()
    if isinstance(inner, exp.And):
        yield from _conjuncts(inner.left)
        yield from _conjuncts(inner.right)
    else:
        yield inner


def _subject(part: exp.Expr) -> str:
    """What a condition is of: the two ends of a period are one."""
    columns = {column.sql() for column in part.find_all(exp.Column)}
    bounds = isinstance(part, exp.GTE | exp.GT | exp.LTE | exp.LT)
    return columns.pop() if bounds and len(columns) == 1 else part.sql()


def _counting(tree: exp.Select, parts: list[exp.Expr], dialect: str) -> str:
    """How many rows of the same tables meet these conditions."""
    found = exp.Select(
        expressions=[exp.alias_(exp.Count(this=exp.Star()), "matching_rows")],
        from_=tree.args["from_"].copy(),
        joins=[join.copy() for join in tree.args.get("joins") or ()],
    )
    if parts:
        found = found.where(*(part.copy() for part in parts))
    return write_sql(found, dialect)
