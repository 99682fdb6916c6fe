"""What becomes of a question with a list of what is to be shown behind it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.sentences import capital
from knowledge.sql_text import write_sql
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import told_apart
from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.asking.side_remarks import REMARK
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.building.build import Builder
from pipeline.rules.building.joined import UnreachableError, UnseenFilterError
from pipeline.rules.deciding import decided
from pipeline.rules.divisions.answering import placed
from pipeline.rules.drafting.assembly import Assembled
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.showing.list_said import Listed, listed_in
from pipeline.rules.showing.shown import as_listed, is_rounded
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.telling.wording import read_as
from pipeline.times.values import TimeSpan

SHOWN = "shown"
_APART = "apart"
_NONE_OF_THESE = "I know no other way to read this question."
_PAIR, _IS = "|", "→"
_ASIDE = re.compile(r" \([^()]+\)$")

Read = Callable[[str, Sequence[TimeSpan], Mapping[str, str]], Outcome]


@dataclass(frozen=True, slots=True)
class Reads:
    """How a question is read: what `first` comes of the whole, all of it, and a part of it.

    `plainly` makes no card of readings: where only an answer counts that is soon done.
    """

    first: Outcome
    whole: Callable[[], Outcome]
    plainly: Read
    fully: Read


def with_list(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    reads: Reads,
) -> Outcome:
    """The outcome of the whole; where it is open, of the question and its list apart."""
    picked = choices.get(SHOWN)
    if picked == NONE:
        return Cannot(reason=_NONE_OF_THESE)
    listed = listed_in(question)
    if listed is None or (isinstance(reads.first, Planned) and all(k.by for k in listed.order)):
        return reads.whole()
    apart = Apart(listed, about, times, choices, reads)
    answer = apart.outcome(reads.plainly if picked is None else reads.fully)
    if isinstance(answer, Planned) or picked is not None:
        return answer or Cannot(reason=_NONE_OF_THESE)
    whole = reads.whole()
    card = None if _reads_all(whole) else apart.outcome(reads.fully)
    return card or whole


def _reads_all(outcome: Outcome | None) -> bool:
    """Whether it answers, or the likeliest answer to its card leaves no word out."""
    if not isinstance(outcome, Ask):
        return isinstance(outcome, Planned)
    first = outcome.options[0].id
    return not (first == IGNORED or f"{_IS}{IGNORED}" in first or first.startswith(REMARK))


class Apart:
    """The question read without its list, and the list matched to what it comes to."""

    def __init__(
        self,
        listed: Listed,
        about: Known,
        times: Sequence[TimeSpan],
        choices: Mapping[str, str],
        reads: Reads,
    ) -> None:
        self._listed, self._about, self._reads = listed, about, reads
        self._times = placed(listed.question, times)
        self._all_times = len(self._times) == len(times)
        self._choices = dict(choices)
        if self._choices.pop(SHOWN, None) is not None:
            self._choices.setdefault(READINGS, _APART)

    def outcome(self, read: Read) -> Outcome | None:
        """The answer with just what is listed, or a card of such; None where neither is."""
        if not self._all_times:
            return None
        outcome = read(self._listed.question, self._times, self._choices)
        if isinstance(outcome, Planned):
            return self._shown(outcome, self._choices)
        if isinstance(outcome, Ask) and read is self._reads.fully:
            return self._card(outcome)
        return None

    def _card(self, ask: Ask) -> Ask | None:
        """The readings of the question that the list fits, each told with what it shows."""
        found: dict[str, Option] = {}
        for option in ask.options:
            picked = option.id if _IS in option.id else f"{ask.id}{_IS}{option.id}"
            pairs = (pair.partition(_IS) for pair in picked.split(_PAIR))
            chosen = {**self._choices, READINGS: _APART, **{one: to for one, _, to in pairs}}
            outcome = self._reads.fully(self._listed.question, self._times, chosen)
            shown = self._shown(outcome, chosen) if isinstance(outcome, Planned) else None
            if shown is not None:
                label = _told(shown, option.label) if ask.id == READINGS else option.label
                made = replace(option, id=f"{_APART}{_PAIR}{picked}", label=label)
                found.setdefault(shown.sql, made)
        if not found:
            return None
        none = Option(id=NONE, label="None of these")
        options = told_apart((*found.values(), none))
        return Ask(
            id=SHOWN, kind="clarification", prompt=ask.prompt, options=options, default="",
            careful=ask.careful,
        )  # fmt: skip

    def _shown(self, outcome: Planned, choices: Mapping[str, str]) -> Planned | None:
        """The reading with just what is listed; None where a listed thing is not found in it."""
        tags = tagged(self._listed.question, self._about, self._times, choices)
        about = with_ways(self._about, tags, choices)
        builder = Builder(about, outcome.intent)
        try:
            same = write_sql(builder.tree(), about.catalog.dialect) == outcome.sql
        except (LookupError, UnreachableError, UnseenFilterError):
            return None
        if not same:
            return None
        before = set(builder.risks)
        intent = as_listed(self._listed, outcome.intent, about, tuple(builder.reached))
        if intent is None:
            return None
        after = Builder(about, intent)
        if (
            not is_rounded(after.tree(), intent)
            or set(after.risks) - before
            or after.reached - builder.reached
        ):
            return None
        made = decided(
            tags, Assembled(intent, scores=[1.0]), about, {**choices, "reading": "as-read"}
        )
        if not isinstance(made, Planned):
            return None
        told = dict.fromkeys((*outcome.assumptions, *made.assumptions))
        return replace(
            made, assumptions=tuple(told), left_out=outcome.left_out, confidence=outcome.confidence
        )


def _told(shown: Planned, label: str) -> str:
    """What a reading shows, with what its button said of the words that are read otherwise."""
    aside = _ASIDE.search(label)
    return f"{capital(read_as(shown.intent).rstrip('.'))}{aside.group() if aside else ''}"
