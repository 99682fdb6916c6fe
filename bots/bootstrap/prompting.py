"""What a model would be sent for a question, made without sending anything."""

from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import around
from bots.bootstrap.ladders import finder
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


def prompts_of(settings: Settings, folder: Path, workspace: str) -> Prompts:
    """The workspace's templates over the built-in ones."""
    own = settings.workspaces[workspace].models.prompts
    return Prompts(folder / own if own else None)


async def rendered(
    settings: Settings, folder: Path, workspace: str, question: str
) -> tuple[Rendered, ...]:
    """The prompt for each model of the ladder. Raises KeyError where the workspace is away."""
    prompts = prompts_of(settings, folder, workspace)
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
