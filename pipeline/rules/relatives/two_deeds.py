"""`Registered for or attended a course`, `borrowed a saw but did not return it`: two deeds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.intent import AnyOf, Clause, Condition, Intent, Related
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, is_of_plain_rows, readings_of
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.deeds import tables_of_deed
from pipeline.rules.text.words import is_past

_LEADS = r"(?:\s+(?:for|in|to|with|at|on|by))?"
_NOT = r"(?:(?:did|have|has|had|were|was)\s+)?(?:not|never)|didn't|haven't|hasn't|neither"
_DENIAL = rf"(?P<denied>(?:{_NOT})\s+)"
_OF_THE_SAME = re.compile(
    rf"\b{_DENIAL}?(?:either\s+)?(?P<first>(?P<one>[a-z]+){_LEADS})\s+n?or\s+"
    rf"(?P<second>(?P<two>[a-z]+){_LEADS})\b(?=\s+\w)",
    re.IGNORECASE,
)
_OF_TWO = re.compile(
    rf"\b(?:either\s+)?(?P<first>(?P<one>[a-z]+){_LEADS}\s+(?P<what>[^.?!,]+?)),?"
    rf"\s+(?P<joint>or|and|but)\s+(?:(?:who|that|which|also|have|has|had)\s+)*{_DENIAL}?"
    rf"(?P<second>(?P<two>[a-z]+)\b{_LEADS}\s+[^.?!]*[^.?!\s])(?=[.?!]|$)",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:it|them|that one|this one|one)\s*$", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|never|no|nobody|none|without)\b|n't\b", re.IGNORECASE)
# Rows that belong to what was done: no further away than the next table.
_NEAR = 1.5


@dataclass(frozen=True, slots=True)
class _Deed:
    """What somebody did, and the question for all who did it."""

    verb: str
    question: str
    denied: bool = False


def two_deeds(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The readings of rows by two deeds that different rows tell of; whether they are evident."""
    for deeds, enough in _said(question):
        if not all(tables_of_deed(deed.verb, "", about) for deed in deeds):
            continue
        parts = [readings_of(deed.question, read) for deed in deeds]
        found = [
            made for one in parts[0][0] for other in parts[1][0]
            if (made := _both(one, other, deeds, about, enough=enough)) is not None
        ]  # fmt: skip
        found = [*{made.intent: made for made in found}.values()]
        if found:
            return found, all(sure for _, sure in parts) and len(found) == 1
    return [], False


def two_evident_deeds(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The reading by two deeds, where nothing in it is open."""
    found, sure = two_deeds(question, about, read)
    return (found, True) if sure else ([], False)


def _said(question: str) -> Iterator[tuple[Sequence[_Deed], bool]]:
    """Each two deeds that a question may tell of, and whether one of them is enough."""
    for said in _OF_THE_SAME.finditer(question):
        head, tail = question[: said.start()], question[said.end() :]
        denied = said["denied"] is not None
        deeds = [_Deed(said[one].lower(), f"{head}{said[part]}{tail}", denied)
                 for one, part in (("one", "first"), ("two", "second"))]  # fmt: skip
        done = denied or all(is_past(deed.verb) for deed in deeds)
        if done and not _DENIES.search(f"{head} {tail}"):
            yield deeds, not denied
    for at in (word.start() for word in re.finditer(r"\b[a-z]+", question)):
        said_of = _OF_TWO.match(question, at)
        if said_of is None or not is_past(said_of["one"].lower()):
            continue
        head, tail = question[:at], question[said_of.end() :]
        denied = said_of["denied"] is not None
        second = _AGAIN.sub(said_of["what"], said_of["second"])
        told = denied or is_past(said_of["two"].lower())
        if told and not _DENIES.search(f"{head} {said_of['first']} {second} {tail}"):
            one = _Deed(said_of["one"].lower(), f"{head}{said_of['first']}{tail}")
            other = _Deed(said_of["two"].lower(), f"{head}{second}{tail}", denied)
            yield (one, other), said_of["joint"].lower() == "or"


def _both(
    one: Planned, other: Planned, deeds: Sequence[_Deed], about: Known, *, enough: bool
) -> Planned | None:
    """Two readings as one, by the rows that tell of each deed; None where nothing does."""
    subject = _rows(one.intent)
    if not subject or subject != _rows(other.intent) or one.left_out or other.left_out:
        return None
    tables = [tables_of_deed(deed.verb, subject, about) for deed in deeds]
    if [len(each) for each in tables] != [1, 1] or tables[0] == tables[1]:
        return None
    made: list[Clause] = []
    own: list[Clause] = []
    for read, deed, (table,) in zip((one, other), deeds, tables, strict=True):
        own += [c for c in read.intent.filters if {*tables_of(c)} == {subject}]
        where = _of_the_deed([c for c in read.intent.filters if c not in own], table, about)
        if where is None:
            return None
        made.append(Related(table=table, where=where, negated=deed.denied))
    clauses = (AnyOf(conditions=tuple(made)),) if enough else tuple(made)
    bare = [replace(read.intent, filters=(), subject=subject) for read in (one, other)]
    if bare[0] != bare[1]:
        return None
    return replace(one, intent=replace(bare[0], filters=(*dict.fromkeys(own), *clauses)))


def _rows(intent: Intent) -> str:
    """The rows that an intent lists or counts; empty where it does more than that."""
    counted = [measure.table for measure in intent.measures if measure.function == "count"]
    plain = is_of_plain_rows(intent) and not intent.dimensions and not intent.having
    if not plain or intent.limit or len(counted) < len(intent.measures) or len(counted) > 1:
        return ""
    return counted[0] if counted else intent.subject


def _of_the_deed(
    clauses: Sequence[Clause], deed: str, about: Known
) -> tuple[Condition, ...] | None:
    """What is said of that to which it was done; None where it is no plain condition."""
    found: list[Condition] = []
    for clause in clauses:
        parts: Sequence[Clause] = (clause,)
        if isinstance(clause, Related):
            if (
                clause.negated
                or clause.counted
                or clause.of
                or not _is_near(clause.table, deed, about)
            ):
                return None
            parts = clause.where
        plain = [part for part in parts if isinstance(part, Condition)]
        near = all(_is_near(table, deed, about) for part in plain for table in tables_of(part))
        if len(plain) < len(parts) or not near:
            return None
        found += plain
    return tuple(found)


def _is_near(table: str, deed: str, about: Known) -> bool:
    return table == deed or about.joins.distance(deed, table) < _NEAR
