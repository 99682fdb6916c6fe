"""Rows that are called by the part they play for others: skippers, cities that were host cities."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.intent import Compared, Condition, Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, in_part, readings_of, with_clause
from pipeline.rules.relatives.said import Said, called, is_said, said_of, who_is
from pipeline.rules.relatives.taking_out import as_question, tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.played import Role
from pipeline.rules.text.plain_words import plain
from pipeline.rules.text.words import is_plural, words_of

_NAMED = 0.85
_LONGEST_TAIL = 4
_BE = (
    r"(?:(?:is|are|was|were|am)(?P<no1>\s+not|n't)?|"
    r"(?:has|have|had)(?P<no2>\s+not|n't|\s+never)?(?:\s+(?:ever|once|also|already|yet))*"
    r"(?:\s+been|\s+(?:served|acted|worked)(?:\s+as)?)|"
    r"(?:serves?|served|acts?|acted|works?|worked)\s+as|"
    r"(?:do|does|did)(?P<no3>\s+not|n't)\s+(?:serve|act|work)\s+as)"
)
_SOME = r"(?:\s+(?:also|currently|ever|once|never|no|an?|any|the))*"
_ANY = r"(?:an?|any|some|at\s+least\s+one|one|any\s+other|another|other)\s+(?:{rows})"
# What rows are for others of their own table.
_OTHERS = r"(?:any\s+)?others|another(?:\s+one)?|any(?:one|body)(?:\s+else)?"
# `who mentors Ida`: what somebody does.
_DOES = re.compile(r"\s*(?:.*\b)?who\s+", re.IGNORECASE)
_POSSESSED = re.compile(r"(?:'s|\u2019s|'|\u2019)\s+$")
_OF = re.compile(r"\s+(?:of|for)\s+(?!each\b|every\b)(?P<of>[^?!]+)", re.IGNORECASE)
_NAME = re.compile(r"[A-Z\"]")
# Beside others it is shown with them, or they are looked for as well.
_BEFORE, _BEHIND = (
    re.compile(r"(?:,|\b(?:and|or))\s*(?:the\s+)?$", re.I),
    re.compile(r"\s*(?:,|and|or)\b", re.I),
)
# Behind these the part is no row, but a column of the rows that it is played for.
_COLUMN = r"(?!\s*(?:'s?|ids?|keys?|codes?|numbers?|nos?|names?)\b)(?!')"
_Where = tuple[Condition | Compared, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """A question for the rows that play a part, as one for all rows of their table."""

    asked: str
    noun: str
    clause: Related


def playing(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question for rows that are called by the part which they play."""
    found: list[Planned] = []
    known, surely = about, True
    for said in sorted(_parts(question, about), key=lambda said: not said.role.itself):
        asked = question if said.role.itself else who_is(question, said)
        told = _as_predicate(asked, said, about) or _as_rows(asked, said, about, read)
        if told is None:
            continue
        bases, sure = readings_of(told.asked, read)
        note = f"I read “{told.noun}” as the {plain(said.role.column)} of {said.own_many}."
        made = [
            replace(
                _where(in_part(base, said.role), told.clause), assumptions=(*base.assumptions, note)
            )
            for base in bases if _is_about(base, said.role.other)
        ]  # fmt: skip
        if made:
            # The managers of employees, and those of departments: which of them is asked.
            found, known, surely = [*found, *made], _joined(said.role, known), sure and surely
    return found, surely and len(found) == 1, known


def _parts(question: str, about: Known) -> Iterator[Said]:
    """The parts that a question speaks of by a noun that nothing else goes by."""
    for role in about.roles:
        said = said_of(role, about)
        if role.sure and is_said(said, question):
            named = [c for noun in role.nouns for c in about.lexicon.find(words_of(noun))]
            others = (c for c in named if (c.table, c.column) != (role.table, role.column))
            stored = any(about.values.find(noun, limit=1) for noun in role.nouns)
            if not stored and all(c.score < _NAMED for c in others):
                yield said


def _joined(role: Role, about: Known) -> Known:
    """What is known, where the rows of the part are reached by its own key alone."""
    if role.itself:
        return about.with_roles([role])
    edges = (edge for edge in about.joins.edges(role.table) if edge.right == role.other)
    others = [edge for edge in edges if edge.pairs != ((role.column, role.key),)]
    return about.joined(about.joins.without(others))


