"""Where rows lead from and to, in other words: `bound for Oslo`, `out of Madrid`."""

import re

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.roles import FROM, TO, plays
from pipeline.rules.text.words import words_of

_NAME = r"(?=(?:the\s+)?[\"“'A-Z0-9])"
_LEAVE = (
    r"depart(?:s|ed|ing)?|leav(?:e|es|ing)|left|sail(?:s|ed|ing)?|set(?:s|ting)?\s+(?:off|out)|"
    r"head(?:s|ed|ing)?|take(?:s|n)?\s+off|took\s+off"
)
# Each with what it is said as.
_FORMS = tuple(
    (re.compile(rf"\b(?i:{form})\s+{_NAME}"), said)
    for form, said in (
        (r"(?:(?:that|which)\s+(?:is|are|were|was)\s+)?(?:bound|destined)\s+for", "to "),
        (r"(?:(?:that|which)\s+(?:is|are|were|was)\s+)?(?:headed|heading|going|en\s+route|"
         r"on\s+(?:the|their|its)\s+way)\s+(?:for|to|into|towards?)", "to "),
        (rf"(?P<verb>{_LEAVE})\s+(?:for|towards?|into)", r"\g<verb> to "),
        (r"(?:into|towards?)", "to "),
        (r"land(?:s|ed|ing)?\s+(?:in|at|on)", "arriving at "),
        (r"(?:originating|originate[sd]?)\s+(?:in|at|from)", "from "),
        (r"(?:coming|(?:that|which)\s+(?:come|came))\s+from", "from "),
        (rf"(?P<verb>{_LEAVE})\s+out\s+of", r"\g<verb> from "),
        (r"out\s+of", "from "),
    )
)  # fmt: skip
_OWN = ("bound", "landed", "landing", "heading", "originating")


def with_ways_said(question: str, about: Known) -> str:
    """The question with plain `from` and `to` before names, where rows keep both ends of a way."""
    if not any(form.search(question) for form, _ in _FORMS) or not _keeps_ways(about):
        return question
    if any(word.lower in _OWN and about.lexicon.find([word]) for word in words_of(question)):
        return question
    for form, said in _FORMS:
        question = form.sub(said, question)
    return question


def _keeps_ways(about: Known) -> bool:
    """Whether rows of any table lead from one row of another to a second one, or keep both."""
    return any(
        all(any(plays(column.name, part) for column in about.table(key).columns)
            for part in (FROM, TO))
        for key in about.allowed
    )  # fmt: skip
