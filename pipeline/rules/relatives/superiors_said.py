"""Who is above whom, by names: `who mentors Ida`, `whose boss is Hal`, `Ida's boss's salary`."""

import re

from pipeline.rules.relatives.said import Said, active, said_of
from pipeline.rules.schema.known import Known

_NAME = r"(?P<name>[A-Z][\w.-]*(?:\s+[A-Z][\w.-]*)*|\"[^\"]+\")"
_END = r"(?=\s*[.?!]*\s*$)"
_OWN = r"(?:'s|\u2019s|'|\u2019)"
_WHAT = r"(?P<what>(?!who\b)[a-z]\w*(?:\s+[a-z]\w*){0,2}?)"


def with_superiors_said(question: str, about: Known) -> str:
    """The question with such words as `the boss of Ida`, where a key leads to rows above."""
    for role in about.roles:
        if role.itself and role.sure:
            question = _plainly(question, said_of(role, about))
    return question


def _plainly(question: str, said: Said) -> str:
    noun = said.role.nouns[0]
    nouns = said.noun
    forms = [
        (rf"^\s*(?i:whose\s+(?P<noun>{nouns})\s+(?P<be>is|was))\s+{_NAME}",
         rf"List all {said.many} whose \g<noun> \g<be> \g<name>"),
        (rf"\b(?i:(?P<what>[a-z]\w*)\s+of)\s+{_NAME}{_OWN}\s+(?i:(?P<noun>{nouns})){_END}",
         r"\g<what> of the \g<noun> of \g<name>"),
        (rf"{_NAME}{_OWN}\s+(?i:(?P<noun>{nouns})){_OWN}\s+{_WHAT}{_END}",
         r"the \g<what> of the \g<noun> of \g<name>"),
    ]  # fmt: skip
    for deed, does in zip(said.role.deeds, active(said.role), strict=True):
        forms += [
            (rf"^\s*(?i:who\s+{does})\s+{_NAME}{_END}", rf"Who is the {noun} of \g<name>"),
            (rf"^\s*(?i:(?:whom?|(?:which|what)\s+(?:{said.rows}))\s+(?:do|does|did))\s+{_NAME}\s+"
             rf"(?i:{does}){_END}", rf"Which {said.many} are {deed} by \g<name>"),
            (rf"^\s*(?i:(?P<asked>how\s+many\s+(?:{said.rows}))\s+(?:do|does|did))\s+{_NAME}\s+"
             rf"(?i:{does}){_END}", rf"\g<asked> are {deed} by \g<name>"),
        ]  # fmt: skip
    for form, plain in forms:
        question = re.sub(form, plain, question)
    return question
