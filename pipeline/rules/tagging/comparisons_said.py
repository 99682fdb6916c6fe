"""Comparisons in longer words: `above the price of every lamp`, `a below-average height`."""

from collections.abc import Sequence

from pipeline.rules.text.rewording import Knows, form, reworded
from pipeline.rules.text.words import Word

_COLUMN = r"(?P<column>(?!average|mean|total|maximum|minimum)[a-z]\S*(?: \S+){0,2}?)"
_BE = r"(?:(?:is|are|was|were|that|which) )*"
_SIGN = r"(?:[a-z]+er than|more than|less than|above|below|exceeds|exceed|exceeding|before|after)"
_BARE = r"(?:more|less|fewer|higher|lower|larger|smaller|greater|bigger|longer|shorter)"
_WHICH = r"(?P<which>some|any|every|each|all|at least one)(?: of)?(?: the| those| these| other)?"
_FORMS = (
    form(r"above-?average", "above average"),
    form(r"below-?average", "below average"),
    form(
        r"(?P<sign>at least|at most) as many (?P<one>[a-z ]+?) as (?P<other>[a-z]+)",
        "{one} {sign} {other}",
    ),
    form(
        r"the same (?:number|amount) of (?P<one>[a-z ]+?) as (?:of )?(?P<other>[a-z]+)",
        "{one} equal to {other}",
    ),
    form(r"multiple times", "more than once"),
    form(
        r"(?P<does>(?!(?:of|the|and|or|by|show|list|find|give) )[a-z]+) multiple (?P<rows>[a-z]+s)",
        "{does} more than one {rows}",
    ),
    # `a price above the price of every lamp`: of them it is the same that is compared.
    form(
        rf"(?P<lead>{_COLUMN} {_BE}{_SIGN}) (?:the )?(?P=column)s? (?:of|for) {_WHICH}",
        "{lead} that of {which}",
    ),
    form(
        rf"(?P<lead>{_BARE} {_COLUMN} than) (?:the )?(?P=column)s? (?:of|for) {_WHICH}",
        "{lead} that of {which}",
    ),
    form(
        rf"(?P<lead>{_COLUMN} {_BE}{_SIGN}) (?:that |those )?(?:of |for )?{_WHICH} "
        r"(?P=column)s? of(?: all)?(?: the| those| these)?",
        "{lead} that of {which}",
    ),
)
# Without any of these no such comparison is said.
_MAY_COMPARE = frozenset(
    ("aboveaverage", "belowaverage", "above-average", "below-average", "multiple", "many", "same",
     "some", "any", "every", "each", "all", "least")
)  # fmt: skip


def with_comparisons_said(words: Sequence[Word], knows: Knows) -> tuple[Word, ...]:
    """The words, with such comparisons in those that are read."""
    plain = tuple(words)
    if not _MAY_COMPARE & {word.lower for word in words}:
        return plain
    return reworded(plain, _FORMS, knows)
