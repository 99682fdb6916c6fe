"""What the command `countersign knowledge` prints."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from knowledge.validated.query import Cause, ValidatedQuery
from pipeline.result import Trust

ALL_FIT = "Every active query fits its database and can be run."
ONE_FILE = "Name one file: questions and SQL, or a query log with --log."
NEEDS_TITLE = "It has no question yet: give it one with --title."
NOTHING_WAITS = "Nothing waits for a reviewer."
NOTHING_TO_PROMOTE = (
    "{id!r} is no approved or waiting query of {workspace}, and no question with an answer there."
)
NO_PAST = "Nobody has asked {workspace} a question yet that could be replayed."
NOTHING_CHANGES = "Nothing changes for any of them."
TO_VERIFY = "due for verification"
NOTHING_OFFERED = "nothing"
NO_WORKSPACE = "There is no open workspace {name!r}; `countersign doctor` says why."
QUESTION = "Question"
WAITS_BECAUSE = "Waits because"
OTHER_WORDS = "Also asked as"
KEY_PROMPT = "Your key"
KEY_APPROVE = "Approve: its SQL answers this question from now on"
KEY_TITLE = "Approve under another question"
KEY_EDIT = "Approve with other SQL"
KEY_REJECT = "Reject, with a reason; `countersign knowledge restore` takes it back"
KEY_SKIP = "Leave it for later"
KEY_LEAVE = "Leave"
KEYS_ARE = "Please type one of: {keys}."
WHY = "Why"
WHY_NEEDED = "Please give a reason. Nothing is rejected without one."
SQL_PROMPT = "Write the SQL; an empty line ends it"


def next_of(left: int, used: int) -> str:
    waits = "1 question waits" if left == 1 else f"{left:,} questions wait"
    times = "once" if used == 1 else f"{used:,} times"
    return f"{waits}. The next was asked {times}:" if used else f"{waits}. The next:"


def line(query: ValidatedQuery) -> str:
    why = f" ({query.status_reason})" if query.status_reason else ""
    return f"{query.id}  {query.status}  used {query.usage.used}x  {query.question}{why}"


def listed(query: ValidatedQuery) -> str:
    """A question with its use, wordings, approver and tables, in a line."""
    at = f" on {query.approved_at:%d %b %Y}" if query.approved_at else ""
    last = query.usage.last_used_at
    waits = len(query.proposed)
    told = (
        f"last {last:%d %b %Y}" if last else "",
        f"{len(query.paraphrases)} paraphrases" if query.paraphrases else "",
        f"{waits} wordings wait" if waits else "",
        f"approved by {query.approved_by}{at}" if query.approved_by else "",
        f"reads {', '.join(query.tables)}" if query.tables else "",
        TO_VERIFY if query.cause is Cause.DRIFTED else "",
    )
    return "; ".join((line(query), *filter(None, told)))


def has(query: ValidatedQuery, words: str) -> bool:
    """Whether a question, a wording, the SQL, the approver or a table has all of these words."""
    said = " ".join(
        (*query.wordings, query.sql, query.approved_by, *query.tables, query.status.value)
    ).lower()
    return all(word in said for word in words.lower().split())


def revision(query: ValidatedQuery, changed: tuple[str, ...]) -> str:
    at = f" on {query.approved_at:%d %b %Y}" if query.approved_at else ""
    by = f", approved by {query.approved_by}{at}" if query.approved_by else ""
    why = f" ({query.status_reason})" if query.status_reason else ""
    return "\n  ".join((f"{query.revision}  {query.status}{why}{by}", *changed))


def taken_in(waiting: int, aside: int, known: int) -> str:
    out_of_use = f"; {aside} are out of use, as they were before" if aside else ""
    there = f"; {known} were there already" if known else ""
    return (
        f"{waiting} questions wait for a reviewer (`countersign knowledge approve`)"
        f"{out_of_use}{there}."
    )


def left_out(sentence: str) -> str:
    return f"Left out: {sentence}"


def wording(query: ValidatedQuery, text: str) -> str:
    return f"{query.id}  asked as “{text}”, approved as “{query.question}”"


def failing(query: ValidatedQuery, reason: str) -> str:
    return f"{query.id}  {query.question}: {reason}"


def unreadable(file: Path, error: Exception) -> str:
    return f"{file}: {error}"


def counts(questions: int, left_out: int, columns: Sequence[tuple[str, Counter[str]]]) -> str:
    """How many past questions get what, in one column for each of the ways to look."""
    besides = f" (left out: {left_out} follow-ups and changes)" if left_out else ""
    head = f"{questions:,} questions{besides}\n{'':14}"
    lines = [head + "".join(f"{name:>8}" for name, _ in columns)]
    lines += [
        f"{tier:14}" + "".join(f"{count[tier]:8,}" for _, count in columns)
        for tier in (*(each.value for each in Trust), NOTHING_OFFERED)
        if any(count[tier] for _, count in columns)
    ]
    return "\n".join(lines)


def offered(times: int, question: str, tier: str, approved: str, reason: str) -> str:
    """What a past question gets."""
    by = f"  by “{approved}”" if approved else ""
    why = f" ({reason})" if reason else ""
    return f"{times:>4}x  {tier}  “{question}”{by}{why}"
