"""What is on a person's desk: their own questions, and what waits for them as a reviewer."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from pipeline.checkpoint import Audience, CheckpointKind
from pipeline.people import Person
from pipeline.remembered.standing import StandingAnswer
from review.ledger.port import Pages
from review.ledger.records import ACTIVE, Checkpoint, Run, RunStatus
from review.ledger.threads import Thread
from review.policy.deciders import Policies, objection

_MOST_OWN = 25
_MOST_RECENT = 5
_MOST_QUEUED = 200


class WaitsFor(StrEnum):
    """Whose turn it is with a question."""

    US = "us"
    YOU = "you"
    REVIEWERS = "reviewers"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnQuestion:
    """A question of the person. `reference` is the message to look at, empty for none yet."""

    run: str
    question: str
    workspace: str
    asked_at: dt.datetime
    waits_for: WaitsFor
    thread: Thread
    reference: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """Something that reviewers are asked. `barred` says why this one may not decide it."""

    checkpoint: str
    nonce: str
    kind: CheckpointKind
    workspace: str
    title: str
    asker: Person
    opened_at: dt.datetime
    thread: Thread
    due: dt.datetime | None = None
    claimed_by: Person | None = None
    reference: str = ""
    barred: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """A person's desk. `queue` is empty for people who review nothing."""

    pending: tuple[OwnQuestion, ...] = ()
    open: tuple[OwnQuestion, ...] = ()
    recent: tuple[OwnQuestion, ...] = ()
    queue: tuple[Queued, ...] = ()
    kept: tuple[StandingAnswer, ...] = ()


async def agenda_of(pages: Pages, person: Person, policies: Policies) -> Agenda:
    """All that waits for this person, or that this person waits for."""
    active = await pages.runs.of_person(person.id, ACTIVE, _MOST_OWN)
    done = await pages.runs.of_person(person.id, (RunStatus.DONE,), _MOST_RECENT)
    own = [await _own(pages, run) for run in active]
    waiting = await pages.checkpoints.open_to(Audience.REVIEWERS, _MOST_QUEUED)
    queue = [each for each in [await _queued(pages, c, person, policies) for c in waiting] if each]
    return Agenda(
        pending=tuple(each for each in own if each.waits_for is WaitsFor.YOU),
        open=tuple(each for each in own if each.waits_for is not WaitsFor.YOU),
        recent=tuple([await _own(pages, run) for run in done]),
        queue=tuple(queue),
        kept=tuple(await pages.standing.of_person(person.id, ())),
    )


async def _own(pages: Pages, run: Run) -> OwnQuestion:
    waits_for, title = WaitsFor.US, ""
    if run.status is RunStatus.WAITING:
        checkpoint = await pages.checkpoints.get(run.checkpoint)
        asker = checkpoint is not None and checkpoint.ask.audience is Audience.ASKER
        waits_for = WaitsFor.YOU if asker else WaitsFor.REVIEWERS
        title = checkpoint.ask.title if checkpoint is not None else ""
    elif run.status not in ACTIVE:
        waits_for = WaitsFor.NOBODY
    return OwnQuestion(
        run=run.id,
        question=run.question,
        workspace=run.workspace,
        asked_at=run.created_at,
        waits_for=waits_for,
        thread=run.thread,
        reference=await pages.outbox.message(f"{run.id}/{run.phase}"),
        title=title,
    )


async def _queued(
    pages: Pages, checkpoint: Checkpoint, person: Person, policies: Policies
) -> Queued | None:
    """The item; None for what this person does not review."""
    run = await pages.runs.get(checkpoint.run)
    if run is None or not policies(run.workspace).decides(checkpoint.ask.kind, person):
        return None
    return Queued(
        checkpoint=checkpoint.id,
        nonce=checkpoint.nonce,
        kind=checkpoint.ask.kind,
        workspace=run.workspace,
        title=run.question,
        asker=run.asker,
        opened_at=checkpoint.opened_at,
        thread=checkpoint.thread,
        due=checkpoint.due,
        claimed_by=checkpoint.claimed_by,
        reference=await pages.outbox.message(checkpoint.slot),
        barred=objection(checkpoint, run, person, policies(run.workspace)),
    )
