"""What must agree before a validated answer may be trusted: one function each, in this order."""

from knowledge.matching import form_guards, operator_guards, steering_guards, word_guards
from knowledge.matching.comparison import Comparison, Failure, Guard

ALWAYS: tuple[Guard, ...] = (
    word_guards.whole_question,
    word_guards.literals,
    word_guards.stale_dates,
    steering_guards.steering_words,
)


GUARDS: tuple[Guard, ...] = (
    operator_guards.comparators,
    operator_guards.approved_comparison,
    operator_guards.aggregates,
    operator_guards.direction,
    operator_guards.other_operators,
    form_guards.grouping,
    operator_guards.counted_things,
    form_guards.question_form,
    form_guards.target,
    form_guards.distinct_rows,
    form_guards.roles,
    form_guards.negated_things,
    form_guards.directions,
    word_guards.value_context,
    word_guards.value_direction,
    word_guards.value_preposition,
    word_guards.conflicting_words,
    steering_guards.opposites,
    word_guards.schema_contrast,
    word_guards.stored_words_kept,
    word_guards.no_new_words,
    word_guards.near_counterparts,
)


# What needs no alignment of words, and so is asked before any word is embedded.
_EARLY: tuple[Guard, ...] = (
    *ALWAYS,
    operator_guards.comparators,
    operator_guards.aggregates,
    operator_guards.direction,
    operator_guards.other_operators,
    form_guards.question_form,
)


def already_fails(pair: Comparison) -> bool:
    """Whether a guard fails that does not look at the alignment."""
    return any(guard(pair) is not None for guard in _EARLY)


def failures(pair: Comparison, *, same_words: bool) -> list[Failure]:
    """Every guard that does not hold, in order of importance; some hold for equal words too."""
    guards = ALWAYS if same_words else (*ALWAYS, *GUARDS)
    found = (guard(pair) for guard in guards)
    return [failure for failure in found if failure is not None]
