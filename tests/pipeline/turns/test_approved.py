"""What a follow-up of an approved answer goes on from, and what it says that it does not."""

from pathlib import Path

import pytest

from pipeline.direct import Driven
from pipeline.result import Answer, Trust
from tests.pipeline.agents.layers.store import Store, open_store, usual
from tests.pipeline.agents.layers.test_asking_people import answering
from tests.pipeline.agents.layers.test_same_question import approved, given

PLAIN = "SELECT SUM(net_price) AS net_takings FROM purchases WHERE is_test = 0"
MENDED = f"{PLAIN} AND gross_price < 120"
TOLD = "I went on from the words “net takings”; the approved query"


async def gone_on(store: Store, *, own: bool = True) -> Driven:
    """The answer to a follow-up of the approved answer, by its asker or by somebody else."""
    before = (await store.ask("net takings", answering({"match": "use"}, {}))).state
    assert before.matched is not None
    assert before.draft is not None
    assert before.matched.trust is Trust.TRUSTED
    return await store.ask(
        "only Spain",
        pinned="store",
        previous_times=before.times,
        previous_question=before.question,
        previous_sql=before.draft.whole if own else "",
        previous_approved=True,
    )


@pytest.mark.parametrize(
    ("sql", "own", "told"),
    [(PLAIN, True, False), (MENDED, True, True), (PLAIN, False, True)],
)
async def test_what_only_the_approved_query_holds_to_is_not_lost_in_silence(
    tmp_path: Path, sql: str, *, own: bool, told: bool
) -> None:
    async with open_store(tmp_path, usual(), **await given(approved("net takings", sql))) as store:
        driven = await gone_on(store, own=own)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.trust is not Trust.TRUSTED
    assert any(line.startswith(TOLD) for line in driven.outcome.assumptions) == told


async def test_a_reply_to_the_card_goes_on_from_the_question_on_it(tmp_path: Path) -> None:
    kept = await given(approved("net takings", MENDED))
    async with open_store(tmp_path, usual(), **kept) as store:
        driven = await store.ask(
            "only Spain",
            pinned="store",
            previous_question="net takings",
            previous_approved=True,
        )
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert "Spain" in driven.outcome.sql
    assert any(line.startswith(TOLD) for line in driven.outcome.assumptions)
