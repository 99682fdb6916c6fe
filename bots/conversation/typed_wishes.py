"""Typed words that mean a button below the last answer of a thread, or ask who vouches for it."""

import re
from collections.abc import Mapping
from typing import Final

from bots.cards import Button, Buttons, Card, Code, Press, Style, Text, Verb
from bots.conversation.notices import text_card
from bots.conversation.sql_lines import in_lines
from bots.wording import answers
from bots.wording import replies as say
from pipeline.people import Person
from pipeline.result import Trust
from review.ledger.threads import Thread
from review.ports.desk import Desk, LastSaid

_PLEASE: Final = r"(?:please\s+)?(?:(?:can|could|would|may)\s+(?:you|i|we)\s+)?(?:please\s+)?"
_IT: Final = r"(?:it|this|that|them|(?:the|this|that)\s+(?:answer|results?|data|table|rows|change))"
_KIND: Final = r"(?P<kind>excel|xlsx|csv|spreadsheet)(?:\s+file)?"
_END: Final = r"(?:\s+please)?\s*[.!?]*$"
_SQL: Final = re.compile(
    rf"^{_PLEASE}(?:(?:show|give|send|print|see|view|have)\s+(?:me\s+|us\s+)?|what(?:'s|\s+is)\s+)?"
    rf"(?:the|its|your|that|this)?\s*(?:sql|query)(?:\s+(?:behind|of|for)\s+{_IT})?{_END}",
    re.IGNORECASE,
)
_FILE: Final = re.compile(
    rf"^{_PLEASE}(?:(?:export|download|save|send|give|get|have)\s+(?:me\s+|us\s+)?(?:{_IT}\s+)?)?"
    rf"(?:(?:to|as|in|into)\s+)?(?:an?\s+|the\s+)?{_KIND}{_END}",
    re.IGNORECASE,
)
_WHO: Final = re.compile(
    r"^(?:who\s+(?:has\s+)?(?:approved|reviewed|checked|verified|countersigned|signed\s+off(?:\s+on)?)"
    rf"\s+{_IT}|(?:has|was|is)\s+{_IT}\s+(?:been\s+)?(?:approved|reviewed|checked|verified)"
    rf"(?:\s+by\s+(?:anyone|anybody|someone|somebody))?){_END}",
    re.IGNORECASE,
)
_FILES: Final[Mapping[str, tuple[str, Verb]]] = {
    "csv": (answers.CSV, Verb.CSV),
    "excel": (answers.EXCEL, Verb.EXCEL),
    "xlsx": (answers.EXCEL, Verb.EXCEL),
    "spreadsheet": (answers.EXCEL, Verb.EXCEL),
}


async def typed_wish(text: str, thread: Thread, by: Person, desk: Desk) -> Card | None:
    """The answer to such words; None for all others, and where nothing was answered yet."""
    words = text.strip()
    sql, file, who = (form.match(words) for form in (_SQL, _FILE, _WHO))
    if not (sql or file or who):
        return None
    last = await desk.last_said(thread)
    if last is None:
        return text_card(say.NO_ANSWER_YET)
    if not await desk.may_see(last.run, by) or thread.mixed:
        # Where the answer went to its asker alone, not even its question is repeated.
        return text_card(say.IN_DIRECT_MESSAGE if thread.mixed else say.MAY_NOT_SEE)
    if who:
        return text_card(_vouched(last, by))
    if last.answer is None or not last.answer.sql:
        return text_card(say.NO_QUERY_RAN)
    if file:
        label, verb = _FILES[file["kind"].lower()]
        return _pressed_for(last, say.as_file(last.answer.question), label, verb)
    if thread.private:
        sql_block = Code(text=in_lines(last.answer.sql))
        return Card(plain=answers.SQL_INTRO, blocks=(Text(text=answers.SQL_INTRO), sql_block))
    # Others read along in a channel: the button shows it to those who may see it.
    return _pressed_for(last, say.sql_of(last.answer.question), answers.SQL, Verb.SQL)


def _pressed_for(last: LastSaid, text: str, label: str, verb: Verb) -> Card:
    press = Press(verb=verb, subject=last.run)
    button = Button(label=label, press=press, style=Style.PRIMARY)
    return Card(plain=text, blocks=(Text(text=text), Buttons(items=(button,))))


def _vouched(last: LastSaid, reader: Person) -> str:
    """Who approved the last answer or change, or that nobody did."""
    if last.receipt is not None:
        return say.change_approved(last.receipt, reader)
    decided = say.review_said(last.review, last.reviewer, last.reviewed_at, reader)
    if decided:
        return decided
    answer = last.answer
    if answer is not None and answer.trust is not Trust.GENERATED:
        return answers.badge(answer.trust, answer.trust_reason)
    return say.NOBODY_APPROVED
