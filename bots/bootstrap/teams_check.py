"""What `countersign doctor` says of Teams; Microsoft says whether the secret still counts."""

import re
import time
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlsplit

from bots.bootstrap.finding import Finding
from bots.ports import DirectoryAway
from bots.settings import Settings
from bots.settings.surfaces import TeamsSettings
from bots.teams.admitting.access import Door, UnsafeSettings, door_of, is_loopback
from bots.teams.admitting.cloud import PUBLIC, Cloud
from bots.teams.admitting.keys import Keys, KeysUnavailable
from bots.teams.admitting.tokens import ShutOut, Tokens
from bots.teams.directory import EntraDirectory
from bots.teams.package import CONSENTS
from review.ports.desk import TryLater

_GUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


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
