"""What the command `countersign knowledge` prints."""

from pathlib import Path

from knowledge.validated.query import ValidatedQuery

ALL_FIT = "Every active query fits its database and can be run."
ONE_FILE = "Name one file: questions and SQL, or a query log with --log."
NEEDS_TITLE = "It has no question yet: give it one with --title."
NOTHING_WAITS = "Nothing waits for a reviewer."
NO_WORKSPACE = "There is no open workspace {name!r}; `countersign doctor` says why."


def line(query: ValidatedQuery) -> str:
    why = f" ({query.status_reason})" if query.status_reason else ""
    return f"{query.id}  {query.status}  used {query.usage.used}x  {query.question}{why}"


def revision(query: ValidatedQuery, changed: tuple[str, ...]) -> str:
    at = f" on {query.approved_at:%d %b %Y}" if query.approved_at else ""
    by = f", approved by {query.approved_by}{at}" if query.approved_by else ""
    why = f" ({query.status_reason})" if query.status_reason else ""
    return "\n  ".join((f"{query.revision}  {query.status}{why}{by}", *changed))


def taken_in(new: int, found: int) -> str:
    known = f"; {found - new} were there already" if found > new else ""
    return f"{new} questions wait for a reviewer (`countersign knowledge approve`){known}."


def wording(query: ValidatedQuery, text: str) -> str:
    return f"{query.id}  asked as “{text}”, approved as “{query.question}”"


def failing(query: ValidatedQuery, reason: str) -> str:
    return f"{query.id}  {query.question}: {reason}"


def unreadable(file: Path, error: Exception) -> str:
    return f"{file}: {error}"
