"""`Led to two settlements or have the highest claim`: two conditions of which one is enough."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.intent import AnyOf, Clause, Compared, Condition, Having, Intent, Reached, Related
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, readings_of
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import is_past, is_plural, words_of
from pipeline.rules.vocabulary import NUMBER_WORDS, PREPOSITIONS

_OR = re.compile(r"\bor\b", re.IGNORECASE)
_WHO = r"(?:who|that|which|where|whose)\s+"
_DOES = r"(?:have|has|had|with|having|is|are|was|were|did|do|does|whose|where|who|that|which)\b"
# `more than two boats or three cars`: of the second there may be as many, or more than that.
_SIGN = re.compile(
    rf"(?:{_WHO})?[a-z]+\s+(?P<sign>(?:more|less|fewer)\s+than|at\s+(?:least|most))\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    rf"\b(?:\d[\d.,]*|{'|'.join(NUMBER_WORDS)}|than|above|below|over|under|most|least|highest|lowest|no|"
    r"without|never|average)\b",
    re.IGNORECASE,
)
_FEWEST, _CALLED = 3, 0.9
_NUMBER = re.compile(rf"(?:\d+|{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
# Where something is said behind the second condition, it may be said of both.
_TOLD_OF_BOTH = re.compile(r",|\b(?:in|during|at|on|from|for)\b", re.IGNORECASE)


def either_or(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The readings of rows that meet one of two conditions, and whether they are evident."""
    parts = _parted(question, about)
    if parts is None:
        return [], False
    first, second, plain = parts
    one, sure = readings_of(first, read)
    other, also = readings_of(second, read) if one else ([], False)
    found = [made for a in one for b in other if (made := _either(a, b, about)) is not None]
    return found, sure and also and plain


def _parted(question: str, about: Known) -> tuple[str, str, bool] | None:
    """Both questions, and whether nothing in the second may be said of both."""
    tables = said_tables(question, about) if _OR.search(question) else ()
    heads = [
        found for table in tables for found in _told_of(called(table, about), question)
        if not _names_a_column(found, about)
    ]  # fmt: skip
    # The rows that are asked for stand first.
    found = min(heads, key=lambda each: len(each["head"]), default=None)
    if found is None or _OR.search(found["two"]) or _OR.search(found["one"]):
        return None
    two, tail = found["two"], found["tail"] or ""
    done = is_past(two.split()[0].lower()) and is_past(found["does"].lower())
    own = done or re.match(_DOES, two, re.IGNORECASE) is not None
    bounded = own or _BOUND.search(two) is not None
    if not bounded and len(two.split()) < _FEWEST and not _are_rows(two, about):
        return None  # `more than Ada or Bo`: a name is no condition
    sign = _SIGN.match(found["one"]) if _NUMBER.match(two) else None
    led = "" if own else f"{found['does']} {sign['sign'] if sign else ''} "
    placed = found["does"].lower() in PREPOSITIONS
    plain = _TOLD_OF_BOTH.search(two) is None and sign is None and bounded and not placed
    second = f"{found['head']} {found['who'] or ''}{led}{two}.{tail}"
    return f"{found['head']} {found['one']}.{tail}", second, plain


def _are_rows(words: str, about: Known) -> bool:
    """`have orders or reviews`: rows of another table."""
    best = next(iter(about.lexicon.find(words_of(words))), None)
    return best is not None and not best.column and best.score >= _CALLED and is_plural(words)


def _names_a_column(said: re.Match[str], about: Known) -> bool:
    """`the payment dates of ...`: no condition on payments begins there."""
    rows = said["head"].split()[-1]
    found = about.lexicon.find(words_of(f"{rows} {said['does']}"))
    return not said["who"] and any(c.column and c.score >= _CALLED for c in found)


def _told_of(rows: str, question: str) -> Iterator[re.Match[str]]:
    """The two conditions that a question says of such rows, wherever it names them."""
    for named in re.finditer(rf"\b(?:{rows})\b", question, re.IGNORECASE):
        found = re.match(
            rf"^(?P<head>[^.?!]{{{named.end()}}})\s+"
            rf"(?P<one>(?P<who>{_WHO})?(?P<does>[a-z]+)\s[^.?!]+?),?\s+or\s+(?P<two>[^.?!]+)[.?!]?"
            r"(?P<tail>\s+.*)?$",
            question, re.IGNORECASE,
        )  # fmt: skip
        if found is not None:
            yield found


