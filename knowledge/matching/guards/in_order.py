"""What must agree before a validated answer may be trusted: one function each, in this order."""

from knowledge.matching.comparison import Comparison, Failure, Guard
from knowledge.matching.guards import (
    attachment,
    belonging,
    clauses,
    forms,
    mentions,
    operators,
    order,
    roles,
    scope,
    steering,
    tenses,
    words,
)

# What a small word, a voice or a tense turns into another question; no alignment is needed.
_SMALL_WORDS: tuple[Guard, ...] = (
    roles.ends_named,
    tenses.gone_or_remaining,
    roles.done_or_doing,
    roles.acted_on,
    roles.given_or_giving,
    roles.done_for,
    tenses.over_or_going_on,
    tenses.has_done_or_been,
    tenses.by_themselves,
    tenses.left_open,
    belonging.belongs_to,
    belonging.most_of_many,
    belonging.every_single,
)

ALWAYS: tuple[Guard, ...] = (
    words.whole_question,
    words.literals,
    words.stale_dates,
    steering.steering_words,
)


GUARDS: tuple[Guard, ...] = (
    operators.comparators,
    operators.approved_comparison,
    operators.aggregates,
    operators.direction,
    operators.other_operators,
    forms.grouping,
    operators.counted_things,
    forms.question_form,
    forms.target,
    forms.distinct_rows,
    scope.distinct_in_groups,
    scope.groups_kept,
    order.of_each,
    order.every_one,
    order.listed_or_sorted,
    order.led_comparisons,
    order.who_is_meant,
    order.sides,
    order.same_order,
    order.value_asked_for,
    forms.roles,
    clauses.person,
    clauses.own_measure,
    clauses.one_or_many,
    clauses.asked_for,
    clauses.voice,
    clauses.prepositions,
    clauses.particles,
    clauses.sorted_on,
    clauses.verb_forms,
    scope.past_or_present,
    scope.quantities,
    scope.light_verbs,
    scope.the_most,
    scope.whose,
    *_SMALL_WORDS,
    forms.negated_things,
    attachment.denied_operators,
    attachment.has_been,
    attachment.somebody_elses,
    attachment.compared_how,
    attachment.share_of_what,
    attachment.value_beside_measure,
    attachment.names_another_column,
    forms.directions,
    words.value_context,
    words.value_direction,
    words.value_preposition,
    words.value_named,
    words.numbered_or_counted,
    words.conflicting_words,
    words.named_apart,
    steering.opposites,
    words.schema_contrast,
    words.stored_words_kept,
    words.no_new_words,
    words.near_counterparts,
    mentions.mentioned_alike,
    mentions.small_words,
    mentions.proper_names,
    mentions.derived_words,
)


# What needs no alignment of words, and so is asked before any word is embedded.
_EARLY: tuple[Guard, ...] = (
    *ALWAYS,
    operators.comparators,
    operators.aggregates,
    operators.direction,
    operators.other_operators,
    forms.question_form,
    scope.past_or_present,
    scope.quantities,
    scope.light_verbs,
    clauses.person,
    clauses.own_measure,
    clauses.voice,
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
