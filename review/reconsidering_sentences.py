"""What people are told of an approved query that a reviewer takes out of use."""

from knowledge.validated.query import ValidatedQuery

ONLY_REVIEWERS = (
    "Only this workspace's reviewers can reconsider an approved query. Tell one of them what is "
    "wrong with it."
)
RECONSIDERED_ALREADY = (
    "It is out of use already, and its card is in the reviewers' channel. Nothing changed."
)
# How the reason begins for which a query waits until reviewers have judged it anew.
TAKEN_OUT = "taken out of use by "


def reconsidered(by: str, note: str) -> str:
    """Why a query is out of use until reviewers have judged it anew."""
    return f"{TAKEN_OUT}{by}" + (f": {note}" if note else "")


def judged_anew(query: ValidatedQuery, trouble: str) -> str:
    """Why reviewers are asked about a query that one of them took out of use."""
    by = f"Approved by {query.approved_by}" if query.approved_by else "Approved before"
    said = f"{by}, and not used any more: {query.status_reason}."
    rest = "Approve it to use it again, with other words or SQL if you like, or reject it for good."
    return f"{said} {rest} {trouble}".strip()
