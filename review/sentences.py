"""Every sentence that this layer itself says to people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipeline.people import Person
from pipeline.result import Refusal

if TYPE_CHECKING:
    # With it comes all that is known of SQL, and most processes that speak never read any.
    from knowledge.validated.query import ValidatedQuery

NOT_YOUR_OWN_ANSWER = "This is your own question, so another reviewer has to decide it."
NOT_YOUR_OWN_WRITE = "You asked for this change, so another reviewer has to approve it."
NOT_YOUR_OWN_EDIT = "You wrote this statement yourself, so another person has to approve it."
APPROVED_ALREADY = "You have approved this already; it needs a second person."
ONLY_BUTTONS = "Please say with the buttons whether it was written."
NOT_OFFERED = (
    "This card does not offer that choice, so nothing was decided. It is still open: please use "
    "the buttons that it has now."
)
NOTHING_CHOSEN = "Nothing was chosen, so nothing was decided. Please choose something on the card."
MAY_NOT_UNDO = "Only people who may ask for changes here, or approve them, can ask to undo one."
WHICH_UNDO = (
    "Several changes were written here: press “Undo…” below the receipt of the one that you mean."
)
NO_UNDO = "This change cannot be undone, because nothing to undo it was saved."
NO_REVIEWERS = (
    "This workspace has no reviewers yet. Your administrator can add them and their channel."
)
NOBODY_NEXT = "There is nobody to pass this on to. Please decide it, or leave it to a colleague."
NO_ANSWER = "There is no answer to review here."
_ASKED = 120
MAY_NOT_SEND = "You may not see this result, so you cannot send it to review."
ONLY_ASKER_CHANGES = "Only the person who asked can change this question. Ask it yourself instead."
THREAD_WENT_ON = (
    "There is a newer question in this thread, so this button no longer works. Please type what "
    "you want to know."
)
ONLY_ASKER_ASKS_LARGER = (
    "Only the person who asked can ask a larger model. Ask the question yourself instead."
)
ASK_ANEW = (
    "This answer is of another day, or your rights have changed since. Please ask the question "
    "again."
)
ASKED_LARGER_BEFORE = "The larger model was asked already. Its answer is in this thread."
NOTE_NEEDED = "Please write what you want to ask."
REPLY_PASSED_ON = "Thank you, I passed your reply on to the reviewers."
ANSWER_APPROVED = "I have checked the answer to “{question}” and approve it."
ANSWER_EDITED = "I corrected the query of “{question}”. The answer above is updated."
ANSWER_REJECTED = "I do not approve the answer to “{question}”."
REVIEW_EXPIRED = "Nobody reviewed this in time. Send it to review again if you still need it."
VERDICT_FAILED = (
    "That decision could not be carried out, so the case is open again. The details are "
    "in the log under {reference}."
)


def name_of(person: Person) -> str:
    return person.name or "the person who asked"


def only_the_asker(asker: Person) -> str:
    return f"Only {name_of(asker)} can answer this, because they asked the question."


def waiting_for_reviewers(title: str) -> str:
    return f"{title} - waiting for a reviewer. The decision will appear here."


def only_approvers(roles: Sequence[str]) -> str:
    if not roles:
        return "Changes are switched off for this workspace."
    return f"Only people with the role {' or '.join(roles)} can approve this."


def only_reviewers(roles: Sequence[str]) -> str:
    if not roles:
        return NO_REVIEWERS
    people = f"people with the role {' or '.join(roles)}"
    return f"Only this workspace's reviewers can decide this: {people}."


def outside_hours(hours: str) -> str:
    return (
        f"This kind of change can only be approved and made from {hours}. Please approve it then."
    )


def waiting_for_approval(explanation: str, approvers: Sequence[str], progress: str) -> str:
    who = or_list(approvers) or "an approver"
    return (
        f"{explanation}\nWaiting for approval by {who}{progress}. The decision will "
        "appear here. Write “stop” to withdraw the request."
    )


def approvals_so_far(given: int, quorum: int) -> str:
    return f" ({given} of {quorum} have approved)" if quorum > 1 else ""


def or_list(names: Sequence[str]) -> str:
    *most, last = names or ("",)
    return f"{', '.join(most)} or {last}" if most else last


_AUDITED = {
    "proposed": "{who} asked for a change ({tier}): {explanation}\n{sql}",
    "tool refused": "A model that works for {who} called for a change that is not even asked for: "
    "{reason}\n{sql}",
    "write stopped": "An approved change was stopped before it was written: {reason}\n{sql}",
    "not written": "An approved change was not written: {reason}\n{sql}",
    "written": "A change was written ({rows}), asked for by {who}, approved by {approved_by}."
    "\n{sql}",
    "write unknown": "It is not known whether an approved change was written: {reason}\n{sql}",
}


def audited(asker: Person, action: str, details: Mapping[str, str]) -> str:
    """The line for the audit channel; empty for what only the audit itself keeps."""
    form = _AUDITED.get(action)
    if form is None:
        return ""
    rows = details.get("rows", "")
    counted = f"{rows} rows" if rows else "no rows counted"
    known = {"tier": "", "explanation": "", "reason": "", "approved_by": "", "sql": ""}
    return form.format(**(known | dict(details) | {"who": name_of(asker), "rows": counted}))


def audited_refusal(asker: Person, wish: str, refusal: Refusal) -> str:
    return f"A change that {name_of(asker)} asked for was refused: {wish}\n{refusal.reason}"


RUN_OVER = "Its run was over before it was known what became of the write."


def stray(run: str, wish: str) -> str:
    return (
        f"An approved change was sent to the database, and then its run ended: {wish}\n"
        "I do not know whether it was made, and nothing runs again by itself. Please look in the "
        f"database. To see each step: countersign audit write {run}. To decide with buttons: "
        f"countersign retry {run}."
    )


WAITING_FOR_OUTCOME = (
    "I lost the connection while the approved change was being made, so I do not know "
    "whether it was. I have asked the approvers to check. Nothing runs again by itself."
)


def asked_back(question: str) -> str:
    return f"{question}\nReply here, and I will pass your next message on to the reviewers."


def reply(text: str) -> str:
    return f"Reply to your question: {text}"


def verdict_refused(reason: str) -> str:
    return f"I did not do that: {reason} The case is open again."


NOT_BINDABLE = Refusal(
    code="unbindable",
    reason="Its SQL cannot take other values, so it cannot be saved for reuse.",
    next_step="Edit the SQL, or approve only this answer.",
)
OTHER_RESULT = Refusal(
    code="other_result",
    reason=(
        "The query ran once more and gave a different result from this answer, so it was not saved."
    ),
    next_step="Approve only this answer, or edit the SQL.",
)


NEEDS_QUESTION = Refusal(
    code="untitled",
    reason="It has no question yet, so nobody could find it.",
    next_step="Choose Approve & promote again, and say in the form what it answers.",
)
NOBODY_ASKED = "Nobody asked this, so there is nobody to ask back: approve, edit or reject it."
NOTHING_IMPORTED = "No imported questions are waiting there."
REASON_NEEDED = "Please say why, for whoever looks at it next."


def not_answering(reason: str) -> Refusal:
    return Refusal(
        code="not_answering",
        reason=f"It cannot answer that question: {reason}.",
        next_step="Edit the SQL, or reject it.",
    )


WORKSPACE_AWAY = "Its data cannot be reached at the moment, so it cannot be saved. Try again later."
NOT_RUN = "It could not be run."


def on_answer(verdict: str, question: str) -> str:
    """The verdict, with the question whose answer it is on: a thread may hold several."""
    asked = " ".join(question.split())
    return verdict.format(question=asked if len(asked) <= _ASKED else f"{asked[:_ASKED]}…")


def reverify(query: "ValidatedQuery", trouble: str, *, repaired: bool) -> str:
    """Why reviewers are asked about a query that was approved before."""
    by = f"Approved by {query.approved_by}" if query.approved_by else "Approved before"
    lines = [f"{by}, but no longer used: {query.status_reason}."]
    if repaired:
        lines.append("The SQL is repaired with the new name. Approve it to use it again.")
    else:
        lines.append("Edit the SQL, approve it as it is, or reject it.")
    return " ".join([*lines, trouble]).strip()


def changed(what: str, how: Iterable[str]) -> str:
    """Why a query waits to be verified anew."""
    return f"its {what} changed: {'; '.join(how)}"


def imported(query: "ValidatedQuery", trouble: str) -> str:
    """Why reviewers are asked about a query that came from elsewhere."""
    said = f"Nobody here has approved it yet; {query.status_reason}."
    return f"{said} {trouble}".strip()


def undo_waits(name: str) -> str:
    """Why nobody is asked once more to take a change back."""
    return f"{name} has already asked to undo this change. It is waiting for approval."


def moving(words: str) -> Refusal:
    return Refusal(
        code="moving",
        reason=f"“{words}” is another time on another day, so its dates must be able to change.",
        next_step="Leave it among the values that may change.",
    )


def words_missing(wording: str, words: str) -> Refusal:
    return Refusal(
        code="words_missing",
        reason=f"“{wording}” does not say “{words}”, and the query is about that.",
        next_step="Say it in the same words, or leave this wording out.",
    )


def with_reason(sentence: str, reason: str) -> str:
    return f"{sentence} {reason}".strip()


def broken(reference: str) -> Refusal:
    return Refusal(
        code="internal_error",
        reason="Something went wrong on my side, and I stopped before showing you anything wrong.",
        next_step=f"Ask again, or tell your administrator (run {reference}).",
    )


def gave_up(reference: str) -> Refusal:
    return Refusal(
        code="gave_up",
        reason="I tried this several times and it failed every time, so I stopped.",
        next_step=f"Ask again in a few minutes, or tell your administrator (run {reference}).",
    )


def cut_off(reference: str, times: int) -> Refusal:
    return Refusal(
        code="cut_off",
        reason=f"The service was stopped {times} times while it worked on this question, so it is "
        "not tried again by itself.",
        next_step=f"Ask again later, or tell your administrator (run {reference}).",
    )


def verdict_cut_off(times: int) -> str:
    return (
        f"The service was stopped {times} times while it carried out that verdict, so it is not "
        "tried again by itself. The case is open again: please decide once more."
    )


def unreadable(reference: str) -> Refusal:
    return Refusal(
        code="unreadable_state",
        reason="This question was saved by another version of Countersign, which I cannot read.",
        next_step=f"Please ask it again. For your administrator: run {reference}.",
    )


def no_reviewers() -> Refusal:
    return Refusal(code="no_reviewers", reason="This needs a reviewer.", next_step=NO_REVIEWERS)


def rejected(by: Person | None, note: str) -> Refusal:
    who = by.name if by is not None and by.name else "A person"
    why = f": {note}" if note else "."
    return Refusal(code="rejected", reason=f"{who} rejected this{why}", next_step="")


def cancelled() -> Refusal:
    return Refusal(code="cancelled", reason="Stopped.", next_step="")


def superseded() -> Refusal:
    return Refusal(code="superseded", reason="You asked something else.", next_step="")


def expired() -> Refusal:
    return Refusal(
        code="expired",
        reason="Nobody decided in time, so nothing was run.",
        next_step="You can ask again.",
    )


BUDGET_OF_TODAY = (
    "The daily budget for models is used up, so I answer without a model until tomorrow."
)
BUDGET_OF_THIS_MONTH = "The monthly budget for models is used up, so I answer without a model."
YOUR_BUDGET_OF_TODAY = (
    "Your daily budget for models is used up, so I answer without a model until tomorrow."
)
WORKSPACE_BUDGET_OF_TODAY = (
    "This workspace's daily budget for models is used up, so I answer without a model "
    "until tomorrow."
)


def too_many(limit: int) -> Refusal:
    return Refusal(
        code="too_many",
        reason=f"You already have {limit} questions in progress, and that is the limit.",
        next_step="Ask again when one of them is answered, or stop one.",
    )


def overloaded(waiting: int) -> Refusal:
    return Refusal(
        code="overloaded",
        reason=f"{waiting} questions are waiting already, so yours would take too long.",
        next_step="Please ask again in a few minutes.",
    )
