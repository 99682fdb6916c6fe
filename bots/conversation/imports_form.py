"""The form in which a reviewer rejects several imported questions at once."""

from collections.abc import Sequence
from typing import Final

from bots.cards import Choice, Entry, EntryKind, Form, Menu, Press, Text
from bots.conversation.decisions import Filled
from bots.conversation.forms import NOTE
from bots.wording import reviews as say
from review.ports.desk import RejectedImports, Waiting

QUERIES: Final = "queries"
_MOST: Final = 50


def imports_form(press: Press, waiting: Sequence[Waiting]) -> Form:
    """The first of what waits; once they are gone, the next ones stand there."""
    choices = tuple(Choice(id=each.id, label=_label(each)) for each in waiting[:_MOST])
    return Form(
        title=say.SEVERAL_TITLE,
        blocks=(Text(text=say.SEVERAL_INTRO),),
        menus=(Menu(id=QUERIES, label=say.SEVERAL_WHICH, choices=choices, multiple=True),),
        entries=(Entry(id=NOTE, label=say.SEVERAL_NOTE, kind=EntryKind.LINES),),
        submit=say.SEVERAL_SEND,
        press=press,
    )


def rejected_in(press: Press, filled: Filled) -> RejectedImports:
    """What a sent form says."""
    return RejectedImports(
        workspace=press.subject,
        digest=press.nonce,
        queries=frozenset(filled.picked.get(QUERIES, ())),
        note=filled.values.get(NOTE, "").strip(),
    )


def _label(waiting: Waiting) -> str:
    named = " ".join(waiting.sql.split()) if waiting.untitled else waiting.question
    return say.waiting(named, waiting.used)
