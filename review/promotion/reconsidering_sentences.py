"""What people are told of kept queries that are out of use, and of verdicts that came too late."""

import datetime as dt

from knowledge.validated.query import ValidatedQuery
from pipeline.result import Refusal

ONLY_REVIEWERS = (
    "Only this workspace's reviewers can reconsider an approved query. Tell one of them what is "
    "wrong with it."
)
RECONSIDERED_ALREADY = (
    "It is out of use already, and its card is in the reviewers' channel. Nothing changed."
)
NOT_KEPT = "so your approval and what you changed were not kept."
NOT_TURNED_DOWN = "so your rejection took nothing out of use."
RECONSIDER_IT = "To change it or to take it out of use, choose Reconsider on an answer from it."
DECIDE_ANEW = (
    "If it is to answer after all, that needs a new decision: choose Reconsider on an answer from "
    "it, or Review next where it was imported and still waits; an administrator can approve it "
    "from the command line."
)


def reconsidered(by: str, note: str) -> str:
    """Why a query is out of use until reviewers have judged it anew."""
    return f"taken out of use by {by}" + (f": {note}" if note else "")


def judged_anew(query: ValidatedQuery, trouble: str) -> str:
    """Why reviewers are asked about a query that one of them took out of use."""
    by = f"Approved by {query.approved_by}" if query.approved_by else "Approved before"
    said = f"{by}, but no longer used: {query.status_reason}."
    rest = "Approve it to use it again, with other words or SQL if you like, or reject it for good."
    return f"{said} {rest} {trouble}".strip()


def turned_down(by: str, note: str, at: dt.datetime) -> str:
    """Why a question that waited never answers."""
    return f"rejected by {by} on {_moment(at)}" + (f": {note}" if note else "")


def restored_meanwhile(query: ValidatedQuery) -> str:
    """What became of a query that waits no more."""
    when = f" on {_moment(query.approved_at)}" if query.approved_at else ""
    by = f" by {query.approved_by}" if query.approved_by else ""
    return f"It was approved{by}{when} in the meantime and is in use as approved then"


def changed_meanwhile(query: ValidatedQuery) -> str:
    """What became of a query that is out of use for another reason by now."""
    return f"It changed after this card was written: {query.status_reason}"


def _moment(at: dt.datetime) -> str:
    return f"{at.astimezone(dt.UTC):%d %b %Y, %H:%M} UTC"


def glossary_changed(what: str) -> Refusal:
    return Refusal(
        code="glossary_changed",
        reason=f"Since this was answered the glossary has changed: {what}.",
        next_step="Ask the question again and approve the new answer, or edit the SQL.",
    )
