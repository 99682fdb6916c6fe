"""How far a statement may go."""

from enum import StrEnum


class Tier(StrEnum):
    """How far a statement may go: T0 runs, T1 and T2 need approval, T3 never runs."""

    T0 = "T0"
    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
