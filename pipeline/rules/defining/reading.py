"""A question with the names that are defined in words read as those words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.glossary import Definition
from pipeline.rules.defining.in_question import told_here
from pipeline.rules.defining.named import all_named, first_named, said_plainly, with_words
from pipeline.rules.defining.numbers import defined
from pipeline.rules.defining.operands import Read
from pipeline.rules.defining.said_as import as_asked
from pipeline.rules.defining.spoken_sums import as_sum
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan

_MOST = 8
# What is written with signs is meant to be computed: as words it would say nothing.
_SIGNS = re.compile(r"[*/÷×+=]|\s[-–]\s")  # noqa: RUF001 - people type typographic signs


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """A question in the words of its definitions, and which of them were `used`.

    `own` are those that the question gives itself, `numbers` the names of those that are computed:
    one of each must be in what is answered; `unread` where one of them is a sum that cannot
    be computed here.
    """

    question: str
    times: tuple[TimeSpan, ...]
    about: Known
    used: tuple[Definition, ...] = ()
    own: tuple[Definition, ...] = ()
    numbers: tuple[frozenset[str], ...] = ()
    unread: bool = False


def worded(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    read: Read,
) -> Worded:
    """The question with every defined name read; a name that a person explained is left alone."""
    here = told_here(question, times, about)
    own = here.definitions
    made = Worded(question=here.question, times=tuple(times), about=about, own=own)
    if here.against:
        return replace(made, own=here.against, used=here.against, unread=True)
    explained = {key.partition(":")[2] for key in choices if key.startswith("word:")}
    explained |= {name.lower() for each in own for name in each.names}
    others = [
        each for each in about.glossary.definitions
        if not explained & {name.lower() for name in each.names}
    ]  # fmt: skip
    open_ = [*own, *others]
    for _ in range(_MOST):
        found = first_named(made.question, open_, made.times) if open_ else None
        if found is None:
            break
        open_ = [each for each in open_ if each is not found.definition]
        made = replace(made, used=(*made.used, found.definition))
        words = as_sum(said_plainly(found.definition, here.question, dated=bool(times)))
        said = as_asked(words)
        known = made.about.explaining(tuple(open_))
        number = (
            defined(found.definition, words, known, read, made.question) if said == words else None
        )
        if number is not None:
            about = number.known(made.about)
            names = frozenset(metric.name for metric in number.metrics)
            made = replace(made, about=about, numbers=(*made.numbers, names))
        elif _SIGNS.search(said):
            return replace(made, unread=True)
        else:
            made = _in_words(made, found.definition, said)
    # What was taken out of the question and is not read by is not left out of it.
    missed = tuple(each for each in own if each not in made.used)
    return replace(made, used=(*made.used, *missed), unread=True) if missed else made


def _in_words(made: Worded, definition: Definition, words: str) -> Worded:
    """The question with the words in every place that names them."""
    question, times = made.question, made.times
    for found in all_named(question, definition, times):
        question, times = with_words(question, found, words, times)
    return replace(made, question=question, times=times)
