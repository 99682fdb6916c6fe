"""What `countersign doctor` says of models, prompts, changes, shapes of data and Teams."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bots.bootstrap.database_files import located
from bots.bootstrap.ladders import as_wanted, rung_of
from bots.bootstrap.prompt_sources import prompt_source
from bots.ports import DirectoryAway
from bots.settings import PersonSettings, Settings
from bots.settings.models import ModelsSettings, RungSettings
from bots.settings.surfaces import TeamsSettings
from bots.settings.workspaces import WorkspaceSettings
from bots.settings.writes import WritesSettings
from bots.teams.admitting.access import Door, UnsafeSettings, door_of, is_loopback
from bots.teams.admitting.cloud import PUBLIC, Cloud
from bots.teams.admitting.keys import Keys, KeysUnavailable
from bots.teams.admitting.tokens import ShutOut, Tokens
from bots.teams.directory import EntraDirectory
from bots.teams.package import CONSENTS
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.shape_reading import read_shapes
from knowledge.catalog import Catalog
from knowledge.dotted_names import database_name
from knowledge.glossary import Glossary
from knowledge.sentences import capital
from knowledge.shapes import ShapeKind, ShapeReport, told
from pipeline.adapters.models_rungs import RungClient
from pipeline.agents.prompts import Prompts
from review.ports.desk import TryLater

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
# Enough for rules and question, and for the tables that a question usually needs.
_TIGHT = 3_000
MOST_LINES = 3
# What is good to know and asks for nothing.
_FOR_INFORMATION = frozenset((ShapeKind.DATA_EDGE, ShapeKind.UNDECLARED_KEY, ShapeKind.WIDE_TABLE))
_MORE = "… and {} more; --propose FILE writes all of them."
_GUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was checked. `fix` says what to do where it is not well, or could do more."""

    what: str
    well: bool
    said: str
    fix: str = ""


def model_findings(settings: Settings, folder: Path) -> Iterator[Finding]:
    """Each model of the ladder, and the folders of prompts; nothing where there are no models."""
    if settings.models is None:
        yield Finding(
            what="models",
            well=True,
            said="None is set up: questions are answered by rules alone, free of charge.",
            fix="Add one under models: for freer questions (docs/models.md).",
        )
        return
    for place, rung in enumerate(settings.models.ladder):
        yield _rung(rung, f"models.ladder.{place}")
    yield from _layers(settings.models)
    for name, workspace in settings.workspaces.items():
        wanted = workspace.models.prompts
        if wanted and not (folder / wanted).is_dir():
            fix = f"Make that folder, or remove workspaces.{name}.models.prompts."
            said = f"{wanted} is not a folder of prompts."
            yield Finding(what=f"workspace {name}", well=False, said=said, fix=fix)


async def prompt_findings(settings: Settings) -> list[Finding]:
    """What a service of prompts gives, which is asked once; nothing where none is set."""
    source = prompt_source(settings)
    if source is None:
        return []
    await source.refresh()
    prompts = Prompts(source=source)
    templates = [prompts.template(name) for name in prompts.names()]
    problems = sorted({*source.problems().values(), *(t.note for t in templates)} - {""})
    used = sum(bool(template.whence) for template in templates)
    said = f"{used} of {len(templates)} come from Langfuse, the others from files."
    if not problems:
        return [Finding(what="prompts", well=True, said=said)]
    fix = "Mend them there, or models.langfuse in the settings; until then the files are used."
    return [Finding(what="prompts", well=False, said=f"{said} {'; '.join(problems)}.", fix=fix)]


def _layers(models: ModelsSettings) -> Iterator[Finding]:
    """Each setting of a layer that one of its models cannot be told: it is not asked, then."""
    for name, own in models.layers.items():
        wanted = [rung for rung in models.ladder if not own.models or rung.model in own.models]
        for rung in wanted:
            problem = RungClient(as_wanted(rung_of(rung), own)).not_honoured()
            if problem:
                fix = f"Remove effort from models.layers.{name}, or name other models there."
                said = f"For {name} {problem}, so it is passed over."
                what = f"model {rung.provider}:{rung.model}"
                yield Finding(what=what, well=False, said=said, fix=fix)


