"""What each layer of the model-backed road is worth: accuracy, tokens, calls and time without it.

    python -m benchmarks.pipeline_ablation --questions ../shared/cases/text_to_sql/questions.jsonl

The model on loopback answers with the gold SQL, and in a fifth of its answers makes a fault of any
kind; the same question and the same try get the same fault on every road, so that roads compare.
The first road is the model's single call with nothing around it but the permissions.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_ceiling import cause_of
from benchmarks.pipeline_faults import BROKEN, WRONG
from benchmarks.pipeline_questions import Item, arguments, read_questions
from benchmarks.pipeline_road import Came, Road
from benchmarks.pipeline_script import Scripted
from benchmarks.text_to_sql import Bench
from tests.pipeline.agents.loopback import loopback_model

ROADS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("single call", {"order": "model", "most": 1}),
    ("+ 1 repair", {"order": "model", "most": 2}),
    ("+ 3 repairs", {"order": "model", "most": 4}),
    ("+ looking around", {"order": "model", "most": 4, "explore": True}),
    ("as set up: rules where sure", {"most": 4}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One road over all questions; `seconds` are of one question."""

    road: str
    came: tuple[Came, ...]
    seconds: float

    @property
    def right(self) -> float:
        return self._mean([each.right for each in self.came])

    @property
    def clicked(self) -> float:
        """Right as proposed, or after another click of somebody who knows what is right."""
        return self._mean([each.right or each.clicked for each in self.came])

    def shown(self) -> str:
        wrong = self._mean([each.answered and not each.right for each in self.came])
        calls = self._mean([each.calls for each in self.came])
        tokens = self._mean([each.tokens for each in self.came])
        asked = self._mean([len(each.driven.asked) for each in self.came])
        return (
            f"{self.road:28} {self.right:7.1%} {self.clicked:8.1%} {wrong:7.1%} {calls:8.2f} "
            f"{tokens:9.0f} "
            f"{asked:8.2f} {1000 * self.seconds:6.0f}"
        )

    def _mean(self, values: Sequence[float]) -> float:
        return sum(values) / max(len(self.came), 1)


async def line_of(road: Road, name: str, items: Sequence[Item]) -> Line:
    """All questions down this road once."""
    began = time.perf_counter()
    came = [await road.ask(item) for item in items]
    seconds = (time.perf_counter() - began) / max(len(items), 1)
    return Line(road=name, came=tuple(came), seconds=seconds)


async def ablated(root: Path, items: Sequence[Item], say: Callable[[str], None]) -> list[Line]:
    """The table, a line for each road."""
    say(
        f"{'road':28} {'right':>7} {'clicked':>8} {'wrong':>7} {'calls/q':>8} {'tokens/q':>9} "
        f"{'asked/q':>8} {'ms/q':>6}"
    )
    found: list[Line] = []
    bench = Bench(root)
    script = Scripted(bench.right, (*BROKEN, *WRONG))
    async with loopback_model(script) as model:
        with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
            for name, settings in ROADS:
                road = Road(bench, model, script, settings)
                found.append(await line_of(road, name, items))
                say(found[-1].shown())
                await road.close()
    return found


def _lost(items: Sequence[Item], other: Line, configured: Line, bench: Bench) -> Iterator[str]:
    """What the road as set up gets wrong, and the model alone with repairs does not."""
    for item, theirs, ours in zip(items, other.came, configured.came, strict=True):
        if (theirs.right or theirs.clicked) and not (ours.right or ours.clicked):
            draft = ours.driven.state.draft
            by, sql = (draft.by, draft.sql) if draft else ("nobody", "")
            kind, _ = cause_of(item, ours, bench)
            yield f"lost: {item['id']} ({kind}) {item['question']}\n    by {by}: {sql}"
            yield f"    gold: {item['gold'][0]}"


def main() -> None:
    options = arguments(__doc__, every=4)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(options.questions, Path(folder))
        items = asked.items[:: options.every]
        found = asyncio.run(ablated(asked.root, items, print))
        single, most, configured = found[0], found[2], found[-1]
        for lost in _lost(items, most, configured, Bench(asked.root)):
            print(lost)
    print(
        json.dumps(
            {
                "questions": len(items),
                "single_call": round(single.right, 4),
                "with_repairs": round(most.right, 4),
                "as_set_up": round(configured.right, 4),
                "with_repairs_clicked": round(most.clicked, 4),
                "as_set_up_clicked": round(configured.clicked, 4),
                "never_worse_than_a_single_call": configured.right >= single.right,
                "nor_than_one_with_repairs": configured.clicked >= most.clicked,
            }
        )
    )


if __name__ == "__main__":
    main()
