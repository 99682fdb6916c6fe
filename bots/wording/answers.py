"""What is said around an answer: its badge, its buttons, its files."""

import datetime as dt

from bots.wording.moments import moment, who
from pipeline.people import Person
from pipeline.result import Trust

SQL = "Show SQL"
EXPLAIN = "Explain"
CSV = "Download CSV"
EXCEL = "Download Excel"
CHANGE = "Change"
SEND_TO_REVIEW = "Send to review"
ASK_LARGER = "Ask again with the larger model"
GOOD = "Looks right"
BAD = "Not right…"

# Below this a time would be written as 0.0 s.
_SHORTEST = 0.05

CONFIRMED = "Confirmed"
ASSUMED = "Assumed"
SOURCES = "Sources"
SOURCE_APPROVED = "A question whose query reviewers approved."
READING = "I read this as"
NO_ROWS = "The query found no rows."
NO_CHARTS = "There is no chart: this installation cannot draw."
NOTHING = "-"
CHANGE_IN_PERCENT = "Change (%)"
YES = "yes"
NO = "no"

EXPLAIN_TITLE = "How this answer was made"
EXPLAIN_NONE = "There is nothing to explain: no query ran for this answer."
SQL_TITLE = "The SQL"
SQL_INTRO = "This is the query that ran."
SQL_OFFERED = "This is the approved query. It has not run yet."
RECONSIDER = "Reconsider"
RECONSIDER_TITLE = "Reconsider approval"
RECONSIDER_INTRO = (
    "For reviewers: this approved query will no longer be used. It goes back to the "
    "reviewers' channel, where it can be changed, approved again or rejected."
)
RECONSIDER_NOTE = "What is wrong with it?"
RECONSIDER_SEND = "Withdraw approval"
REVIEW_TITLE = "Send to review"
REVIEW_INTRO = "A reviewer will look at the question, the SQL and the result, and answer here."
REVIEW_NOTE = "Anything the reviewer should know?"
REVIEW_SEND = "Send"
BAD_TITLE = "What is not right?"
BAD_NOTE = "What did you expect instead?"
BAD_SEND = "Send"

_BADGES = {
    Trust.TRUSTED: "✅ Trusted",
    Trust.SEMI_TRUSTED: "🟡 Close to an approved answer: please check it",
    Trust.GENERATED: "🔵 New answer, not reviewed yet",
}


def source_table(workspace: str) -> str:
    return f"A table of {workspace} that the query reads."


def badge(trust: Trust, reason: str) -> str:
    return f"{_BADGES[trust]}. {reason}" if reason else f"{_BADGES[trust]}."


def reviewed(review: str, reviewer: Person | None) -> str:
    """The reviewer's word on an answer, empty where nobody was asked."""
    name = who(reviewer) if reviewer else "A reviewer"
    return {
        "open": "👀 Waiting for a reviewer. The decision will appear here.",
        "approved": f"✅ {name} approved this answer.",
        "edited": f"✏️ {name} corrected this answer. This is the corrected version.",
        "rejected": f"⛔ {name} rejected this answer. Please do not use it.",
    }.get(review, "")


def note(text: str, reviewer: Person | None) -> str:
    return f"{who(reviewer)}: {text}" if reviewer else text


def shown(rows: int, total: int, *, capped: bool) -> str:
    """How much of a result is on the card, empty where all of it is."""
    if capped:
        return f"The first {rows:,} rows; there are more."
    return f"The first {rows:,} of {total:,} rows." if rows < total else ""


def capped(rows: int) -> str:
    return f"I fetched only the first {rows:,} rows. Narrow the question to see the rest."


def columns_left_out(count: int) -> str:
    more = "1 more column is" if count == 1 else f"{count} more columns are"
    return f"{more} in the file (Download CSV)."


def _took(seconds: float) -> str:
    if not seconds:
        return ""
    return f"{seconds:.1f} s" if seconds >= _SHORTEST else "under 0.1 s"


def footer(workspace: str, seconds: float, as_of: dt.datetime | None) -> str:
    parts = [workspace, _took(seconds)]
    parts.append(f"data as of {moment(as_of)}" if as_of else "")
    return " · ".join(part for part in parts if part)


# The rest of a chart's names, by their number.
OTHERS = "Other ({})"


def chart_cut(shown: int, left: int) -> str:
    """A chart of averages or rates has no bar for the rest: nothing is added up."""
    return f"The chart shows {shown} of {shown + left}."


def chart_alt(kind: str, measure: str, dimension: str, points: int) -> str:
    return f"{kind} chart of {measure} by {dimension}, {points} points; the table has the numbers."


REPORT = "Download the report"
ASK_NEXT = "Ask next:"
THREAD_FILES = "files of this thread"
IN_SHORT = "In short"
NOT_ANSWERED = "Not answered"


def of_parts(parts: int) -> str:
    return "1 result" if parts == 1 else f"{parts} results"


def in_the_file(rows: int, shown: int) -> str:
    """What of a small result is not on the card, empty where all of it is."""
    return f"… and {rows - shown} more in the report" if rows > shown else ""


SENT_TO_YOU = "I answer you in a direct message, because not everybody here may see this data."

# Everybody in the thread reads this one.
GOES_ON_ALONE = "I answer this in a direct message, because not everybody here may see this data."


def private(person: str) -> str:
    return (
        f"I sent the answer to {person or 'the asker'} in a direct message, because it is private."
    )
