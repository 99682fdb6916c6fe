"""What is answered at once: to greetings, to what cannot be read, and to clicks."""

from bots.wording.moments import moment, who
from pipeline.people import Person
from review.ports.desk import (
    AlreadyDecided,
    Closed,
    Counted,
    CountedBefore,
    NotAllowed,
    UndoWaits,
    Verdict,
)

EMPTY = (
    "Hi! Ask me a question about your data in plain words, for example "
    "“How many orders did we get last month?”. Write “help” to see what I can do."
)
FILES = "I cannot read files. Ask your question in words, and I will look it up in the database."
STOPPED = "Stopped. Ask again whenever you like."
NOTHING_TO_STOP = "There is nothing to stop here."
USE_BUTTONS = (
    "Please use the buttons on the card above: I never count typed words as a decision. "
    "Write “stop” to end this question; if you are answering a person, write a full sentence."
)
USE_BUTTONS_HERE = "I never count typed words as a decision: press a button of the card above."
HELP_TITLE = "What I can do"
HELP = (
    "Ask me about your data in plain words. I show how I understood you, ask when I am not sure, "
    "and then answer with the numbers, the table and the query behind them.",
    "Go on in the same thread: “now by month”, “only Spain”, “make it a line chart”. “Start over” "
    "leaves the thread's questions behind.",
    "Ask for a chart (“orders by month as a bar chart”) or for a report (“write me a report on "
    "orders last quarter”): I show what it would hold first.",
    "Buttons under an answer: SQL shows the query, Explain tells how it came about, "
    "Download CSV and Excel hand you the rows, "
    "Change lets you confirm things again, Send to review asks a person to check it.",
    "Write “stop” to end a question.",
)
WELCOME = "You are welcome. Ask on whenever you like."
EXTERNAL = (
    "You are from another organisation, so I may not show you data from this one. "
    "Please ask one of its people."
)
OFF_HERE = "I am switched off in this channel. Write to me in a direct message instead."
MAY_NOT_SEE = "You may not see this result. Please ask whoever asked the question."
GONE = "I do not have this result any more. Ask the question again to get a fresh one."
UNREADABLE = "I could not read that click. Please ask the question again to get a fresh card."
CLOSED_FORM = "This was decided in the meantime, so your input was not used."
RECONSIDERED = "It answers nobody any more. The reviewers' channel has it now, to be judged anew."
SENT_TO_REVIEW = "Sent to review. You will see the outcome in this thread."
CHANGING = "I will ask you everything again in this thread."
NEXT_COMES = "The next one comes as a card of its own."
THANKS_GOOD = "Thank you, noted."
THANKS_BAD = "Thank you, noted. If you want a person to check the answer, press Send to review."
PICK_ALL = "Please choose an answer for every question, then press Continue."
TYPE_SOMETHING = "Please type something here."
BAD_DATE = "Please pick a date."
PRIVATE_FILE = "I sent you the file in a direct message."
ASKED_IN_PRIVATE = "I am not in that channel, so I answer you in a direct message."
TROUBLE = (
    "Something went wrong on my side and I could not do that. Please try again in a minute; "
    "if it keeps happening, tell whoever looks after me."
)
REOPEN = "That took too long to open. Please press the button again."


def too_long(length: int, limit: int) -> str:
    return (
        f"That is {length:,} characters; I read questions of up to {limit:,}. "
        "Please put what you want to know in a sentence or two."
    )


def asked_with_command(asker: Person, question: str) -> str:
    return f"{who(asker)} asks: {question}"


def verdict(outcome: Verdict, reader: Person, done: str = "") -> str:
    """The sentence for whoever pressed; empty where the card itself says enough."""
    match outcome:
        case Counted() | CountedBefore():
            return done
        case AlreadyDecided(by=by, at=at):
            return f"{who(by)} already decided this on {moment(at, reader)}. Nothing changed."
        case UndoWaits(by=by, at=at):
            asked = f"{who(by)} asked on {moment(at, reader)} to take this change back"
            return f"{asked}; that still waits, so nothing was asked again."
        case NotAllowed(reason=reason):
            return reason
        case Closed(how=how):
            return closed(how)


def closed(how: str) -> str:
    return {
        "expired": "This card is too old: time ran out. Ask the question again to get a fresh one.",
        "cancelled": "This question was stopped. Ask it again whenever you like.",
    }.get(how, "This card is not in use any more. Ask the question again to get a fresh one.")
