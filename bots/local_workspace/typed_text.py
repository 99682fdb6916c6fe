"""Turns what a person types into Slack's message text: escapes, mentions, channels and links."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bots.local_workspace.people import AppProfile, Person

_READY: Final = re.compile(r"<(?:[@#!][^<>\s]+|https?://[^<>\s]+)>")
_URL: Final = re.compile(r"https?://[^\s<>]+[^\s<>.,;:!?)]")
_NAME: Final = re.compile(r"(?<![\w@])([@#])([\w.-]*\w)")


def mention_names(app: AppProfile, people: Iterable[Person]) -> Mapping[str, str]:
    """What can stand after an @, in lower case, and the id that it stands for."""
    return {app.name.lower(): app.bot_user, **{each.name.lower(): each.id for each in people}}


def message_text(typed: str, names: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """The text as Slack would store it; what already is in that form stays."""
    done = []
    position = 0
    for ready in _READY.finditer(typed):
        done += [_plain(typed[position : ready.start()], names, channels), ready.group()]
        position = ready.end()
    return "".join([*done, _plain(typed[position:], names, channels)])


def _plain(typed: str, names: Mapping[str, str], channels: Mapping[str, str]) -> str:
    escaped = typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    linked = _URL.sub(lambda url: f"<{url.group()}>", escaped)

    def known(match: re.Match[str]) -> str:
        sign, name = match.groups()
        found = (names if sign == "@" else channels).get(name.lower())
        return f"<{sign}{found}>" if found else match.group()

    return _NAME.sub(known, linked)
