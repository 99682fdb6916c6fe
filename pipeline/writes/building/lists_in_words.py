"""Lists as people write them: parted by commas and "and", never inside of quotes or numbers."""

import re
from collections.abc import Sequence

_AND = re.compile(r"\s*(?:,(?!\d{3}\b)|;|\band\b|\bthen\b)\s*", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|“[^”]*”|`[^`]*`")


def listed_in(said: str) -> list[str]:
    """The parts of a list; commas within quotes part nothing."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\x00{len(kept) - 1}\x00"

    parts = _AND.split(_QUOTED.sub(keep, said))
    back = re.compile("\x00(\\d+)\x00")
    return [back.sub(lambda m: kept[int(m[1])], part) for part in parts if part.strip()]


def name_then(parts: Sequence[str]) -> list[str]:
    """`Bo with email b@x`: the name, and what else was said."""
    first, *rest = re.split(r"\s+with\s+", parts[0], maxsplit=1, flags=re.IGNORECASE)
    return [first, *rest, *parts[1:]]
