"""What an answer rests on, as Teams shows sources: marks in the card, told of beside it."""

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bots.wording import answers as say
from pipeline.result import Answer

Json: TypeAlias = dict[str, Any]

_MOST: Final = 20
_NAME: Final = 80
_TOLD: Final = 160
# A name is shown where Teams reads markdown.
_EDGES: Final = re.compile(r"\b_+|_+\b")
_MARKUP: Final = re.compile(r"[^\w .,:?%&()'-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table, or a question that people approved."""

    name: str
    told: str


def sources_of(answer: Answer) -> tuple[Source, ...]:
    """The approved question first, then the tables that were read."""
    if answer.report is not None:
        found = [each.outcome for each in answer.report.parts if isinstance(each.outcome, Answer)]
        every = dict.fromkeys(source for part in found for source in sources_of(part))
        return tuple(every)[:_MOST]
    approved = [Source(name=answer.approved, told=say.SOURCE_APPROVED)] if answer.approved else []
    told = say.source_table(answer.workspace)
    return (*approved, *(Source(name=each, told=told) for each in answer.tables))[:_MOST]


def marks(sources: tuple[Source, ...]) -> list[Json]:
    """The line of the card whose marks Teams turns into sources."""
    if not sources:
        return []
    listed = ", ".join(f"{_plain(each.name)} [{at}]" for at, each in enumerate(sources, 1))
    text = f"{say.SOURCES}: {listed}"
    return [{"type": "TextBlock", "text": text, "wrap": True, "isSubtle": True, "size": "Small"}]


def claims(sources: tuple[Source, ...]) -> list[Json]:
    """The same for the entity of the message."""
    return [
        {
            "@type": "Claim",
            "position": at,
            "appearance": {
                "@type": "DigitalDocument",
                "name": each.name[:_NAME],
                "abstract": each.told[:_TOLD],
            },
        }
        for at, each in enumerate(sources, 1)
    ]


def _plain(name: str) -> str:
    return _EDGES.sub("", " ".join(_MARKUP.sub(" ", name).split())[:_NAME])
