"""Modals, Home tabs, and the short-lived triggers that open them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bots.local_workspace.blocks import with_ids
from bots.local_workspace.people import AppProfile, Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.stamps import Stamps
from bots.slack.cards.limits import LIMITS

_TRIGGERS_KEPT: Final = 1_000
_DEFAULTS: Final[Mapping[str, object]] = {
    "private_metadata": "",
    "callback_id": "",
    "external_id": "",
    "title": None,
    "submit": None,
    "close": None,
    "clear_on_close": False,
    "notify_on_close": False,
}


@dataclass(frozen=True, slots=True)
class Window:
    """One open page of a person: what is opened there is seen there alone, and goes with it."""

    person: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class _Trigger:
    window: Window | None
    given_at: float


class Views:
    """Every open page's stack of modals, and every person's Home tab."""

    def __init__(self, stamps: Stamps, app: AppProfile, team_id: str) -> None:
        self._stamps = stamps
        self._app = app
        self._team_id = team_id
        self._triggers: dict[str, _Trigger] = {}
        self._stacks: dict[Window, list[Json]] = {}
        self.homes: dict[str, Json] = {}

    def new_trigger(self, window: Window) -> str:
        trigger_id = self._stamps.id("1.1.")
        self._triggers[trigger_id] = _Trigger(window, self._stamps.now())
        if len(self._triggers) > _TRIGGERS_KEPT:
            del self._triggers[next(iter(self._triggers))]
        return trigger_id

    def use_trigger(self, trigger_id: str) -> Window:
        """Where a trigger was pulled; it opens one view, within three seconds."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise SlackRefusalError(Code.INVALID_TRIGGER_ID)
        if trigger.window is None:
            raise SlackRefusalError(Code.EXCHANGED_TRIGGER_ID)
        self._triggers[trigger_id] = _Trigger(None, trigger.given_at)
        if self._stamps.now() - trigger.given_at > LIMITS.trigger_seconds:
            raise SlackRefusalError(Code.EXPIRED_TRIGGER_ID)
        return trigger.window

    def stack(self, window: Window) -> list[Json]:
        """The modals that are open in a window, the topmost last."""
        return self._stacks.get(window, [])

    def topmost(self, person: str) -> Json | None:
        """The modal that a person opened last and has not closed, in whichever window."""
        mine = [stack for window, stack in self._stacks.items() if window.person == person]
        return mine[-1][-1] if mine else None

    def leave(self, window: Window) -> None:
        """The page is gone, and its modals with it; as in Slack, the app hears nothing."""
        self._stacks.pop(window, None)

    def open(self, window: Window, view: Json) -> Json:
        opened = self._new(view)
        self.leave(window)
        self._stacks[window] = [opened]
        return opened

    def push(self, window: Window, view: Json) -> Json:
        stack = self._stacks.setdefault(window, [])
        if len(stack) >= LIMITS.modal_stack:
            raise SlackRefusalError(Code.PUSH_LIMIT_REACHED)
        pushed = self._new(view)
        if stack:
            pushed["root_view_id"] = stack[0]["id"]
            pushed["previous_view_id"] = stack[-1]["id"]
        stack.append(pushed)
        return pushed

    def find(self, *, view_id: str = "", external_id: str = "") -> tuple[Window, Json]:
        """The open view, and where it is open."""
        for window, stack in self._stacks.items():
            for view in stack:
                if view["id"] == view_id or (external_id and view["external_id"] == external_id):
                    return window, view
        for person, view in self.homes.items():
            if view["id"] == view_id:
                return Window(person), view
        raise SlackRefusalError(Code.NOT_FOUND)

    def update(self, current: Json, view: Json, expected_hash: str = "") -> Json:
        if expected_hash and expected_hash != current["hash"]:
            raise SlackRefusalError(Code.HASH_CONFLICT)
        kept = {name: current[name] for name in ("id", "root_view_id", "previous_view_id")}
        fresh = self._new(view)
        current.clear()
        current.update({**fresh, **kept})
        return current

    def publish(self, person: str, view: Json, expected_hash: str = "") -> Json:
        current = self.homes.get(person)
        if current is not None:
            return self.update(current, view, expected_hash)
        self.homes[person] = self._new(view)
        return self.homes[person]

    def close(self, window: Window, view_id: str, *, all_of_them: bool = False) -> list[Json]:
        """Close a view, or the whole stack; returns those that were closed."""
        stack = self.stack(window)
        index = next((i for i, view in enumerate(stack) if view["id"] == view_id), len(stack))
        left = 0 if all_of_them else index
        self.leave(window)
        if left:
            self._stacks[window] = stack[:left]
        return stack[left:]

    def _new(self, view: Json) -> Json:
        view_id = self._stamps.id("V")
        return {
            **_DEFAULTS,
            **view,
            "id": view_id,
            "team_id": self._team_id,
            "app_id": self._app.id,
            "bot_id": self._app.bot_id,
            "app_installed_team_id": self._team_id,
            "root_view_id": view_id,
            "previous_view_id": None,
            "hash": f"{self._stamps.ts()}.{view_id[-6:]}",
            "state": {"values": {}},
            "blocks": with_ids(view["blocks"], lambda: self._stamps.id("b")),
        }
