"""Where the words of a share end, and where the rows that it is of end in them."""

import re
from collections.abc import Iterator

from pipeline.rules.defining.operand_words import rows_in
from pipeline.rules.schema.known import Known

_END = re.compile(
    r",\s|\s+(?:and|per|by|versus|vs)\s|\s+(?:for|in|at|of|on)\s+(?:each|every)\s|\s+(?:across|over)\s"
    r"|\s+(?:is|are|was|were)\s+(?=(?:more|less|above|below|over|under|at\s+least|at\s+most)\b)",
    re.IGNORECASE,
)
# `orders were shipped`, `orders that ...`, `orders with a note`, `orders ended up with a claim`.
_BEHIND_ROWS = (
    re.compile(
        r"\s+(?:are|is|was|were|have|has|had|that|who|which|do|does|did|can|with|without)\s",
        re.IGNORECASE,
    ),
    re.compile(r"\s+(?:[a-z]+ed|got|took|made|came|went|won|lost|paid|sold|left)(?=\s|$)", re.I),
)


# A comma before what is said of the whole question.
_WHOLE = re.compile(
    r",\s+(?:and\s+)?(?:(?:for|in|by|per|with|where|what|which|how|the|sorted|ordered|ranked|show|return|"
    r"give|highest|lowest|as|broken|grouped|split|only|from|across|among|also|plus)\b|\s)",
    re.IGNORECASE,
)


def ends(said: str) -> Iterator[int]:
    """Where the words of a share may end, the longest first."""
    whole = _WHOLE.search(said)
    last = whole.start() if whole is not None else len(said)
    yield last
    yield from (found.start() for found in reversed(list(_END.finditer(said[:last]))))


def cuts(said: str, about: Known) -> Iterator[tuple[str, bool]]:
    """The rows that a share is of; sure where a verb parts them from what is told of them."""
    for form in _BEHIND_ROWS:
        for found in form.finditer(said):
            base = said[: found.start()]
            if rows_in(base, about):
                yield base, True
    rows = rows_in(said, about)
    if rows and rows != said:
        yield rows, False
