"""Every metric of this process, by name. `docs/observability.md` lists them."""

import datetime as dt
import platform
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from countersign_bot import __version__
from review.ledger.backlog import Backlog

# Seconds: a step by rules takes milliseconds, a model or a database may take a minute.
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Measures:
    """The metrics, on a registry of their own.

    What is counted is of this process. What is of the ledger is the same in every replica: take
    the greatest.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.runs = self._counter("runs_ended", "Questions that ended", "outcome")
        self.steps = self._seconds("step_seconds", "How long steps took", "step")
        self.broken = self._counter("steps_broken", "Steps that failed", "step", "error")
        self.pauses = self._counter("pauses", "Cards asked by steps", "step", "kind")
        self.cards = self._counter("cards", "Messages sent or tried", "surface", "kind", "outcome")
        self.card_seconds = self._seconds("card_seconds", "How long sending took", "surface")
        self.decisions = self._counter("decisions", "Presses of buttons", "call", "verdict")
        self.votes = self._counter("votes", "Votes on answers; good=no reports a wrong one", "good")
        self.sql = self._seconds("sql_seconds", "Statements read", "workspace", "outcome")
        self.calls = self._seconds("model_call_seconds", "Calls of models", "model", "outcome")
        self.tokens = self._counter("model_tokens", "Tokens of models", "model", "kind")
        self.cost = self._counter("model_cost_dollars", "Known cost of models in US$", "model")
        self.waiting = self._gauge("runs_waiting", "Runs of the ledger by what they do", "status")
        self.queue_age = self._gauge("queue_age_seconds", "How long the first ready run waits")
        self.open_cards = self._gauge("open_cards", "Cards that wait for people")
        self.owed = self._gauge("cards_owed", "Messages of the ledger", "status")
        self.owed_age = self._gauge("cards_owed_age_seconds", "How overdue the first message is")
        self.unknown = self._gauge("writes_unknown", "Writes of which nobody knows the outcome")
        self.spent = self._gauge("spent_today_dollars", "Cost of models today, UTC, in US$")
        self.workspace_up = self._gauge("workspace_up", "Whether it can be asked", "workspace")
        self.ledger_up = self._gauge("ledger_up", "Whether the ledger answers")
        about = self._gauge("build_info", "What runs here", "version", "python")
        about.labels(__version__, platform.python_version()).set(1)

    def show(self, backlog: Backlog, now: dt.datetime) -> None:
        """Take over what waits in the ledger."""
        self.waiting.labels("ready").set(backlog.ready)
        self.waiting.labels("running").set(backlog.running)
        self.queue_age.set(_age(backlog.oldest_ready, now))
        self.open_cards.set(backlog.open_cards)
        self.owed.labels("owed").set(backlog.owed)
        self.owed.labels("dead").set(backlog.dead)
        self.owed_age.set(_age(backlog.oldest_owed, now))
        self.unknown.set(backlog.unknown_writes)
        self.spent.set(backlog.spent)

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"countersign_{name}", what, labels, registry=self.registry)

    def _gauge(self, name: str, what: str, *labels: str) -> Gauge:
        return Gauge(f"countersign_{name}", what, labels, registry=self.registry)

    def _seconds(self, name: str, what: str, *labels: str) -> Histogram:
        return Histogram(
            f"countersign_{name}", what, labels, registry=self.registry, buckets=_SECONDS
        )


def _age(since: dt.datetime | None, now: dt.datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since is not None else 0.0


MEASURES: Final = Measures()
