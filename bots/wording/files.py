"""What is said of files that people add to a thread."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from knowledge.catalog import Kind

TEXT: Final = "text"
KINDS: Final[Mapping[Kind, str]] = {
    Kind.INTEGER: "whole number",
    Kind.NUMBER: "number",
    Kind.DATE: "date",
    Kind.TIMESTAMP: "date and time",
    Kind.TIME: "time",
    Kind.BOOLEAN: "yes or no",
}
GUESSED: Final = "What I guessed or left out"
NOT_ASKED: Final = "Your question was not asked. Please ask it again with a file that I can read."
REMOVE: Final = "Remove the files"
REMOVED: Final = "The files of this thread are removed. Answers that were given stay in the thread."
NOTHING_TO_REMOVE: Final = "This thread has no files any more."
ONLY_WHO_ADDED: Final = "Only the person who added the files may remove them."
NOT_ALLOWED: Final = (
    "I cannot read files. Ask your question in words, and I will look it up in the database."
)
NOT_INSTALLED: Final = (
    "I cannot read files, because a part of Countersign is not installed here. An administrator "
    "can install it with [duckdb]."
)


def loaded(names: Sequence[str], tables: int, rows: int | None) -> str:
    listed = ", ".join(names)
    held = f"{tables} table{'' if tables == 1 else 's'}"
    counted = f" with {rows:,} rows" if rows is not None and tables == 1 else ""
    return f"I read {listed}: {held}{counted}."


def table(name: str, rows: int | None) -> str:
    return name if rows is None else f"{name}, {rows:,} rows"


def column(name: str, kind: str, span: str) -> str:
    return f"{name}: {kind}{f', {span}' if span else ''}"


def more_columns(count: int) -> str:
    return f"and {count} more columns"


def span(low: str | None, high: str | None) -> str:
    """The days of the first and the last value."""
    return f"{low[:10]} to {high[:10]}" if low and high else ""


def how_to_ask(kept_for: dt.timedelta | None) -> str:
    gone = f" The file is deleted after {kept_for.days} days." if kept_for else ""
    return (
        "Ask about it in this thread. Only people who read this thread can ask, and it is not "
        f"joined with other data.{gone}"
    )


def unsupported(name: str) -> str:
    return f"I cannot read {name}. Save the data as CSV or XLSX, and add that file."


def too_many(name: str, most: int) -> str:
    return (
        f"{name} was not added: this thread has {most} files, which is the limit. Remove them, or "
        "begin a new thread."
    )


def too_large(name: str, size: int | None, most: int) -> str:
    holds = f" of {_megabytes(size)}" if size is not None else ""
    return (
        f"{name} is too large{holds}: the limit is {_megabytes(most)}. Save the rows and columns "
        "that you need in a smaller file."
    )


def away(name: str, why: str) -> str:
    return f"I could not get {name}. {why}"


def unreadable(sentence: str) -> str:
    return f"{sentence} Please change that and add the file again."


def picture(name: str) -> str:
    return f"I do not read pictures such as {name}. I answer your words."


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"  # noqa: PLR2004
