"""What a question for one number over another says, in its own words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """Two numbers in words, what both are grouped by, and how their quotient is told.

    Where `whole` is set, the one below is of all groups together. `scope` leads both. Groups
    with none of what is below are skipped where that is asked for.
    """

    top: str
    bottom: str
    percent: bool = False
    group: str = ""
    scope: str = ""
    whole: bool = False
    shown: bool = False
    order: str = ""
    skips: bool = False
