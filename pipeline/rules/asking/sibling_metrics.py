"""A short question that names only what sets another number of the glossary apart."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Intent
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word, words_of
from pipeline.times.values import TimeSpan


def with_whole_name(
    question: str, times: Sequence[TimeSpan], previous: Intent, about: Known
) -> tuple[str, Sequence[TimeSpan]]:
    """`and gross?` behind a net revenue, as `and gross revenue?`, with its times moved along."""
    words = {word.lower: word for word in words_of(question)}
    for measure in previous.measures:
        for metric in about.metrics if measure.name else ():
            word = _set_apart(metric.name, measure.name, words)
            if word is not None:
                longer = len(metric.name) - len(word.text)
                told = f"{question[: word.at]}{metric.name}{question[word.until :]}"
                return told, [_moved(span, word.at, longer) for span in times]
    return question, times


def _set_apart(name: str, said: str, words: dict[str, Word]) -> Word | None:
    """The one word in which a name differs, where the question has it and no other of the name."""
    parts, before = name.lower().split(), said.lower().split()
    new = [one for one, old in zip(parts, before, strict=False) if one != old]
    if len(parts) != len(before) or len(parts) == 1 or len(new) != 1:
        return None
    others = set(parts) - set(new)
    return None if others & set(words) else words.get(new[0])


def _moved(span: TimeSpan, start: int, by: int) -> TimeSpan:
    behind = span.at > start
    return replace(span, at=span.at + by, until=span.until + by) if behind else span
