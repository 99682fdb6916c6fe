"""What is answered at once: to greetings, to what cannot be read, and to clicks."""

import datetime as dt

from bots.wording.moments import moment, who
from pipeline.people import Person
from pipeline.writes.receipt import Receipt
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
    "Hello! Ask me a question about your data, for example “How many orders did we get last "
    "month?”. Write “help” to see what I can do."
)
FILES = "I cannot read files. Ask your question in words, and I will look it up in the database."
STOPPED = "Stopped. You can ask again at any time."
NOTHING_TO_STOP = "There is nothing to stop here."
USE_BUTTONS = (
    "Please use the buttons on the card above. Typed words never approve or reject "
    "anything. Write “stop” to end this question. To answer a person, write a full "
    "sentence."
)
USE_BUTTONS_HERE = (
    "Please press a button on the card above. Typed words never approve or reject anything."
)
HELP_TITLE = "What I can do"
HELP = (
    "Ask a question about your data, for example “How many orders did we get last month?”. If "
    "something is not clear, I ask you. The answer says how I read the question.",
    "In the same thread you can go on: “by month”, “only Spain”, “as a line chart”. Write “start "
    "over” to begin with a new question.",
    "You can also ask for a chart (“orders by month as a bar chart”) or for a report (“write me a "
    "report on orders last quarter”).",
    "Below an answer: press “Looks right” or “Not right…” to rate it. “Send to review” asks a "
    "person to check it. The menu beside them has the SQL, an explanation, files, and “Change”.",
    "You can write these as well: “show the sql”, “why?”, “export to excel”, “who approved this?”, "
    "“stop”.",
)
ABOUT_US = (
    "I am Countersign, a program that answers questions from your company's databases. I turn your "
    "question into a query, run it and show the result.",
    "Each answer shows how I read your question and whether a person has approved it. If it "
    "matters, press “Send to review”, and a reviewer checks it.",
)
SORRY = (
    "Sorry that this did not help. Tell me in other words what you want to know. If an answer is "
    "wrong, press “Not right…” below it, or “Send to review” to have a person check it."
)
WELCOME = "You are welcome."
EXTERNAL = (
    "You are from another organisation, so I may not show you this data. Please ask "
    "somebody in this organisation."
)
IN_DIRECT_MESSAGE = (
    "Answers from this channel are in direct messages. Please write this in our direct message."
)
OFF_HERE = "I am switched off in this channel. Write to me in a direct message instead."
MAY_NOT_SEE = "You may not see this result. Please ask the person who asked the question."
GONE = "This result is no longer stored. Please ask the question again."
UNREADABLE = "That button no longer works. Please ask the question again."
CLOSED_FORM = "This was decided in the meantime, so your input was not used."
RECONSIDERED = (
    "The approval is withdrawn, so this query is no longer used. It is back in the "
    "reviewers' channel."
)
SENT_TO_REVIEW = "Sent to review. You will see the outcome in this thread."
CHANGING = "I will ask you to confirm it again in this thread."
ASKING_LARGER = "I ask the larger model. Its answer comes in this thread."
NEXT_COMES = "The next one follows as a new card."
THANKS_GOOD = "Thank you. This was recorded."
THANKS_BAD = (
    "Thank you. This was recorded. To have a person check the answer, press Send to review."
)
PICK_ALL = "Please choose an answer for every question, then press Continue."
TYPE_SOMETHING = "Please type something here."
BAD_DATE = "Please pick a date."
PRIVATE_FILE = "I sent you the file in a direct message."
ASKED_IN_PRIVATE = "I am not in that channel, so I answer you in a direct message."
TROUBLE = (
    "Something went wrong on my side and I could not do that. Please try again in a minute; "
    "if it keeps happening, tell your administrator."
)
REOPEN = "That took too long to open. Please press the button again."


NO_ANSWER_YET = "There is no answer in this thread yet. Please ask a question first."
NO_QUERY_RAN = "No query ran for the last answer here, so there is no SQL and no file."
NOBODY_APPROVED = "Nobody has approved this answer yet. Press “Send to review” to have it checked."


def as_file(question: str) -> str:
    return f"Here is the answer to “{question}” as a file."


def sql_of(question: str) -> str:
    return f"Press the button to see the SQL behind “{question}”."


def change_approved(receipt: Receipt, reader: Person) -> str:
    names = " and ".join(who(each) for each in receipt.approved_by)
    asked = who(receipt.asked_by)
    written = moment(receipt.at, reader)
    return f"{names} approved this change. {asked} asked for it, and it was made on {written}."


def review_said(
    review: str, reviewer: Person | None, at: dt.datetime | None, reader: Person
) -> str:
    """What reviewers decided; empty where they were not asked, or left it."""
    when = f" on {moment(at, reader)}" if at is not None else ""
    name = who(reviewer) if reviewer is not None else "A reviewer"
    return {
        "open": "Nobody has approved this answer yet. It is waiting for a reviewer.",
        "asked_back": "Nobody has approved this answer yet. A reviewer asked a question about it.",
        "working": "A reviewer has decided. The decision is being carried out.",
        "approved": f"{name} approved this answer{when}.",
        "edited": f"{name} corrected and approved this answer{when}.",
        "rejected": f"{name} rejected this answer{when}. Please do not use it.",
    }.get(review, "")


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
            asked = f"{who(by)} already asked on {moment(at, reader)} to undo this change"
            return f"{asked}. It is waiting for approval."
        case NotAllowed(reason=reason):
            return reason
        case Closed(how=how):
            return closed(how)


def closed(how: str) -> str:
    return {
        "expired": "The time to answer this card is over. Please ask the question again.",
        "cancelled": "This question was stopped. You can ask it again.",
    }.get(how, "This card is no longer active. Please ask the question again.")
