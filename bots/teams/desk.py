"""A person's desk as a card in their own chat: what Slack has in its Home tab."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from bots.cards import Button, Buttons, Press, Verb
from bots.teams.activities import SURFACE, has_threads, mentions_bot, split, spot_of, words_of
from bots.teams.activities import speaker_of as speaker
from bots.teams.adaptive import Room, button_rows, envelope
from bots.teams.elements import cut, line, run
from bots.teams.hearing import place_in
from bots.teams.mail import Mail
from bots.teams.people import TeamsPeople
from bots.wording import asks, replies
from bots.wording import home as say
from pipeline.people import Person
from review.agenda import Agenda, OwnQuestion, Queued
from review.desk import Desk
from review.threads import Thread

Json: TypeAlias = dict[str, Any]

WORDS: Final = frozenset({"desk", "my desk"})
_MOST: Final = 6
_QUESTION: Final = 160
_LINK: Final = "https://teams.microsoft.com/l/message"


class DeskCard:
    """Answers “my desk”, always to the person alone."""

    def __init__(self, desk: Desk, people: TeamsPeople, mail: Mail) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail

    def asked_for(self, activity: Json) -> bool:
        """Whether this message asks for the desk, and asks us."""
        ours = spot_of(activity).private or mentions_bot(activity)
        return ours and words_of(activity).lower().strip(" .!?") in WORDS

    async def show(self, activity: Json) -> None:
        """Raises what sending raises."""
        spot, who = spot_of(activity), speaker(activity)
        place = place_in(spot.thread)
        if not who.known:
            await self._mail.show(place, envelope([line(run(replies.EXTERNAL))]), replies.EXTERNAL)
            return
        reader = self._people.person(who)
        agenda = await self._desk.open_for(reader)
        place = place if spot.private else await self._mail.direct(reader.id, spot.tenant)
        await self._mail.show(place, desk_content(agenda, reader), say.PENDING)


def desk_content(agenda: Agenda, reader: Person) -> Json:
    """The card."""
    parts = (
        *_own(say.PENDING, agenda.pending, reader),
        *_own(say.OPEN, agenda.open, reader),
        *_queue(agenda.queue, reader),
        *_own(say.RECENT, agenda.recent, reader),
        *_kept(agenda),
    )
    return envelope(list(parts) or [line(run(say.NOTHING))])


def _own(title: str, items: Sequence[OwnQuestion], reader: Person) -> Iterator[Json]:
    if items:
        yield _header(title)
    for item in items[:_MOST]:
        link = link_to(item.reference, item.thread)
        yield _item(item.question, say.own_line(item, reader), [link] if link else [])
    yield from _more(len(items))


def _queue(items: Sequence[Queued], reader: Person) -> Iterator[Json]:
    if items:
        yield _header(say.QUEUE)
    for item in items[:_MOST]:
        link = link_to(item.reference, item.thread)
        actions = [*([link] if link else []), *_claim(item)]
        told = item.barred or say.queued_line(item, reader)
        yield _item(item.title, told, actions)
    yield from _more(len(items))


def _claim(item: Queued) -> list[Json]:
    if item.claimed_by or item.barred:
        return []
    press = Press(verb=Verb.CLAIM, subject=item.checkpoint, nonce=item.nonce)
    rows = button_rows(Buttons(items=(Button(label=asks.CLAIM, press=press),)), Room())
    return [action for row in rows for action in row["actions"]]


def _kept(agenda: Agenda) -> Iterator[Json]:
    if agenda.kept:
        yield _header(say.KEPT)
    for each in agenda.kept[:_MOST]:
        yield line(run(f"• {cut(each.said, _QUESTION)}"), spacing="Small")


def _header(title: str) -> Json:
    return line(run(title, weight="Bolder", size="Medium"), separator=True, spacing="Medium")


def _item(question: str, told: str, actions: list[Json]) -> Json:
    shown = [line(run(cut(question, _QUESTION))), _subtle(told)]
    rows = [{"type": "ActionSet", "actions": actions}] if actions else []
    return {"type": "Container", "items": [*shown, *rows]}


def _more(count: int) -> Iterator[Json]:
    if count > _MOST:
        yield _subtle(say.left_out(count - _MOST))


def _subtle(text: str) -> Json:
    return line(run(text, isSubtle=True, size="Small"), spacing="None")


def link_to(reference: str, thread: Thread) -> Json | None:
    """A button that leads to the message; chats with one person have no links in Teams."""
    conversation, _, message = reference.rpartition("/")
    channel, root = split(conversation)
    if thread.surface != SURFACE or not message or not has_threads(channel):
        return None
    parent = f"&parentMessageId={root}" if root else ""
    url = f"{_LINK}/{quote(channel, safe='')}/{message}?tenantId={thread.tenant}{parent}"
    return {"type": "Action.OpenUrl", "title": say.OPEN_LINK, "url": url}
