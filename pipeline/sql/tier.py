"""The tiers of a statement, and what an inspection of one found."""

from dataclasses import dataclass
from enum import StrEnum


class Tier(StrEnum):
    """How far a statement may go: T0 runs, T1 and T2 need approval, T3 never runs."""

    T0 = "T0"
    T1 = "T1"
    T2 = "T2"
    T3 = "T3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What a statement is; only `regenerated` may be shown to an approver or executed."""

    tier: Tier
    kind: str = "unknown"
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    regenerated: str | None = None
    reason: str | None = None


class StatementRefusedError(Exception):
    """The statement is outside the allow-list."""

    def __init__(self, *, because: str) -> None:
        super().__init__(because)
        self.reason = because
