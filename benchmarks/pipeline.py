"""Measures the model-backed road: a model on loopback, scripted by gold answers, makes faults.

    python -m benchmarks.pipeline --questions ../shared/cases/text_to_sql/questions.jsonl

Without questions it asks its own few over a small shop. Every question goes to the model first, so
that the layers below are measured and not the rules. A question none of whose tries has a fault
takes the same road as without faults: it is asked once, and counted in every line.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_ceiling import short_of_it
from benchmarks.pipeline_faults import BROKEN, WRONG
from benchmarks.pipeline_offline import offline
from benchmarks.pipeline_questions import Item, arguments, read_questions
from benchmarks.pipeline_road import Came, Road
from benchmarks.pipeline_script import Scripted
from benchmarks.text_to_sql import Bench
from tests.pipeline.agents.loopback import loopback_model

_HEAD = (
    f"{'fault (20%)':18} {'right':>8} {'answered':>8} {'faults':>7} {'passed on':>10} "
    f"{'calls/q':>8} {'again/q':>8} {'asked/q':>8} {'cards':>6} {'tokens/q':>9} {'$/1000 q':>9}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one kind of fault did to all questions; `passed_on` are wrong answers made by it."""

    kind: str
    came: tuple[Came, ...]

    @property
    def n(self) -> int:
        return max(len(self.came), 1)

    @property
    def right(self) -> float:
        return sum(each.right for each in self.came) / self.n

    @property
    def faults(self) -> int:
        return sum(each.faults for each in self.came)

    @property
    def passed_on(self) -> int:
        return sum(each.answered and each.faulty and not each.right for each in self.came)

    def shown(self) -> str:
        n = self.n
        calls = sum(each.calls for each in self.came)
        again = sum(max(each.calls - 1, 0) for each in self.came)
        return (
            f"{self.kind:18} {self.right:8.1%} {sum(c.answered for c in self.came) / n:8.1%} "
            f"{self.faults:7} {self.passed_on:10} {calls / n:8.2f} {again / n:8.2f} "
            f"{sum(len(c.driven.asked) for c in self.came) / n:8.2f} "
            f"{sum(c.repair_cards for c in self.came):6} "
            f"{sum(c.tokens for c in self.came) / n:9.0f} "
            f"{1000 * sum(c.cost for c in self.came) / n:9.3f}"
        )


async def tallied(
    road: Road, script: Scripted, items: Sequence[Item], kind: str, clean: Mapping[str, Came]
) -> Tally:
    """All questions, with this kind of fault in a fifth of the answers."""
    script.kinds = (kind,) if kind else ()
    came = []
    for item in items:
        known = clean.get(item["id"])
        gold, _ = road.gold(item)
        same = known and not script.errs(item["id"], gold, known.calls)
        came.append(known if known and same else await road.ask(item))
    return Tally(kind=kind or "none", came=tuple(came))


async def measured(
    root: Path, items: Sequence[Item], say: Callable[[str], None]
) -> tuple[Tally, ...]:
    """The table, a line for each kind of fault, the first without any."""
    bench = Bench(root)
    script = Scripted(bench.right)
    async with loopback_model(script) as model:
        road = Road(bench, model, script, {"order": "model"})
        say(_HEAD)
        with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
            found = [await tallied(road, script, items, "", {})]
            say(found[0].shown())
            clean = {item["id"]: came for item, came in zip(items, found[0].came, strict=True)}
            for kind in (*BROKEN, *WRONG):
                found.append(await tallied(road, script, items, kind, clean))
                say(found[-1].shown())
        await road.close()
    return tuple(found)


def figures(found: Sequence[Tally]) -> dict[str, Any]:
    clean = found[0]
    worst = min((t for t in found if t.kind in BROKEN), key=lambda t: t.right)
    return {
        "questions": len(clean.came),
        "right_without_faults": round(clean.right, 4),
        "worst_broken": {"kind": worst.kind, "right": round(worst.right, 4)},
        "wrong_passed_on": {t.kind: [t.passed_on, t.faults] for t in found if t.kind in WRONG},
        "tokens_per_question": round(sum(c.tokens for c in clean.came) / clean.n),
        "calls_per_question": round(sum(c.calls for c in clean.came) / clean.n, 3),
    }


def main() -> None:
    options = arguments(__doc__, every=1)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(options.questions, Path(folder))
        print(f"{len(asked.undated)} questions left out: their gold asks for today")
        items = asked.items[:: options.every]
        found = asyncio.run(measured(asked.root, items, print))
        result = figures(found)
        result["short_of_the_ceiling"] = short_of_it(items, found[0].came, Bench(asked.root), print)
        result |= offline(asked.root, asked.items, options.questions, print)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
