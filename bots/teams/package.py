"""The app package that an administrator uploads to Teams: a manifest and two icons."""

import io
import json
import re
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

Json: TypeAlias = dict[str, Any]

_VERSION: Final = "1.19"
_SCHEMA: Final = f"https://developer.microsoft.com/en-us/json-schemas/teams/v{_VERSION}/MicrosoftTeams.schema.json"
_SCOPES: Final = ["personal", "team", "groupChat"]
_COLOUR, _OUTLINE = "color.png", "outline.png"
_ICONS: Final = Path(__file__).with_name("icons")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_COMMANDS: Final = (
    ("help", "What I can do, and examples"),
    ("my desk", "What waits for you, and your latest questions"),
    ("stop", "End the question that runs or waits here"),
)
# What the manifest's schema allows at most.
_LIMITS: Final = {
    ("name", "short"): 30,
    ("name", "full"): 100,
    ("description", "short"): 80,
    ("description", "full"): 4000,
    ("developer", "name"): 32,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Who offers the app; each address must be https."""

    name: str = "Countersign"
    website: str = "https://example.com"
    privacy: str = "https://example.com/privacy"
    terms: str = "https://example.com/terms"


class BadManifest(Exception):
    """Teams would refuse this package; `problems` say why."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("Teams would refuse this package: " + "; ".join(problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """A resource-specific permission, whose consent it is, and the feature that needs it."""

    permission: str
    by: str
    feature: str


# Without them Teams hands the bot mentions and personal chats only.
CONSENTS: Final = (
    Consent(
        permission="ChannelMessage.Read.Group",
        by="an owner of the team",
        feature="hear a follow-up in a thread of a channel without a mention",
    ),
    Consent(
        permission="ChatMessage.Read.Chat",
        by="a member of the chat",
        feature="hear a follow-up in a group chat without a mention",
    ),
)


def app_package(
    app_id: str, version: str, public_url: str, publisher: Publisher, *, full: bool = False
) -> bytes:
    """The zip to upload; a `full` one asks for each of `CONSENTS`. Raises BadManifest."""
    manifest = manifest_of(app_id, version, public_url, publisher)
    if full:
        manifest |= _consents(app_id)
    found = list(problems_of(manifest))
    if found:
        raise BadManifest(found)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest, indent=2, ensure_ascii=False))
        for icon in (_COLOUR, _OUTLINE):
            archive.writestr(icon, (_ICONS / icon).read_bytes())
    return content.getvalue()


def manifest_of(app_id: str, version: str, public_url: str, publisher: Publisher) -> Json:
    """The manifest. The app's id is made of the bot's, so that a new package is the same app."""
    host = urlsplit(public_url).hostname
    return {
        "$schema": _SCHEMA,
        "manifestVersion": _VERSION,
        "version": version,
        "id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"countersign:{app_id}")),
        "developer": {
            "name": publisher.name,
            "websiteUrl": publisher.website,
            "privacyUrl": publisher.privacy,
            "termsOfUseUrl": publisher.terms,
        },
        "name": {"short": "Countersign", "full": "Countersign: ask your database"},
        "description": {
            "short": "Ask your database; a person countersigns what matters.",
            "full": (
                "Ask questions about your company's data in plain words. Countersign shows how it "
                "understood you, asks when it is not sure, answers with the numbers and the query, "
                "and lets reviewers approve what matters, all in the same thread."
            ),
        },
        "icons": {"color": _COLOUR, "outline": _OUTLINE},
        "accentColor": "#0F766E",
        "bots": [_bot(app_id)],
        "composeExtensions": [_extension(app_id)],
        "permissions": ["identity", "messageTeamMembers"],
        "validDomains": [host] if host else [],
    }


def _consents(app_id: str) -> Json:
    asked = [{"name": each.permission, "type": "Application"} for each in CONSENTS]
    return {
        "webApplicationInfo": {"id": app_id},
        "authorization": {"permissions": {"resourceSpecific": asked}},
    }


def _bot(app_id: str) -> Json:
    commands = [{"title": title, "description": told} for title, told in _COMMANDS]
    return {
        "botId": app_id,
        "scopes": _SCOPES,
        "supportsFiles": True,
        "isNotificationOnly": False,
        "commandLists": [{"scopes": _SCOPES, "commands": commands}],
    }


def _extension(app_id: str) -> Json:
    return {
        "botId": app_id,
        "commands": [
            {
                "id": "ask",
                "type": "action",
                "title": "Ask about this message",
                "description": "Turn this message into a question about your data",
                "context": ["message", "compose"],
                "fetchTask": True,
            }
        ],
    }


def problems_of(manifest: Json) -> Iterator[str]:
    """What the manifest's schema and the store's checks would object to."""
    yield from _long_texts(manifest)
    for name, ident in (("id", manifest["id"]), ("botId", manifest["bots"][0]["botId"])):
        if not _UUID.fullmatch(ident):
            yield f"{name} {ident!r} is not a GUID"
    if not re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"]):
        yield f"version {manifest['version']!r} is not of the form 1.2.3"
    for name, url in manifest["developer"].items():
        if name.endswith("Url") and not url.startswith("https://"):
            yield f"developer.{name} {url!r} is not https"


def _long_texts(manifest: Json) -> Iterator[str]:
    for (part, name), most in _LIMITS.items():
        text = manifest[part][name]
        if not 0 < len(text) <= most:
            yield f"{part}.{name} has {len(text)} characters, at most {most} are allowed"
