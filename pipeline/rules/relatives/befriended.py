"""Rows that others of their own table belong to, by rows between: people and their friends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.intent import Clause, Compared, Condition, Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, counts_only, met_in_part, readings_of, with_clause
from pipeline.rules.relatives.said import Said, is_said, said_of
from pipeline.rules.relatives.taking_out import as_question
from pipeline.rules.schema.known import Known

_WHO = r"(?:(?:who|that|which)\s+)?"
_DENIED = (
    rf"{_WHO}(?:have|has|had|having|with)\s+(?:no|not\s+(?:a|any)|never\s+had\s+(?:a|an|any))|"
    rf"{_WHO}(?:do|does|did)(?:\s+not|n't)\s+have(?:\s+(?:an?|any))?|(?:without|lacking)(?:\s+(?:an?|any))?|"
    r"(?:but|yet)\s+(?:no|not\s+any)"
)
_SAID = rf"{_WHO}(?:have|has|had|having|with)\s+(?:an?|any|some|at\s+least\s+(?:an?|one))"
_TOLD = (
    r"(?P<told>\s+(?:who|that|which|whose|from|in|at|of|living|aged|under|over|above|below|older|"
    r"younger|named|called|with|being|working|studying)\b[^.?!]*)?"
)
_MORE = re.compile(r"\b(?:and|or|but)\b", re.IGNORECASE)
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Tie:
    """The part that the others play, and the key of the rows between that leads to their owner."""

    said: Said
    own: str

    @property
    def between(self) -> str:
        return self.said.role.table


def befriended(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question for rows that have, or have not, such others."""
    for tie in ties(about):
        if not is_said(tie.said, question):
            continue
        found = re.search(
            rf"\b(?:(?P<no>{_DENIED})|{_SAID})\s+{tie.said.noun}\b{_TOLD}\s*[.?!]*\s*$",
            question, re.IGNORECASE,
        )  # fmt: skip
        if found is None:
            continue
        role, told = tie.said.role, (found["told"] or "").strip()
        met = met_in_part(read(f"List all {tie.said.many} {told}", {}), role) if told else []
        where = _plain(met)
        if where is None:
            continue
        bases, sure = readings_of(as_question(question[: found.start()]), read)
        clause = Related(table=tie.between, where=where, negated=bool(found["no"]))
        made = [with_clause(base, clause) for base in bases if counts_only(base, role.other)]
        if made:
            evident = sure and len(made) == 1 and not _MORE.search(told)
            return made, evident, joined_by(tie, about)
    return [], False, about


def ties(about: Known) -> Iterator[Tie]:
    """The parts that rows of a table play for others of it, by rows between."""
    for role in about.roles:
        keys = about.joins.between(role.table, role.other)
        # Both keys are of the rows between: a department of employees, and its manager, is no tie.
        tied = all(len(key.pairs) == 1 and not key.multiplies for key in keys)
        if role.itself or len(keys) != _PAIR or not tied:
            continue
        own = [key.pairs[0][0] for key in keys if key.pairs[0][0] != role.column]
        if len(own) == 1:
            yield Tie(said_of(role, about), own[0])


def joined_by(tie: Tie, about: Known) -> Known:
    """What is known, where the rows between belong to their owner and lead to the other."""
    role = tie.said.role
    joins = about.joins.by_keys({(role.table, role.other): tie.own})
    return about.joined(joins).with_roles([role])


def _plain(met: list[Clause] | None) -> tuple[Condition | Compared, ...] | None:
    """Conditions on the others, each of one column; None where there is anything else."""
    found = tuple(one for one in met or () if isinstance(one, Condition | Compared))
    return found if met is not None and len(found) == len(met) else None
