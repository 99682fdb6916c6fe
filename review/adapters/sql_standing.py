"""Standing answers, in SQL."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, or_, select

from pipeline.remembered.standing import StandingAnswer
from review.adapters.statements import Statements
from review.adapters.tables import standing_answers as kept
from review.adapters.upserts import put


class SqlStanding:
    """The StandingAnswers port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        found = (
            select(kept)
            .where(kept.c.workspace.in_(("", workspace)), kept.c.person.in_(("", person)))
            .order_by(kept.c.person, kept.c.question)
        )
        return [_answer(row) for row in (await self._connection.execute(found)).all()]

    async def of_person(self, person: str, shared_in: Sequence[str]) -> Sequence[StandingAnswer]:
        own = kept.c.person == person
        shared = kept.c.workspace.in_(tuple(shared_in)) & (kept.c.person == "")
        found = select(kept).where(or_(own, shared)).order_by(kept.c.workspace, kept.c.question)
        return [_answer(row) for row in (await self._connection.execute(found)).all()]

    async def keep(self, answer: StandingAnswer) -> None:
        row = {name: getattr(answer, name) for name in StandingAnswer.__slots__}
        await put(self._connection, kept, row)

    async def forget(self, answer: StandingAnswer) -> bool:
        gone = delete(kept).where(
            kept.c.workspace == answer.workspace,
            kept.c.person == answer.person,
            kept.c.question == answer.question,
        )
        return (await self._connection.execute(gone)).changed > 0


def _answer(row: Mapping[str, Any]) -> StandingAnswer:
    return StandingAnswer(**row)
