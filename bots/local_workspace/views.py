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
class _Trigger:
    person: str
    given_at: float


class Views:
    """Every person's stack of open modals and Home tab."""

    def __init__(self, stamps: Stamps, app: AppProfile, team_id: str) -> None:
        self._stamps = stamps
        self._app = app
        self._team_id = team_id
        self._triggers: dict[str, _Trigger] = {}
        self.stacks: dict[str, list[Json]] = {}
        self.homes: dict[str, Json] = {}

    def new_trigger(self, person: str) -> str:
        trigger_id = self._stamps.id("1.1.")
        self._triggers[trigger_id] = _Trigger(person, self._stamps.now())
        if len(self._triggers) > _TRIGGERS_KEPT:
            del self._triggers[next(iter(self._triggers))]
        return trigger_id

    def use_trigger(self, trigger_id: str) -> str:
        """The person behind a trigger; it opens one view, within three seconds."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise SlackRefusalError(Code.INVALID_TRIGGER_ID)
        if trigger.person == "":
            raise SlackRefusalError(Code.EXCHANGED_TRIGGER_ID)
        self._triggers[trigger_id] = _Trigger("", trigger.given_at)
        if self._stamps.now() - trigger.given_at > LIMITS.trigger_seconds:
            raise SlackRefusalError(Code.EXPIRED_TRIGGER_ID)
        return trigger.person

    def open(self, person: str, view: Json) -> Json:
        opened = self._new(view)
        self.stacks[person] = [opened]
        return opened

    def push(self, person: str, view: Json) -> Json:
        stack = self.stacks.setdefault(person, [])
        if len(stack) >= LIMITS.modal_stack:
            raise SlackRefusalError(Code.PUSH_LIMIT_REACHED)
        pushed = self._new(view)
        if stack:
            pushed["root_view_id"] = stack[0]["id"]
            pushed["previous_view_id"] = stack[-1]["id"]
        stack.append(pushed)
        return pushed

    def find(self, *, view_id: str = "", external_id: str = "") -> tuple[str, Json]:
        """The open view and the person who has it open."""
        for person, stack in self.stacks.items():
            for view in stack:
                if view["id"] == view_id or (external_id and view["external_id"] == external_id):
                    return person, view
        for person, view in self.homes.items():
            if view["id"] == view_id:
                return person, view
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

    def close(self, person: str, view_id: str, *, all_of_them: bool = False) -> list[Json]:
        """Close a view, or the whole stack; returns those that were closed."""
        stack = self.stacks.get(person, [])
        index = next((i for i, view in enumerate(stack) if view["id"] == view_id), len(stack))
        closed = stack[:] if all_of_them else stack[index:]
        self.stacks[person] = [] if all_of_them else stack[:index]
        return closed

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
