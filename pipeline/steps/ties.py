"""`ties`: where more rows share a place than were asked for, the answer says so."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql, write_sql
from pipeline.checking import Passed, checked
from pipeline.contract import Contract
from pipeline.flow import Go, Outcome
from pipeline.result import Cell
from pipeline.rules.text.plain_words import listed
from pipeline.state import Fetched, RunState
from pipeline.warehouse import WarehouseError
from pipeline.workspace import Workspace

# A slow query is not run a second time, and neither is one for a long ranking.
_QUICK, _SECONDS = 1.0, 3.0
_MOST_ASKED, _MORE = 20, 5
_FIRST = "{count} share the first place{names}."
_LAST = "The next row has the same number as the last one here."


async def ties(state: RunState, workspace: Workspace) -> Outcome:
    """Look at a few rows more of a ranking, through all checks."""
    fetched, draft = state.fetched, state.draft
    if fetched is None or draft is None or not fetched.rows or fetched.seconds > _QUICK:
        return Go(state=state)
    dialect = workspace.warehouse.dialect
    # Without the asker's own row filters: the checks put those on again.
    longer = await asyncio.to_thread(_longer, draft.whole or draft.sql, dialect, fetched)
    if longer is None:
        return Go(state=state)
    sql, by = longer
    passed = await asyncio.to_thread(checked, sql, workspace, state.asker, Contract())
    if not isinstance(passed, Passed):
        return Go(state=state)
    try:
        rows = await workspace.warehouse.run(
            passed.sql, timeout=_SECONDS, row_cap=len(fetched.rows) + _MORE
        )
    except WarehouseError:
        # The answer stands without it.
        return Go(state=state)
    return Go(state=replace(state, tied=_said(fetched, rows.rows, by), ranked=True))


def _longer(sql: str, dialect: str, fetched: Fetched) -> tuple[str, int] | None:
    """The query with a few rows more, and the place of the column that it is ordered by."""
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return None
    order, limit = tree.args.get("order"), tree.args.get("limit")
    asked = limit.expression if isinstance(limit, exp.Limit) else None
    if not isinstance(tree, exp.Select) or order is None or not isinstance(asked, exp.Literal):
        return None
    count = len(fetched.rows)
    if (
        asked.is_string
        or int(asked.this) != count
        or count > _MOST_ASKED
        or tree.args.get("offset")
    ):
        return None
    first = order.expressions[0].this
    names = [each.alias_or_name.lower() for each in tree.selects]
    shown = [each.unalias() for each in tree.selects]
    named = isinstance(first, exp.Column) and not first.table and first.name.lower() in names
    if not named and first not in shown:
        return None
    by = names.index(first.name.lower()) if named else shown.index(first)
    return write_sql(tree.limit(count + _MORE, copy=True), dialect), by


def _said(fetched: Fetched, rows: Sequence[Sequence[Cell]], by: int) -> str:
    count = len(fetched.rows)
    value = fetched.rows[-1][by]
    if len(rows) <= count or value is None or rows[count][by] != value:
        return ""
    if count > 1:
        return _LAST
    same = [row for row in rows if row[by] == value]
    labels = [at for at in range(len(fetched.columns)) if at not in fetched.numeric and at != by]
    if len(same) == len(rows):
        return _FIRST.format(count=f"{len(same)} or more", names="")
    named = listed([" ".join(str(row[at]) for at in labels) for row in same])
    return _FIRST.format(count=len(same), names=f": {named}" if labels else "")
