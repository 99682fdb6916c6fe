"""“Ask about this message”: the command in a message's menu, and in the box where people write."""

import html
import re
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.cards import Entry, EntryKind, Form, Press, Verb
from bots.teams.activities import Posted, has_threads
from bots.teams.cards.dialogs import dialog, filled, said
from bots.teams.incoming.hearing import Hearing
from bots.wording import replies
from bots.wording import teams as say
from review.ledger.threads import Thread

Json: TypeAlias = dict[str, Any]

_QUESTION: Final = "question"
_TAG: Final = re.compile(r"<[^<>]*>")


class Extending:
    """Turns a message into a question, once the person has read and sent it."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing

    async def fetch(self, activity: Posted) -> Json:
        """The dialog with the message's words in it."""
        entry = Entry(
            id=_QUESTION,
            label=say.ASK_LABEL,
            kind=EntryKind.LINES,
            value=_words(_payload(activity)),
        )
        press = Press(verb=Verb.CHOOSE)
        form = Form(title=say.ASK_TITLE, entries=(entry,), submit=say.ASK_SEND, press=press)
        return dialog(form)

    async def send(self, activity: Posted) -> Json:
        """Ask it in the thread of the message."""
        typed = filled(activity.sent).values.get(_QUESTION, "").strip()
        if not typed:
            return said(replies.TYPE_SOMETHING)
        thread = _thread(activity)
        reply = await self._hearing.ask(typed, activity, thread)
        if reply is None:
            return said(say.ASK_SENT)
        return said(reply[1].plain)


def _payload(activity: Posted) -> Json:
    payload = activity.value.get("messagePayload")
    return payload if isinstance(payload, dict) else {}


def _words(payload: Json) -> str:
    body = payload.get("body")
    content = body.get("content") if isinstance(body, dict) else ""
    return " ".join(html.unescape(_TAG.sub(" ", str(content or ""))).split())


def _thread(activity: Posted) -> Thread:
    """The thread of the message that was picked; without one, the conversation's."""
    spot, payload = activity.spot, _payload(activity)
    root = str(payload.get("replyToId") or payload.get("id") or "")
    thread = spot.thread
    if thread.root or not root or not has_threads(thread.channel):
        return thread
    return replace(thread, root=root)
