"""The planner: a question in, SQL with its contract out, or a question back, or a plain no."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.checkpoint import Option
from pipeline.contract import Contract
from pipeline.intent import Intent
from pipeline.rules.assembly import Assembled, Assembly
from pipeline.rules.build import Builder, UnreachableError
from pipeline.rules.grammar import reduced
from pipeline.rules.known import Known
from pipeline.rules.sketch import Sketch, sketched
from pipeline.rules.tagging import Tagged, tagged
from pipeline.times import TimeSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """SQL that the planner stands behind, and how it read the question."""

    intent: Intent
    sql: str
    contract: Contract
    reading: str
    assumptions: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One point that a person must settle; call `plan` again with `choices[id]` = an option's id."""

    id: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    default: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cannot:
    """What the planner cannot read, in plain words."""

    reason: str
    unexplained: tuple[str, ...] = ()


Outcome = Planned | Ask | Cannot


def plan(
    question: str,
    about: Known,
    *,
    times: Sequence[TimeSpan] = (),
    choices: Mapping[str, str] | None = None,
    previous: Intent | None = None,
) -> Outcome:
    """Read a question over a known database."""
    picked = dict(choices or {})
    tags = tagged(question, about, times)
    sketch = sketched(reduced(tags.items, about))
    made = Assembly(sketch, tags.items, about, picked).run()
    return _decided(tags, sketch, made, about)


def _decided(tags: Tagged, sketch: Sketch, made: Assembled, about: Known) -> Outcome:
    unexplained = tuple(dict.fromkeys((*sketch.unexplained, *made.failed)))
    if made.intent is None:
        return Cannot(reason="I found nothing in this database that the question is about.", unexplained=unexplained)
    builder = Builder(about, made.intent)
    try:
        sql = builder.tree().sql(dialect=about.catalog.dialect)
    except UnreachableError as error:
        return Cannot(reason=f"I know no way to join {' and '.join(error.tables)}.", unexplained=unexplained)
    if unexplained:
        return Cannot(reason="I cannot tell what these words mean here: " + ", ".join(unexplained), unexplained=unexplained)
    if made.doubts:
        doubt = made.doubts[0]
        options = tuple(Option(id=ref, label=ref) for ref in doubt.options)
        keys = {"columns": "column", "tables": "table", "time": "time", "value": "value", "where": "where"}
        kinds = {"columns": "columns", "tables": "tables", "time": "columns", "value": "value", "where": "columns"}
        return Ask(
            id=f"{keys[doubt.kind]}:{doubt.words.lower()}", kind=kinds[doubt.kind], prompt=f"What is meant by “{doubt.words}”?",
            options=options, default=options[0].id,
        )  # fmt: skip
    return Planned(intent=made.intent, sql=sql, contract=Contract(), reading=str(made.intent))
