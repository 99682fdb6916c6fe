"""A reading that shows just what is listed, in this order."""

from dataclasses import replace

from sqlglot import exp

from pipeline.intent import Dimension, Intent, Measure
from pipeline.rules.building.output_columns import WHOLE
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import shown_columns
from pipeline.rules.showing.columns_shown import Rows
from pipeline.rules.showing.list_said import Listed
from pipeline.rules.showing.matching import matched
from pipeline.rules.showing.sorting import sorted_as_said
from pipeline.rules.text.words import words_of


def as_listed(
    listed: Listed, before: Intent, known: Known, reached: tuple[str, ...]
) -> Intent | None:
    """The intent with what is listed as its outputs; None where one of them is not found."""
    if _is_moving(before) or any(map(_spans_rows, before.measures)):
        return None
    asked = frozenset(word.stem for word in words_of(listed.question))
    intent = before
    outputs: list[str | int] = []
    for at, item in enumerate(listed.items):
        intent, found = matched(item, Rows(intent, known, reached), asked)
        if not found and len(item.split()) == 1 and at + 1 < len(listed.items):
            # `first and last name`: the noun stands once for both.
            noun = listed.items[at + 1].split()[-1]
            intent, found = matched(f"{item} {noun}", Rows(intent, known, reached), asked)
        if not found:
            return None
        outputs += [output for output in found if output not in outputs]
    if listed.framed and not any(isinstance(output, int) for output in outputs):
        return None
    outputs = _with_answer(outputs, listed, before, known) if listed.items else [*before.outputs]
    if listed.digits is not None and not any(isinstance(output, int) for output in outputs):
        return None
    grouped = {d.column for d in intent.dimensions}
    more = [ref for ref in outputs if isinstance(ref, str) and ref not in grouped]
    if intent.dimensions:
        further = tuple(Dimension(column=ref) for ref in more)
        intent = replace(intent, dimensions=(*intent.dimensions, *further))
    shown = replace(intent, outputs=tuple(outputs), digits=listed.digits)
    return sorted_as_said(listed.order, before, Rows(shown, known, reached), asked)


def is_rounded(tree: exp.Expr, intent: Intent) -> bool:
    """Whether every number that is no count is rounded, where that was asked."""
    if intent.digits is None:
        return True
    shown = [intent.measures[output] for output in intent.outputs if isinstance(output, int)]
    told = [measure for measure in shown if measure.function not in WHOLE]
    plain = all(measure.function != "median" for measure in told)
    return plain and len(list(tree.find_all(exp.Round))) == len(told)


def _with_answer(
    outputs: list[str | int], listed: Listed, before: Intent, known: Known
) -> list[str | int]:
    """The outputs with what was asked for, where the list only adds to it or has half of it.

    `What is the rate of each city? Show the cities`: the rates are to be there too.
    """
    left = [output for output in before.outputs if output not in outputs]
    if listed.beside:
        table = known.table(before.subject) if before.subject else None
        default = [f"{table.key}.{name}" for name in shown_columns(table)] if table else []
        named = not before.measures and [*before.outputs] == default
        return outputs if named else [*left, *outputs]
    numbers = [output for output in outputs if isinstance(output, int)]
    if not numbers:
        return [*outputs, *(output for output in left if isinstance(output, int))]
    if len(numbers) == len(outputs):
        return [*(output for output in left if isinstance(output, str)), *outputs]
    return outputs


def _spans_rows(measure: Measure) -> bool:
    """Whether a length lies between dates of two kinds of rows: of each or of the last is open."""
    since, until = (ref.rpartition(".")[0] for ref in (measure.since, measure.column))
    return bool(since) and since != until


def _is_moving(intent: Intent) -> bool:
    """Whether more is shown than columns and numbers: periods side by side, or levels."""
    levels = intent.running or intent.change or intent.over or intent.share
    return bool(levels or intent.compared or intent.both)
