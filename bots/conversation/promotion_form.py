"""The form in which a reviewer says how an approved answer is to be kept."""

from bots.cards import Choice, Entry, EntryKind, Form, Menu, Press, Text, Tone, Verb
from bots.conversation.decisions import box_of
from bots.wording import promotion as say
from review.cases.promotion_wish import CHANGING, PARAPHRASES, PROPOSED, QUESTION
from review.ports.desk import OpenCheckpoint
from review.ports.promotion import Proposal

# The limits of a box on Slack, which are the narrowest.
_LONGEST_BOX, _LONGEST_LINE = 150, 75


def promotion_form(checkpoint: OpenCheckpoint, proposal: Proposal) -> Form:
    """Sent as it is, the answer is kept under its own words, with the values open as before."""
    twins = [Text(text=say.duplicate(text), tone=Tone.WARNING) for text in proposal.duplicates]
    return Form(
        title=say.TITLE,
        blocks=(Text(text=say.INTRO), *twins),
        menus=(*_proposed(proposal), *_changing(proposal)),
        entries=(
            Entry(id=QUESTION, label=say.QUESTION, value=proposal.question),
            Entry(
                id=PARAPHRASES,
                label=say.PARAPHRASES,
                kind=EntryKind.LINES,
                value="\n".join(proposal.paraphrases),
                optional=True,
            ),
        ),
        submit=say.SEND,
        press=Press(verb=Verb.PROMOTE, subject=checkpoint.id, nonce=checkpoint.nonce),
    )


def _proposed(proposal: Proposal) -> tuple[Menu, ...]:
    """Wordings that people used, each with a box; none is ticked before a reviewer agrees."""
    boxes = ((box_of(text), text) for text in proposal.proposed)
    choices = tuple(
        Choice(id=box, label=label, detail=rest)
        for box, text in boxes
        if len(box) <= _LONGEST_BOX
        for label, rest in (_in_two(text),)
    )
    menu = Menu(
        id=PROPOSED, label=say.PROPOSED, choices=choices, multiple=True, optional=True, boxes=True
    )
    return (menu,) if choices else ()


def _in_two(text: str) -> tuple[str, str]:
    """A wording as the two lines of a box."""
    if len(text) <= _LONGEST_LINE:
        return text, ""
    at = text.rfind(" ", 0, _LONGEST_LINE)
    at = at if at > 0 else _LONGEST_LINE
    return text[:at], text[at:].strip()


def _changing(proposal: Proposal) -> tuple[Menu, ...]:
    """Which values other questions may fill; the others stay as they are."""
    choices = tuple(
        Choice(id=item.name, label=say.chip(item), detail=item.value)
        for item in proposal.parameters
    )
    names = tuple(item.name for item in proposal.parameters if not item.fixed)
    menu = Menu(
        id=CHANGING,
        label=say.CHANGING,
        choices=choices,
        chosen=names,
        multiple=True,
        optional=True,
        boxes=True,
    )
    return (menu,) if choices else ()
