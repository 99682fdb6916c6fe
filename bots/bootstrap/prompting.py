"""What a model would be sent for a question, made without sending anything."""

from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import around
from bots.bootstrap.ladders import finder
from bots.bootstrap.prompt_sources import prompt_source
from bots.bootstrap.validated import NoAnswers
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from pipeline.agents.brief import task_of
from pipeline.agents.budget import fitted, size_of
from pipeline.agents.ladder import fields_of
from pipeline.agents.ports import Prompt
from pipeline.agents.prompts import Prompts
from pipeline.agents.schema import MOST_TABLES
from pipeline.people import Person
from pipeline.state import RunState
from pipeline.writing import WritingTask

_CEILING = 12_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A prompt under one model's ceiling; None where not even the barest fits."""

    model: str
    ceiling: int
    prompt: Prompt | None

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
    """The prompt for each model of the ladder. Raises KeyError where the workspace is away."""
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
    finally:
        await workspaces.close()

    def render(task: WritingTask) -> Prompt:
        return prompts.render("write_sql", fields_of(task))

    ladder = settings.models.ladder if settings.models else ()
    ceilings = [(f"{rung.provider}:{rung.model}", rung.max_input_tokens) for rung in ladder]
    return tuple(
        Rendered(model=model, ceiling=ceiling, prompt=fitted(task, ceiling, render))
        for model, ceiling in ceilings or [("any model", _CEILING)]
    )
