"""What a model looked at by itself, as the audit keeps it."""

from collections.abc import Iterable

from pipeline.agents.looks import Look
from pipeline.flow import Happened


def looked_at(looks: Iterable[Look]) -> tuple[Happened, ...]:
    """One entry for each call, with what was asked, what ran and how many rows came back."""
    return tuple(
        Happened(action="tool called", details={"tool": look.tool} | look.details) for look in looks
    )
