"""Models that are right in 60, 80 and 95% of questions, and published answers, on the whole road.

    python -m benchmarks.pipeline_strength --questions ../shared/cases/text_to_sql/questions.jsonl

A model that errs on a question errs in the same way in every try. The rules read beside it, as they
do in the product; what a card proposes is taken. "wrong shown" are wrong answers without a card.
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pydantic_ai.models
import structlog

from benchmarks.pipeline_faults import WRONG, wrong
from benchmarks.pipeline_questions import Item, arguments, read_questions
from benchmarks.pipeline_road import Came, Road
from benchmarks.text_to_sql import Bench
from pipeline.rules.schema.known import Known
from tests.pipeline.agents.loopback import loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Reply, Request

SHARES = (60, 80, 95)
_HEAD = (
    f"{'model':18} {'own error':>9} {'right':>7} {'wrong shown':>12} {'asked':>7} {'refused':>8} "
    f"{'repaired':>9} {'right lost':>11} {'calls/q':>8} {'tokens/q':>9}"
)
Says = Callable[[Item, str], str]


class OneAnswer:
    """Says the same SQL of a question in every try; see `benchmarks.pipeline_road.Begun`."""

    def __init__(self, says: Says) -> None:
        self._says = says
        self._sql = ""
        self._dated: tuple[str, ...] = ()
        self.faults = 0
        self.last_faulty = False

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None:
        """That question is asked now."""
        del known
        self._sql, self._dated = self._says(item, gold), dated
        self.last_faulty = self._sql != gold
        self.faults += self.last_faulty

    def __call__(self, request: Request) -> Reply:
        del request
        dated = list(self._dated)
        return Answered({"sql": self._sql, "reading": "as asked", "date_columns": dated})


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
        }

    def shown(self) -> str:
        found, n = self.figures(), max(len(self.came), 1)
        widths = (9, 7, 12, 7, 8, 9, 11)
        cells = (f"{v:{w}.1%}" for v, w in zip(found.values(), widths, strict=True))
        calls = sum(came.calls for came in self.came) / n
        tokens = sum(came.tokens for came in self.came) / n
        return f"{self.name:18} {' '.join(cells)} {calls:8.2f} {tokens:9.0f}"


def _is_silent(came: Came) -> bool:
    return came.answered and not came.driven.asked


def of_strength(share: int) -> Says:
    """Gold for that share of the questions, else SQL that runs and means something else."""

    def says(item: Item, gold: str) -> str:
        dice = random.Random(f"{item['id']}|{share}")  # noqa: S311 - no secret
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
    root: Path, items: Sequence[Item], models: Mapping[str, Says], say: Callable[[str], None]
) -> tuple[Line, ...]:
    """The table, a line for each model."""
    bench, found = Bench(root), list[Line]()
    say(_HEAD)
    for name, says in models.items():
        script = OneAnswer(says)
        async with loopback_model(script) as model:
            road = Road(bench, model, script, {})
            with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
                came = [await road.ask(item) for item in items]
            own = [bench.right(item, says(item, road.gold(item)[0])) for item in items]
            await road.close()
        found.append(Line(name=name, came=tuple(came), own=tuple(own)))
        say(found[-1].shown())
    return tuple(found)


def main() -> None:
    options = arguments(__doc__, every=1)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    models = {f"right in {share}%": of_strength(share) for share in SHARES}
    with tempfile.TemporaryDirectory() as folder:
        asked = read_questions(options.questions, Path(folder))
        items = asked.items[:: options.every]
        found = asyncio.run(measured(asked.root, items, models, print))
        tapes = sorted((options.questions.parent / "tapes").glob("*")) if options.questions else []
        spider = [item for item in items if item["id"].startswith("spider-")]
        replayed = {tape.stem: of_tape(tape) for tape in tapes}
        if replayed and spider:
            found += asyncio.run(measured(asked.root, spider, replayed, print))
    print(json.dumps({line.name: line.figures() for line in found}))


if __name__ == "__main__":
    main()