def _either(one: Planned, other: Planned, about: Known) -> Planned | None:
    """Two readings of the same rows as one, of which either condition is enough."""
    first, second = _plain(one.intent, about), _plain(other.intent, about)
    if one.left_out or other.left_out or first is None or second is None:
        return None
    first, second = _of_the_shown(first, second)
    both = [clause for clause in first.filters if clause in second.filters]
    own = [
        [clause for clause in intent.filters if clause not in both] for intent in (first, second)
    ]
    if replace(first, filters=()) != replace(second, filters=()) or [len(o) for o in own] != [1, 1]:
        return None
    enough = AnyOf(conditions=(own[0][0], own[1][0]))
    return replace(one, intent=replace(first, filters=(*both, enough)))


def _of_the_shown(one: Intent, other: Intent) -> tuple[Intent, Intent]:
    """Both as of the rows that are shown, where only one of them is read so."""
    shown = {str(output).rpartition(".")[0] for output in (*one.outputs, *other.outputs)}
    if one.subject == other.subject or len(shown) != 1 or not shown & {one.subject, other.subject}:
        return one, other
    subject = shown.pop()
    return replace(one, subject=subject), replace(other, subject=subject)


def _plain(intent: Intent, about: Known) -> Intent | None:
    """An intent that lists rows or counts them, with every condition on the rows themselves."""
    if intent.both or intent.compared or intent.share or intent.change or intent.over:
        return None
    if intent.having:
        return _of_rows(intent, about)
    if intent.limit is not None:
        return _of_the_first(intent)
    counted = [measure.table for measure in intent.measures]
    if intent.dimensions or len(counted) > 1 or not intent.filters:
        return None
    subject = counted[0] if counted else intent.subject
    return Intent(
        subject=subject, outputs=intent.outputs, measures=intent.measures, filters=intent.filters
    )


def _of_rows(intent: Intent, about: Known) -> Intent | None:
    """Groups of one row each, by how much belongs to it."""
    owners = {dimension.column.rpartition(".")[0] for dimension in intent.dimensions}
    shown = [output for output in intent.outputs if isinstance(output, str)]
    if len(owners) != 1 or len(shown) < len(intent.outputs) or intent.limit is not None:
        return None
    owner = owners.pop()
    keys = {f"{owner}.{name}" for name in about.table(owner).primary_key}
    if not keys or not keys <= {dimension.column for dimension in intent.dimensions}:
        return None
    # `more than 2 orders in 2024`: those in 2024 are counted.
    counted = {intent.measures[having.measure].table for having in intent.having}
    where = tuple(
        clause for clause in intent.filters
        if isinstance(clause, Condition) and counted & set(tables_of(clause))
    )  # fmt: skip
    made = [_so_much(intent, having, owner, where, about) for having in intent.having]
    clauses = [clause for clause in made if clause is not None]
    if len(clauses) < len(made) or (where and len(made) > 1):
        return None
    own = (clause for clause in intent.filters if clause not in where)
    return Intent(subject=owner, outputs=intent.outputs, filters=(*own, *clauses))


def _so_much(
    intent: Intent, having: Having, owner: str, where: tuple[Condition, ...], about: Known
) -> Clause | None:
    """How many rows belong to a row, or what they add up to, as a condition on it."""
    measure = intent.measures[having.measure]
    plain = not (measure.where or measure.expression or having.overall or having.either)
    if not plain or not about.joins.has_many(owner, measure.table):
        return None
    if measure.function == "sum":
        bound = having.values[0]
        return Reached(total=measure, where=where, operator=having.operator, number=bound)
    keys = about.table(measure.table).primary_key
    # With the key of the owner the column tells rows apart: each is another one.
    led = {left for edge in about.joins.between(measure.table, owner) for left, _ in edge.pairs}
    rows = not measure.column or set(keys) <= {measure.column.rpartition(".")[2], *led}
    if measure.function != "count" or not rows or (measure.column and not keys):
        return None
    return Related(table=measure.table, where=where, counted=(having.operator, having.values[0]))


def _of_the_first(intent: Intent) -> Intent | None:
    """`the highest claim`: all those that have it."""
    by = intent.order[0].by if len(intent.order) == 1 else None
    alone = intent.limit == 1 and not intent.measures and not intent.offset and not intent.within
    if not alone or not isinstance(by, str) or intent.filters:
        return None
    function = "max" if intent.order[0].descending else "min"
    tie = Compared(column=by, operator="=", function=function, of=by)
    return Intent(subject=intent.subject, outputs=intent.outputs, filters=(tie,))
