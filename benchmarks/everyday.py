"""75 everyday questions over the demo, as a new user asks them: `python -m benchmarks.everyday`.

Every way through the cards is tried: a question is right after one click where one press leads to
the right rows, and asked badly where none of the offered answers does. A card of several menus
costs one press, and one more for each menu that is changed.
"""

import argparse
import asyncio
import datetime as dt
import itertools
import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import yaml

from benchmarks.executed import Row
from bots.bootstrap.asking import Direct, direct
from bots.bootstrap.demo import lay_out
from bots.settings import read_settings
from demo.generate import generate
from pipeline.checkpoint import Action, Ask, Audience, Decision, Question
from pipeline.direct import Driven
from pipeline.result import Answer, Refusal

CASES = Path(__file__).parent / "data" / "everyday"
NOW = dt.datetime(2026, 11, 28, 12, tzinfo=dt.UTC)
_MOST_WAYS, _MOST_CARDS, _MOST_PRESSES = 6, 2, 2
_MOST_COLUMNS = 5
_PERCENT = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way through the cards of a question, and where it ended."""

    presses: int
    driven: Driven


@dataclass(slots=True)
class Follow:
    """Answers the cards as planned; where the plan ends, the ways on from there are noted."""

    plan: Sequence[Decision]
    met: list[Ask] = field(default_factory=list)

    async def __call__(self, ask: Ask) -> Decision | None:
        at = len(self.met)
        self.met.append(ask)
        return self.plan[at] if at < len(self.plan) else None


def ways_on(ask: Ask) -> Iterator[tuple[int, Decision]]:
    """The decisions of a card by what they cost; what only reviewers decide has none."""
    if ask.audience is not Audience.ASKER:
        return
    menus = [[(int(at > 0), q.id, o) for at, o in enumerate(_ids(q))] for q in ask.questions]
    found = []
    for picked in itertools.islice(itertools.product(*menus), 200):
        changed = sum(changes for changes, _, _ in picked)
        cost = 1 + changed if len(menus) > 1 else 1
        choices = {key: option for _, key, option in picked}
        found.append((cost, Decision(action=Action.APPROVE, choices=choices)))
    yield from sorted(found, key=lambda each: each[0])


def _ids(question: Question) -> list[str]:
    """The options, the one that stands as chosen first; saving for everybody is not tried."""
    ids = [option.id for option in question.options if "|" not in option.id]
    return sorted(ids, key=lambda option: option != question.default)


async def ways(asking: Direct, case: dict[str, Any], gold: "Gold") -> list[Way]:
    """The ways through the cards, those with fewer presses first, up to one that is right."""
    found: list[Way] = []
    open_: list[tuple[int, tuple[Decision, ...]]] = [(0, ())]
    while open_ and len(found) < _MOST_WAYS:
        open_.sort(key=lambda each: each[0])
        presses, plan = open_.pop(0)
        follows = Follow(plan)
        driven = await asking.ask(case["ask"], follows, workspace="")
        if len(follows.met) > len(plan):
            if len(plan) < _MOST_CARDS:
                further = ((presses + c, (*plan, d)) for c, d in ways_on(follows.met[len(plan)]))
                open_ += [each for each in further if each[0] <= _MOST_PRESSES]
            continue
        found.append(Way(presses=presses, driven=driven))
        outcome = driven.outcome
        if isinstance(outcome, Answer) and is_right(case, outcome, gold):
            break
    return found


class Gold:
    """The right rows, on the same databases."""

    def __init__(self, data: Path) -> None:
        self._sales = duckdb.connect(str(data / "sales.duckdb"), read_only=True)
        self._sales.execute((CASES / "views_sales.sql").read_text(encoding="utf-8"))
        self._home = sqlite3.connect(f"file:{data / 'home.sqlite'}?mode=ro", uri=True)
        self._home.executescript((CASES / "views_home.sql").read_text(encoding="utf-8"))

    def rows(self, case: dict[str, Any], sql: str) -> list[Row]:
        source = self._sales if case["in"] == "sales" else self._home
        return [tuple(row) for row in source.execute(sql).fetchall()]


def meanings(case: dict[str, Any]) -> list[str]:
    """Every right statement of a case."""
    sole = [case["sql"]] if "sql" in case else []
    return [*sole, *case.get("any", []), *case.get("also", [])]


def is_right(case: dict[str, Any], answer: Answer, gold: Gold) -> bool:
    """Whether an answer's rows are those of one of the right statements."""
    found = [tuple(map(_plain, row)) for row in answer.rows]
    for sql in meanings(case):
        wanted = [tuple(map(_plain, row)) for row in gold.rows(case, sql)]
        if _same(wanted, found, top=bool(case.get("top"))) or _names_the_first(wanted, found):
            return True
    return False


def _names_the_first(wanted: list[Row], found: list[Row]) -> bool:
    """`Which country has the most customers?`: the country alone is an answer."""
    if len(wanted) != 1 or len(found) != 1 or len(wanted[0]) == 1:
        return False
    return isinstance(wanted[0][0], str) and found[0] == wanted[0][:1]


