"""One thing that `countersign doctor` looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was checked. `fix` says what to do where it is not well, or could do more."""

    what: str
    well: bool
    said: str
    fix: str = ""
