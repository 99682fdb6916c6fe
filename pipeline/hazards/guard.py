"""Looks at a reading rule by rule: each may mend it, ask about it, or leave it as it is."""

from collections.abc import Callable, Mapping, Sequence

from pipeline.hazards.crowds import chosen_of_crowds
from pipeline.hazards.lists import refuse_lists_not_read, why_not_by_list
from pipeline.hazards.meant import (
    ask_rows_or_sum,
    ask_rows_or_totals,
    ask_whether_only,
    refuse_an_order_of_one_row,
    refuse_texts_in_order,
    refuse_what_holds_for_every_row,
)
from pipeline.hazards.moments import refuse_times_not_kept, with_why
from pipeline.hazards.reading import ReadAnew, Reading
from pipeline.hazards.rows import (
    ask_about_deleted,
    ask_between_copies,
    ask_the_way,
    ask_which_copy,
    chosen_copies,
    keep_own_values,
    without,
)
from pipeline.hazards.texts import ask_about_groups, mend_texts, tell_parts_of_dates
from pipeline.hazards.words import ask_about_words, refuse_deeds_without_dates
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan

_RULES: tuple[Callable[[Reading], Outcome | None], ...] = (
    ask_the_way,
    ask_which_copy,
    refuse_times_not_kept,
    refuse_lists_not_read,
    refuse_what_holds_for_every_row,
    refuse_an_order_of_one_row,
    refuse_texts_in_order,
    ask_whether_only,
    ask_rows_or_sum,
    ask_rows_or_totals,
    ask_about_words,
    refuse_deeds_without_dates,
    keep_own_values,
    mend_texts,
    tell_parts_of_dates,
    ask_about_groups,
    ask_about_deleted,
)


def narrowed(about: Known, choices: Mapping[str, str]) -> Known:
    """What is known without the tables that a person did not mean."""
    gone = chosen_of_crowds(about, choices)
    return chosen_copies(without(about, gone) if gone else about, choices)


def guarded(
    question: str,
    about: Known,
    choices: Mapping[str, str],
    read: ReadAnew,
    *,
    times: Sequence[TimeSpan] = (),
) -> Outcome:
    """The outcome of a question, with nothing in it that would be wrong in silence."""
    outcome = read(about)
    if isinstance(outcome, Ask) and outcome.kind == "clarification":
        why = why_not_by_list(question, about)
        outcome = Cannot(reason=why, at_once=True) if why else outcome
    if isinstance(outcome, Ask):
        return ask_between_copies(outcome, about, choices) or outcome
    if isinstance(outcome, Cannot):
        return with_why(outcome, question, about, has_times=bool(times))
    for rule in _RULES:
        if not isinstance(outcome, Planned):
            break
        reading = Reading(
            question=question,
            planned=outcome,
            about=about,
            choices=choices,
            read=read,
            times=tuple(times),
        )
        outcome = rule(reading) or outcome
    return outcome
