"""The rows that no card has room for, page by page in a dialog."""

from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.conversation.cells import table_of
from bots.teams.activities import Posted
from bots.teams.cards.adaptive import FETCH, envelope
from bots.teams.cards.dialogs import said, shown
from bots.teams.cards.elements import line, run
from bots.teams.cards.fitting import MOST_BYTES, size_of
from bots.teams.cards.tables import table_elements
from bots.teams.people import TeamsPeople
from bots.wording import replies
from bots.wording import teams as say
from pipeline.result import Answer
from review.ports.desk import Desk

Json: TypeAlias = dict[str, Any]

ROWS: Final = "rows"
_AT: Final = "at"
_PAGE: Final = 40
_SMALLEST: Final = 1


def more_rows(run_id: str, at: int) -> Json:
    """The button of a card that shows only the first rows."""
    data = {ROWS: run_id, _AT: at, **FETCH}
    action = {"type": "Action.Submit", "title": say.MORE_ROWS, "data": data}
    return {"type": "ActionSet", "actions": [action]}


class Paging:
    """Shows a page of a result. Whether the person may see it is asked each time."""

    def __init__(self, desk: Desk, people: TeamsPeople) -> None:
        self._desk = desk
        self._people = people

    def asked_for(self, activity: Posted) -> bool:
        """Whether this dialog is a page."""
        return ROWS in activity.sent

    async def page(self, activity: Posted) -> Json:
        """The page that a button asks for, in the same dialog."""
        data, speaker = activity.sent, activity.speaker
        run_id, reader = str(data.get(ROWS) or ""), self._people.person(speaker)
        if not speaker.known:
            return said(replies.EXTERNAL)
        if not await self._desk.may_see(run_id, reader):
            return said(replies.MAY_NOT_SEE)
        answer = await self._desk.answer(run_id)
        if answer is None or not answer.rows:
            return said(replies.GONE)
        at = data.get(_AT)
        first = at if isinstance(at, int) and 0 <= at < len(answer.rows) else 0
        return _drawn(answer, run_id, first)


def _drawn(answer: Answer, run_id: str, first: int) -> Json:
    """As many rows as fit from there on."""
    most = _PAGE
    while True:
        content = _content(answer, run_id, first, most)
        if most <= _SMALLEST or size_of(content) <= MOST_BYTES:
            return shown(say.ALL_ROWS, content)
        most //= 2


def _content(answer: Answer, run_id: str, first: int, most: int) -> Json:
    rows = answer.rows[first : first + most]
    past = first + len(rows)
    table = table_of(replace(answer, rows=rows, truncated=False))
    where = line(run(say.rows_of(first + 1, past, len(answer.rows)), isSubtle=True))
    buttons = []
    if first:
        buttons.append(_turn(say.ROWS_BEFORE, run_id, max(0, first - most)))
    if past < len(answer.rows):
        buttons.append(_turn(say.ROWS_AFTER, run_id, past))
    return envelope([where, *table_elements(table, most)], buttons)


def _turn(title: str, run_id: str, at: int) -> Json:
    return {"type": "Action.Submit", "title": title, "data": {ROWS: run_id, _AT: at}}
