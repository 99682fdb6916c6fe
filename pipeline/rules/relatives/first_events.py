"""`Days between joining and their first order`: from a date of rows to the first of others."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from pipeline.intent import Intent, Measure, Related
from pipeline.rules.linking.ends_of_rows import opened_dates
from pipeline.rules.linking.link import Linker
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.deeds_said import dates_said
from pipeline.rules.relatives.linked import readings_of
from pipeline.rules.relatives.own_period import owners_of
from pipeline.rules.relatives.probing import (
    PROBE,
    ReadKnowing,
    asks_for_rows,
    by_rows,
    in_its_place,
    with_probe,
)
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.rules.vocabulary.lengths import FUNCTIONS, UNITS

_POINTING = r"(?:(?:the|a|an|their|its|his|her|each|every|a\s+\w+'s|the\s+\w+'s)\s+)?"
_FUNCTION = rf"(?:(?P<function>{'|'.join(FUNCTIONS)})\s+)?"
_UNIT = r"(?P<{}>days|hours|minutes)"
_HEAD = (
    rf"(?:(?:number\s+of\s+)?{_UNIT.format('unit')}|(?:amount\s+of\s+)?"
    rf"(?:time|duration|delay|gap|difference|lag)(?:\s+\(?in\s+{_UNIT.format('within')}\)?)?)"
    r"(?:\s+(?:it\s+(?:takes|took)(?:\s+\w+)?|that\s+pass(?:es|ed)|passed|elapsed|taken|"
    r"in\s+time|between\s+their\s+time))?"
)
_SINCE = r"(?P<since>(?:(?!and\b|to\b|until\b)[\w'-]+\s+){1,4}?)"
NTH = r"(?P<nth>first|earliest|last|latest|most\s+recent)"
_EVENT = r"(?P<event>[a-z]+(?:\s+(?!(?:in|for|by|per|of|and|among|from|on|at|with|ever)\b)[a-z]+)?)"
_FORM = re.compile(
    rf"\b{_POINTING}{_FUNCTION}{_HEAD}\s+(?:between|from)\s+(?:their\s+time\s+from\s+)?{_POINTING}"
    rf"{_SINCE}(?:and|to|until|till)\s+{_POINTING}{NTH}\s+{_EVENT}",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\bdifference\s+between\s+(?:the|their|its)\s+time\s+from\b", re.IGNORECASE
)
_WITHOUT = re.compile(
    r"[.,;]?\s*(?:please\s+)?\b(?:ignor(?:e|ing)|exclud(?:e|ing)|skip(?:ping)?|leav(?:e|ing)\s+out)\s+"
    r"(?P<who>[^.;,]*?\b(?:never|not|no|without|n't|haven't|hasn't|didn't|don't|zero)\b[^.;,]*)",
    re.IGNORECASE,
)
# `the number of days` that was just spoken of.
_AGAIN = re.compile(
    r"\b(?:the|that|this)\s+(?:number\s+of\s+(?:days|hours|minutes)|time(?:\s+in\s+\w+)?|"
    r"difference(?:\s+in\s+\w+)?|duration|delay)(?=\s*(?:[.,;?!]|$|and\b))",
    re.IGNORECASE,
)
LAST = frozenset(("last", "latest", "most recent"))


@dataclass(frozen=True, slots=True)
class _Length:
    """A length of time of every row of a table, and whether only rows that have it are meant."""

    measure: Measure
    event: str
    needed: bool
    sure: bool


def first_events(question: str, about: Known, knowing: ReadKnowing) -> tuple[list[Planned], bool]:
    """The readings of a question for how long after a date the first of some events was."""
    found = _FORM.search(_DIFFERENCE.sub("difference between", question))
    if found is None:
        return [], True
    made: list[Planned] = []
    every = True
    for length in _lengths(found, about):
        rest, needed = _rest(found, length, about)
        bases, sure = readings_of(rest, knowing(with_probe(length.measure, about)))
        for base in bases:
            every = every and sure and (length.sure or _is_of_each(base.intent, length, about))
            intent = _swapped(base.intent, replace(length, needed=needed))
            if intent is not None and _is_ranked(found):
                intent = by_rows(intent, length.measure.table, about)
            if intent is not None:
                made.append(replace(base, intent=intent, assumptions=()))
    return made, every and len(made) == 1


def _rest(found: re.Match[str], length: _Length, about: Known) -> tuple[str, bool]:
    """The question with the probe in the place of the length, and whether rows need an event."""
    text, ranked = found.string, _is_ranked(found)
    most = {"min": "lowest ", "max": "highest "}[length.measure.function] if ranked else ""
    behind = _AGAIN.sub(f"the {PROBE}", text[found.end() :])
    rest = f"{text[: found.start()]} the {most}{PROBE} {behind}"
    without = _WITHOUT.search(rest)
    if without is None:
        return tidy(rest), ranked
    told = {c.table for word in words_of(without["who"]) for c in about.lexicon.find([word])[:1]}
    if length.event not in told:
        return tidy(rest), ranked
    return tidy(f"{rest[: without.start()]} {rest[without.end() :]}"), True


def _is_ranked(found: re.Match[str]) -> bool:
    """`which members had the shortest time between`: rows are asked for, not the time itself."""
    ended = FUNCTIONS.get((found["function"] or "").lower()) in ("min", "max")
    return ended and asks_for_rows(found.string)


def _lengths(found: re.Match[str], about: Known) -> Iterator[_Length]:
    """The lengths that may be meant: of every kind of rows that have the date and such events."""
    event = [c.table for c in about.lexicon.find(words_of(found["event"]))[:1] if not c.column]
    unit = found["unit"] or found["within"] or "days"
    function = FUNCTIONS.get((found["function"] or "").lower(), "")
    for table in event:
        until = dates_of_events(table, about)
        owners = [e for e in about.joins.edges(table) if not e.multiplies]
        said = dates_said(found["since"], owners_of(table, about)[1:], about)
        for since, last in product(said, until):
            if _is_of(since, owners):
                yield _Length(
                    Measure(
                        function=function or "avg", table=since.rpartition(".")[0],
                        column=last, since=since, unit=UNITS[unit.lower()],
                        ends="max" if found["nth"].lower() in LAST else "min",
                    ),
                    table, needed=False, sure=bool(function),
                )  # fmt: skip


def dates_of_events(table: str, about: Known) -> list[str]:
    """When such rows took place: the date that each of them has, or on which it began."""
    dates = Linker(about, {}).dates(table)
    always = [ref for ref in dates if not about.column(ref).null_share] or dates
    opened = {f"{table}.{name}" for name in opened_dates(about.table(table))} & {*always}
    return sorted(opened) if len(opened) == 1 else always


def _is_of(since: str, owners: list[Edge]) -> bool:
    """Whether nothing has to be settled about whose date it is."""
    return sum(edge.right == since.rpartition(".")[0] for edge in owners) <= 1


def _is_of_each(intent: Intent, length: _Length, about: Known) -> bool:
    """Whether each group is one row, of which no average need be said."""
    table = length.measure.table
    keys = {f"{table}.{name}" for name in about.table(table).primary_key}
    return bool(keys) and keys <= {dimension.column for dimension in intent.dimensions}


def _swapped(intent: Intent, length: _Length) -> Intent | None:
    """The intent with the length in the place of the probe; the rows that have none left out."""
    made = in_its_place(intent, length.measure)
    if made is None or not length.needed:
        return made
    return replace(made, filters=(*made.filters, Related(table=length.event)))
