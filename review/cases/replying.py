"""The asker's reply to a reviewer's question."""

import datetime as dt

from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, keep_case
from review.ledger.notices import Said
from review.ledger.port import Pages
from review.ledger.records import CaseStatus
from review.ports.desk import Incoming


async def passed_on(pages: Pages, incoming: Incoming, now: dt.datetime) -> bool:
    """Whether this message is a reply that a reviewer waits for; then it stands below the case."""
    case = await pages.cases.asked_back_in(incoming.thread.key, incoming.asker.id)
    if case is None:
        return False
    checkpoint = await pages.checkpoints.get(case.checkpoint)
    run = await pages.runs.get(case.run)
    if checkpoint is None or run is None:
        return False
    after = case_changes.noted_reply(case, incoming.text)
    change = CaseChange(
        case=after,
        owed=(
            case_changes.below_card(after, checkpoint.thread, say.reply(incoming.text), now),
            case_changes.to_asker(after, run, Said(text=say.REPLY_PASSED_ON), now),
        ),
        noted=(case_changes.noted_of(after, incoming.asker, "replied", now, text=incoming.text),),
    )
    await keep_case(pages, change, now)
    return after.status is CaseStatus.OPEN
