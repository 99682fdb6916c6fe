"""Gathers what a review case is about: the run, its answer and its contract."""

from pipeline.admin_talk import MadeChange
from pipeline.contract import Contract
from pipeline.result import Answer, Refusal, Trust
from pipeline.writes.receipt import Receipt
from review.cases.changes import Matter
from review.ledger.errors import UnreadableStateError
from review.ledger.port import Pages
from review.ledger.records import Case, Run
from review.ledger.stored import load_outcome, load_state
from review.ledger.threads import Thread

# How the ids of the runs begin that nobody asked: a query's database changed under it.
REVERIFYING = "reverify-"
# Those of imported questions, which nobody here has approved yet.
IMPORTING = "imported-"
# Those of approved queries that a reviewer took out of use.
RECONSIDERING = "reconsider-"


def answer_of(run: Run) -> Answer | None:
    """The answer of a finished run; None where there is none that can be read."""
    outcome = _outcome_of(run)
    return outcome if isinstance(outcome, Answer) else None


def receipt_of(run: Run) -> Receipt | None:
    """The receipt of a run that wrote something; None where there is none."""
    outcome = _outcome_of(run)
    return outcome if isinstance(outcome, Receipt) else None


def changes_made(run: Run) -> tuple[MadeChange, ...]:
    """The changes that were written on the way of a run which went on after them."""
    try:
        talk = load_state(run.state).admin
    except UnreadableStateError:
        return ()
    return talk.made if talk is not None else ()


def _outcome_of(run: Run) -> Answer | Refusal | Receipt | None:
    try:
        return load_outcome(run.outcome) if run.outcome else None
    except UnreadableStateError:
        return None


def contract_of(run: Run) -> Contract:
    try:
        return load_state(run.state).contract
    except UnreadableStateError:
        return Contract()


def restored_by(run: Run) -> str:
    """The waiting query that a run of ours asks reviewers about; empty for people's runs."""
    ours = run.id.startswith((REVERIFYING, IMPORTING, RECONSIDERING))
    return answered_from(run) if ours else ""


def shown_at(run: Run) -> int | None:
    """The revision of the waiting query that such a run is about; None for people's runs."""
    return int(run.id.rpartition("-")[2]) if restored_by(run) else None


def answered_from(run: Run) -> str:
    """The id of the kept query that a run was answered from; empty where there is none."""
    try:
        matched = load_state(run.state).matched
    except UnreadableStateError:
        return ""
    return matched.id if matched is not None else ""


def used_near(run: Run) -> str:
    """The approved query that a person accepted for a question near to its own; else empty."""
    try:
        matched = load_state(run.state).matched
    except UnreadableStateError:
        return ""
    near = matched is not None and matched.trust is Trust.SEMI_TRUSTED and not restored_by(run)
    return matched.id if matched is not None and near else ""


async def matter_of(pages: Pages, case_id: str, thread: Thread) -> Matter | None:
    """A stored case; None where its run or its answer is not there any more."""
    case = await pages.cases.get(case_id)
    run = await pages.runs.get(case.run) if case is not None else None
    if case is None or run is None:
        return None
    return about(case, run, thread)


def about(case: Case, run: Run, thread: Thread) -> Matter | None:
    answer = answer_of(run)
    if answer is None:
        return None
    return Matter(case=case, run=run, answer=answer, contract=contract_of(run), thread=thread)
