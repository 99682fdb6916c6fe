"""Ranges whose two ends are set against each other: `how did sales grow from 2024 to 2025`."""

import re

MOVED = (
    r"(?:grow|grown|increased?|rise|risen|changed?|improved?|fall|fallen|"
    r"drop|dropped|decreased?|declined?|shrink|shrunk|(?:go|gone)\s+(?:up|down))"
)
MOVE = r"(?:growth|increase|rise|change|fall|drop|decrease|decline)"
_FROM = re.compile(r"\s(?:from|between)\s*$", re.IGNORECASE)
_GROWING = re.compile(
    # `how many prices changed from May to July` counts all that did in between.
    rf"\b(?:did|do|does|has|have|had)\s+(?!.*\bthat\b)(?:\S+\s+)*?{MOVED}\s*,?\s*$|"
    rf"\b{MOVE}\s+(?:in|of)\s+(?!.*\d)(?:\S+\s+)*?$|\bgrowth\s*$",
    re.IGNORECASE,
)


def sets_ends_apart(before: str) -> bool:
    """Whether the words before a range speak of what happened to a number between its ends."""
    return _GROWING.search(_FROM.sub("", before)) is not None