def _same(wanted: list[Row], found: list[Row], *, top: bool) -> bool:
    if top:
        # Ties at the end: the measures of the first rows count, and nobody said how many rows.
        best = [row[-1] for row in wanted]
        columns = range(len(found[0])) if found else ()
        return any([row[at] for row in found] == best[: len(found)] for at in columns)
    if len(wanted) != len(found) or not wanted:
        return False
    width, columns = len(wanted[0]), range(min(len(found[0]), _MOST_COLUMNS + 3))
    bag = Counter(wanted)
    for places in itertools.permutations(columns, width):
        if Counter(tuple(row[at] for at in places) for row in found) == bag:
            return True
    return _in_percent(wanted, found)


def _in_percent(wanted: list[Row], found: list[Row]) -> bool:
    """A share told in percent is the same share."""
    width = len(wanted[0])
    scaled = [tuple(c / _PERCENT if isinstance(c, float) else c for c in row) for row in found]
    bag = Counter(_rounded(row) for row in wanted)
    return any(
        Counter(_rounded(tuple(row[at] for at in places)) for row in scaled) == bag
        for places in itertools.permutations(range(min(len(found[0]), 6)), width)
    )


def _rounded(row: Row) -> Row:
    return tuple(round(cell, 3) if isinstance(cell, float) else cell for cell in row)


def _plain(cell: object) -> object:
    """Numbers to a few places, days without their midnight."""
    if isinstance(cell, dt.datetime | dt.date):
        cell = cell.isoformat()
    if isinstance(cell, str):
        return cell.replace("T", " ").removesuffix(" 00:00:00").strip()
    try:
        return float(f"{float(cell):.6g}")  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return cell


def verdict(case: dict[str, Any], tried: list[Way], gold: Gold) -> tuple[str, str]:
    """What became of a question, and what was said."""
    if not tried:
        return "asked badly", "every way of its cards is open"
    ends = [(way, way.driven.outcome) for way in tried]
    right = [w for w, end in ends if isinstance(end, Answer) and is_right(case, end, gold)]
    first, outcome = ends[0]
    refusals = [end for _, end in ends if isinstance(end, Refusal)]
    said = outcome.summary if isinstance(outcome, Answer) else outcome.reason
    if isinstance(outcome, Answer):
        said = f"{outcome.reading} => {outcome.summary}"
    if "refuse" in case:
        return _of_refusal(case, ends, said)
    if right:
        presses = min(way.presses for way in right)
        one_of_several = len(case.get("any", [])) > 1 and not case.get("either")
        if presses == 0 and not first.driven.asked:
            return ("wrong in silence" if one_of_several else "right at once"), said
        return ("right after one click" if presses <= 1 else "right after more clicks"), said
    if first.driven.asked:
        answers = [end for _, end in ends if isinstance(end, Answer)]
        if not answers and refusals:
            return "asked badly", refusals[0].reason
        return "asked badly", said
    if isinstance(outcome, Refusal):
        return "refused badly", said
    told = outcome.left_out or outcome.ignored
    return ("wrong" if told else "wrong in silence"), said


def _of_refusal(case: dict[str, Any], ends: list[tuple[Way, Any]], said: str) -> tuple[str, str]:
    first, outcome = ends[0]
    if isinstance(outcome, Answer):
        empty = not outcome.rows or all(cell in (0, None) for cell in outcome.rows[0])
        if case.get("zero") and empty and _names(case, f"{outcome.reading} {outcome.summary}"):
            return "refused well", said
        if first.driven.asked:
            return "asked badly", said
        return ("wrong" if outcome.left_out else "wrong in silence"), said
    if first.driven.asked:
        asked = " ".join(q.text for ask in first.driven.asked for q in ask.questions)
        return "asked badly", f"{asked} => {said}"
    return ("refused well" if _names(case, said) else "refused badly"), said


def _names(case: dict[str, Any], said: str) -> bool:
    return all(word.lower() in said.lower() for word in case["refuse"])


async def measured(cases: list[dict[str, Any]], *, show: bool) -> dict[str, object]:
    """The verdict on each question."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lay_out(folder)
        generate(folder / "data", NOW.date())
        variables = {
            "SLACK_BOT_TOKEN": "-",
            "SLACK_SIGNING_SECRET": "-",
            "SLACK_API_URL": "http://127.0.0.1",
            "DEMO_STATE": made,
        }
        settings = read_settings(folder / "countersign.yaml", variables)
        # One process opens a DuckDB file in one way only: the gold has a copy.
        shutil.copytree(folder / "data", folder / "gold")
        gold, found = Gold(folder / "gold"), Counter[str]()
        async with direct(settings, folder, now=NOW) as asking:
            for case in cases:
                what, said = verdict(case, await ways(asking, case, gold), gold)
                found[what] += 1
                if show:
                    print(f"{what:24} | {case['ask']} | {' '.join(said.split())[:260]}", flush=True)
    return {"questions": len(cases), **dict(found.most_common())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=CASES / "questions.yaml")
    parser.add_argument("--show", action="store_true", help="the verdict on each question")
    chosen = parser.parse_args()
    cases = yaml.safe_load(chosen.questions.read_text(encoding="utf-8"))
    print(json.dumps(asyncio.run(measured(cases, show=chosen.show))))


if __name__ == "__main__":
    main()
