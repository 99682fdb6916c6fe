"""What a surface is to do after a press."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeAlias

from bots.cards import File, Form
from bots.conversation.presses import UnreadablePress
from bots.wording import replies as say
from pipeline.checkpoint import Ask

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Nothing: the card itself will change; `ask` is what was just decided on it."""

    ask: Ask | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper:
    """A sentence that only the person who pressed sees."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """A dialog."""

    form: Form


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A file, where the button was pressed."""

    file: File


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """The dialog stays open: a sentence for each field that must be mended."""

    problems: dict[str, str] = field(default_factory=dict)


Response: TypeAlias = Silence | Whisper | Show | Hand | Mend


async def always(work: Awaitable[Response]) -> Response:
    """What the work responds; a sentence where it fails, with the details in the log."""
    try:
        return await work
    except UnreadablePress:
        return Whisper(text=say.UNREADABLE)
    except Exception:  # noqa: BLE001 - whoever pressed hears of every failure
        _log.exception("What a person pressed could not be carried out")
        return Whisper(text=say.TROUBLE)
