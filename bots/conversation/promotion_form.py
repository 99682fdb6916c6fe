"""The form in which a reviewer says how an approved answer is to be kept."""

from bots.cards import Choice, Entry, EntryKind, Form, Menu, Press, Text, Tone, Verb
from bots.wording import promotion as say
from review.cases.promotion_wish import CHANGING, PARAPHRASES, QUESTION
from review.ports.desk import OpenCheckpoint
from review.ports.promotion import Proposal


def promotion_form(checkpoint: OpenCheckpoint, proposal: Proposal) -> Form:
    """Sent as it is, the answer is kept under its own words, with the values open as before."""
    twins = [Text(text=say.duplicate(text), tone=Tone.WARNING) for text in proposal.duplicates]
    return Form(
        title=say.TITLE,
        blocks=(Text(text=say.INTRO), *twins),
        menus=_changing(proposal),
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


def _changing(proposal: Proposal) -> tuple[Menu, ...]:
    """Which values other questions may fill; the others stay as they are."""
    choices = tuple(
        Choice(id=item.name, label=say.changeable(item.words, item.value))
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
    )
    return (menu,) if choices else ()
