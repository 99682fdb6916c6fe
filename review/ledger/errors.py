"""What the review layer cannot do; each class writes its own sentence."""


class ReviewError(Exception):
    """Base of what this package raises."""


class StaleError(ReviewError):
    """Somebody else changed the row since it was read: start again from what is there now."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"{what}: a row was changed by somebody else since it was read.")


class LedgerUnavailableError(ReviewError):
    """The ledger did not take or give a row: nothing was saved."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The ledger does not answer: {reason}")


class LedgerInUseError(ReviewError):
    """Another process already serves from this SQLite file."""

    def __init__(self, path: str, holder: str) -> None:
        self.path = path
        super().__init__(
            f"{path} is already in use by {holder}. SQLite serves one process: stop the other one, "
            "or set `ledger:` to a PostgreSQL URL to run several."
        )


class LedgerUnusableError(ReviewError):
    """The ledger cannot be opened as it is."""

    def __init__(self, shown: str, reason: str) -> None:
        self.shown = shown
        super().__init__(
            f"I cannot open the ledger {shown}: {reason}. Restore the file from a backup, or move "
            "it away to start with an empty one. I have not changed it."
        )


class NewerLedgerError(LedgerUnusableError):
    """A newer version brought the ledger up; this one would not understand what it finds."""

    def __init__(self, shown: str, found: str) -> None:
        ReviewError.__init__(
            self,
            f"The ledger {shown} was brought up to date by a newer Countersign (migration {found}, "
            "which this one does not know). Start that version again, or restore a backup from "
            "before the upgrade into an empty ledger. I have not changed it.",
        )
        self.shown = shown


class UnreadableStateError(ReviewError):
    """A stored state was written by a newer version, or is damaged."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The stored state cannot be read: {reason}")


class NewerStateError(UnreadableStateError):
    """A newer version wrote the state, or took the run to a step of its own."""
