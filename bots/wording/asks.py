"""What is said around a question to a person: buttons, forms and outcomes."""

import datetime as dt

from bots.wording.moments import moment, who
from pipeline.checkpoint import Action, Audience
from pipeline.people import Person

OTHER = "Other…"
ANSWER = "Answer…"
CONTINUE = "Continue"
EDIT_SQL = "Edit SQL…"
APPROVE = "Approve"
APPROVE_AND_PROMOTE = "Approve & promote"
ASK_BACK = "Ask back…"
REJECT = "Reject…"
GIVE_UP = "Give up…"
CLAIM = "I'll take it"
TAKE_OVER = "Take over"
SEND = "Send"
CANCEL = "Cancel"
CLOSE = "Close"
NO_CHOICE = "Choose one"
NO_CHOICES = "Choose one or more"

FORM_OTHER = "Your answer"
FORM_EDIT = "Edit the SQL"
FORM_ASK_BACK = "Ask a question"
FORM_REJECT = "Reject"
FORM_GIVE_UP = "Give up"
FIELD_SQL = "SQL"
FIELD_ASK_BACK = "What do you need to know?"
FIELD_REASON = "Why? The asker will read this."
FIELD_GIVE_UP = "What was wrong? It helps whoever looks next."
EDIT_INTRO = "Change what is wrong and send it. It is checked again before it runs."

TOO_LONG_TO_EDIT = (
    "The text is too long to show here. Paste the whole changed text, up to 3,000 characters."
)

REMINDER = "Reminder: this still needs an answer."


def audience_line(audience: Audience, asker: Person) -> str:
    if audience is Audience.REVIEWERS:
        return "A reviewer must decide this."
    return (
        f"Only {who(asker)} can answer this."
        if asker.name
        else "Only the person who asked can answer this."
    )


def claimed(by: Person) -> str:
    return f"👤 {who(by)} is working on it."


def of_question(label: str, question: str) -> str:
    return f"{label}, for: {question}"


def due_line(due: dt.datetime, asker: Person) -> str:
    return f"Please answer by {moment(due, asker)}. After that it is closed."


def decided_at(line: str, at: dt.datetime | None, reader: Person | None) -> str:
    """The line with when it was."""
    bare = line.removesuffix(".")
    return f"{bare} ({moment(at, reader)}){line[len(bare) :]}" if at is not None else line


def settled(how: str, by: Person | None, action: Action | None, chosen: tuple[str, ...]) -> str:
    """One line that takes the place of the card."""
    if how == "expired":
        return "Nobody answered in time, so this is closed and nothing was run. You can ask again."
    if how == "escalated":
        return "Nobody answered here in time, so this was passed on to others."
    if how == "superseded":
        return "Somebody else decided this first, so this card is closed."
    if how == "overtaken":
        return f"{who(by)} continued below, so this card is closed."
    if how == "cancelled":
        return "Stopped. Nothing was decided."
    return f"{who(by)} chose: {', '.join(chosen)}" if chosen else _DONE[action].format(who=who(by))


_DONE = {
    Action.APPROVE: "✅ Approved by {who}.",
    Action.EDIT: "✏️ Changed by {who}.",
    Action.ASK_BACK: "💬 {who} asked a question.",
    Action.REJECT: "⛔ Rejected by {who}.",
    Action.ESCALATE: "➡️ {who} passed this on.",
    Action.IGNORE: "{who} skipped this.",
    None: "Answered by {who}.",
}
