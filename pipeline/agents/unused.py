"""What a question says and a model's SQL does not do."""

from collections.abc import Sequence

from pipeline.accounting import LeftOut, left_out
from pipeline.agents.plain_words import plainly_said
from pipeline.people import Person
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace


def unused(
    question: str, sql: str, workspace: Workspace, times: Sequence[TimeSpan], asker: Person
) -> tuple[str, ...]:
    """A sentence for each word that the SQL leaves out, and for what it does unasked."""
    known = workspace.known_to(asker)
    found = map(_sentence, left_out(question, sql, known, times))
    return tuple(dict.fromkeys((*found, *plainly_said(question, sql, known.catalog.dialect))))


def _sentence(word: LeftOut) -> str:
    why = f" {word.why}" if word.sure else ""
    return f"The question says “{word.word}”, but the query does not use it.{why}"
