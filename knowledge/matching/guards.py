"""What must agree before a validated answer may be trusted: one function each, in this order."""

from knowledge.matching import (
    attachment_guards,
    belonging_guards,
    clause_guards,
    form_guards,
    mention_guards,
    operator_guards,
    order_guards,
    role_guards,
    scope_guards,
    steering_guards,
    tense_guards,
    word_guards,
)
from knowledge.matching.comparison import Comparison, Failure, Guard

# What a small word, a voice or a tense turns into another question; no alignment is needed.
_SMALL_WORDS: tuple[Guard, ...] = (
    role_guards.ends_named,
    tense_guards.gone_or_remaining,
    role_guards.done_or_doing,
    role_guards.acted_on,
    tense_guards.over_or_going_on,
    belonging_guards.belongs_to,
    belonging_guards.most_of_many,
    belonging_guards.every_single,
)

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
    scope_guards.distinct_in_groups,
    scope_guards.groups_kept,
    order_guards.of_each,
    order_guards.every_one,
    order_guards.listed_or_sorted,
    order_guards.led_comparisons,
    order_guards.who_is_meant,
    order_guards.sides,
    order_guards.same_order,
    order_guards.value_asked_for,
    form_guards.roles,
    clause_guards.person,
    clause_guards.own_measure,
    clause_guards.one_or_many,
    clause_guards.asked_for,
    clause_guards.voice,
    clause_guards.prepositions,
    clause_guards.particles,
    clause_guards.sorted_on,
    clause_guards.verb_forms,
    scope_guards.past_or_present,
    scope_guards.quantities,
    scope_guards.light_verbs,
    scope_guards.the_most,
    scope_guards.whose,
    *_SMALL_WORDS,
    form_guards.negated_things,
    attachment_guards.denied_operators,
    attachment_guards.has_been,
    attachment_guards.somebody_elses,
    attachment_guards.compared_how,
    attachment_guards.share_of_what,
    attachment_guards.value_beside_measure,
    attachment_guards.names_another_column,
    form_guards.directions,
    word_guards.value_context,
    word_guards.value_direction,
    word_guards.value_preposition,
    word_guards.numbered_or_counted,
    word_guards.conflicting_words,
    word_guards.named_apart,
    steering_guards.opposites,
    word_guards.schema_contrast,
    word_guards.stored_words_kept,
    word_guards.no_new_words,
    word_guards.near_counterparts,
    mention_guards.mentioned_alike,
    mention_guards.small_words,
    mention_guards.proper_names,
    mention_guards.derived_words,
)


# What needs no alignment of words, and so is asked before any word is embedded.
_EARLY: tuple[Guard, ...] = (
    *ALWAYS,
    operator_guards.comparators,
    operator_guards.aggregates,
    operator_guards.direction,
    operator_guards.other_operators,
    form_guards.question_form,
    scope_guards.past_or_present,
    scope_guards.quantities,
    scope_guards.light_verbs,
    clause_guards.person,
    clause_guards.own_measure,
    clause_guards.voice,
    *_SMALL_WORDS,
)


def already_fails(pair: Comparison) -> bool:
    """Whether a guard fails that does not look at the alignment."""
    return any(guard(pair) is not None for guard in _EARLY)


_LATE = tuple(guard for guard in GUARDS if guard not in _EARLY)


def failures(pair: Comparison, *, same_words: bool, early: bool = True) -> list[Failure]:
    """Every guard that does not hold, in order of importance; some hold for equal words too.

    Without `early`, those that `already_fails` has asked are known to hold.
    """
    guards = ALWAYS if same_words else (*ALWAYS, *GUARDS) if early else _LATE
    found = (guard(pair) for guard in guards)
    return [failure for failure in found if failure is not None]
