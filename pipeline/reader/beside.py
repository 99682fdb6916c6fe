"""The learned readers beside the grammar: an answer, one list of options, or a no.

Statements are equal by their text, or by their rows where they were run. How probable an offer is
decides about an answer of the rules; one that the rules do not give must be of all readings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.reader.agreement import (
    IsSame,
    Offer,
    Run,
    Said,
    Sameness,
    Voice,
    Voices,
    offers_of,
)
from pipeline.reader.business import RankedBusiness, certainty, signs_of
from pipeline.reader.proposals import Proposal, Proposals
from pipeline.reader.ranking import Ranked
from pipeline.reader.reader import MOST_OFFERED, MOST_RUN, reading_of
from pipeline.reader.shipped import Learned
from pipeline.reading_by_rules import Alternative
from pipeline.rules.asking.ask import told_apart
from pipeline.rules.deciding import NOTHING_FOUND
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.telling.wording import read_as

QUESTION = "reader"
AS_READ, NONE = "as read", "none"
# How probable an answer must be that no person is asked about.
PRECISION = 0.93
# How probable an answer of the grammar must be beside the others: below it half of them are wrong.
LEAST_OF_RULES = 0.45
_NONE_OF_THESE = Option(id=NONE, label="None of these")
_TWO_WAYS = "I can read this in more than one way. How do you mean it?"
_NOT_SURE = "Do you mean one of these?"
_LEAST_OFFERED, _MOST_LEFT_OUT = 0.15, 2
# Points about how words are read; what is open in the data itself only people settle.
_OPEN_POINTS = frozenset((
    "readings", "reading", "column", "table", "value", "where", "time", "word", "left-out", "by",
    "extent", "itself", "direction", "aggregate", "way", "tie", "quotient", "share", "relatives",
    "unused",
))  # fmt: skip


# Of these the readers may answer by themselves: how the sentence is read, and by which date. Which
# of two tables or values a word means is in the data, and a person says it.
_ANSWERED = frozenset(("readings", "reading", "time"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstOutcome:
    """What the grammar came to; for a card, what its first options lead to, by their ids."""

    outcome: Outcome
    options: Mapping[str, Outcome]

    @property
    def voice(self) -> Voice:
        led = [self.outcome, *self.options.values()]
        return Voice(tuple(
            Said(each.sql, left_out=len(each.left_out)) for each in led if isinstance(each, Planned)
        ))  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class AllRead:
    """What the readings come to; `alternatives` are what options of the learned ones stand for.

    `picked` is the one that is answered although the grammar did not answer.
    """

    outcome: Outcome
    alternatives: tuple[Alternative, ...]
    offers: tuple[Offer, ...]
    picked: str = ""


def all_read(
    first: FirstOutcome,
    proposals: Proposals,
    learned: Learned,
    dialect: str,
    *,
    must_agree: bool = False,
    precision: float = PRECISION,
    run: Run | None = None,
) -> AllRead:
    """The readings of a question as one outcome.

    With `must_agree` an answer is asked about where no candidate of the learned readers is the
    same, and always where the others make it improbable. Where the grammar asks, what all three
    readings have is answered if it is as probable as `precision` and leaves no word out.
    """
    same = Sameness(dialect, run).is_same
    voices = Voices(
        rules=first.voice,
        public=_of_public(proposals.public, learned, run),
        business=_of_business(proposals.business, learned, same, run),
        answered=isinstance(first.outcome, Planned),
    )
    offers = offers_of(voices, same, learned.merging)
    by_sql = {each.planned.sql: each for each in (*proposals.business, *proposals.public)}
    merged = _Merged(first, offers, voices, by_sql)
    match first.outcome:
        case Planned() as planned:
            apart = must_agree and not _is_shared(planned.sql, voices, same)
            unlikely = bool(merged.ours) and merged.of_rules < LEAST_OF_RULES
            asked = apart or unlikely
            outcome: Outcome = _in_two_ways(planned, merged.ours) if asked else planned
            answer = None
        case _:
            answer = merged.answer(precision)
            outcome = answer.planned if answer is not None else merged.card()
    shown = {each.id for each in outcome.options} if isinstance(outcome, Ask) else set[str]()
    shown |= {answer.alternative.id} if answer is not None else set()
    return AllRead(
        outcome=outcome,
        alternatives=tuple(e.alternative for e in merged.ours if e.alternative.id in shown),
        offers=offers,
        picked=answer.alternative.id if answer is not None else "",
    )


def is_read_beside(outcome: Outcome) -> bool:
    """Whether the learned readers may add to what the grammar came to.

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


def _of_public(proposals: Sequence[Proposal], learned: Learned, run: Run | None) -> Voice:
    ranked = [
        (each.ranked, each.planned.sql) for each in proposals if isinstance(each.ranked, Ranked)
    ]
    reading = reading_of(ranked, learned.public, run)
    by_sql = {each.planned.sql: each for each in proposals}
    said = (
        replace(_said(by_sql[each.sql]), probability=each.probability)
        for each in reading.candidates
    )
    return Voice(tuple(said), reading.confidence)


