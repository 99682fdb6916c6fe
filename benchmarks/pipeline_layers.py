"""What each small layer is worth, and which of its faults are caught.

    python -m benchmarks.pipeline_layers --questions ../shared/cases/text_to_sql/questions.jsonl

The model on loopback knows the gold, but writes SQL only over the tables and columns that it was
told, and cannot tell two tables of one name apart. The person knows what is meant: which tables,
which workspace, which approved answer, which whole question. `route`, `propose_match` and `rewrite`
have grounds of their own: all databases as workspaces of one product, approved answers to questions
of the same gold, and second turns of conversations (`conversations.jsonl` beside the questions).
"""

import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_beside import answers_of, followed, located, repeated
from benchmarks.pipeline_faults import BROKEN as BROKEN_SQL
from benchmarks.pipeline_faults import WRONG
from benchmarks.pipeline_layer_faults import BREAKS, BROKEN, Faults
from benchmarks.pipeline_layer_script import WRITE, LayeredScript
from benchmarks.pipeline_pool import pooled
from benchmarks.pipeline_questions import Item, Questions, arguments, read_questions
from benchmarks.pipeline_road import Came, Road, Scene
from benchmarks.text_to_sql import Bench
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model

Say = Callable[[str], None]
BESIDE = ("route", "propose_match", "rewrite")
LAYERS = tuple(layer for layer in BREAKS if layer not in BESIDE)
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

    @property
    def wrong(self) -> float:
        return self.mean(lambda came: came.answered and not came.right)

    def told(self) -> list[float]:
        """Right, cards, calls and tokens of a question."""
        cards = self.mean(lambda came: len(came.driven.asked))
        calls, tokens = self.mean(lambda came: came.calls), self.mean(lambda came: came.tokens)
        return [round(self.right, 4), round(cards, 2), round(calls, 2), round(tokens)]

    def shown(self) -> str:
        cards = self.mean(lambda came: len(came.driven.asked))
        to_sql = self.mean(lambda came: came.tokens_of(WRITE))
        return (
            f"{self.road:22} {self.right:7.1%} {self.wrong:7.1%} {cards:8.2f} "
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
    scene: Scene = field(default_factory=Scene)
    order: str = "model"

    async def line(
        self,
        name: str,
        layers: Mapping[str, str],
        faulty: Sequence[Faults],
        clean: Sequence[Came] = (),
    ) -> Line:
        """All questions down the road with these layers.

        One in whose answers there would be no fault takes the road of the `clean` line again.
        """
        script, script.is_right = self.script, self.bench.right
        script.faulty, script.faults, script.caught = faulty, 0, 0
        settings: dict[str, Any] = {"order": self.order, "layers": layers}
        road = Road(self.bench, self.model, script, settings, script.person, scene=self.scene)
        began = time.perf_counter()
        same = [self._same(item, faulty, one) for item, one in zip(self.items, clean, strict=False)]
        known = same or [None] * len(self.items)
        pairs = zip(self.items, known, strict=True)
        came = tuple([one or await road.ask(item) for item, one in pairs])
        seconds = (time.perf_counter() - began) / max(len(self.items), 1)
        await road.close()
        return Line(
            road=name, came=came, seconds=seconds, faults=script.faults, caught=script.caught
        )

    def _same(self, item: Item, faulty: Sequence[Faults], clean: Came) -> Came | None:
        """How it went without faults, where none of its answers would have one."""
        asked = Counter(spent.step for spent in clean.driven.state.spent)
        errs = (self.script.errs(item, each.layer, asked[each.layer]) for each in faulty)
        return None if any(errs) else clean


async def ablated(
    ground: Ground, title: str, say: Say, roads: Sequence[tuple[str, Mapping[str, str]]] = ROADS
) -> list[Line]:
    """A line for each road, a fifth of all answers of all layers with a fault of any kind."""
    say(f"\n{title}: {len(ground.items)} questions\n{_HEAD}")
    found = []
    for name, layers in roads:
        found.append(await ground.line(name, layers, EVERYTHING))
        say(found[-1].shown())
    return found


async def faulted(
    ground: Ground, say: Say, asked: Mapping[str, str], layers: Sequence[str]
) -> dict[str, Any]:
    """A line for each of these layers and its kinds of fault, in a fifth of its answers."""
    say(
        f"\n{'layer: fault':34} {'faults':>7} {'caught':>7} {'right':>7} {'wrong':>7} "
        f"{'calls/q':>8} {'cards/q':>8}"
    )
    told: dict[str, Any] = {}
    clean: tuple[Came, ...] = ()
    for name, faulty in _faults(layers):
        line = await ground.line(name, asked, faulty, clean)
        clean = clean or line.came
        cards = line.mean(lambda came: len(came.driven.asked))
        calls = line.mean(lambda came: came.calls)
        say(
            f"{name:34} {line.faults:7} {line.caught:7} {line.right:7.1%} {line.wrong:7.1%} "
            f"{calls:8.2f} {cards:8.2f}"
        )
        told[name] = [line.faults, line.caught, round(line.right, 4), round(line.wrong, 4)]
    return told


def _faults(layers: Sequence[str]) -> Iterator[tuple[str, Sequence[Faults]]]:
    """None; then for each layer what is no answer at all, and each kind of wrong one."""
    yield f"{', '.join(layers)}: no faults", ()
    for layer in layers:
        yield f"{layer}: broken", [Faults(layer, tuple(BROKEN))]
        for kind in BREAKS[layer]:
            yield f"{layer}: {kind}", [Faults(layer, (kind,))]


async def measured(questions: Path | None, every: int, say: Say) -> dict[str, Any]:
    """All tables of this page."""
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(questions, Path(folder))
        pool = pooled(asked, Path(folder))
        script = LayeredScript(pool.twins, lambda *_: False)
        async with loopback_model(script) as model:
            with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
                at = Place(
                    asked=asked, questions=questions, model=model, script=script, every=every
                )
                lines, faults = await _on_the_way(at, pool.questions, say)
                for layer, ground in (await _beside(at)).items():
                    roads = (
                        (f"without {layer}", {layer: "never"}),
                        (f"with {layer}", {layer: "always"}),
                    )
                    lines[layer] = await ablated(ground, f"{layer}", say, roads)
                    faults |= await faulted(ground, say, {layer: "always"}, (layer,))
    told = {title: {line.road: line.told() for line in found} for title, found in lines.items()}
    return {"ablation": told, "faults": faults}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What all grounds are made of."""

    asked: Questions
    questions: Path | None
    model: LoopbackModel
    script: LayeredScript
    every: int

    def ground(self, items: Sequence[Item], bench: Bench, **more: Any) -> Ground:
        return Ground(items=items, bench=bench, model=self.model, script=self.script, **more)


async def _on_the_way(
    at: Place, pool: Questions, say: Say
) -> tuple[dict[str, list[Line]], dict[str, Any]]:
    """The layers between the rules and the SQL, over small catalogs and a large one."""
    bench, script = Bench(pool.root), at.script
    # Few questions are of this kind: more of all are looked through.
    denser = pool.items[:: max(at.every // 4, 1)]
    double = [each for each in denser if _is_double(script, bench, each)]
    plain = [each for each in pool.items[:: at.every] if not _is_double(script, bench, each)]
    grounds = {
        "each question over its own database": at.ground(
            at.asked.items[:: at.every], Bench(at.asked.root)
        ),
        "all databases in one": at.ground(plain, bench),
        "the same, where another table of that name could be meant": at.ground(double, bench),
    }
    lines = {title: await ablated(ground, title, say) for title, ground in grounds.items()}
    return lines, await faulted(grounds["all databases in one"], say, _ALL, LAYERS)


async def _beside(at: Place) -> dict[str, Ground]:
    """A ground for each layer beside that road."""
    bench = Bench(at.asked.root)
    approved, again = repeated(at.asked.items)
    together = tuple(dict.fromkeys(item["db"] for item in at.asked.items))
    shelves = await answers_of(approved, bench)
    return {
        "route": at.ground(
            located(at.asked.items[:: at.every]), bench, scene=Scene(together=together)
        ),
        "propose_match": at.ground(again[:: at.every], bench, scene=Scene(approved=shelves)),
        "rewrite": at.ground(followed(at.questions), bench, first=False),
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
