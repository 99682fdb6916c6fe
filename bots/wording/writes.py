"""What is said of changes: before they are approved, and after they were written."""

import datetime as dt
from collections.abc import Sequence

from bots.wording.moments import moment, who
from pipeline.approval import Change, Signed
from pipeline.people import Person
from pipeline.writes.receipt import Receipt
from pipeline.writes.undo.undoing import TAKES_BACK

UNDO = "Undo…"
ROWS = "Rows"
TIER = "Tier"
APPROVED_BY = "Approved by"
ASKED_BY = "Asked for by"
WRITTEN_AT = "Written"
FACTS = "Notes"
GOES = "Rows that would be deleted"
COMES = "Rows that would be added"
DIFFERS = "Rows before → after"
UNDO_ASKED = "I asked for approval to undo this change. The decision will appear in the thread."
BECOMES = "→"
_TIERS = {
    "T1": "T1: changes data",
    "T2": "T2: changes the schema; other people and programs may depend on it",
}
# An explanation says what a statement does; a receipt says what it did.
_WRITTEN = {
    "Adds": "Added",
    "Alters": "Altered",
    "Changes": "Changed",
    "Creates": "Created",
    "Deletes": "Deleted",
    "Merges": "Merged",
    "Removes": "Removed",
    "Renames": "Renamed",
    "Sets": "Set",
}


def tier(name: str) -> str:
    return _TIERS.get(name, name)


def rows(change: Change) -> str:
    """The exact number, or that nobody could count."""
    if change.rows is None:
        return "" if change.tried else "not known, because the database cannot test it"
    exactly = "exactly 1 row" if change.rows == 1 else f"exactly {change.rows:,} rows"
    return f"{exactly} (tested and rolled back)" if change.tried else exactly


def table_title(change: Change) -> str:
    if change.after is None:
        return GOES
    return COMES if change.before is None else DIFFERS


def left_as_they_are(count: int) -> str:
    if not count:
        return ""
    columns = "1 more column" if count == 1 else f"{count} more columns"
    stays = "stays as it is" if count == 1 else "stay as they are"
    return f"{columns} of these rows {stays}."


def approved_so_far(approvals: Sequence[Signed], quorum: int) -> str:
    names = ", ".join(who(each.by) for each in approvals)
    if not names:
        return f"{quorum} people must approve this." if quorum > 1 else ""
    return f"Approved by {names}: {len(approvals)} of {quorum}."


def deciders(change: Change, asker: Person) -> str:
    barred = tuple(dict.fromkeys(who(each) for each in change.authors)) or ()
    line = f"Needs an approver other than {' and '.join(barred)}" if barred else "Needs an approver"
    return f"{line}. It expires on {moment(change.expires, asker)}."


def no_undo(reason: str) -> str:
    return f"This cannot be undone: {reason}"


def done(receipt: Receipt) -> str:
    counted = ""
    if receipt.rows is not None:
        counted = " 1 row was changed." if receipt.rows == 1 else f" {receipt.rows:,} rows changed."
    taken_back = receipt.explanation.removeprefix(TAKES_BACK)
    if taken_back != receipt.explanation:
        return f"✅ Undone: {taken_back}{counted}"
    verb, _, rest = receipt.explanation.partition(" ")
    return f"✅ Done: {_WRITTEN.get(verb, verb)} {rest}{counted}"


def undone(by: Person, at: dt.datetime, reader: Person) -> str:
    return f"↩️ This was undone on {moment(at, reader)}. {who(by)} asked for it."


def vouched() -> str:
    return "The connection was lost at the end. A person checked: the change was made."


def approvers(people: Sequence[Person]) -> str:
    return ", ".join(who(each) for each in people)


def written_at(at: dt.datetime, reader: Person) -> str:
    return moment(at, reader)
