"""What `countersign doctor --models` finds out: each model is asked for real, once a layer."""

import datetime as dt
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from pydantic import BaseModel

from bots.bootstrap.ladders import as_wanted, rung_of
from bots.settings import ModelsSettings
from bots.settings.models import LayerSettings
from pipeline.adapters.models_conversing import Form
from pipeline.adapters.models_rungs import Rung, RungClient
from pipeline.agents.ladder import fields_of
from pipeline.agents.layers.choosing_tables import Picked, tables_layer
from pipeline.agents.layers.understanding import Meant
from pipeline.agents.outputs import Sentence, Written
from pipeline.agents.ports import ModelAwayError, UnusableAnswerError
from pipeline.agents.prompts import Prompts
from pipeline.model_calls import ColumnSketch, TableSketch, TellingTask, WritingTask
from pipeline.sql import Tier, inspect

_DIALECT = "sqlite"
_QUESTION = "How many orders did each customer place? The most first."
_TABLES = (
    TableSketch(
        key="customers",
        columns=(ColumnSketch(name="id", type="integer"), ColumnSketch(name="name", type="text")),
    ),
    TableSketch(
        key="orders",
        columns=(
            ColumnSketch(name="id", type="integer"),
            ColumnSketch(name="customer_id", type="integer"),
        ),
        joins=("orders.customer_id = customers.id",),
    ),
)
_WRITING = WritingTask(
    question=_QUESTION, today=dt.date(2026, 1, 15), dialect=_DIALECT, tables=_TABLES
)
_REPAIR = replace(
    _WRITING,
    draft="SELECT nme FROM customers",
    findings=("customers has no column nme. The nearest columns are: customers.name.",),
)
_TELLING = TellingTask(
    question=_QUESTION, reading="orders for each customer", columns=("name", "orders"),
    rows=(("Ada", "3"), ("Bo", "1")), total=2,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How one model did in one layer. `parses` is None where the layer writes no SQL.

    `speed` is in tokens a second; `problem` says what went wrong, `fix` what may mend it.
    """

    layer: str
    model: str
    kept: bool
    parses: bool | None
    in_time: bool
    speed: float | None = None
    problem: str = ""
    fix: str = ""

    @property
    def well(self) -> bool:
        return self.kept and self.in_time and self.parses is not False


async def trials_of(settings: ModelsSettings) -> AsyncIterator[Trial]:
    """One paid call for each layer and model; one for each form, where its own is not kept."""
    prompts = Prompts()
    for layer, (template, kind, values) in _asked().items():
        own = next((each for name, each in settings.layers.items() if name == layer), None)
        for rung in _rungs(settings, own):
            trial = await _tried(layer, rung, prompts, template, kind, values)
            if not trial.kept and trial.in_time and layer == "write_sql":
                trial = replace(trial, fix=await _other_form(rung, prompts, values))
            yield trial


def _asked() -> Mapping[str, tuple[str, type[BaseModel], Mapping[str, Any]]]:
    """Of each layer its prompt, the form of its answer, and what it is told."""
    (tables, *_) = tables_layer(_QUESTION, (), _TABLES).sizes
    meant = {"question": _QUESTION, "metrics": (), "terms": (), "problems": ()}
    return {
        "understand": ("understand", Meant, meant),
        "pick_tables": ("pick_tables", Picked, {**tables, "problems": ()}),
        "write_sql": ("write_sql", Written, fields_of(_WRITING)),
        "repair": ("write_sql", Written, fields_of(_REPAIR)),
        "tell": ("tell", Sentence, fields_of(_TELLING)),
    }


def _rungs(settings: ModelsSettings, own: LayerSettings | None) -> Sequence[Rung]:
    wanted = own.models if own is not None else ()
    rungs = [rung_of(rung) for rung in settings.ladder if not wanted or rung.model in wanted]
    return [as_wanted(rung, own) for rung in rungs] if own is not None else rungs


async def _tried(
    layer: str,
    rung: Rung,
    prompts: Prompts,
    template: str,
    kind: type[BaseModel],
    values: Mapping[str, Any],
) -> Trial:
    client = RungClient(rung)
    trial = Trial(layer=layer, model=client.name, kept=False, parses=None, in_time=True)
    began = time.monotonic()
    try:
        output, usage = await client.answer(prompts.render(template, values), kind)
    except UnusableAnswerError as error:
        return replace(trial, problem=error.reason, fix=error.fix)
    except ModelAwayError as error:
        return replace(trial, in_time=False, problem=f"{error.reason}.")
    finally:
        await client.close()
    speed = usage.output_tokens / max(time.monotonic() - began, 0.001)
    parses = None
    if isinstance(output, Written):
        parses = inspect(output.sql, _DIALECT).tier is Tier.T0
    problem = "Its SQL is no query that may run." if parses is False else ""
    return replace(trial, kept=True, parses=parses, speed=speed, problem=problem)


async def _other_form(rung: Rung, prompts: Prompts, values: Mapping[str, Any]) -> str:
    """The first other form that the model keeps to."""
    for form in get_args(Form):
        if form != rung.form:
            other = replace(rung, form=form)
            if (await _tried("write_sql", other, prompts, "write_sql", Written, values)).kept:
                return f"Set form: {form} for {rung.model}: it keeps to that."
    return f"{rung.model} keeps to no form of answer: name another model."
