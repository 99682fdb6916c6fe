"""The dialog in which a reviewer says why several answers of the Home tab are rejected."""

import json
from collections.abc import Sequence
from typing import Final

from bots.cards import Entry, EntryKind, Form, Press, Text, Verb
from bots.conversation.forms import NOTE
from bots.slack.cards.blocks import Json
from bots.slack.cards.views import Origin, filled, modal
from bots.slack.home.filters import filters_of, kept
from bots.wording import home as say

SENT: Final = "home.rejected"


def reject_view(picked: Sequence[str], home: Json | None) -> Json:
    """The modal; it carries what was picked, and what the tab shows."""
    note = Entry(id=NOTE, label=say.REJECT_NOTE, kind=EntryKind.LINES)
    form = Form(
        title=say.REJECT_TITLE,
        blocks=(Text(text=say.REJECT_WHAT),),
        entries=(note,),
        submit=say.REJECT_YES,
        press=Press(verb=Verb.REJECT),
    )
    carried = {"picked": sorted(picked), "filters": kept(filters_of(home))}
    view = modal(form, Origin(channel="", root=""))
    return view | {"callback_id": SENT, "private_metadata": json.dumps(carried)}


def rejected(view: Json) -> tuple[set[str], str, Json]:
    """What was picked, why it is rejected, and the tab that it was picked in."""
    note = filled((view.get("state") or {}).get("values") or {}).values.get(NOTE, "")
    try:
        carried = json.loads(view.get("private_metadata") or "{}")
        picked = {each for each in carried["picked"] if isinstance(each, str)}
        return picked, note, {"private_metadata": str(carried["filters"])}
    except (ValueError, LookupError, TypeError):
        return set(), note, {}
