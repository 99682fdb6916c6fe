"""What waits in the ledger, counted: for metrics."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """Counts of one moment.

    `oldest_ready` and `oldest_owed` are since when the first run and the first card wait for us;
    `open_cards` wait for people, `dead` cards were given up, `unknown_writes` need a person to say
    whether they happened. `spent` is in US dollars since the beginning of the day, UTC.
    """

    ready: int
    running: int
    oldest_ready: dt.datetime | None
    open_cards: int
    owed: int
    oldest_owed: dt.datetime | None
    dead: int
    unknown_writes: int
    spent: float
