"""The reader beside the grammar: what both come to, as one answer, one list of options, or a no.

Statements are equal by their text, or by their rows where they were run. What only the reader reads
is offered and never an answer: measured, too little of it is right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.reader.agreement import (
    AgreementKind,
    FirstReading,
    Offer,
    Run,
    Sameness,
    agreement_row,
    kind_of,
    offers_of,
)
from pipeline.reader.proposals import Proposal
from pipeline.reader.reader import MOST_OFFERED, LearnedReading, reading_of
from pipeline.reader.weights import Weights
from pipeline.reading_by_rules import Alternative
from pipeline.rules.asking.ask import told_apart
from pipeline.rules.deciding import NOTHING_FOUND
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.telling.wording import read_as

QUESTION = "reader"
AS_READ, NONE = "as read", "none"
_NONE_OF_THESE = Option(id=NONE, label="None of these")
_TWO_WAYS = "I can read this in more than one way. How do you mean it?"
_NOT_SURE = "Do you mean one of these?"
# Measured on company and public databases: of ten such cards eight have a right option.
_LEAST_OFFERED, _MOST_LEFT_OUT = 0.3, 2
# Points about how words are read; what is open in the data itself only people settle.
_OPEN_POINTS = frozenset((
    "readings", "reading", "column", "table", "value", "where", "time", "word", "left-out", "by",
    "extent", "itself", "direction", "aggregate", "way", "tie", "quotient", "share", "relatives",
))  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstOutcome:
    """What the grammar came to; for a card, what its first options lead to, by their ids."""

    outcome: Outcome
    options: Mapping[str, Outcome]

    @property
    def reading(self) -> FirstReading:
        match self.outcome:
            case Planned(sql=sql):
                return FirstReading(answered=True, statements=(sql,))
            case _:
                return FirstReading(answered=False, statements=tuple(self.by_sql))

    @property
    def by_sql(self) -> dict[str, str]:
        """The options by their statements."""
        found: dict[str, str] = {}
        for key, each in self.options.items():
            if isinstance(each, Planned):
                found.setdefault(each.sql, key)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class BothRead:
    """What both readings come to; `alternatives` are what options of the reader stand for.

    `probability` is that the first of the `offers` is right, judged by `row`.
    """

    outcome: Outcome
    alternatives: tuple[Alternative, ...]
    kind: AgreementKind
    offers: tuple[Offer, ...]
    probability: float
    row: tuple[float, ...]
    learned: LearnedReading


def both_read(
    first: FirstOutcome,
    proposals: Sequence[Proposal],
    weights: Weights,
    dialect: str,
    *,
    must_agree: bool = False,
    run: Run | None = None,
) -> BothRead:
    """The two readings of a question as one outcome.

    With `must_agree` an answer is asked about where no candidate of the reader is the same.
    Measured, that halves what is wrong at once, and costs a sixth to a half of the right answers:
    where the two differ, the grammar is right in five of six cases, however sure the reader is.
    """
    by_sql = {each.planned.sql: each for each in proposals}
    learned = reading_of([(each.ranked, each.planned.sql) for each in proposals], weights, run)
    same = Sameness(dialect, run).is_same
    kind = kind_of(first.reading, learned, same)
    row = agreement_row(kind, learned)
    fitted = weights.agreement
    probability = fitted.probability(row) if fitted is not None else 0.0
    offers = offers_of(first.reading, learned, kind, same)
    ours = [by_sql[each.sql] for each in learned.candidates]
    outcome: Outcome = first.outcome
    match first.outcome:
        case Planned():
            if must_agree and kind is AgreementKind.ANSWERED_APART:
                outcome = _in_two_ways(first.outcome, ours)
        case Ask():
            outcome = _merged(first.outcome, first, ours, same)
        case Cannot():
            outcome = _offered(first.outcome, ours, learned.confidence)
    shown = {each.id for each in outcome.options} if isinstance(outcome, Ask) else set[str]()
    return BothRead(
        outcome=outcome,
        alternatives=tuple(e.alternative for e in ours if e.alternative.id in shown),
        kind=kind,
        offers=offers,
        probability=probability,
        row=tuple(row),
        learned=learned,
    )


def is_read_beside(outcome: Outcome) -> bool:
    """Whether the reader may add to what the grammar came to.

    It may not where the grammar knows why there is no answer, and where only people know it.
    """
    match outcome:
        case Planned():
            return True
        case Ask(id=key):
            return key.partition(":")[0] in _OPEN_POINTS
        case Cannot():
            # Of names that no row has, and of what is wrong with the data, it says other things.
            unread = bool(outcome.cited) or outcome.reason == NOTHING_FOUND
            return unread and not (outcome.at_once or outcome.closed)


def _in_two_ways(first: Planned, ours: Sequence[Proposal]) -> Ask:
    """The reading of the grammar and those of the reader, to choose from."""
    own = Option(id=AS_READ, label=_label(first), detail=_without(first))
    options = (own, *map(_option, ours))[:MOST_OFFERED]
    return Ask(
        id=QUESTION, kind="clarification", prompt=_TWO_WAYS,
        options=told_apart((*options, _NONE_OF_THESE)), default="",
    )  # fmt: skip


def _offered(first: Cannot, ours: Sequence[Proposal], confidence: float) -> Outcome:
    """What the reader reads where the grammar does not, with the words that it leaves out."""
    likely = [each for each in ours if len(each.alternative.left_out) <= _MOST_LEFT_OUT]
    if confidence < _LEAST_OFFERED or not likely or likely[0] is not ours[0]:
        return first
    return Ask(
        id=QUESTION, kind="clarification", prompt=f"{first.reason} {_NOT_SURE}",
        options=told_apart((*map(_option, likely), _NONE_OF_THESE)), default="",
    )  # fmt: skip


def _merged(
    asked: Ask, first: FirstOutcome, ours: Sequence[Proposal], same: Callable[[str, str], bool]
) -> Ask:
    """The options of both, each once: what both have first, then the grammar's and the reader's."""
    ways_out = tuple(option for option in asked.options if option.id == NONE)
    theirs = [option for option in asked.options if option.id != NONE]
    led = {key: each.sql for key, each in first.options.items() if isinstance(each, Planned)}
    both = [
        option for option in theirs
        if option.id in led and any(same(led[option.id], each.planned.sql) for each in ours)
    ]  # fmt: skip
    had = [led[option.id] for option in both]
    alone = [option for option in theirs if option not in both]
    new = [_option(each) for each in ours if not any(same(each.planned.sql, sql) for sql in had)]
    if not new:
        kept = [*both, *alone]
        return replace(asked, options=(*kept, *ways_out), default=_default(asked, kept))
    by_turns = [o for pair in zip_longest(alone, new) for o in pair if o is not None]
    options = [*both, *by_turns][:MOST_OFFERED]
    return replace(
        asked, options=told_apart((*options, *ways_out)), default=_default(asked, options)
    )


def _default(asked: Ask, options: Sequence[Option]) -> str:
    """What *Yes* means stays so where it is still first, and is nothing where it is not."""
    return asked.default if options and options[0].id == asked.default else ""


def _option(proposal: Proposal) -> Option:
    planned = proposal.planned
    return Option(id=proposal.alternative.id, label=_label(planned), detail=_without(planned))


def _label(planned: Planned) -> str:
    return capital(read_as(planned.intent).rstrip("."))


def _without(planned: Planned) -> str:
    """The words that a reading leaves out."""
    words = " and ".join(f"“{word}”" for word in planned.left_out)
    return f"without {words}" if words else ""