def _as_predicate(question: str, said: Said, about: Known) -> _Told | None:
    """`sailors who are no skippers`, `cities that have served as host cities`."""
    others = _ANY.format(rows=called(said.role.table, about))
    others = f"{others}|{_OTHERS}" if said.role.itself else others
    some = rf"(?:\s+(?:of|for)\s+(?:{others}))?"
    found = re.search(
        rf"[\s,]*\b(?:(?:who|that|which)\s+)?{_BE}(?P<some>{_SOME})\s+"
        rf"(?P<noun>{said.noun})(?:\s+(?:{said.others}))?{some}\s*(?:$|[.?!]+(?P<tail>.*)$)",
        question, re.IGNORECASE,
    )  # fmt: skip
    rest = question[: found.start()] if found is not None else ""
    if found is None or not re.search(rf"\b(?:{said.others})\b", rest, re.IGNORECASE):
        return None
    if _says_parts(rest, about):
        return None
    denied = any(found[f"no{n}"] for n in (1, 2, 3))
    denied = denied or bool({"no", "never"} & set(found["some"].lower().split()))
    clause = Related(table=said.role.table, negated=denied)
    tail = (found["tail"] or "").strip()
    asked = as_question(rest)
    return _Told(f"{asked.rstrip('.?!')}. {tail}" if tail else asked, found["noun"], clause)


def _as_rows(question: str, said: Said, about: Known, read: Read) -> _Told | None:
    """`skippers born before 1970`, `the owners of vessels that are older than 20 years`."""
    played = called(said.role.other, about)
    form = rf"\b{said.noun}(?:\s+(?:{played}))?\b{_COLUMN}"
    nouns = list(re.finditer(form, question, re.IGNORECASE))
    if len(nouns) != 1:
        return None
    noun = nouns[0]
    head, tail = question[: noun.start()], question[noun.end() :]
    where, tail = _of(tail, said, about, read)
    named, head = _owner(head, said, read)
    if where is None or (where and named) or (said.role.itself and (where or named)):
        return None
    own = called(said.role.table, about)
    rest = f"{head} {tail}"
    if re.search(rf"\b(?:{said.others}|{own})\b", rest, re.IGNORECASE):
        return None
    beside = _POSSESSED.search(head) or _BEFORE.search(head) or _BEHIND.match(tail)
    if beside or _DOES.fullmatch(head) or _says_parts(rest, about):
        return None
    rows = said.many if is_plural(noun[0].split()[-1]) else said.one
    clause = Related(table=said.role.table, where=where or named)
    return _Told(tidy(f"{head}{rows}{tail}"), noun[0], clause)


def _says_parts(words: str, about: Known) -> bool:
    """Whether words speak of a part that rows play: what more is said may be of those."""
    return any(is_said(said_of(role, about), words) for role in about.roles)


def _of(tail: str, said: Said, about: Known, read: Read) -> tuple[_Where | None, str]:
    """What the rows meet that the part is played for, and what else is said behind it.

    Nothing where those rows are spoken of in words that are not clear.
    """
    of = _OF.match(tail)
    if of is None:
        return (), tail
    if re.search(rf"\b(?:{called(said.role.table, about)})\b", of["of"], re.IGNORECASE):
        return _met(of["of"], said, read), tail[of.end() :]
    words = of["of"].rstrip(" .").split(" ")
    for until in range(len(words), max(len(words) - _LONGEST_TAIL, 0), -1):
        name = " ".join(words[:until])
        where = _met(f"{said.own_many} called {name}", said, read)
        if where:
            return where, tail[of.start("of") + len(name) :]
    # `the manager of Ida`, where departments have managers, and none of them is called so.
    return (None if _NAME.match(words[0]) else ()), tail


def _owner(head: str, said: Said, read: Read) -> tuple[_Where, str]:
    """`Gannet's skipper`: the row that the part is played for, and what is said before it."""
    if not _POSSESSED.search(head):
        return (), head
    words = _POSSESSED.sub("", head).split(" ")
    for first in range(max(len(words) - _LONGEST_TAIL, 0), len(words)):
        where = _met(f"{said.own_many} called {' '.join(words[first:])}", said, read)
        if where:
            return where, " ".join((*words[:first], "the "))
    return (), head


def _met(rows: str, said: Said, read: Read) -> _Where | None:
    """What such rows of the table with the key meet; None where that is not clear."""
    outcome = read(f"List all {rows}", {})
    if not isinstance(outcome, Planned) or not _is_about(outcome, said.role.table):
        return None
    where = tuple(c for c in outcome.intent.filters if isinstance(c, Condition | Compared))
    whole = len(where) == len(outcome.intent.filters) and not outcome.intent.limit
    return where if whole else None


def _where(base: Planned, clause: Related) -> Planned:
    """A reading of the rows that meet the clause, which such rows of the base may say already."""
    same = any(
        isinstance(c, Related) and c.table == clause.table and not c.negated
        for c in base.intent.filters
    )
    return base if same and not clause.where and not clause.negated else with_clause(base, clause)


def _is_about(base: Planned, table: str) -> bool:
    """Whether a reading lists rows of that table, or has numbers of them, and of no other."""
    intent = base.intent
    tables = {measure.table for measure in intent.measures} or {intent.subject}
    outputs = [ref for ref in intent.outputs if isinstance(ref, str)]
    refs = (*outputs, *(dimension.column for dimension in intent.dimensions))
    own = all(ref.rpartition(".")[0] == table for ref in refs)
    return tables == {table} and own and not intent.both
