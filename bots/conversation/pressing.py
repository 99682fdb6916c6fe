"""What people press and fill in, as calls of the desk."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bots.cards import Press, Verb
from bots.conversation.decisions import (
    Filled,
    choice_decision,
    form_decision,
    menu_decision,
    problems,
)
from bots.conversation.files import csv_of, excel_of, sql_file
from bots.conversation.forms import (
    NOTE,
    bad_form,
    explain_form,
    form_for,
    reconsider_form,
    review_form,
    sql_form,
)
from bots.conversation.imports_form import imports_form, rejected_in
from bots.conversation.promotion_form import promotion_form
from bots.conversation.report_file import report_file
from bots.conversation.responses import Hand, Mend, Response, Show, Silence, Whisper
from bots.wording import answers, files, home, reviews, writes
from bots.wording import replies as say
from pipeline.checkpoint import Decision
from pipeline.people import Person
from pipeline.result import Answer
from review.ledger.threads import Thread
from review.ports.desk import Counted, CountedBefore, Desk, NotAllowed, OpenCheckpoint, Verdict
from review.ports.promotion import Proposal
from review.sentences import NOTHING_IMPORTED

_LONG_SQL = 2_900
_FORMS = frozenset({Verb.OTHER, Verb.EDIT, Verb.ASK_BACK, Verb.REJECT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A press: by whom, where, and what the card's menus held (places by the question's place)."""

    press: Press
    by: Person
    thread: Thread
    picked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form that was sent."""

    press: Press
    by: Person
    filled: Filled
    external: bool = False


async def pressed(event: Pressed, desk: Desk) -> Response:
    """What a press does, and what the person is to see at once."""
    verb = event.press.verb
    if event.external:
        return Whisper(text=say.EXTERNAL)
    if verb in _FORMS or verb is Verb.PROMOTE:
        return await _open_form(event, desk)
    if verb in (Verb.CHOOSE, Verb.APPROVE, Verb.CONTINUE):
        return await _decide(event, desk)
    if verb in (Verb.CLAIM, Verb.UNDO, Verb.NEXT, Verb.SEVERAL):
        return await _wished(event, desk)
    if verb is Verb.STOP:
        stopped = await desk.cancel(event.thread, event.by)
        return Silence() if stopped else Whisper(text=say.NOTHING_TO_STOP)
    if verb in _IN_THREAD:
        return await _IN_THREAD[verb](event, desk)
    if verb is Verb.SQL and event.press.nonce:
        return await _offered_sql(event.press, desk)
    return await _about_answer(event, desk)


async def sent(event: Sent, desk: Desk) -> Response:
    """What sending a form does."""
    press = event.press
    if event.external:
        return Whisper(text=say.EXTERNAL)
    if press.verb in _OF_A_RUN:
        return await _OF_A_RUN[press.verb](event, event.filled.values.get(NOTE, "").strip(), desk)
    if press.verb is Verb.SEVERAL:
        return await _rejected(event, desk)
    checkpoint = await desk.checkpoint(press.subject)
    if checkpoint is None or not checkpoint.open:
        return Whisper(text=say.CLOSED_FORM)
    found = problems(press.verb, checkpoint.ask, event.filled)
    if found:
        return Mend(problems=found)
    decision = form_decision(press.verb, checkpoint.ask, event.filled)
    return await _decided(press, decision, event.by, desk)


async def _to_review(event: Sent, note: str, desk: Desk) -> Response:
    verdict = await desk.send_to_review(event.press.subject, event.by, note)
    return _told(verdict, event.by, say.SENT_TO_REVIEW)


async def _set_aside(event: Sent, note: str, desk: Desk) -> Response:
    verdict = await desk.reconsider(event.press.subject, event.by, note)
    return _told(verdict, event.by, say.RECONSIDERED)


async def _wished(event: Pressed, desk: Desk) -> Response:
    press, by = event.press, event.by
    if press.verb is Verb.SEVERAL:
        return await _several(event, desk)
    if press.verb is Verb.CLAIM:
        return _told(await desk.claim(press.subject, press.nonce, by), by)
    if press.verb is Verb.NEXT:
        return _told(await desk.next_imported(press.subject, press.nonce, by), by, say.NEXT_COMES)
    return _told(await desk.undo(press.subject, by), by, writes.UNDO_ASKED)


async def _follow(event: Pressed, desk: Desk) -> Response:
    press, by = event.press, event.by
    if not await desk.may_see(press.subject, by):
        return Whisper(text=say.MAY_NOT_SEE)
    return _told(await desk.follow(press.subject, press.choice, by), by, "")


async def _remove_files(event: Pressed, desk: Desk) -> Response:
    removed = await desk.remove_files(event.thread, event.by)
    if removed is None:
        return Whisper(text=files.ONLY_WHO_ADDED)
    return Whisper(text=files.REMOVED if removed else files.NOTHING_TO_REMOVE)


# What is about the thread as it is now.
_IN_THREAD: Mapping[Verb, Callable[[Pressed, Desk], Awaitable[Response]]] = {
    Verb.FOLLOW: _follow,
    Verb.REMOVE: _remove_files,
}


async def _several(event: Pressed, desk: Desk) -> Response:
    waiting = await desk.imported(event.press.subject, event.by)
    if isinstance(waiting, NotAllowed):
        return Whisper(text=waiting.reason)
    if not waiting:
        return Whisper(text=NOTHING_IMPORTED)
    return Show(form=imports_form(event.press, waiting))


async def _rejected(event: Sent, desk: Desk) -> Response:
    wanted = rejected_in(event.press, event.filled)
    if not wanted.note:
        return Mend(problems={NOTE: say.TYPE_SOMETHING})
    if not wanted.queries:
        return Whisper(text=home.NONE_PICKED)
    done = await desk.reject_imported(wanted, event.by)
    if isinstance(done, NotAllowed):
        return Whisper(text=done.reason)
    return Whisper(text=reviews.rejected(done, len(wanted.queries)))


async def _open_form(event: Pressed, desk: Desk) -> Response:
    press, by = event.press, event.by
    verdict = await desk.may_decide(press.subject, press.nonce, by)
    if not isinstance(verdict, Counted):
        return Whisper(text=say.verdict(verdict, by))
    checkpoint = await desk.checkpoint(press.subject)
    if checkpoint is None:
        return Whisper(text=say.closed(""))
    if press.verb is Verb.PROMOTE:
        return await _promoting(event, checkpoint, desk)
    return Show(form=form_for(press.verb, checkpoint))


async def _promoting(event: Pressed, checkpoint: OpenCheckpoint, desk: Desk) -> Response:
    proposal = await desk.proposal(checkpoint.id, event.by)
    if isinstance(proposal, Proposal):
        return Show(form=promotion_form(checkpoint, proposal))
    return Whisper(text=say.verdict(proposal, event.by))


async def _decide(event: Pressed, desk: Desk) -> Response:
    decision = choice_decision(event.press)
    if event.picked or event.press.verb is Verb.CONTINUE:
        checkpoint = await desk.checkpoint(event.press.subject)
        if checkpoint is None:
            return Whisper(text=say.closed(""))
        picked = menu_decision(checkpoint.ask, event.picked)
        if picked is None and checkpoint.open:
            return Whisper(text=say.PICK_ALL)
        decision = picked or decision
    return await _decided(event.press, decision, event.by, desk)


async def _decided(press: Press, decision: Decision, by: Person, desk: Desk) -> Response:
    return _told(await desk.decide(press.subject, press.nonce, decision, by), by, "")


async def _voted_down(event: Sent, note: str, desk: Desk) -> Response:
    run = event.press.subject
    if not await desk.may_see(run, event.by):
        return Whisper(text=say.MAY_NOT_SEE)
    await desk.feedback(run, event.by, False, note)  # noqa: FBT003 - one vote
    return Whisper(text=say.THANKS_BAD)


# What is sent about a run, with the note of its form.
_OF_A_RUN: Mapping[Verb, Callable[[Sent, str, Desk], Awaitable[Response]]] = {
    Verb.REVIEW: _to_review,
    Verb.RECONSIDER: _set_aside,
    Verb.BAD: _voted_down,
}


def _told(verdict: Verdict, by: Person, done: str = "") -> Response:
    if isinstance(verdict, Counted | CountedBefore) and not done:
        return Silence(ask=verdict.ask)
    return Whisper(text=say.verdict(verdict, by, done))


async def _about_answer(event: Pressed, desk: Desk) -> Response:
    run, by = event.press.subject, event.by
    if event.press.verb is Verb.RECONSIDER:
        # Reviewers judge the query, whether or not they may see what it gave to this asker.
        return await _reconsider(run, by, desk)
    if not await desk.may_see(run, by):
        return Whisper(text=say.MAY_NOT_SEE)
    return await _ABOUT[event.press.verb](run, by, desk)


async def _offered_sql(press: Press, desk: Desk) -> Response:
    """The SQL of a card that offers it: whoever reads the card may read it."""
    checkpoint = await desk.checkpoint(press.subject)
    if checkpoint is None or checkpoint.nonce != press.nonce:
        return Whisper(text=say.closed(""))
    if len(checkpoint.ask.sql) > _LONG_SQL:
        return Hand(file=sql_file(checkpoint.ask.sql))
    return Show(form=sql_form(checkpoint.ask.sql, answers.SQL_OFFERED))


async def _sql(run: str, _by: Person, desk: Desk) -> Response:
    answer = await desk.answer(run)
    if answer is None:
        return Whisper(text=say.GONE)
    if len(answer.sql) > _LONG_SQL:
        return Hand(file=sql_file(answer.sql))
    return Show(form=sql_form(answer.sql))


async def _explain(run: str, _by: Person, desk: Desk) -> Response:
    answer = await desk.answer(run)
    if answer is None:
        return Whisper(text=say.GONE)
    return Show(form=explain_form(answer)) if answer.how else Whisper(text=answers.EXPLAIN_NONE)


def _file(make: Callable[[Answer], Hand]) -> "Callable[[str, Person, Desk], Awaitable[Response]]":
    async def hand(run: str, _by: Person, desk: Desk) -> Response:
        answer = await desk.answer(run)
        return await asyncio.to_thread(make, answer) if answer else Whisper(text=say.GONE)

    return hand


async def _change(run: str, by: Person, desk: Desk) -> Response:
    return _told(await desk.change(run, by), by, say.CHANGING)


async def _larger(run: str, by: Person, desk: Desk) -> Response:
    return _told(await desk.ask_larger(run, by), by, say.ASKING_LARGER)


async def _review(run: str, by: Person, desk: Desk) -> Response:
    verdict = await desk.may_send_to_review(run, by)
    if isinstance(verdict, Counted):
        return Show(form=review_form(run))
    return Whisper(text=say.verdict(verdict, by))


async def _reconsider(run: str, by: Person, desk: Desk) -> Response:
    verdict = await desk.may_reconsider(run, by)
    if isinstance(verdict, Counted):
        return Show(form=reconsider_form(run))
    return Whisper(text=say.verdict(verdict, by))


async def _good(run: str, by: Person, desk: Desk) -> Response:
    await desk.feedback(run, by, True)  # noqa: FBT003 - one vote
    return Whisper(text=say.THANKS_GOOD)


async def _bad(run: str, _by: Person, _desk: Desk) -> Response:
    return Show(form=bad_form(run))


_ABOUT: Mapping[Verb, Callable[[str, Person, Desk], Awaitable[Response]]] = {
    Verb.SQL: _sql,
    Verb.EXPLAIN: _explain,
    Verb.CSV: _file(lambda answer: Hand(file=csv_of(answer))),
    Verb.EXCEL: _file(lambda answer: Hand(file=excel_of(answer))),
    Verb.REPORT: _file(lambda answer: Hand(file=report_file(answer))),
    Verb.CHANGE: _change,
    Verb.LARGER: _larger,
    Verb.REVIEW: _review,
    Verb.GOOD: _good,
    Verb.BAD: _bad,
}
