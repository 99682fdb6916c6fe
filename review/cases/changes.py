"""What happens to a review case, as pure functions: the next row, and all that is owed with it."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

from knowledge.dotted_names import database_name
from pipeline.checkpoint import Ask, Audience, CheckpointKind
from pipeline.contract import Contract, DateBound, Filter
from pipeline.people import Person
from pipeline.result import Answer
from review import sentences as say
from review.ledger.dispatch import Job
from review.ledger.notices import Answered, Notice, ReviewCase, Said
from review.ledger.port import Pages
from review.ledger.records import Case, CaseStatus, Checkpoint, Lease, Noted, Owed, Run
from review.ledger.threads import NOWHERE, Thread
from review.owed.owing import only_reader, owe, reminder_slot, settled_notice
from review.policy.deciders import ReviewPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A case with all that its cards show."""

    case: Case
    run: Run
    answer: Answer
    contract: Contract
    thread: Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChange:
    """A case's next row and what must be kept with it. `new` says that it was not there before."""

    case: Case
    new: bool = False
    owed: tuple[Owed, ...] = ()
    opened: Checkpoint | None = None
    noted: tuple[Noted, ...] = ()
    wake: tuple[Job, ...] = ()


async def keep_case(pages: Pages, change: CaseChange, now: dt.datetime) -> None:
    """Write a change. Raises StaleError, and then none of it is kept."""
    if change.new:
        await pages.cases.add(change.case)
    else:
        await pages.cases.save(change.case)
    if change.opened is not None:
        await pages.checkpoints.add(change.opened)
    for noted in change.noted:
        pages.audit.note(noted)
    await owe(pages, change.owed, now)
    for job in change.wake:
        pages.wake(job)


def case_slot(case: Case, thread: Thread) -> str:
    """The case's message in that channel."""
    return f"{case.id}/{thread.channel}"


def checkpoint_id(case: Case) -> str:
    return f"{case.id}.{case.rounds}"


def opened_for(matter: Matter, policy: ReviewPolicy, nonce: str, now: dt.datetime) -> Checkpoint:
    """What the reviewers decide on, in this round."""
    ask = Ask(
        kind=CheckpointKind.REVIEW,
        title=matter.answer.question,
        questions=(),
        audience=Audience.REVIEWERS,
        sql=matter.answer.sql,
    )
    due, remind_at = policy.times(Audience.REVIEWERS, now)
    return Checkpoint(
        id=matter.case.checkpoint,
        run=matter.run.id,
        case=matter.case.id,
        nonce=nonce,
        ask=ask,
        thread=matter.thread,
        slot=case_slot(matter.case, matter.thread),
        opened_at=now,
        due=due,
        remind_at=remind_at,
    )


def card(matter: Matter, checkpoint: Checkpoint, most_rows: int) -> ReviewCase:
    answer = replace(matter.answer, rows=matter.answer.rows[:most_rows])
    cut = len(matter.answer.rows) > most_rows
    return ReviewCase(
        checkpoint=checkpoint.id,
        nonce=checkpoint.nonce,
        answer=replace(answer, truncated=answer.truncated or cut),
        asker=matter.run.asker,
        contract_lines=contract_lines(matter.contract),
        asker_note=matter.case.note,
        claimed_by=checkpoint.claimed_by,
        unasked=matter.run.thread == NOWHERE,
    )


def to_reviewers(case: Case, thread: Thread, notice: Notice, now: dt.datetime) -> Owed:
    """The case's own message, written or written over."""
    slot = case_slot(case, thread)
    return Owed(
        key=f"{slot}@{case.version}", run=case.run, thread=thread, slot=slot, notice=notice, due=now
    )


def below_card(case: Case, thread: Thread, text: str, now: dt.datetime) -> Owed:
    """A sentence for the reviewers, below the case's message."""
    slot = f"{case.id}/said/{case.version}"
    return Owed(
        key=slot,
        run=case.run,
        thread=thread,
        slot=slot,
        notice=Said(text=text),
        due=now,
        after_slot=case_slot(case, thread),
    )


def to_asker(case: Case, run: Run, said: Said, now: dt.datetime) -> Owed:
    """A sentence in the asker's thread, that calls the asker."""
    slot = f"{case.id}/asker/{case.version}"
    notice = replace(said, reply_to=run.asker.id)
    return Owed(
        key=slot,
        run=run.id,
        thread=run.thread,
        slot=slot,
        notice=notice,
        due=now,
        only_for=only_reader(run, run.thread),
    )


def badge(case: Case, run: Run, notice: Answered, now: dt.datetime) -> Owed:
    """The answer's message, with what the reviewers said of it."""
    slot = f"{run.id}/{run.phase}"
    return Owed(
        key=f"{slot}/{case.id}@{case.version}",
        run=run.id,
        thread=run.thread,
        slot=slot,
        notice=notice,
        due=now,
        only_for=only_reader(run, run.thread),
    )


