"""What goes on in a run as the chunks of a stream: a plan of tasks, and the checked words."""

from typing import Any, Final, TypeAlias

from bots.cards import Text
from bots.slack.cards.blocks import block_of_text
from bots.wording import progress
from pipeline.events import (
    Event,
    Paid,
    StepFinished,
    StepStarted,
    TextChecked,
    ToolCalled,
    ToolReturned,
)

Json: TypeAlias = dict[str, Any]

_PLAN: Final = "plan"
_TEXT: Final = "text"


class Timeline:
    """Chunks that are not sent yet; what changes twice before it is sent goes out once."""

    def __init__(self) -> None:
        self._waiting: dict[str, Json] = {}
        self._shown: set[str] = set()
        self._calls = 0
        self._cost: float | None = 0.0
        self._words, self._sent, self._before = "", "", ""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def hear(self, event: Event) -> None:
        match event:
            case StepStarted(step=step):
                self._begins(step, progress.step(step))
            case StepFinished(step=step):
                self._ends(step, progress.step(step))
            case ToolCalled(tool=tool):
                self._begins(f"tool:{tool}", progress.tool(tool))
            case ToolReturned(tool=tool):
                self._ends(f"tool:{tool}", progress.tool(tool))
            case Paid():
                self._pays(event)
            case TextChecked(text=text):
                self._words = text
                self._write()

    def taken(self) -> dict[str, Json]:
        """All that waits, the plan's title first; it counts as shown from now on."""
        waiting, self._waiting = self._waiting, {}
        self._shown |= set(waiting)
        self._before, self._sent = self._sent, self._words if _TEXT in waiting else self._sent
        return dict(sorted(waiting.items(), key=lambda each: each[0] != _PLAN))

    def put_back(self, chunks: dict[str, Json]) -> None:
        """What was not sent waits again, unless there is news of it."""
        self._waiting = chunks | self._waiting
        if _TEXT in chunks:
            self._sent = self._before
            self._write()

    def _write(self) -> None:
        """The words that are not there yet: what Slack was given is never taken back."""
        more = self._words.removeprefix(self._sent).strip()
        if more:
            drawn = block_of_text(Text(text=more))
            self._waiting[_TEXT] = {"type": "blocks", "blocks": [drawn]}

    def _begins(self, ident: str, title: str) -> None:
        if title:
            self._waiting[ident] = _task(ident, title, "in_progress")

    def _ends(self, ident: str, title: str) -> None:
        """What was over before it could be shown is not shown."""
        if ident in self._shown and title:
            self._waiting[ident] = _task(ident, title, "complete")
        else:
            self._waiting.pop(ident, None)

    def _pays(self, event: Paid) -> None:
        self._calls += 1
        cost = event.spent.cost
        self._cost = None if self._cost is None or cost is None else self._cost + cost
        title = progress.paid(self._calls, self._cost)
        self._waiting[_PLAN] = {"type": "plan_update", "title": title}


def _task(ident: str, title: str, status: str) -> Json:
    return {"type": "task_update", "id": ident, "title": title, "status": status}
