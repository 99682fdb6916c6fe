"""What a model would be sent for a question, made without sending anything."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from bots.bootstrap.environment import around
from bots.bootstrap.ladders import finder
from bots.bootstrap.prompt_sources import prompt_source
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings
from knowledge.table_hit import TableHit
from pipeline.agents.brief import task_of
from pipeline.agents.budget import fitted, size_of
from pipeline.agents.drawing import drawing_task
from pipeline.agents.ladder import fields_of
from pipeline.agents.layers.choosing_columns import columns_layer
from pipeline.agents.layers.choosing_tables import tables_layer
from pipeline.agents.layers.proposing import match_layer
from pipeline.agents.layers.routing import route_layer
from pipeline.agents.layers.spotting import spans_layer
from pipeline.agents.layers.understanding import understand_layer
from pipeline.agents.outlining import outline_task
from pipeline.agents.ports import Prompt
from pipeline.agents.prompts import UNRENDERED, Prompts
from pipeline.agents.schema import MOST_TABLES, sketches, tables_for
from pipeline.model_calls import AdminTask, TellingTask, WritingTask
from pipeline.people import Person
from pipeline.small_layers import CEILINGS
from pipeline.state import Fetched, RunState
from pipeline.times.listed import default_times
from pipeline.workspace import Workspace, Workspaces

_CEILING = 12_000
# The values of a prompt, the fullest first.
Sizes: TypeAlias = Sequence[Mapping[str, Any]]
_ROWS = (("Spain", "1"), ("France", "2"))


def trials(
    state: RunState, opened: Workspace, everywhere: Workspaces, hits: Sequence[TableHit]
) -> dict[str, Sizes]:
    """Of each layer but those that write SQL."""
    return {
        **_small(state, opened, everywhere, hits),
        **_of_results(state),
        "outline": [outline_task(state.question, state, opened, hits)],
        "administer": [fields_of(_administering(state, opened))],
    }


def _small(
    state: RunState, opened: Workspace, everywhere: Workspaces, hits: Sequence[TableHit]
) -> dict[str, Sizes]:
    question, known = state.question, opened.known_to(state.asker)
    cards = sketches(tables_for(state, opened, hits), opened, state.asker)
    times = default_times(question, state.today, opened.calendar)
    layers = (
        route_layer(question, state.asker, everywhere.all()),
        match_layer(question, ("an approved question",)),
        spans_layer(question, tuple(span.words for span in times)),
        understand_layer(question, known, opened.names),
        tables_layer(question, (), cards),
        columns_layer(question, (), cards),
    )
    sizes: dict[str, Sizes] = {
        layer.name: [{**values, "problems": ()} for values in layer.sizes] for layer in layers
    }
    before = {"message": question, "before": "the last question", "contract": (), "times": ()}
    return {**sizes, "rewrite": [{**before, "problems": ()}]}


def _of_results(state: RunState) -> dict[str, Sizes]:
    columns = ("country", "orders")
    fetched = Fetched(columns=columns, rows=_ROWS)
    telling = TellingTask(
        question=state.question, reading="", columns=columns, rows=_ROWS, total=len(_ROWS)
    )
    part = {"question": state.question, "columns": columns, "rows": _ROWS}
    report = {"title": state.question, "period": "", "parts": [part]}
    return {
        "tell": [fields_of(telling)],
        "draw": [drawing_task(state, fetched)],
        "sum_up": [report],
    }


def _administering(state: RunState, opened: Workspace) -> AdminTask:
    known = opened.known_to(state.asker)
    return AdminTask(
        question=state.question,
        today=state.today,
        dialect=known.catalog.dialect,
        tables=tuple(sorted(known.allowed)),
        writes=opened.writing is not None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A layer's prompt under one model's ceiling; None where not even the barest fits.

    `problem` says why a template of the workspace cannot be rendered at all.
    """

    layer: str
    model: str
    ceiling: int
    prompt: Prompt | None
    problem: str = ""

    @property
    def tokens(self) -> int:
        return size_of(self.prompt) if self.prompt else 0


async def prompts_of(settings: Settings, folder: Path, *workspaces: str) -> dict[str, Prompts]:
    """Each workspace's templates over those of a service, over the built-in ones."""
    source = prompt_source(settings)
    if source is not None:
        await source.refresh()
    own = {name: settings.workspaces[name].models.prompts for name in workspaces}
    return {name: Prompts(folder / path if path else None, source) for name, path in own.items()}


async def rendered(
    settings: Settings, folder: Path, workspace: str, question: str
) -> tuple[Rendered, ...]:
    """Each layer's prompt for each of its models. Raises KeyError where the workspace is away."""
    prompts = (await prompts_of(settings, folder, workspace))[workspace]
    world = around(settings)
    workspaces = LiveWorkspaces(settings, folder, lambda *_: NoAnswers())
    try:
        await workspaces.open()
        opened = workspaces.get(workspace)
        if opened is None:
            raise KeyError(workspaces.unavailable().get(workspace, workspace))
        asker = Person(id="terminal:local:you", name="You")
        state = RunState(question=question, asker=asker, today=world.today(workspace, asker))
        hits = await finder(opened.known, settings.embeddings)(question, MOST_TABLES)
        task = await task_of(state, opened, hits)
        others = trials(state, opened, workspaces, hits)
    finally:
        await workspaces.close()
    found: list[Rendered] = []
    for layer in prompts.names():
        for model, ceiling in _models_of(layer, settings):
            writes = partial(_written, prompts, layer, task, ceiling)
            smaller = partial(_fullest, prompts, layer, others.get(layer, ()), ceiling)
            prompt, problem = _tried(smaller if layer in others else writes)
            found.append(
                Rendered(layer=layer, model=model, ceiling=ceiling, prompt=prompt, problem=problem)
            )
    return tuple(found)


def _models_of(layer: str, settings: Settings) -> list[tuple[str, int]]:
    """The models of a layer, each with the tokens that may go in."""
    if settings.models is None:
        return [("any model", min(_CEILING, CEILINGS.get(layer, _CEILING)))]
    own = next((each for name, each in settings.models.layers.items() if name == layer), None)
    wanted = own.models if own is not None else ()
    rungs = [rung for rung in settings.models.ladder if not wanted or rung.model in wanted]
    most = (own.max_input_tokens if own is not None else None) or CEILINGS.get(layer)
    return [
        (f"{rung.provider}:{rung.model}", min(most or rung.max_input_tokens, rung.max_input_tokens))
        for rung in rungs
    ]


def _written(prompts: Prompts, layer: str, task: WritingTask, ceiling: int) -> Prompt | None:
    return fitted(task, ceiling, lambda smaller: prompts.render(layer, fields_of(smaller)))


def _fullest(prompts: Prompts, layer: str, sizes: Sizes, ceiling: int) -> Prompt | None:
    made = (prompts.render(layer, values) for values in sizes)
    return next((prompt for prompt in made if size_of(prompt) <= ceiling), None)


def _tried(render: Callable[[], Prompt | None]) -> tuple[Prompt | None, str]:
    try:
        return render(), ""
    except UNRENDERED as error:
        return None, f"{type(error).__name__}: {error}"
