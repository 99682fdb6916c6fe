"""What each small layer is worth, and which of its faults are caught.

    python -m benchmarks.pipeline_layers --questions ../shared/cases/text_to_sql/questions.jsonl

The model on loopback knows the gold, but writes SQL only over the tables and columns that it was
told, and cannot tell two tables of one name apart. The person knows which tables are meant.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_faults import BROKEN as BROKEN_SQL
from benchmarks.pipeline_faults import WRONG
from benchmarks.pipeline_layer_script import BREAKS, BROKEN, WRITE, Faults, LayeredScript
from benchmarks.pipeline_pool import pooled
from benchmarks.pipeline_questions import Item, arguments, read_questions
from benchmarks.pipeline_road import Came, Road
from benchmarks.text_to_sql import Bench
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model

Say = Callable[[str], None]
LAYERS = tuple(BREAKS)
_ALL = dict.fromkeys(LAYERS, "always")
# What every layer makes of all kinds, at once.
EVERYTHING = (
    *(Faults(layer, (*BROKEN, *BREAKS[layer])) for layer in LAYERS),
    Faults(WRITE, (*BROKEN_SQL, *WRONG)),
)
ROADS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("no small layer", {}),
    ("all of them", _ALL),
    *((f"without {layer}", {k: v for k, v in _ALL.items() if k != layer}) for layer in LAYERS),
    *((f"only {layer}", {layer: "always"}) for layer in LAYERS),
    ("as set up", dict.fromkeys(LAYERS, "auto")),
)
_HEAD = (
    f"{'road':22} {'right':>7} {'wrong':>7} {'cards/q':>8} {'calls/q':>8} {'tokens/q':>9} "
    f"{'to SQL':>7} {'ms/q':>6}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One road over all questions; `seconds` are of one of them."""

    road: str
    came: tuple[Came, ...]
    seconds: float = 0.0
    faults: int = 0
    caught: int = 0

    def mean(self, of: Callable[[Came], float]) -> float:
        return sum(of(each) for each in self.came) / max(len(self.came), 1)

    @property
    def right(self) -> float:
        return self.mean(lambda came: came.right)

    def shown(self) -> str:
        wrong = self.mean(lambda came: came.answered and not came.right)
        cards = self.mean(lambda came: len(came.driven.asked))
        to_sql = self.mean(lambda came: came.tokens_of(WRITE))
        return (
            f"{self.road:22} {self.right:7.1%} {wrong:7.1%} {cards:8.2f} "
            f"{self.mean(lambda came: came.calls):8.2f} {self.mean(lambda came: came.tokens):9.0f} "
            f"{to_sql:7.0f} {1000 * self.seconds:6.0f}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What is asked, of which databases, by which model."""

    items: Sequence[Item]
    bench: Bench
    model: LoopbackModel
    script: LayeredScript

    async def line(self, name: str, layers: Mapping[str, str], faulty: Sequence[Faults]) -> Line:
        """All questions down the road with these layers."""
        script = self.script
        script.faulty, script.faults, script.caught = faulty, 0, 0
        settings: dict[str, Any] = {"first": True, "layers": layers}
        road = Road(self.bench, self.model, script, settings, script.person)
        began = time.perf_counter()
        came = tuple([await road.ask(item) for item in self.items])
        seconds = (time.perf_counter() - began) / max(len(self.items), 1)
        await road.close()
        return Line(
            road=name, came=came, seconds=seconds, faults=script.faults, caught=script.caught
        )


async def ablated(ground: Ground, title: str, say: Say) -> list[Line]:
    """A line for each road, a fifth of all answers of all layers with a fault of any kind."""
    say(f"\n{title}\n{_HEAD}")
    found = []
    for name, layers in ROADS:
        found.append(await ground.line(name, layers, EVERYTHING))
        say(found[-1].shown())
    return found


async def faulted(ground: Ground, say: Say) -> dict[str, Any]:
    """A line for each layer and kind of fault, in a fifth of its answers, all layers asked."""
    say(
        f"\n{'layer: fault':34} {'faults':>7} {'caught':>7} {'right':>7} "
        f"{'calls/q':>8} {'cards/q':>8}"
    )
    told: dict[str, Any] = {}
    for name, faulty in _faults():
        line = await ground.line(name, _ALL, faulty)
        cards = line.mean(lambda came: len(came.driven.asked))
        calls = line.mean(lambda came: came.calls)
        say(
            f"{name:34} {line.faults:7} {line.caught:7} {line.right:7.1%} {calls:8.2f} {cards:8.2f}"
        )
        told[name] = [line.faults, line.caught, round(line.right, 4)]
    return told


def _faults() -> Iterator[tuple[str, Sequence[Faults]]]:
    """None; then for each layer what is no answer at all, and each kind of wrong one."""
    yield "no faults", ()
    for layer in LAYERS:
        yield f"{layer}: broken", [Faults(layer, tuple(BROKEN))]
        for kind in BREAKS[layer]:
            yield f"{layer}: {kind}", [Faults(layer, (kind,))]


async def measured(questions: Path | None, every: int, say: Say) -> dict[str, Any]:
    """All tables of this page."""
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(questions, Path(folder))
        pool = pooled(asked, Path(folder))
        items = pool.questions.items[::every]
        script = LayeredScript(pool.twins)
        async with loopback_model(script) as model:
            with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
                own = Ground(
                    items=asked.items[::every], bench=Bench(asked.root), model=model, script=script
                )
                bench = Bench(Path(folder))
                # Few questions are of this kind: more of all are looked through.
                denser = pool.questions.items[:: max(every // 4, 1)]
                double = [each for each in denser if _is_double(script, bench, each)]
                plain = [each for each in items if not _is_double(script, bench, each)]
                grounds = {
                    "each question over its own database": own,
                    "all databases in one": Ground(
                        items=plain, bench=bench, model=model, script=script
                    ),
                    "the same, where another table of that name could be meant": Ground(
                        items=double, bench=bench, model=model, script=script
                    ),
                }
                tables = {
                    title: await ablated(ground, f"{title}: {len(ground.items)} questions", say)
                    for title, ground in grounds.items()
                }
                faults = await faulted(grounds["all databases in one"], say)
    return {
        "ablation": {
            title: {line.road: round(line.right, 4) for line in lines}
            for title, lines in tables.items()
        },
        "faults": faults,
    }


def _is_double(script: LayeredScript, bench: Bench, item: Item) -> bool:
    """Whether the question can be meant of another table just as well, by its name and columns."""
    known = bench.known(item["db"])
    return script.is_double(item, known)


def main() -> None:
    options = arguments(__doc__, every=4)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    print(json.dumps(asyncio.run(measured(options.questions, options.every, print))))


if __name__ == "__main__":
    main()
