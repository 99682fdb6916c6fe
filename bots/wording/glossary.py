"""What the command `countersign glossary` prints."""

from pathlib import Path

from knowledge.sentences import uncapital
from pipeline.remembered.standing import StandingAnswer

NO_WORKSPACE = "The settings have no workspace {name!r}."
NO_FILE = "The workspace {name!r} has no glossary file: name one under “glossary” in its settings."
NO_METRIC = "{file} has no metric called {name!r}."
NOTHING_SAVED = "Nobody has saved an answer to this glossary."


def by_whom(answer: StandingAnswer) -> str:
    day = f" on {answer.at:%Y-%m-%d}" if answer.at else ""
    return f"Saved by {answer.by or 'somebody'}{day}"


def saved(answer: StandingAnswer) -> str:
    who = by_whom(answer)
    return f"{answer.said} ({uncapital(who)})"


def taken_in(file: Path, new: int) -> str:
    if not new:
        return f"{file} has all of it already."
    entries = "1 new entry" if new == 1 else f"{new} new entries"
    return f"{entries} in {file}. No metric of it is certified: `countersign glossary certify`."


def certified(metric: str, file: Path) -> str:
    return f"“{metric}” is certified in {file}. It counts once the catalog is read again."


def unreadable(file: Path, error: Exception) -> str:
    return f"{file}: {error}"
