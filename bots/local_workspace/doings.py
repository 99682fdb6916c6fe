"""What people do: write, click, submit, search, run a command. The page and tests call this."""

from typing import Any, Final

from bots.local_workspace.app_link import AppLink, AppReply
from bots.local_workspace.blocks import (
    Choices,
    elements,
    known_option,
    options,
    selection,
    state_values,
)
from bots.local_workspace.form_check import form_errors
from bots.local_workspace.payloads import Payloads, Place, Press, merged
from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError, UnknownElementError
from bots.local_workspace.response_urls import ResponseUrl, ResponseUrls
from bots.local_workspace.typed_text import mention_names, message_text
from bots.local_workspace.views import Window
from bots.local_workspace.workspace import Workspace
from bots.slack.cards.block_check import check_view

_TIMED_OUT: Final = "did not answer within 3 seconds. Nothing is lost: please try again."
_NOT_RUNNING: Final = "is not running right now. Please try again in a moment."
_FAILED: Final = "could not handle that. Please try again."


class Doings:
    """The people's side of the workspace."""

    def __init__(self, workspace: Workspace, link: AppLink, urls: ResponseUrls) -> None:
        self._workspace = workspace
        self._link = link
        self._urls = urls
        self._payloads = Payloads(workspace, urls)
        self._choices: dict[tuple[str, str], Choices] = {}
        self._suggested: dict[tuple[str, str], dict[str, Json]] = {}

    def post(self, person: str, channel: str, typed: str, **fields: Any) -> Json:
        """Write a message, in a thread if `thread_ts` is given."""
        workspace = self._workspace
        conversation = workspace.conversations.get(channel)
        if person not in conversation.members:
            raise SlackRefusalError(Code.NOT_IN_CHANNEL)
        message = {
            "user": person,
            "team": workspace.people[person].team_id or workspace.team_id,
            "client_msg_id": workspace.stamps.id("m"),
            "text": self._text(typed),
            **{name: value for name, value in fields.items() if value},
        }
        return workspace.post(conversation, message)

    def edit(self, person: str, channel: str, ts: str, typed: str) -> Json:
        conversation = self._workspace.conversations.get(channel)
        self._check_author(person, conversation.message(ts))
        edited = {"user": person, "ts": self._workspace.stamps.ts()}
        return self._workspace.change(
            conversation, ts, {"text": self._text(typed), "edited": edited}
        )

    def delete(self, person: str, channel: str, ts: str) -> None:
        conversation = self._workspace.conversations.get(channel)
        if conversation.only_for.get(ts) != person:
            self._check_author(person, conversation.message(ts))
        self._workspace.delete(conversation, ts)

    def upload(
        self,
        person: str,
        channel: str,
        name: str,
        content: bytes,
        *,
        typed: str = "",
        thread_ts: str = "",
    ) -> Json:
        """Share a file, with words beside it."""
        file = self._workspace.files.add(name, content, person)
        file.channels = (channel,)
        shared = [file.as_json(self._workspace.base_url)]
        fields = {"files": shared, "subtype": "file_share", "thread_ts": thread_ts}
        return self.post(person, channel, typed, **fields)

    def choose(self, person: str, place: Place, choices: Choices) -> None:
        """Fill in inputs without pressing anything."""
        key = (person, place.view_id or place.ts)
        self._choices[key] = merged(self._choices.get(key, {}), choices)

    async def press(self, person: str, place: Place, press: Press) -> AppReply:
        """Use one element; the app hears of it with the state of all the others."""
        block, element = self._element(place, press)
        find = known_option(element, self._find_suggested(person, press.action_id))
        if element["type"] != "button":
            self.choose(person, place, {press.block_id: {press.action_id: press.value}})
        action = {
            "type": element["type"],
            "action_id": element["action_id"],
            "block_id": block["block_id"],
            **({"text": element["text"]} if element["type"] == "button" else {}),
            **selection(element, press.value, find),
        }
        state = self._state(person, place)
        return await self._link.interact(self._payloads.actions(person, place, action, state))

    async def suggest(self, person: str, place: Place, press: Press) -> list[Json]:
        """The options that the app suggests for what was typed into an external select."""
        payload = {
            **self._payloads.common("block_suggestion", person),
            **self._payloads.around(person, place, self._state(person, place)),
            "action_id": press.action_id,
            "block_id": press.block_id,
            "value": press.value or "",
        }
        body = (await self._link.interact(payload)).body
        found = options(body)
        known = self._suggested.setdefault((person, press.action_id), {})
        known.update({each["value"]: each for each in found})
        return found

    async def submit(self, person: str, view_id: str, choices: Choices) -> Json:
        """Submit a modal; says which inputs are wrong, or why the app gave no answer."""
        place = Place(view_id=view_id)
        self.choose(person, place, choices)
        window, view = self._workspace.views.find(view_id=view_id)
        values = self._state(person, place)
        errors = form_errors(view["blocks"], values)
        if errors:
            return {"errors": errors}
        view["state"] = {"values": values}
        reply = await self._link.interact(self._payloads.submission(window, view))
        return self._after_submit(window, view_id, reply)

    def _after_submit(self, window: Window, view_id: str, reply: AppReply) -> Json:
        if not reply.ok:
            return {"notice": self.sorry(reply)}
        action = reply.body.get("response_action")
        if action == "errors":
            return {"errors": reply.body.get("errors", {})}
        try:
            self._change_stack(window, view_id, action, reply.body.get("view"))
        except SlackRefusalError as refusal:
            return {
                "notice": f"{self._workspace.app.name} sent a dialog that Slack refuses: "
                f"{refusal.code} {' '.join(refusal.messages)}"
            }
        self._workspace.show_views(window)
        return {}

    def _change_stack(
        self, window: Window, view_id: str, action: object, view: Json | None
    ) -> None:
        views = self._workspace.views
        if action in ("update", "push"):
            problems = check_view(view)
            if problems or view is None:
                self._workspace.refuse("view_submission", problems, {"view": view})
                raise SlackRefusalError(Code.INVALID_VIEW, *problems)
            if action == "push":
                views.push(window, view)
            else:
                views.update(views.find(view_id=view_id)[1], view)
        else:
            views.close(window, view_id, all_of_them=action == "clear")

    async def close(self, person: str, view_id: str, *, everything: bool = False) -> None:
        """Cancel a modal; the app hears of it if it asked to."""
        window, topmost = self._workspace.views.find(view_id=view_id)
        cleared = everything or topmost["clear_on_close"]
        closed = self._workspace.views.close(window, view_id, all_of_them=bool(cleared))
        self._workspace.show_views(window)
        for view in closed:
            if view["notify_on_close"]:
                payload = self._payloads.closing(person, view, cleared=bool(cleared))
                await self._link.interact(payload)

    async def command(self, person: str, place: Place, command: str, text: str) -> AppReply:
        fields = self._payloads.command(person, place, command, text)
        reply = await self._link.command(fields)
        if reply.ok and reply.text:
            given = ResponseUrl(channel=place.channel, person=person, message_ts="", given_at=0)
            self._urls.do(given, reply.body)
        return reply

    async def shortcut(self, person: str, callback_id: str, place: Place) -> AppReply:
        if place.ts:
            payload = self._payloads.message_shortcut(person, place, callback_id)
        else:
            payload = self._payloads.global_shortcut(person, place, callback_id)
        return await self._link.interact(payload)

    def open_home(self, person: str, tab: str = "home") -> None:
        workspace = self._workspace
        direct = workspace.conversations.direct([person, workspace.app.bot_user])
        view = workspace.views.homes.get(person) if tab == "home" else None
        workspace.events.home_opened(person, direct.id, tab, view)

    def sorry(self, reply: AppReply) -> str:
        """What the person reads when the app gave no proper answer."""
        known = {"http_timeout": _TIMED_OUT, "connection_failed": _NOT_RUNNING}
        return f"{self._workspace.app.name} {known.get(reply.reason, _FAILED)}"

    def _text(self, typed: str) -> str:
        workspace = self._workspace
        names = mention_names(workspace.app, workspace.people.values())
        channels = {each.name: each.id for each in workspace.conversations.by_id.values()}
        return message_text(typed, names, channels)

    def _check_author(self, person: str, message: Json) -> None:
        if message.get("user") != person:
            raise SlackRefusalError(Code.CANT_UPDATE_MESSAGE)

    def _element(self, place: Place, press: Press) -> tuple[Json, Json]:
        found = list(elements(self._payloads.blocks_at(place)))
        for block, element in found:
            if (block["block_id"], element["action_id"]) == (press.block_id, press.action_id):
                return block, element
        raise UnknownElementError(press.action_id, [each["action_id"] for _, each in found])

    def _state(self, person: str, place: Place) -> Json:
        chosen = self._choices.get((person, place.view_id or place.ts), {})
        found: dict[str, Json] = {}
        for (owner, _), suggested in self._suggested.items():
            if owner == person:
                found.update(suggested)
        return state_values(self._payloads.blocks_at(place), chosen, found.get)

    def _find_suggested(self, person: str, action_id: str) -> Any:
        return self._suggested.get((person, action_id), {}).get