def _rung(rung: RungSettings, place: str) -> Finding:
    what = f"model {rung.provider}:{rung.model}"
    problem, fix = _problem(rung, place)
    if problem:
        return Finding(what=what, well=False, said=problem, fix=fix)
    if unkept := RungClient(rung_of(rung)).not_honoured():
        fix = f"Set {place}.form to tool, or to prompt."
        return Finding(what=what, well=False, said=f"{capital(unkept)}.", fix=fix)
    if rung.max_input_tokens < _TIGHT:
        fix = f"Raise {place}.max_input_tokens, if the model can read more."
        said = f"It is set up, but only {rung.max_input_tokens:,} tokens may go in."
        return Finding(what=what, well=True, said=said, fix=fix)
    return Finding(what=what, well=True, said="It is set up (it was not asked anything).")


def _problem(rung: RungSettings, place: str) -> tuple[str, str]:
    key = rung.api_key.get_secret_value()
    if key and (key != key.strip() or " " in key):
        return "Its key has spaces in it.", f"Set {place}.api_key again."
    if rung.provider == "openai" and key.startswith("sk-ant-"):
        return "Its key is one of Anthropic's.", f"Set {place}.provider to anthropic."
    if not rung.base_url:
        return "", ""
    url = urlsplit(rung.base_url)
    if url.scheme not in {"http", "https"} or not url.hostname:
        return f"{rung.base_url} is not a URL.", f"Set {place}.base_url, e.g. https://host/v1."
    if url.scheme == "http" and key and url.hostname not in _LOCAL:
        fix = f"Use https in {place}.base_url."
        return "Its key would travel in the clear.", fix
    return "", ""


def write_findings(
    name: str, settings: WorkspaceSettings, people: Mapping[str, PersonSettings], catalog: Catalog
) -> Iterator[Finding]:
    """Whether enough people can approve, where they are asked, and whether the tables are there."""
    writes = settings.writes
    if writes is None:
        return
    what, fix = f"workspace {name}", f"Mend workspaces.{name}.writes."
    said = list(_problems(settings, writes, people, catalog))
    for problem in said:
        yield Finding(what=what, well=False, said=problem, fix=fix)
    if not said:
        yield Finding(what=what, well=True, said="Changes can be asked for, and approved.")


def _problems(
    settings: WorkspaceSettings,
    writes: WritesSettings,
    people: Mapping[str, PersonSettings],
    catalog: Catalog,
) -> Iterator[str]:
    review = settings.review
    if not (review.slack_channel or review.teams_conversation):
        yield "Changes need a channel for approvers: review.slack_channel or teams_conversation."
    able = [key for key, person in people.items() if set(writes.approvers) & set(person.roles)]
    groups = any(key.startswith("group:") for key in able)
    needed = max((1, *writes.quorum.values()))
    if len(able) < needed and not groups:
        yield f"{needed} people must approve a change, and {len(able)} have the role for it."
    url = writes.url.get_secret_value()
    if url == settings.url.get_secret_value() and "@" in url:
        yield "Reading and writing use the same identity: give writing one of its own."
    if writes.tables != "all":
        known = {database_name(table.key).lower() for table in catalog.tables}
        for table in writes.tables:
            if table.lower() not in known:
                yield f"writes.tables names {table}, which the database does not have."


async def report_of(url: str, folder: Path) -> ShapeReport:
    """The shapes of a database that stands in no settings. Raises `KnowledgeError`."""
    place = located(url, folder)
    catalog = await asyncio.to_thread(read_catalog, place, workspace="database")
    return await asyncio.to_thread(read_shapes, place, catalog)


async def report_of_workspace(
    url: str, folder: Path, catalog: Catalog, glossary: Glossary
) -> ShapeReport:
    """The shapes of a workspace's database, as its catalog is known."""
    return await asyncio.to_thread(read_shapes, located(url, folder), catalog, glossary)


def shape_findings(what: str, report: ShapeReport) -> Iterator[Finding]:
    """A sentence for each kind of shape; nothing is broken, and much is better said."""
    for shape in told(report.shapes):
        lines = () if shape.kind in _FOR_INFORMATION else shape.lines
        shown = [*lines[:MOST_LINES]]
        if len(lines) > MOST_LINES:
            shown.append(_MORE.format(len(lines) - MOST_LINES))
        fix = "For the glossary: " + "\n    ".join(shown) if shown else ""
        yield Finding(what=what, well=True, said=shape.said, fix=fix)
    for sentence in report.not_looked_at:
        yield Finding(what=what, well=True, said=sentence, fix="Ask again when it is less busy.")


