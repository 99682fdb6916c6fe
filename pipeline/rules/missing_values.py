"""Values that are not in the data: said before anything runs."""

from collections.abc import Mapping, Sequence

from knowledge.catalog import Kind
from pipeline.checkpoint import Option
from pipeline.rules.asking import Question
from pipeline.rules.items import Item
from pipeline.rules.known import Known
from pipeline.rules.stored_words import IGNORED
from pipeline.rules.tagging import tagged
from pipeline.rules.words import name_words
from pipeline.times.values import TimeSpan

_MOST = 8
_BETWEEN = "hp"


def missing_value(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> Question | None:
    """`channel unicorn`: which of the few channels is meant, where none is called so."""
    items = tagged(question, about, times, choices).items
    for place, item in enumerate(items):
        unknown = item.letter == "x" or (item.letter == "V" and not item.payload)
        if not unknown or " " in item.text or f"word:{item.text.lower()}" in choices:
            continue
        if not item.text.isalpha():
            continue
        before = next((one for one in reversed(items[:place]) if one.letter not in _BETWEEN), None)
        ref = _of_few(before, about) if before is not None else ""
        if ref:
            return _question(item.text, ref, about)
    return None


def _of_few(item: Item, about: Known) -> str:
    """The column that the word names, where all of its few texts are known."""
    best = item.candidates[0] if item.letter == "C" and item.candidates else None
    if best is None or not best.column:
        return ""
    column = about.column(best.ref)
    few = column.complete and 0 < len(about.shown_values(best.table, column)) <= _MOST
    return best.ref if few and column.kind is Kind.TEXT else ""


def _question(word: str, ref: str, about: Known) -> Question:
    values = about.column(ref).values
    named = " ".join(name_words(ref.rpartition(".")[2]))
    listed = ", ".join(values[:-1]) + f" and {values[-1]}" if len(values) > 1 else values[0]
    prompt = f"No {named} is called “{word}”; there {'are' if len(values) > 1 else 'is'} {listed}."
    options = [Option(id=f"{ref}={value}", label=value) for value in values]
    leave = Option(id=IGNORED, label=f"Leave “{word}” out")
    return Question(f"word:{word.lower()}", "value", prompt, (*options, leave), open=True)
