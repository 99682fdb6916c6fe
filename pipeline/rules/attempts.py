"""One reading of a question under what people chose; its words are read once for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipeline.intent import Intent
from pipeline.rules.asking.ask import LEFT_OUT, question_of_unknown, question_of_word
from pipeline.rules.asking.each_of_them import loses_each
from pipeline.rules.asking.no_such_number import no_such_number, standing_of
from pipeline.rules.asking.sibling_metrics import with_whole_name
from pipeline.rules.asking.side_remarks import remark_of, without_remark
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.deciding import as_ask, decided
from pipeline.rules.drafting.assembly import Assembled, Assembly
from pipeline.rules.drafting.bounded_groups import with_bounded_groups
from pipeline.rules.drafting.sketch import sketched
from pipeline.rules.edited import as_edit
from pipeline.rules.followup import FollowUp, follows, points_back
from pipeline.rules.grammar import reduced
from pipeline.rules.outcomes import Cannot, Outcome, Planned
from pipeline.rules.schema.items import copied
from pipeline.rules.schema.known import Known
from pipeline.rules.sentence import lists_behind, said_in
from pipeline.rules.tagging.lateness import nothing_due
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged, choices_of_words, tagged
from pipeline.rules.telling.assumptions import left_out
from pipeline.times.values import TimeSpan

_MOST_UNKNOWN = 3
Kept = dict[object, tuple[Tagged, Assembled, Known]]
Words = dict[object, Tagged]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and all that it is read with; a part of a quotient is none itself."""

    question: str
    about: Known
    times: Sequence[TimeSpan]
    choices: Mapping[str, str]
    previous: Intent | None
    is_part: bool = False
    kept: Kept = field(default_factory=dict, compare=False, repr=False)
    words: Words = field(default_factory=dict, compare=False, repr=False)
    parts: dict[object, Outcome] = field(default_factory=dict, compare=False, repr=False)


def attempted(asked: Asked, choices: Mapping[str, str]) -> tuple[Outcome, Tagged]:
    """What the question comes to under these choices, and its words."""
    question, times = without_remark(asked.question, asked.times, choices)
    made, tags = _tried(asked, question, times, choices)
    if isinstance(made, Cannot):
        made = _without_unknown(asked, question, times, choices, tags) or made
    aside = remark_of(asked.question, choices) if isinstance(made, Planned) else ""
    if aside and isinstance(made, Planned):
        told = (left_out(aside), *made.assumptions)
        made = replace(made, left_out=(*made.left_out, aside), assumptions=told)
    return made, tags


def _tried(
    asked: Asked, question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> tuple[Outcome, Tagged]:
    tags, read, about = assembled(asked, question, times, choices)
    # What becomes of a reading changes it; another look at the same words begins anew.
    made = replace(read, risks=[*read.risks], failed=[*read.failed], doubts=[*read.doubts])
    return decided(tags, made, about, choices), tags


def assembled(
    asked: Asked, question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> tuple[Tagged, Assembled, Known]:
    """What the words come to, once for all the ways to take the same reading."""
    said = frozenset((key, to) for key, to in choices.items() if key != "reading")
    key = (question, asked.about, tuple(times), said)
    if key not in asked.kept:
        tags = _tagged(asked, question, times, choices)
        about = with_ways(asked.about, tags, choices)
        sketch = with_bounded_groups(sketched(reduced(tags.items, about), lists_behind(tags)))
        made = Assembly(sketch, tags.items, about, choices, said=said_in(tags)).run()
        made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
        if points_back(question, tags):
            made.risks.append("it points back to something")
        asked.kept[key] = (tags, made, about)
    return asked.kept[key]


def _tagged(
    asked: Asked, question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> Tagged:
    """The words, told apart once for all choices that are not of words; their items are anew."""
    said = choices_of_words(choices)
    key = (question, asked.about, tuple(times), frozenset(said.items()))
    if key not in asked.words:
        asked.words[key] = tagged(question, asked.about, times, said)
    tags = asked.words[key]
    return replace(tags, items=copied(tags.items))


def _without_unknown(
    asked: Asked,
    question: str,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    tags: Tagged,
) -> Outcome | None:
    """Where all but a word or two can be read: what they mean, or whether to leave them out."""
    unknown = list(dict.fromkeys(item.text.lower() for item in tags.items if item.letter == "x"))
    known = [item for item in tags.items if item.letter in "TCVMFD"]
    if not 0 < len(unknown) <= _MOST_UNKNOWN or len(known) < 2 * len(unknown) - 1:
        return None
    without = {**choices, **{f"word:{word}": IGNORED for word in unknown}}
    outcome, _ = _tried(asked, question, times, without)
    if isinstance(outcome, Cannot):
        return None
    if isinstance(outcome, Planned) and len(unknown) == 1:
        stands = standing_of(unknown[0], tags)
        card = question_of_word(unknown[0], outcome.intent, asked.about, stands=stands)
        return as_ask(card) if card and card.id not in choices else None
    return as_ask(question_of_unknown(unknown)) if LEFT_OUT not in choices else outcome


def undefined(asked: Asked) -> str:
    """Why a number that is asked for is nothing here; empty where it is known."""
    tags = assembled(asked, asked.question, asked.times, asked.choices)[0]
    unread = [tags.words[item.first] for item in tags.items if item.letter == "x"]
    return no_such_number(tags, asked.about, asked.choices) or nothing_due(unread, asked.about)


def followed(asked: Asked) -> Outcome | None:
    """The last intent with what this question changes in it; None where it stands by itself."""
    about, choices = asked.about, asked.choices
    if asked.previous is None:
        return None
    question, times = with_whole_name(asked.question, asked.times, asked.previous, about)
    tags = as_edit(tagged(question, about, times, choices))
    about = with_ways(about, tags, choices)
    sketch = sketched(reduced(tags.items, about))
    if not follows(question, tags, sketch):
        return None
    made = FollowUp(asked.previous, tags, sketch, about, choices).run(question)
    made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
    if made.intent is None:
        return None
    if loses_each(question, made.intent):
        made.failed.append("each")
    return decided(tags, made, about, choices)