def _of_business(
    proposals: Sequence[Proposal], learned: Learned, same: IsSame, run: Run | None
) -> Voice:
    found: list[Proposal] = []
    for each in proposals[:MOST_RUN]:
        sql = each.planned.sql
        fails = run is not None and run(sql) is None
        if not fails and not any(same(have.planned.sql, sql) for have in found):
            found.append(each)
    ranked = [each.ranked for each in found if isinstance(each.ranked, RankedBusiness)]
    confidence = certainty(signs_of(ranked), learned.business) if ranked else 0.0
    return Voice(tuple(map(_said, found)), confidence)


def _said(proposal: Proposal) -> Said:
    return Said(
        proposal.planned.sql, proposal.probability, len(proposal.alternative.left_out),
        proposal.is_open,
    )  # fmt: skip


def _is_shared(sql: str, voices: Voices, same: IsSame) -> bool:
    """Whether a learned reader has the statement too."""
    ours = (*voices.public.said, *voices.business.said)
    return any(same(sql, each.sql) for each in ours)


@dataclass(frozen=True, slots=True)
class _Merged:
    """What may be shown where the grammar has no answer, the most probable first."""

    first: FirstOutcome
    offers: tuple[Offer, ...]
    voices: Voices
    by_sql: Mapping[str, Proposal]

    @property
    def ours(self) -> list[Proposal]:
        """What the learned readers offer, each statement once."""
        found = (self._proposal(each) for each in self.offers)
        return [each for each in found if each is not None]

    @property
    def of_rules(self) -> float:
        """How probable the first statement of the grammar is."""
        return next((each.probability for each in self.offers if each.rules == 0), 1.0)

    def answer(self, precision: float) -> Proposal | None:
        """The offer that needs no person: likely enough, of all readings, and whole."""
        best = self.offers[0] if self.offers else None
        if best is None or best.probability < precision or not self._may_answer:
            return None
        # Two that agree once dropped a word of the question together.
        if None in (best.rules, best.public, best.business):
            return None
        found = self._proposal(best)
        whole = found is not None and not found.is_open and not found.alternative.left_out
        return found if whole else None

    @property
    def _may_answer(self) -> bool:
        first = self.first.outcome
        return isinstance(first, Ask) and first.id.partition(":")[0] in _ANSWERED

    def card(self) -> Outcome:
        """The card of all readings; what the grammar came to where they add nothing."""
        match self.first.outcome:
            case Ask() as asked:
                return self._with_theirs(asked)
            case Cannot() as refused:
                return self._instead_of(refused)
            case planned:
                return planned

    def _instead_of(self, refused: Cannot) -> Outcome:
        """What is read where the grammar does not read, with the words that it leaves out."""
        likely = [e for e in self.ours if len(e.alternative.left_out) <= _MOST_LEFT_OUT]
        sure = self.offers[0].probability if self.offers else 0.0
        if sure < _LEAST_OFFERED or not likely or likely[0] is not self.ours[0]:
            return refused
        return _asked(f"{refused.reason} {_NOT_SURE}", map(_option, likely[:MOST_OFFERED]))

    def _with_theirs(self, asked: Ask) -> Ask:
        """The options of all, each once; what was not looked into comes behind them."""
        ways_out = tuple(option for option in asked.options if option.id == NONE)
        theirs = {option.id: option for option in asked.options if option.id != NONE}
        led = {key: e.sql for key, e in self.first.options.items() if isinstance(e, Planned)}
        by_place = [self._of_theirs(sql, led) for sql in self._their_statements()]
        found: list[Option] = []
        has_more = False
        for offer in self.offers:
            key = by_place[offer.rules] if offer.rules is not None else ""
            proposal = self._proposal(offer)
            if key in theirs:
                found.append(theirs[key])
            elif proposal is not None:
                found.append(_option(proposal))
                has_more = True
        seen = {option.id for option in found}
        rest = [option for key, option in theirs.items() if key not in seen]
        kept = [*found, *rest]
        if has_more:
            judged = found[: MOST_OFFERED - bool(rest)]
            kept = [*judged, *rest[: MOST_OFFERED - len(judged)]]
        options = (*kept, *ways_out)
        return replace(
            asked, options=told_apart(options) if has_more else options,
            default=_default(asked, kept),
        )  # fmt: skip

    def _their_statements(self) -> list[str]:
        return [each.sql for each in self.voices.rules.said]

    def _of_theirs(self, sql: str, led: Mapping[str, str]) -> str:
        return next((key for key, each in led.items() if each == sql), "")

    def _proposal(self, offer: Offer) -> Proposal | None:
        """What a learned reader proposes for an offer: that of business questions first."""
        for place, voice in (
            (offer.business, self.voices.business), (offer.public, self.voices.public),
        ):  # fmt: skip
            if place is not None:
                return self.by_sql[voice.said[place].sql]
        return None


def _in_two_ways(first: Planned, ours: Sequence[Proposal]) -> Ask:
    """The reading of the grammar and those of the learned readers, to choose from."""
    own = Option(id=AS_READ, label=_label(first), detail=_without(first))
    return _asked(_TWO_WAYS, (own, *map(_option, ours))[:MOST_OFFERED])


def _asked(prompt: str, options: Iterable[Option]) -> Ask:
    return Ask(
        id=QUESTION, kind="clarification", prompt=prompt,
        options=told_apart((*options, _NONE_OF_THESE)), default="",
    )  # fmt: skip


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
