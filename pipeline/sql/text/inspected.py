"""What an inspection of a statement found."""

from dataclasses import dataclass

from pipeline.tier import Tier


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
