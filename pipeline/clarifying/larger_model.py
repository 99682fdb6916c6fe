"""What *Ask again with a larger model* does: the same question, its contract kept, written anew."""

from dataclasses import replace

from pipeline.state import RunState
from pipeline.unread import as_kept, unread

STEP = "write_sql"
# More than any ladder has: the last model of it is asked.
LARGEST = 1_000
RULES, MODEL = "rules", "model"
# Answers about the query of before, which is written anew.
_OF_THE_QUERY = ("repair", "two readings", "queries of models")


def asked_larger(state: RunState) -> RunState | None:
    """The state of an answered run as it was before its query was written; None for no question.

    Dates, places, tables and all else that a person confirmed stay, and bind the next query.
    """
    alone = (state.matched, state.report, state.write, state.admin) == (None,) * 4
    if state.draft is None or not alone or state.draft.by not in (RULES, MODEL):
        return None
    before = replace(
        unread(state),
        times=state.times,
        grains=state.grains,
        contract=state.contract,
        choices=_kept(state.choices),
        values=_kept(state.values),
        confirmed=state.dated,
        dated=state.dated,
        heard=state.heard,
        other=state.other,
        spent=(),
        cards=0,
        rung=LARGEST,
        run="",
    )
    return as_kept(before, state) if state.draft.by == RULES else before


def _kept(answers: dict[str, str]) -> dict[str, str]:
    return {key: said for key, said in answers.items() if not key.startswith(_OF_THE_QUERY)}
