"""Models that are right in 60, 80 and 95% of questions, and published answers, on the whole road.

    python -m benchmarks.pipeline_strength --questions ../shared/cases/text_to_sql/questions.jsonl

A model that errs on a question errs in the same way in every repair. A further query of it repeats
the first one in `_REPEATS` of the questions, else it errs by itself; of published answers it is the
other model's. What a card proposes is taken. "wrong shown" are wrong answers without a card, "right
in cards" are cards one of whose options is right.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_faults import WRONG, wrong
from benchmarks.pipeline_questions import Item, read_questions
from benchmarks.pipeline_road import SAMPLES, Came, Road
from benchmarks.text_to_sql import Bench
from pipeline.rules.schema.known import Known
from tests.pipeline.agents.loopback import loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Reply, Request

SHARES = (60, 80, 95)
_HEAD = (
    f"{'model: road':36} {'own error':>9} {'right':>7} {'wrong shown':>12} {'asked':>7} "
    f"{'refused':>8} {'repaired':>9} {'right lost':>11} {'in cards':>9} {'calls/q':>8} "
    f"{'tokens/q':>9}"
)
Say = Callable[[str], None]
Says = Callable[[Item, str], str]
# What a model says at first, and in further queries.
Models = tuple[Says, ...]


# How each road is set up; the first is the default.
ROADS: Mapping[str, Mapping[str, Any]] = {
    "reader first": {},
    "model, reader checks": {"order": "check"},
    "model alone": {"order": "model"},
    "reader first, 2 queries": {"samples": 2},
    "reader first, 3 queries": {"samples": 3},
}
_REPEATS = 70


class OneAnswer:
    """Says the same SQL of a question in every try; see `benchmarks.pipeline_road.Begun`.

    `further` is what it says in further queries of the question.
    """

    def __init__(self, says: Says, *further: Says) -> None:
        self._says = says
        self._further = further
        self._sql: dict[str, str] = {}
        self._dated: tuple[str, ...] = ()
        self.faults = 0
        self.last_faulty = False

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None:
        """That question is asked now."""
        del known
        said, self._dated = self._says(item, gold), dated
        also = {name: says(item, gold) for name, says in zip(SAMPLES, self._further, strict=False)}
        self._sql = {"": said, **also}
        self.last_faulty = said != gold
        self.faults += self.last_faulty

    def __call__(self, request: Request) -> Reply:
        sql = self._sql.get(request.model, self._sql[""])
        return Answered({"sql": sql, "reading": "as asked", "date_columns": list(self._dated)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What came of all questions with one model; `own` says which its own SQL answers rightly."""

    name: str
    came: tuple[Came, ...]
    own: tuple[bool, ...]

    def share(self, holds: Callable[[Came, bool], bool]) -> float:
        n = sum(holds(came, own) for came, own in zip(self.came, self.own, strict=True))
        return n / max(len(self.came), 1)

    def figures(self) -> dict[str, float]:
        return {
            "own_error": self.share(lambda _, own: not own),
            "right": self.share(lambda came, _: came.right),
            "wrong_shown": self.share(lambda came, _: _is_silent(came) and not came.right),
            "asked": self.share(lambda came, _: bool(came.driven.asked)),
            "refused": self.share(lambda came, _: not came.answered),
            "repaired": self.share(lambda came, own: came.right and not own),
            "right_lost": self.share(
                lambda came, own: own and not came.right and not came.driven.asked
            ),
            "right_in_cards": self.share(
                lambda came, _: bool(came.driven.asked) and (came.right or came.clicked)
            ),
        }

    def shown(self) -> str:
        found, n = self.figures(), max(len(self.came), 1)
        widths = (9, 7, 12, 7, 8, 9, 11, 9)
        cells = (f"{v:{w}.1%}" for v, w in zip(found.values(), widths, strict=True))
        calls = sum(came.calls for came in self.came) / n
        tokens = sum(came.tokens for came in self.came) / n
        return f"{self.name:36} {' '.join(cells)} {calls:8.2f} {tokens:9.0f}"


def _is_silent(came: Came) -> bool:
    return came.answered and not came.driven.asked


def of_strength(share: int, further: int = 0) -> Says:
    """Gold for that share of the questions, else SQL that runs and means something else."""

    def says(item: Item, gold: str) -> str:
        repeats = random.Random(f"{item['id']}|{share}|repeats {further}")  # noqa: S311 - no secret
        own = f"|{further}" if further and 100 * repeats.random() >= _REPEATS else ""
        dice = random.Random(f"{item['id']}|{share}{own}")  # noqa: S311 - no secret
        if 100 * dice.random() < share:
            return gold
        kinds = dice.sample(list(WRONG), len(WRONG))
        return next((sql for kind in kinds if (sql := wrong(gold, kind, dice))), gold)

    return says


def of_tape(tape: Path) -> Says:
    """What a published model answered."""
    read = (json.loads(line) for line in tape.read_text("utf8").splitlines() if line.strip())
    answers: Mapping[str, str] = {each["id"]: each["sql"] for each in read}
    return lambda item, _: answers.get(item["id"], "")


async def measured(
    root: Path, items: Sequence[Item], models: Mapping[str, Models], roads: Sequence[str], say: Say
) -> tuple[Line, ...]:
    """The table, a line for each model on each road."""
    bench, found = Bench(root), list[Line]()
    for name, (says, *further) in models.items():
        own: list[bool] = []
        for way in roads:
            script = OneAnswer(says, *further)
            async with loopback_model(script) as model:
                road = Road(bench, model, script, ROADS[way])
                with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
                    came = [await road.ask(item) for item in items]
                own = own or [bench.right(item, says(item, road.gold(item)[0])) for item in items]
                await road.close()
            found.append(Line(name=f"{name}: {way}", came=tuple(came), own=tuple(own)))
            say(found[-1].shown())
    return tuple(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--every", type=int, default=1, help="of the questions take each n-th")
    parser.add_argument("--roads", nargs="+", choices=ROADS, default=list(ROADS)[:1])
    parser.add_argument("--models", nargs="+", help="names such as 80%% or that of a tape")
    return parser.parse_args()


def main() -> None:
    options = _options()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    models: dict[str, Models] = {
        f"{share}%": tuple(of_strength(share, further) for further in range(3)) for share in SHARES
    }
    wanted = set(options.models or ())
    if wanted:
        models = {name: says for name, says in models.items() if name in wanted}
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(options.questions, Path(folder))
        items = asked.items[:: options.every]
        say = partial(print, flush=True)
        say(_HEAD)
        found = asyncio.run(measured(asked.root, items, models, options.roads, say))
        tapes = sorted((options.questions.parent / "tapes").glob("*")) if options.questions else []
        spider = [item for item in items if item["id"].startswith("spider-")]
        replayed = {tape.stem: of_tape(tape) for tape in tapes}
        others = {
            name: [says for other, says in replayed.items() if other != name] for name in replayed
        }
        taped: dict[str, Models] = {name: (says, *others[name]) for name, says in replayed.items()}
        if wanted:
            taped = {name: says for name, says in taped.items() if name in wanted}
        if taped and spider:
            found += asyncio.run(measured(asked.root, spider, taped, options.roads, say))
    print(json.dumps({line.name: line.figures() for line in found}))


if __name__ == "__main__":
    main()
