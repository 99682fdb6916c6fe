"""The intent: the structured meaning of a question, linked to the catalog."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What a question asks for."""
