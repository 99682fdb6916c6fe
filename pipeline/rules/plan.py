"""The planner: a question in, SQL with its contract out, or a question back, or a plain no."""

from collections.abc import Mapping, Sequence

from sqlglot.errors import SqlglotError

from pipeline.intent import Intent
from pipeline.rules.asking import (
    ANSWERS,
    LEFT_OUT,
    Question,
    question_of_doubt,
    question_of_reading,
    question_of_unknown,
    question_of_word,
)
from pipeline.rules.assembly import Assembled, Assembly
from pipeline.rules.assumptions import assumptions_of, waived
from pipeline.rules.build import Builder
from pipeline.rules.confidence import Judged, judged
from pipeline.rules.contracting import contract_of
from pipeline.rules.drafting.draft import Said
from pipeline.rules.followup import FollowUp, as_edit, follows, points_back
from pipeline.rules.grammar import reduced
from pipeline.rules.hints import without_remarks
from pipeline.rules.known import Known
from pipeline.rules.limits import hours_of_days, part_of_a_row
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.readings import NONE, READINGS, several, spelled_out
from pipeline.rules.sketch import sketched
from pipeline.rules.standing import settled
from pipeline.rules.stored_words import IGNORED
from pipeline.rules.tagging import Tagged, tagged
from pipeline.rules.variants import READ_AS, varied
from pipeline.rules.vocabulary import LINKING_VERBS
from pipeline.rules.where import UnreachableError, UnseenFilterError
from pipeline.rules.wording import reading_of
from pipeline.times import TimeSpan

_MOST_UNKNOWN = 3
_NONE_OF_THESE = "I can read the question in none of the other ways that you may mean."

__all__ = ("Ask", "Cannot", "Outcome", "Planned", "plan")


def plan(
    question: str,
    about: Known,
    *,
    times: Sequence[TimeSpan] = (),
    choices: Mapping[str, str] | None = None,
    previous: Intent | None = None,
) -> Outcome:
    """Read a question over a known database."""
    part = part_of_a_row(question)
    if part:
        return Cannot(reason=f"A list has a whole number of rows, from 1 on, not “{part}”.")
    question = without_remarks(question)
    try:
        outcome = _clarified(question, about, times, dict(choices or {}), previous)
        without = hours_of_days(outcome.intent, about) if isinstance(outcome, Planned) else ""
        return Cannot(reason=without) if without else outcome
    except SqlglotError as error:
        return Cannot(reason=f"The glossary holds SQL that I cannot read: {error}.")


def _clarified(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    picked: Mapping[str, str],
    previous: Intent | None,
) -> Outcome:
    """The outcome; where it is open, one card with whole readings if that saves a second one."""
    choices = spelled_out(picked)
    if choices.get(READINGS) == NONE:
        return Cannot(reason=_NONE_OF_THESE)
    outcome = _planned(question, about, times, choices, previous)
    if isinstance(outcome, Planned) or READINGS in choices or previous is not None:
        return outcome

    def attempt(more: Mapping[str, str]) -> tuple[Outcome, Tagged]:
        tried = {**choices, **more}
        made, tags = _tried(question, about, times, tried)
        if isinstance(made, Cannot):
            made = _without_unknown(question, about, times, tried, tags) or made
        return made, tags

    return several(outcome, attempt, about) or outcome


def _planned(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    picked: Mapping[str, str],
    previous: Intent | None,
) -> Outcome:
    if previous is not None:
        edited = _followed(question, about, times, picked, previous)
        if edited is not None:
            return edited
    outcome, tags = _tried(question, about, times, picked)
    if not isinstance(outcome, Cannot):
        return outcome
    return _without_unknown(question, about, times, picked, tags) or outcome


