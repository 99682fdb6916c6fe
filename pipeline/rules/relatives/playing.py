"""Rows that play a part for others, or play it for none: the cities that have been host cities."""

import re
from dataclasses import replace

from pipeline.intent import Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, counts_only, readings_of, with_clause
from pipeline.rules.relatives.said import Said, called, said_of
from pipeline.rules.relatives.taking_out import as_question
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain, plural
from pipeline.rules.text.words import words_of

_NAMED = 0.85
_BE = (
    r"(?:(?:is|are|was|were|am)(?P<no1>\s+not|n't)?|"
    r"(?:has|have|had)(?P<no2>\s+not|n't|\s+never)?(?:\s+(?:ever|once|also|already|yet))*"
    r"(?:\s+been|\s+(?:served|acted|worked)(?:\s+as)?)|"
    r"(?:serves?|served|acts?|acted|works?|worked)\s+as|(?:do|does|did)(?P<no3>\s+not|n't)\s+(?:serve|act|work)\s+as)"
)
_SOME = r"(?:\s+(?:also|currently|ever|once|never|no|an?|any|the))*"


def playing(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question for rows that are called by the part which they play."""
    for role in about.roles:
        said = said_of(role, about)
        found = None if role.itself or not role.sure else _told(said, about).search(question)
        if found is None or _is_called_otherwise(found["noun"], said, about):
            continue
        asked = as_question(question[: found.start()])
        bases, sure = readings_of(asked, read)
        negated = any(found[f"no{n}"] for n in (1, 2, 3)) or _denies(found["some"])
        clause = Related(table=role.table, negated=negated)
        noun, rows = found["noun"], plural(plain(role.table))
        told = f"I read “{noun}” as the {plain(role.column)} of {rows}."
        made = [
            replace(with_clause(base, clause), assumptions=(*base.assumptions, told))
            for base in bases
            if counts_only(base, role.other)
        ]
        if made:
            joins = about.joins.by_keys({(role.table, role.other): role.column})
            return made, sure and len(made) == 1, about.joined(joins)
    return [], False, about


def _told(said: Said, about: Known) -> re.Pattern[str]:
    """How the end of a question says that rows play the part."""
    rows = called(said.role.table, about)
    return re.compile(
        rf"[\s,]*\b(?:(?:who|that|which)\s+)?{_BE}(?P<some>{_SOME})\s+"
        rf"(?P<noun>{said.noun})(?:\s+(?:{said.others}))?"
        rf"(?:\s+(?:of|for)\s+(?:an?|any|some|at\s+least\s+one|one)\s+(?:{rows}))?\s*[.?!]*\s*$",
        re.IGNORECASE,
    )


def _denies(words: str) -> bool:
    return bool({"no", "never"} & set(words.lower().split()))


def _is_called_otherwise(noun: str, said: Said, about: Known) -> bool:
    """Whether other rows or columns go by the noun, which then are what it tells of."""
    role = said.role
    named = about.lexicon.find(words_of(noun))
    return any(
        c.score >= _NAMED and (c.table, c.column) != (role.table, role.column) for c in named
    )
