"""Which readings of the rules stand by themselves where a model could be asked as well.

Measured on databases that nobody had tuned for: what reads one table and ranks nothing was right in
98 of 100 cases, more often than strong models in a single call; joins and rankings in 83 to 92.
"""

from dataclasses import replace

from pipeline.doubts import doubted
from pipeline.intent import Intent
from pipeline.rules.asking.readings import READINGS
from pipeline.rules.divisions.answering import QUOTIENT
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known
from pipeline.state import Draft, RunState

# The step that a reading of the rules goes to.
TABLES = "tables"
# A person who chose one of these saw the whole reading.
_CONFIRMED = frozenset(("reading", READINGS, QUOTIENT))


def stands_alone(reading: Planned, state: RunState, known: Known) -> bool:
    """Whether no model is asked: it is as a person said, or plainly simple or written down."""
    if is_settled(state):
        return True
    intent = reading.intent
    simple = len(reading.contract.tables) == 1 and not _ranks(intent)
    written_down = any(measure.expression for measure in intent.measures)
    return (simple or written_down) and not doubted(state.question, reading, known)


def is_settled(state: RunState) -> bool:
    """Whether a person said the whole reading: nobody else is asked how it is meant."""
    return bool(state.leans or state.ask_everything or _CONFIRMED & set(state.choices))


def as_read(state: RunState, said: str = "") -> RunState | None:
    """The state with the reading that was put aside; `said` tells why no model has a better one."""
    kept = state.other
    if kept is None:
        return None
    return replace(
        state,
        other=None,
        intent=kept.intent,
        contract=kept.contract,
        reading=kept.text,
        changed=kept.changed,
        assumptions=(*kept.assumptions, *((said,) if said else ())),
        taken=kept.taken,
        left_out=kept.left_out,
        ignored=(),
        draft=Draft(sql=kept.sql, by="rules"),
        unsure_of_tables=False,
    )


def _ranks(intent: Intent) -> bool:
    return intent.limit is not None or bool(intent.within or intent.over)