def _tried(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> tuple[Outcome, Tagged]:
    tags = tagged(question, about, times, choices)
    sketch = sketched(reduced(tags.items, about), _lists(tags))
    made = Assembly(sketch, tags.items, about, choices, said=_said(tags)).run()
    made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
    if points_back(question, tags):
        made.risks.append("it points back to something")
    return _decided(tags, made, about, choices), tags


_SHOWING = frozenset(("return", "show", "give", "list", "provide", "display", "report", "include"))


def _lists(tags: Tagged) -> frozenset[int]:
    """Where a sentence ends behind which another one says what is to be shown."""
    lower = [word.lower for word in tags.words]
    return frozenset(
        n for n, word in enumerate(lower[:-1]) if word in ".?!" and lower[n + 1] in _SHOWING
    )


def _said(tags: Tagged) -> Said:
    lower = [word.lower for word in tags.words]
    return Said(
        tags.verbs,
        tuple(n for n, word in enumerate(lower) if word in LINKING_VERBS),
        tuple(n for n, word in enumerate(lower) if word in ("to", "over", "out", "versus")),
        tuple(n for n, word in enumerate(lower) if word in ("all", "total", "overall", "every")),
    )


def _followed(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    previous: Intent,
) -> Outcome | None:
    """The last intent with what this question changes in it; None where it stands by itself."""
    tags = as_edit(tagged(question, about, times, choices))
    sketch = sketched(reduced(tags.items, about))
    if not follows(question, tags, sketch):
        return None
    made = FollowUp(previous, tags, sketch, about, choices).run(question)
    made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
    return None if made.intent is None else _decided(tags, made, about, choices)


def _without_unknown(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str], tags: Tagged
) -> Outcome | None:
    """Where all but a word or two can be read: what they mean, or whether to leave them out."""
    unknown = list(dict.fromkeys(item.text.lower() for item in tags.items if item.letter == "x"))
    known = [item for item in tags.items if item.letter in "TCVMFD"]
    if not 0 < len(unknown) <= _MOST_UNKNOWN or len(known) < 2 * len(unknown) - 1:
        return None
    left_out = {**choices, **{f"word:{word}": IGNORED for word in unknown}}
    outcome, _ = _tried(question, about, times, left_out)
    if isinstance(outcome, Cannot):
        return None
    if isinstance(outcome, Planned) and len(unknown) == 1:
        asked = question_of_word(unknown[0], outcome.intent, about)
        return _ask(asked) if asked and asked.id not in choices else None
    asked = question_of_unknown(unknown)
    return _ask(asked) if LEFT_OUT not in choices else outcome


def _ask(asked: Question) -> Ask:
    return Ask(
        id=asked.id,
        kind=asked.kind,
        prompt=asked.prompt,
        options=asked.options,
        default="" if asked.open else asked.options[0].id,
    )


def _decided(tags: Tagged, made: Assembled, about: Known, choices: Mapping[str, str]) -> Outcome:
    if made.intent is None:
        return Cannot(
            reason="I found nothing in this database that the question is about.",
            unexplained=tuple(made.failed),
        )
    made.intent, gone = settled(made.intent, about)
    try:
        sql, builder = _written(made.intent, about)
        risks = [
            *builder.risks,
            *(f"{t} is named but not used" for t in made.named if t not in builder.reached),
        ]
    except UnreachableError as error:
        return Cannot(
            reason=f"I know no way to join {' and '.join(error.tables)}.",
            unexplained=tuple(made.failed),
        )
    except UnseenFilterError as error:
        return Cannot(
            reason=f"A condition that always belongs to {error.table} reads a column that you "
            "may not see, or that is not there.",
        )
    made.risks += risks
    verdict = judged(tags, made, builder)
    asked = _asked(verdict, made, about, choices)
    if asked is not None and choices.get(asked.id) is None:
        return _ask(asked)
    if made.failed or not verdict.readable:
        return Cannot(reason=_unread(tags, made.failed), unexplained=tuple(made.failed))
    intent = varied(made.intent, choices.get("reading", READ_AS), about)
    if intent is not made.intent:
        sql, builder = _written(intent, about)
    contract = contract_of(intent, builder, about)
    return Planned(
        intent=intent,
        sql=sql,
        contract=contract,
        reading=reading_of(intent),
        assumptions=(
            *assumptions_of(tags, intent, builder),
            *waived((*gone, *builder.overruled), about.catalog.dialect),
        ),
        confidence=verdict.confidence,
        left_out=tags.left_out,
    )


def _unread(tags: Tagged, failed: list[str]) -> str:
    """Names that are not in the data, else the words that mean nothing here."""
    missing = [item.text for item in tags.items if item.letter == "V" and not item.payload]
    named = [name for name in missing if any(name in text for text in failed)]
    words = " and ".join(f"“{word}”" for word in named or failed)
    if named:
        return f"I find no {words} in this data."
    return f"I cannot tell what this means here: {words}."


def _asked(
    verdict: Judged, made: Assembled, about: Known, choices: Mapping[str, str]
) -> Question | None:
    if not verdict.askable or made.intent is None:
        return None
    if len(made.failed) == 1 and not made.doubts:
        return question_of_word(made.failed[0], made.intent, about)
    if made.doubts and not made.failed:
        return question_of_doubt(made.doubts[0])
    if verdict.sure or made.failed or _helped(choices):
        return None
    return question_of_reading(made.intent, about)


def _helped(choices: Mapping[str, str]) -> bool:
    """Whether a person explained something already: the answer then says how it was read."""
    return any(key.partition(":")[0] in ANSWERS for key in choices)


def _written(intent: Intent, about: Known) -> tuple[str, Builder]:
    builder = Builder(about, intent)
    return builder.tree().sql(dialect=about.catalog.dialect), builder
