"""What the review layer is told: limits, and the world around it."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from pipeline.people import Person

Clock: TypeAlias = Callable[[], dt.datetime]
_MOST_DOUBLINGS = 12


class Kept(StrEnum):
    """What is kept for a time of its own."""

    QUESTIONS = "questions"
    AUDIT_DETAILS = "audit_details"
    FEEDBACK = "feedback"
    REMEMBERED = "remembered"
    SPENDING = "spending"
    EVENTS = "events"
    FILES = "files"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """Limits and waits. `renamed` maps a step's name in older stored runs to its name now.

    `lease` is how long a replica may be silent before another has its work, and `heartbeat` how
    often it says that it is there. Whenever something is due, soon after something was kept, and
    every `sweep_every`, it is looked for what nobody was woken for; where all that others keep is
    heard of, `sweep_rest` is often enough. A step that lasts longer than `progress_pause` is shown,
    so that quick ones do not flood the chat. Steps that took less than `quick` together and called
    no model are kept with the step after them. A notice whose sending fails is given up after
    `send_attempts`; where the chat says that it is busy or away, after `busy_attempts`, a day or so
    at the longest wait. Zero for `per_person`, `per_workspace` or `in_all`
    means no limit.
    A step that failed `attempts` times by itself ends its run. One that was cut off with its
    process, `cut_off_rests` times, is taken up again after `retry_wait`, each time twice as long,
    `longest_rest` at most; after `cut_off_ends` times its run ends too.
    `common_roles` see no more than everybody in a channel does: what others ask there is answered
    to them alone; None means that everybody sees the same.
    Approved queries run again every `sentinel_every`, at most `sentinel_batch` of them at a look.
    What is older than its kind's time in `keep` is forgotten; a kind without one never is.
    """

    lease: dt.timedelta = dt.timedelta(seconds=15)
    heartbeat: dt.timedelta = dt.timedelta(seconds=3)
    attempts: int = 3
    cut_off_rests: int = 3
    cut_off_ends: int = 20
    longest_rest: dt.timedelta = dt.timedelta(minutes=5)
    retry_wait: dt.timedelta = dt.timedelta(seconds=2)
    step_limit: dt.timedelta = dt.timedelta(minutes=10)
    most_steps: int = 200
    send_attempts: int = 8
    busy_attempts: int = 300
    send_wait: dt.timedelta = dt.timedelta(seconds=1)
    longest_send_wait: dt.timedelta = dt.timedelta(minutes=5)
    progress_pause: dt.timedelta = dt.timedelta(milliseconds=700)
    quick: dt.timedelta = dt.timedelta(milliseconds=50)
    sweep_every: dt.timedelta = dt.timedelta(seconds=10)
    sweep_rest: dt.timedelta = dt.timedelta(seconds=60)
    sweep_batch: int = 200
    grace: dt.timedelta = dt.timedelta(seconds=10)
    concurrency: int = 8
    per_person: int = 5
    per_workspace: int = 0
    in_all: int = 200
    keep: Mapping[Kept, dt.timedelta] = field(default_factory=dict)
    common_roles: frozenset[str] | None = None
    purge_every: dt.timedelta = dt.timedelta(hours=1)
    sample_rows: int = 20
    sentinel_every: dt.timedelta = dt.timedelta(days=1)
    sentinel_batch: int = 20
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def unseen(self) -> dt.timedelta:
        """How long steps may take that are kept with the next: no sign of life was given yet."""
        return min(self.quick, self.heartbeat, self.progress_pause)

    @property
    def hold(self) -> dt.timedelta:
        """How long a row is held without a heartbeat: what is left of the lease is for taking over.

        Whoever looks next does so when the hold ends, so the rest is for a busy machine.
        """
        return self.lease * 0.6

    def rest(self, cut_off: int) -> dt.timedelta:
        """How long what was cut off again and again is left alone, so that others get time."""
        doublings = min(cut_off - self.cut_off_rests, _MOST_DOUBLINGS)
        factor: int = 2**doublings
        return min(self.longest_rest, self.retry_wait * factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The world around: the time, new ids, unguessable nonces, and people's time zones.

    `owner` names this replica in leases: no other process, before or after, has the same.
    """

    clock: Clock
    ids: Callable[[], str]
    nonces: Callable[[], str]
    owner: str
    zone: Callable[[str, Person], dt.tzinfo]

    def today(self, workspace: str, person: Person) -> dt.date:
        """The date where the question is asked."""
        return self.clock().astimezone(self.zone(workspace, person)).date()
