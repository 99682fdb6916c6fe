"""The app's Home tab: a desk for askers, reviewers and admins."""

import logging
import re
from dataclasses import dataclass

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bots.conversation.queue import any_left, approve_all, claim_all, reject_all
from bots.ports import ADMIN, Health
from bots.slack.home.filters import KIND, WORKSPACE, filters_of
from bots.slack.home.rejecting import SENT, reject_view, rejected
from bots.slack.home.view import (
    APPROVE,
    CLAIM,
    FORGET,
    OPEN,
    PICKED,
    REFRESH,
    REJECT,
    HomeTab,
    home_view,
)
from bots.slack.incoming.agent import Agent
from bots.slack.incoming.dialogs import opened
from bots.slack.payloads import Json, click_of
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Side, Sides
from bots.slack.strangers import Strangers
from bots.wording import home as say
from bots.wording import replies
from pipeline.people import Person
from review.ports.agenda import Agenda, OwnQuestion, Queued
from review.ports.desk import Desk

_log = logging.getLogger(__name__)
_MOST_LINKS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class _Visit:
    """Who looks at the tab, in which Slack workspace."""

    side: Side
    user: str
    person: Person


class Home:
    """Publishes the tab when it is opened, and after each thing that is done in it."""

    def __init__(self, desk: Desk, sides: Sides, strangers: Strangers, health: Health) -> None:
        self._desk = desk
        self._sides = sides
        self._strangers = strangers
        self._health = health

    def listen(self, app: AsyncApp, agent: Agent) -> None:
        async def opened(event: Json, context: AsyncBoltContext) -> None:
            if event.get("tab") == "messages":
                side = await self._sides.of(context.team_id or "")
                await agent.suggest(side, str(event.get("channel") or ""))
            elif event.get("tab") == "home":
                await self._opened(event, context)

        app.event("app_home_opened")(opened)
        for action in (WORKSPACE, KIND, REFRESH):
            app.action(action)(self._filtered)
        app.action(re.compile(rf"^{re.escape(OPEN)}\."))(_only_acknowledged)
        app.action(PICKED)(_only_acknowledged)
        app.action(re.compile(rf"^{re.escape(FORGET)}\."))(self._forgotten)
        app.action(CLAIM)(self._claimed)
        app.action(APPROVE)(self._approved)
        app.action(REJECT)(self._rejecting)
        app.view(SENT)(self._rejected)

    async def _opened(self, event: Json, context: AsyncBoltContext) -> None:
        side, user = await self._sides.of(context.team_id or ""), str(event["user"])
        person = await side.people.person(side.team, user)
        await self._show(_Visit(side=side, user=user, person=person), event.get("view"))

    async def _filtered(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        visit = await self._visit(body, context)
        if visit is not None:
            await self._show(visit, body.get("view"))

    async def _claimed(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        visit = await self._visit(body, context)
        if visit is not None:
            told = await claim_all(self._desk, _picked(body), visit.person)
            await self._show(visit, body.get("view"), told)

    async def _approved(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        visit = await self._visit(body, context)
        if visit is not None:
            told = await approve_all(self._desk, _picked(body), visit.person)
            await self._show(visit, body.get("view"), told)

    async def _rejecting(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """Ask why, where something was picked."""
        await ack()
        visit, picked = await self._visit(body, context), _picked(body)
        if visit is None:
            return
        if not await any_left(self._desk, picked, visit.person):
            await self._show(visit, body.get("view"), say.NONE_PICKED)
            return
        asked = reject_view(sorted(picked), body.get("view"))
        if not await opened(visit.side, str(body.get("trigger_id") or ""), asked):
            await self._show(visit, body.get("view"), replies.REOPEN)

    async def _rejected(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        visit = await self._visit(body, context)
        if visit is not None:
            picked, note, tab = rejected(body["view"])
            told = await reject_all(self._desk, picked, note, visit.person)
            await self._show(visit, tab, told)

    async def _forgotten(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        visit = await self._visit(body, context)
        if visit is not None:
            question = str((body.get("actions") or [{}])[0].get("value") or "")
            gone = await self._desk.forget(question, visit.person)
            await self._show(visit, body.get("view"), say.FORGOTTEN if gone else "")

    async def _visit(self, body: Json, context: AsyncBoltContext) -> _Visit | None:
        click, side = click_of(body), await self._sides.of(context.team_id or "")
        if self._strangers.includes(click.user_team, context):
            return None
        person = await side.people.person(side.team, click.user)
        return _Visit(side=side, user=click.user, person=person)

    async def _show(self, visit: _Visit, view: Json | None, notice: str = "") -> None:
        side, agenda = visit.side, await self._desk.open_for(visit.person)
        admin = ADMIN in visit.person.roles or await side.people.is_admin(visit.user)
        tab = HomeTab(
            reader=visit.person,
            agenda=agenda,
            links=await self._links(side.team, agenda),
            filters=filters_of(view),
            reviewer=bool(agenda.queue),
            conditions=await self._health.conditions() if admin else (),
            notice=notice,
        )
        try:
            with ours():
                await side.client.views_publish(user_id=visit.user, view=home_view(tab))
        except REFUSED as refusal:
            _log.warning("Slack did not take the Home tab: %s", refusal)

    async def _links(self, team: str, agenda: Agenda) -> dict[str, str]:
        """A link for each message; none where Slack does not tell its own address."""
        items: list[OwnQuestion | Queued] = [*agenda.pending, *agenda.open, *agenda.recent]
        items += agenda.queue
        found: dict[str, str] = {}
        try:
            for item in items[:_MOST_LINKS]:
                channel, _, ts = item.reference.partition("/")
                if ts:
                    root = item.thread.root if item.thread.channel == channel else ""
                    found[item.reference] = await self._sides.link(team, channel, ts, root)
        except REFUSED as refusal:
            _log.warning("Slack does not tell its address: %s", refusal)
        return found


async def _only_acknowledged(ack: AsyncAck) -> None:
    """A link opens by itself, and what a menu holds is read when a button is pressed."""
    await ack()


def _picked(body: Json) -> set[str]:
    state = (body.get("view") or {}).get("state") or {}
    return {
        str(option["value"])
        for block in (state.get("values") or {}).values()
        for option in (block.get(PICKED) or {}).get("selected_options") or []
    }
