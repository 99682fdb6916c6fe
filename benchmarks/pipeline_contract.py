"""How many statements that break what was confirmed the checks stop, by kind of break."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import sqlglot
from sqlglot import exp

from benchmarks.pipeline_faults import WRONG, Mutation
from benchmarks.pipeline_questions import Item
from benchmarks.text_to_sql import Bench
from pipeline.checking import Passed, Walls, passed_walls
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, Policy

Say = Callable[[str], None]


def other_table(known: Known) -> Mutation:
    """Another table of the database in the place of one that is read."""

    def turned(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
        read = [table for table in tree.find_all(exp.Table) if table.name]
        names = {table.name.lower() for table in read}
        others = [t.name for t in known.catalog.tables if t.name.lower() not in names]
        if not read or not others:
            return None
        dice.choice(read).set("this", exp.to_identifier(dice.choice(others), quoted=True))
        return tree

    return turned


def other_grouping(known: Known) -> Mutation:
    """Another column of the same table in the place of the one that is grouped by."""

    def turned(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
        group = tree.find(exp.Group)
        keys = [key for key in group.expressions if isinstance(key, exp.Column)] if group else []
        if not keys:
            return None
        key = dice.choice(keys)
        owners = [t for t in known.catalog.tables if t.column(key.name) is not None]
        names = [c.name for t in owners[:1] for c in t.columns if c.name != key.name]
        if not names:
            return None
        fresh = dice.choice(names)
        for column in list(tree.find_all(exp.Column)):
            if column.name == key.name:
                column.set("this", exp.to_identifier(fresh, quoted=True))
        return tree

    return turned


def breaks(bench: Bench, items: Sequence[Item], say: Say) -> dict[str, Any]:
    """Each kind of break on each question whose contract is confirmed: made, and caught.

    The contract is what the rules read and a person confirmed; the statement that keeps it is
    theirs. A break that leaves the rows as they are is not counted.
    """
    dice = random.Random(5)  # noqa: S311 - no secret
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    kept, refused = 0, 0
    for item in items:
        outcome = bench.ask(item, {})
        if not isinstance(outcome, Planned):
            continue
        known = bench.known(item["db"])
        kept += 1
        refused += _stopped(outcome.sql, outcome, known)
        table, grouping = other_table(known), other_grouping(known)
        for kind, turn in {**WRONG, "other table": table, "other grouping": grouping}.items():
            broken = _broken(outcome.sql, turn, dice)
            if broken is None or not bench.differs(item, outcome.sql, broken):
                continue
            made[kind] += 1
            caught[kind] += _stopped(broken, outcome, known)
    say(f"\ncontract: {kept} statements that keep theirs, {refused} of them refused")
    for kind, count in sorted(made.items()):
        say(f"{kind:18} {caught[kind]:5} of {count:5} caught  {caught[kind] / count:7.1%}")
    total = sum(made.values())
    share = sum(caught.values()) / max(total, 1)
    say(f"{'all':18} {sum(caught.values()):5} of {total:5} caught  {share:7.1%}")
    by_kind = {kind: [caught[kind], count] for kind, count in sorted(made.items())}
    return {"kept": kept, "refused": refused, "caught": round(share, 4), "by_kind": by_kind}


def _broken(sql: str, turn: Mutation, dice: random.Random) -> str | None:
    turned = turn(sqlglot.parse_one(sql, read="sqlite"), dice)
    text = turned.sql(dialect="sqlite") if turned is not None else sql
    return text if text != sqlglot.parse_one(sql, read="sqlite").sql(dialect="sqlite") else None


def _stopped(sql: str, planned: Planned, known: Known) -> bool:
    walls = Walls(catalog=known.catalog, grants=Grants(everything=True), policy=Policy())
    return not isinstance(passed_walls(sql, walls, planned.contract), Passed)
