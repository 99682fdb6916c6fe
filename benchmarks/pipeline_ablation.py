"""What each layer of the model-backed road is worth: accuracy, tokens, calls and time without it.

    python -m benchmarks.pipeline_ablation --questions ../shared/cases/text_to_sql/questions.jsonl

The model on loopback answers with the gold SQL, and in a fifth of its answers makes a fault of any
kind; the same question and the same try get the same fault on every road, so that roads compare.
The first road is the model's single call with nothing around it but the permissions.
"""

import argparse
import asyncio
import itertools
import json
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog
from typing_extensions import override

from benchmarks.pipeline import Item, Road, Scripted, asks_for_today
from benchmarks.pipeline_faults import BROKEN, WRONG
from benchmarks.pipeline_questions import own_questions
from benchmarks.text_to_sql import Bench
from pipeline.result import Answer
from pipeline.workspace import Workspace
from pipeline.writing import Models
from tests.pipeline.agents.loopback import LoopbackModel, Reply, Request, loopback_model

FAULTS = (*BROKEN, *WRONG)
RATE = 0.2


class Faulty(Scripted):
    """Gold, with a fault that depends on the question and the number of the try alone."""

    question = ""
    tried = itertools.count()

    def begins(self, question: str) -> None:
        self.question, self.tried = question, itertools.count()

    @override
    def __call__(self, request: Request) -> Reply:
        if "You say in one or two plain sentences" in request.text:
            return self._answer(self.gold)
        self.dice = random.Random(f"{self.question}|{next(self.tried)}")  # noqa: S311 - no secret
        self.kind = self.dice.choice(FAULTS)
        made = self._fault() if self.dice.random() < RATE else None
        return made or self._answer(self.gold)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One road over all questions: shares of the questions, and means of one question."""

    road: str
    right: float
    wrong: float
    calls: float
    tokens: float
    seconds: float


class Changed(Road):
    """The road with other settings of its models."""

    def __init__(
        self, bench: Bench, model: LoopbackModel, script: Scripted, changes: dict[str, Any]
    ) -> None:
        super().__init__(bench, model, script)
        self._changes = changes

    @override
    def workspace(self, db: str) -> Workspace:
        plain = super().workspace(db)
        assert isinstance(plain.models, Models), "the road has a model"  # noqa: S101 - made so
        return replace(plain, models=replace(plain.models, **self._changes))


ROADS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("single call", {"most": 1}),
    ("+ 1 repair", {"most": 2}),
    ("+ 3 repairs", {"most": 4}),
    ("+ looking around", {"most": 4, "explore": True}),
    ("rules first, as set up", {"most": 4, "first": False}),
)


async def line_of(road: Road, script: Faulty, name: str, items: Sequence[Item]) -> Line:
    """All questions down this road once."""
    right = wrong = calls = tokens = 0
    began = time.perf_counter()
    for item in items:
        script.begins(item["question"])
        driven = await road.ask(item)
        answered = isinstance(driven.outcome, Answer) and driven.state.draft is not None
        sql = driven.state.draft.sql if answered and driven.state.draft else ""
        good = bool(sql) and await asyncio.to_thread(road.bench.right, item, sql)
        right, wrong = right + good, wrong + (answered and not good)
        calls += len(driven.state.spent)
        tokens += sum(spent.input_tokens + spent.output_tokens for spent in driven.state.spent)
    n = max(len(items), 1)
    seconds = (time.perf_counter() - began) / n
    return Line(
        road=name,
        right=right / n,
        wrong=wrong / n,
        calls=calls / n,
        tokens=tokens / n,
        seconds=seconds,
    )


async def ablated(root: Path, items: Sequence[Item], say: Callable[[str], None]) -> list[Line]:
    """The table, a line for each road."""
    say(f"{'road':24} {'right':>7} {'wrong':>7} {'calls/q':>8} {'tokens/q':>9} {'ms/q':>6}")
    found: list[Line] = []
    script = Faulty()
    async with loopback_model(script) as model:
        with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
            for name, changes in ROADS:
                road = Changed(Bench(root), model, script, changes)
                found.append(await line_of(road, script, name, items))
                last = found[-1]
                say(
                    f"{last.road:24} {last.right:7.1%} {last.wrong:7.1%} {last.calls:8.2f} "
                    f"{last.tokens:9.0f} {1000 * last.seconds:6.0f}"
                )
                await road.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--every", type=int, default=8, help="of the questions take each n-th")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        if options.questions is None:
            items, root = own_questions(Path(folder)), Path(folder)
        else:
            lines = options.questions.read_text("utf8").splitlines()
            read = [json.loads(line) for line in lines if line.strip()]
            answerable = [item for item in read if not item.get("unanswerable")]
            asked = [item for item in answerable if not asks_for_today(item["gold"][0])]
            items, root = asked[:: options.every], options.questions.parent
        found = asyncio.run(ablated(root, items, print))
    single, configured = found[0], found[-1]
    print(
        json.dumps(
            {
                "questions": len(items),
                "single_call": round(single.right, 4),
                "as_set_up": round(configured.right, 4),
                "never_worse_than_a_single_call": configured.right >= single.right,
            }
        )
    )


if __name__ == "__main__":
    main()
