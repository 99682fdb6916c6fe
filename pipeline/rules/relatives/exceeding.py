"""`Members with more drills than saws`: how many rows of one kind a row has, against another."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.intent import Reached
from pipeline.rules.divisions.pairs_said import in_full
from pipeline.rules.divisions.united import Side, differs_in_one, side_of
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, counts_only, readings_of, with_clause
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import number_of
from pipeline.rules.vocabulary import NUMBER_WORDS

_SIGNS = {"more": ">", "fewer": "<", "less": "<"}
_AT = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<", "exactly": "="}
_DEGREE = (
    r"(?:(?P<more>more|fewer|less)|(?:(?P<at>at\s+least|at\s+most|more\s+than|less\s+than|exactly)\s+)?"
    r"(?:(?P<times>twice|half|\w+\s+times)\s+)?as\s+many)"
)
_VERB = (
    r"(?:(?:that|which|who)\s+)?(?:(?:with|have|has|had|having)\b\s*)?"
    r"(?:(?!(?:in|of|at|as|twice|half|more|fewer|less|exactly)\b|\w+\s+times\b)[a-z]+)?"
)
_ASKED = re.compile(r"\b(?:more|fewer|less|many)\b.*\b(?:than|as)\b", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:which|what|list|show|give|find|return|name|how many)\b|^(?:(?:all|the)\s+)*[\w-]+$",
    re.IGNORECASE,
)
_MOST = 8


@dataclass(frozen=True, slots=True)
class KindsCompared:
    """The rows that are asked for, both kinds that they have, and how these compare."""

    rest: str
    one: str
    other: str
    operators: tuple[str, ...]
    factor: float


def exceeding(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The readings of a question for rows that have more of one kind than of another."""
    for table, said in parsed(question, about):
        pair, sure = _numbers(said, table, about, read)
        if pair is None:
            continue
        bases, evident = readings_of(said.rest, read)
        made = [
            _with(base, operator, pair, said.factor)
            for base in bases[:1] if counts_only(base, table)
            for operator in said.operators
        ]  # fmt: skip
        if made:
            return made, sure and evident
    return [], False


def _with(base: Planned, operator: str, pair: tuple[Side, Side], factor: float) -> Planned:
    one, other = pair
    clause = Reached(
        total=one.measure, where=one.filters, operator=operator,
        than=other.measure, among=other.filters, factor=factor,
    )  # fmt: skip
    return with_clause(base, clause)


def parsed(question: str, about: Known) -> Iterator[tuple[str, KindsCompared]]:
    """Whose rows are asked for; the last sentence may say what is shown of them."""
    for table in said_tables(question, about) if _ASKED.search(question) else ():
        found = re.match(
            rf"^(?P<lead>[^.;?!]*?\b(?:{called(table, about)}))(?P<like>\b[^.;?!]*?)\s+"
            rf"(?P<verb>{_VERB})\s+"
            rf"{_DEGREE}\s+(?P<one>[^.;?!,]+?)\s+(?:than|as)\s+(?P<other>[^.;?!,]+?)"
            r"(?P<tail>[.;?!,]\s.*)?[.?!]?$",
            question, re.IGNORECASE,
        )  # fmt: skip
        factor = _factor(found["times"]) if found is not None else None
        if found is None or factor is None or not _LEAD.match(found["lead"]):
            continue
        at = _AT.get(" ".join((found["at"] or "").lower().split()), "")
        told = _SIGNS.get((found["more"] or "").lower(), at)
        # `twice as many` may be more than that; `as many` is rather the same number.
        operators = (told,) if told else ("=", ">=") if factor == 1 else (">=", "=")
        rest = f"{found['lead']}{found['like']}"
        if rest.lower().startswith("how many"):
            rest += " are there"
        tail = (found["tail"] or "").strip(" ,;.")
        rest = tidy(f"{rest}. {tail}" if tail else rest)
        yield table, KindsCompared(rest, found["one"], found["other"], operators, factor)


def _factor(said: str | None) -> float | None:
    if said is None:
        return 1
    if said.lower() in ("twice", "half"):
        return 2 if said.lower() == "twice" else 0.5
    word = said.lower().split()[0]
    number = NUMBER_WORDS.get(word, number_of(word))
    return float(number) if isinstance(number, (int, float)) else None


def _numbers(
    said: KindsCompared, table: str, about: Known, read: Read
) -> tuple[tuple[Side, Side] | None, bool]:
    """How many there are of both kinds, and whether that is evident."""
    other = re.sub(r"^(?:(?:they|it|he|she)\s+(?:have|has|had|did|do)\s+)", "", said.other)
    known: dict[str, tuple[Side | None, bool]] = {}
    for tried, (left, right) in enumerate(in_full(said.one, other)):
        if tried >= _MOST:
            break
        for text in (left, right):
            known[text] = known.get(text) or total_of(text, read)
        one, less = known[left][0], known[right][0]
        if one is None or less is None or not _are_of(one, less, table, about):
            continue
        if one.measure.function != less.measure.function:
            continue
        kinds = one.measure.table != less.measure.table
        if differs_in_one(one, less) or kinds:
            return (one, less), known[left][1] and known[right][1]
    return None, False


def total_of(text: str, read: Read) -> tuple[Side | None, bool]:
    """How many such rows there are, or what they add up to: `more hours`."""
    found, sure = readings_of(f"How many {text} are there?", read)
    side = side_of(found[0].intent) if found and not found[0].left_out else None
    if side is None or side.measure.expression or side.measure.parts:
        return None, sure
    added = side.measure.function == "sum"
    counted = side.measure.function == "count" and not side.measure.column
    return (side if counted or added else None), sure


def _are_of(one: Side, less: Side, table: str, about: Known) -> bool:
    """Whether a row of the table has many of both kinds."""
    return all(
        side.measure.table != table and about.joins.has_many(table, side.measure.table)
        for side in (one, less)
    )
