"""What `countersign doctor` checks, each with a plain sentence and a way to mend it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from bots.bootstrap.checks import (
    Finding,
    model_findings,
    prompt_findings,
    report_of_workspace,
    shape_findings,
    teams_findings,
    write_findings,
)
from bots.bootstrap.embedding import load_embedder, problem_of
from bots.bootstrap.grants import unknown_grants
from bots.bootstrap.ledger import ledger_problem
from bots.bootstrap.slack_check import slack_findings
from bots.bootstrap.validated import index_path
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.conversation.charts import can_draw
from bots.settings import Settings, WorkspaceSettings
from knowledge.errors import KnowledgeError
from knowledge.glossary_file import GlossaryInvalidError, unknown_names
from knowledge.validated.index_file import model_of
from knowledge.validated_file import read_validated


async def examine(settings: Settings, folder: Path) -> AsyncIterator[Finding]:
    """Check everything the settings speak of."""
    yield await asyncio.to_thread(_embeddings, settings)
    if not can_draw():
        said, fix = "Answers have no charts here.", "Install Countersign with [charts]."
        yield Finding(what="charts", well=True, said=said, fix=fix)
    workspaces = LiveWorkspaces(settings, folder, lambda *_: NoAnswers())
    await workspaces.open()
    try:
        for name in settings.workspaces:
            async for finding in _of_workspace(workspaces, name, settings, folder):
                yield finding
    finally:
        await workspaces.close()
    yield await _ledger(settings, folder)
    prompts = await prompt_findings(settings)
    for finding in (*model_findings(settings, folder), *prompts, *await _surfaces(settings)):
        yield finding
    async for finding in teams_findings(settings):
        yield finding


def _embeddings(settings: Settings) -> Finding:
    problem = problem_of(settings.embeddings)
    if problem:
        fix = "Install Countersign with [sentence-model], or set embeddings: to a service."
        if settings.embeddings is not None:
            fix = "Mend embeddings: in the settings, or the service; until then words alone count."
        return Finding(what="embeddings", well=False, said=problem, fix=fix)
    return Finding(what="embeddings", well=True, said="The sentence model loads.")


async def _of_workspace(
    workspaces: LiveWorkspaces, name: str, settings: Settings, folder: Path
) -> AsyncIterator[Finding]:
    """Everything that is looked at of one workspace."""
    async for finding in _workspace(workspaces, name, settings.workspaces[name]):
        yield finding
    for finding in (
        *_writes(workspaces, name, settings),
        *_validated(name, settings.workspaces[name], folder),
        *await asyncio.to_thread(_index, name, settings, folder),
        *await _shapes(workspaces, name, settings, folder),
    ):
        yield finding


async def _workspace(
    workspaces: LiveWorkspaces, name: str, settings: WorkspaceSettings
) -> AsyncIterator[Finding]:
    what = f"workspace {name}"
    workspace = workspaces.get(name)
    if workspace is None:
        yield _away(name, workspaces.problem(name))
        return
    catalog = workspace.known.catalog
    tables = len(catalog.tables)
    yield Finding(what=what, well=tables > 0, said=f"{tables} tables can be read.")
    for sentence in unknown_names(workspace.known.glossary, catalog):
        yield Finding(what=what, well=False, said=sentence, fix="Mend the glossary.")
    for sentence in unknown_grants(settings.grants, catalog):
        yield Finding(what=what, well=False, said=sentence, fix=f"Mend workspaces.{name}.grants.")
    problems = await workspace.warehouse.check()
    if not problems:
        yield Finding(what=what, well=True, said="A write on its connection is refused.")
    for problem in problems:
        fix = "Give it an account that can only SELECT."
        yield Finding(what=what, well=False, said=problem, fix=fix)


def _writes(workspaces: LiveWorkspaces, name: str, settings: Settings) -> list[Finding]:
    workspace = workspaces.get(name)
    if workspace is None:
        return []
    catalog = workspace.known.catalog
    return list(write_findings(name, settings.workspaces[name], settings.people, catalog))


async def _shapes(
    workspaces: LiveWorkspaces, name: str, settings: Settings, folder: Path
) -> list[Finding]:
    """What of its data makes answers wrong unless the glossary says something of it."""
    workspace = workspaces.get(name)
    if workspace is None:
        return []
    url = settings.workspaces[name].url.get_secret_value()
    known = workspace.known
    try:
        report = await report_of_workspace(url, folder, known.catalog, known.glossary)
    except KnowledgeError as error:
        return [_away(name, error)]
    return list(shape_findings(f"workspace {name}", report))


def _away(name: str, problem: Exception) -> Finding:
    fix = f"Check workspaces.{name}.url and that the database is up."
    if isinstance(problem, GlossaryInvalidError):
        fix = "Mend the glossary; until then this workspace answers nothing."
    return Finding(what=f"workspace {name}", well=False, said=str(problem), fix=fix)


def _validated(name: str, settings: WorkspaceSettings, folder: Path) -> list[Finding]:
    if not settings.validated:
        return []
    what = f"workspace {name}"
    try:
        count = len(read_validated(folder / settings.validated))
    except KnowledgeError as error:
        fix = "Mend the file; until then its questions are answered like any other."
        return [Finding(what=what, well=False, said=str(error), fix=fix)]
    return [Finding(what=what, well=True, said=f"{count} approved questions can be read.")]


def _index(name: str, settings: Settings, folder: Path) -> list[Finding]:
    """Vectors of two sentence models are never compared: a new one reads every wording again."""
    embedder = load_embedder(settings.embeddings).embedder
    kept = model_of(index_path(settings, folder, name))
    if embedder is None or kept in ("", embedder.name):
        return []
    said = (
        f"Its approved questions were embedded by {kept}, and the model is {embedder.name} now. "
        "The next start embeds them anew in the background; until then their words alone find them."
    )
    return [Finding(what=f"workspace {name}", well=True, said=said)]


async def _ledger(settings: Settings, folder: Path) -> Finding:
    problem = await ledger_problem(settings, folder)
    if problem:
        fix = "Check ledger.url, the folder's permissions and the free disk space."
        return Finding(what="ledger", well=False, said=problem, fix=fix)
    return Finding(what="ledger", well=True, said="The ledger can be written.")


async def _surfaces(settings: Settings) -> list[Finding]:
    surfaces = settings.surfaces
    if surfaces.slack is None and surfaces.teams is None:
        said = "No chat is connected, so only `countersign ask` can be used."
        fix = "Add surfaces.slack or surfaces.teams to the settings."
        return [Finding(what="surfaces", well=True, said=said, fix=fix)]
    found = []
    if surfaces.slack is not None:
        found += [each async for each in slack_findings(settings, surfaces.slack)]
    for name, workspace in settings.workspaces.items():
        if not workspace.review.slack_channel and not workspace.review.teams_conversation:
            said = "No channel for its reviewers is set, so nothing can be sent to review."
            wanted = "slack_channel" if surfaces.slack is not None else "teams_conversation"
            fix = f"Set workspaces.{name}.review.{wanted}."
            found.append(Finding(what=f"workspace {name}", well=False, said=said, fix=fix))
    return found
