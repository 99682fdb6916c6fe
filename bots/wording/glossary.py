"""What the command `countersign glossary` prints."""

from pathlib import Path

from knowledge.glossary import Glossary
from knowledge.semantic_layers import Join
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


def found(source: str, glossary: Glossary, joins: int) -> str:
    """What an import holds that fits the database."""
    counts = (
        (len(glossary.metrics), "metric"),
        (len(glossary.terms), "word"),
        (len(glossary.tables), "table description"),
        (joins, "join that the database shows too"),
    )
    parts = [f"{count} {_plural(name) if count > 1 else name}" for count, name in counts if count]
    return f"Read as {source}: {', '.join(parts) or 'nothing in it fits this database'}."


def _plural(name: str) -> str:
    first, _, rest = name.partition(" that ")
    return f"{first}s that {rest}" if rest else f"{first}s"


def left_out(sentence: str) -> str:
    return f"Left out: {sentence}"


def unknown_join(join: Join) -> str:
    ends = f"{join.table}.{join.column} → {join.to_table}.{join.to_column}"
    return f"join {ends}: neither keys nor values of the database show it. Declare it there."


def taken_in(file: Path, new: int) -> str:
    if not new:
        return f"{file} has all of it already."
    entries = "1 new entry" if new == 1 else f"{new} new entries"
    return f"{entries} in {file}. No metric of it is certified: `countersign glossary certify`."


def certified(metric: str, file: Path) -> str:
    return f"“{metric}” is certified in {file}. It counts once the catalog is read again."


def unreadable(file: Path, error: Exception) -> str:
    return f"{file}: {error}"