def noted_of(case: Case, actor: Person, action: str, now: dt.datetime, **details: str) -> Noted:
    return Noted(
        at=now,
        actor=actor.id,
        action=action,
        run=case.run,
        checkpoint=case.checkpoint,
        details=details,
    )


def next_round(case: Case, status: CaseStatus) -> Case:
    """The same card with fresh buttons."""
    after = replace(
        case,
        status=status,
        rounds=case.rounds + 1,
        version=case.version + 1,
        lease=Lease(),
        cut_off=0,
    )
    return replace(after, checkpoint=checkpoint_id(after))


def noted_reply(case: Case, text: str) -> Case:
    """The asker replied: the reviewers' card is the same, and the case waits for them again."""
    return replace(case, status=CaseStatus.OPEN, version=case.version + 1, note=text)


def closed(case: Case, status: CaseStatus, now: dt.datetime) -> Case:
    over = replace(case, status=status, version=case.version + 1, closed_at=now)
    return replace(over, lease=Lease(), cut_off=0)


def settled_cards(case: Case, checkpoint: Checkpoint, how: str, now: dt.datetime) -> list[Owed]:
    """The case's message and its reminder, without buttons."""
    notice = settled_notice(checkpoint, how)
    owed = [to_reviewers(case, checkpoint.thread, notice, now)]
    if checkpoint.reminded:
        slot = reminder_slot(checkpoint)
        owed.append(replace(owed[0], slot=slot, key=f"{slot}@{case.version}"))
    return owed


def expired(matter: Matter, checkpoint: Checkpoint, now: dt.datetime) -> CaseChange:
    """Nobody gave a verdict in time: the answer stands as it was, without a badge."""
    after = closed(matter.case, CaseStatus.CLOSED, now)
    run = matter.run
    return CaseChange(
        case=after,
        owed=(
            *settled_cards(after, checkpoint, "expired", now),
            badge(after, run, Answered(answer=matter.answer, run=run.id), now),
            to_asker(after, run, Said(text=say.REVIEW_EXPIRED), now),
        ),
        noted=(noted_of(after, run.asker, "review expired", now),),
    )


def withdrawn(matter: Matter, checkpoint: Checkpoint, now: dt.datetime) -> CaseChange:
    """The asker took it back."""
    after = closed(matter.case, CaseStatus.CLOSED, now)
    run = matter.run
    return CaseChange(
        case=after,
        owed=(
            *settled_cards(after, checkpoint, "cancelled", now),
            badge(after, run, Answered(answer=matter.answer, run=run.id), now),
        ),
        noted=(noted_of(after, run.asker, "review withdrawn", now),),
    )


def superseded(
    matter: Matter, checkpoint: Checkpoint, by: Person, why: str, now: dt.datetime
) -> CaseChange:
    """Somebody else judged the same query first: the verdict changed nothing, and says so."""
    after = closed(matter.case, CaseStatus.CLOSED, now)
    return CaseChange(
        case=after,
        owed=(
            *settled_cards(after, checkpoint, "superseded", now),
            below_card(after, matter.thread, why, now),
        ),
        noted=(noted_of(after, by, "review superseded", now, why=why),),
    )


def contract_lines(contract: Contract) -> tuple[str, ...]:
    """What was confirmed, a line for each."""
    return tuple(database_name(line) for line in _lines(contract))


def _lines(contract: Contract) -> Iterator[str]:
    if contract.tables:
        yield f"Tables: {', '.join(contract.tables)}"
    for measure in contract.measures:
        where = f", where {' and '.join(measure.conditions)}" if measure.conditions else ""
        yield f"{measure.name} is {measure.expression}{where}"
    yield from (_dates(bound) for bound in contract.dates)
    yield from (_filter(each) for each in contract.filters)
    yield from (f"Only where {one}{_but_for(one, contract)}" for one in contract.conditions)
    if contract.grouping:
        grain = f", by {contract.grain}" if contract.grain else ""
        yield f"Grouped by {', '.join(contract.grouping)}{grain}"
    if contract.order or contract.limit is not None:
        yield _order(contract)


def _dates(bound: DateBound) -> str:
    start = f" from {bound.start}" if bound.start else ""
    end = f" to before {bound.end}" if bound.end else ""
    words = f" ({bound.words})" if bound.words else ""
    return f"{bound.column}{start}{end}{words}"


def _filter(each: Filter) -> str:
    values = ", ".join(str(value) for value in each.values)
    words = f" ({each.words})" if each.words else ""
    return f"{each.column} {each.operator} {values}".rstrip() + words


def _order(contract: Contract) -> str:
    order = f"In {contract.order} order" if contract.order else "In any order"
    return order if contract.limit is None else f"{order}, the first {contract.limit}"


def _but_for(condition: str, contract: Contract) -> str:
    """The numbers that count all rows of the table, where nothing else is made of them."""
    named = any(f"{table.lower()}." in condition.lower() for table in contract.all_rows_of)
    names = " and ".join(measure.name for measure in contract.measures)
    return f", but of all rows where only {names} is asked" if named else ""