async def teams_findings(settings: Settings, cloud: Cloud = PUBLIC) -> AsyncIterator[Finding]:
    """Nothing where Teams is not in the settings."""
    teams = settings.surfaces.teams
    if teams is None:
        return
    unsafe = _unsafe(teams, settings.server.host)
    if unsafe:
        yield Finding(what="teams", well=False, said=unsafe, fix="See docs/teams.md, step 2.")
        return
    if teams.local_development:
        said = "It takes unsigned requests, from this machine alone."
        yield Finding(what="teams", well=True, said=said)
        return
    for name in ("app_id", "tenant"):
        if not _GUID.fullmatch(getattr(teams, name)):
            yield _malformed(name)
            return
    async for finding in _groups(settings, teams, cloud):
        yield finding
    yield await _token(teams, cloud)
    yield await _keys(cloud)
    yield _address(teams.public_url)
    for each in CONSENTS:
        said = f"Without {each.permission}, which {each.by} consents to, it cannot {each.feature}."
        yield Finding(what="teams", well=True, said=said)


def _unsafe(teams: TeamsSettings, host: str) -> str:
    door = Door(
        app_id=teams.app_id, tenant=teams.tenant, issuer="", unsigned=teams.local_development
    )
    try:
        door_of(door, host)
    except UnsafeSettings as error:
        return str(error)
    return ""


def _malformed(name: str) -> Finding:
    said = f"surfaces.teams.{name} is not an id like 11111111-2222-3333-4444-555555555555."
    fix = "Copy it from the bot's Configuration page in the Azure portal."
    return Finding(what="teams", well=False, said=said, fix=fix)


async def _groups(settings: Settings, teams: TeamsSettings, cloud: Cloud) -> AsyncIterator[Finding]:
    """Whether the groups of Entra in the settings can be read."""
    directory = EntraDirectory(teams, cloud, time.monotonic)
    for key in settings.people:
        group = key.removeprefix("group:")
        if not _GUID.fullmatch(group):
            continue
        try:
            members = await directory.members(group)
        except DirectoryAway as problem:
            said = f"The members of {key} cannot be read ({problem}): it gives nobody a role."
            fix = "Give the app GroupMember.Read.All of Microsoft Graph, with admin consent."
            yield Finding(what="teams", well=False, said=said, fix=fix)
        else:
            said = f"{key} gives its roles to {len(members)} people."
            yield Finding(what="teams", well=True, said=said)


async def _token(teams: TeamsSettings, cloud: Cloud) -> Finding:
    try:
        await Tokens(teams, cloud, time.monotonic).token()
    except ShutOut:
        said = "Microsoft gives no token for this app, tenant and password."
        fix = "Make a new client secret and check app_id and tenant; a secret ends after a while."
        return Finding(what="teams", well=False, said=said, fix=fix)
    except TryLater:
        said = "Microsoft's login did not answer."
        fix = f"This server must reach {cloud.login_url} over HTTPS."
        return Finding(what="teams", well=False, said=said, fix=fix)
    return Finding(what="teams", well=True, said=f"Microsoft knows the app, in {teams.tenant}.")


async def _keys(cloud: Cloud) -> Finding:
    try:
        await Keys(cloud.keys_url, time.monotonic).find("")
    except KeysUnavailable:
        said = "The keys that Teams signs with cannot be fetched, so nothing from Teams is let in."
        fix = f"This server must reach {cloud.keys_url} over HTTPS."
        return Finding(what="teams", well=False, said=said, fix=fix)
    return Finding(what="teams", well=True, said="The keys that Teams signs with can be fetched.")


def _address(url: str) -> Finding:
    parts = urlsplit(url)
    if not url:
        said = "Without public_url, channels get no file links and charts have no picture."
        fix = "Set surfaces.teams.public_url to this server's HTTPS address."
        return Finding(what="teams", well=True, said=said, fix=fix)
    if not parts.hostname or (parts.scheme != "https" and not is_loopback(parts.hostname)):
        said = (
            f"surfaces.teams.public_url {url!r} is not an HTTPS address, so Teams shows no picture."
        )
        fix = "Put a server with a certificate in front, and name its address."
        return Finding(what="teams", well=False, said=said, fix=fix)
    return Finding(what="teams", well=True, said=f"Charts and file links are at {url}.")
