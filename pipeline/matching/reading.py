"""How a question is read for matching: by the rules, and by the learned readers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pipeline.accounting import forms_of_text, is_same, left_out
from pipeline.dates import read_times
from pipeline.kept_findings import KeptFindings
from pipeline.matching.decision import Reading, decide
from pipeline.planning import planned_with
from pipeline.reader.proposals import Proposals, Sought, proposals_of, readers_of
from pipeline.remembered.calendars import calendar_for
from pipeline.result import Trust
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.state import RunState
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from pipeline.workspace import Found, Workspace

# Of approved questions, which are read again and again, beside what one role may know.
_KEPT = KeptFindings[Known, Reading](2_000)
_MOST = 4
# Cards whose options are ways to read the same words. An option of another card puts a value or a
# name in the place of a word that means nothing here: no word of the question says it.
_WAYS = frozenset((
    "readings", "reading", "column", "table", "time", "by", "extent", "itself", "direction",
    "aggregate", "way", "tie", "quotient", "share", "relatives",
))  # fmt: skip


def decided(
    state: RunState, workspace: Workspace, times: Sequence[TimeSpan], near: tuple[Found, ...]
) -> Found | None:
    """The approved query to offer, by what it and the question mean to this asker."""
    return _decided(_read(state, workspace, times), state, workspace, near)


def decided_as_read(
    sql: str, state: RunState, workspace: Workspace, near: tuple[Found, ...]
) -> Found | None:
    """The same, where the question is read as this statement."""
    return _decided(Reading((sql,), certain=True), state, workspace, near)


def _decided(
    asked: Reading, state: RunState, workspace: Workspace, near: tuple[Found, ...]
) -> Found | None:
    known = workspace.known_to(state.asker)

    def of_approved(question: str) -> Reading:
        key = (question, state.today, tuple(sorted(state.standing.items())))
        return _KEPT.found(known, key, lambda: _of_approved(question, state, workspace))

    return decide(near, asked, of_approved, workspace.known.catalog)


def as_accounted(
    found: Found | None, state: RunState, workspace: Workspace, times: Sequence[TimeSpan]
) -> Found | None:
    """The approved query; not trusted where a word is left out that its own question has not.

    The words of the approved question its reviewer has vouched for; values were put in.
    """
    if found is None or found.trust is not Trust.TRUSTED:
        return found
    told = (found.question, *(fact.text for fact in found.bound))
    vouched = frozenset[str]().union(*map(forms_of_text, told))
    unused = left_out(state.question, found.sql, workspace.known_to(state.asker), times)
    words = [each.word for each in unused if not is_same(each.word.lower(), vouched)]
    if not words:
        return found
    unlike = f"it does not use {listed(f'“{word}”' for word in words)}"
    return replace(found, trust=Trust.SEMI_TRUSTED, unlike=unlike, reason=unlike, differs=True)


def _of_approved(question: str, state: RunState, workspace: Workspace) -> Reading:
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    times = spans(read_times(question, state.today, calendar).ranges)
    alone = replace(state, question=question, choices={}, values={})
    return _read(alone, workspace, times)


def _read(state: RunState, workspace: Workspace, times: Sequence[TimeSpan]) -> Reading:
    def by_rules(choices: Mapping[str, str]) -> Outcome:
        asked = replace(state, choices={**state.choices, **choices})
        return planned_with(asked, workspace, times, readings=True)[0]

    known = workspace.known_to(state.asker)
    sought = Sought(state.question, state.today, times, state.choices)
    return reading_of(by_rules, lambda: proposals_of(sought, known, readers_of(known)))


def reading_of(
    by_rules: Callable[[Mapping[str, str]], Outcome], learned: Callable[[], Proposals]
) -> Reading:
    """The statements of the readings that leave no word of the question out."""
    outcome = by_rules({})
    if isinstance(outcome, Planned):
        return Reading((outcome.sql,), certain=True) if not outcome.left_out else Reading()
    if isinstance(outcome, Ask) and outcome.id.partition(":")[0] in _WAYS:
        led = [by_rules({outcome.id: each.id}) for each in outcome.options[:_MOST]]
        whole = [each.sql for each in led if isinstance(each, Planned) and not each.left_out]
        if whole:
            return Reading(tuple(dict.fromkeys(whole)))
    proposed = learned()
    firsts = (*proposed.business[:1], *proposed.public[:1])
    learned_ones = [e.planned for e in firsts if not (e.planned.left_out or e.is_open)]
    return Reading(tuple(dict.fromkeys(each.sql for each in learned_ones)))
