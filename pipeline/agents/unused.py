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
    """A sentence for each word that the SQL surely leaves out, and for what it does unasked.

    A word that names nothing of the data may be one that the model put into other words.
    """
    known = workspace.known_to(asker)
    every = left_out(question, sql, known, times)
    found = (_sentence(word) for word in every if word.sure or word.turns)
    return tuple(dict.fromkeys((*found, *plainly_said(question, sql, known.catalog.dialect))))


def _sentence(word: LeftOut) -> str:
    why = f" {word.reason}" if word.reason else ""
    return f"The question says “{word.word}”, but the query does not use it.{why}"
