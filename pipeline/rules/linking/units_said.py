"""`How many units were sold`: the quantity that is kept of what is sold, all of it."""

import re

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.quantities import is_quantity
from pipeline.rules.text.plain_words import plain
from pipeline.rules.text.words import words_of

_UNITS = re.compile(r"\b(?:how\s+many|(?:the\s+)?number\s+of)\s+(?:units|pieces)\b", re.IGNORECASE)
# Behind it `by product` says of what, not who sold them.
_HEAD = re.compile(r"^\W*(?:units|pieces)\s+sold\b(?P<per>\s+per\b)?", re.IGNORECASE)
_SOLD = re.compile(r"\b(?:sold|sell|bought|buy|ordered|purchased)\b", re.IGNORECASE)
_CALLED = 0.95


def with_units_said(question: str, about: Known) -> str:
    """The question by that quantity, where one column alone keeps it and none is called so."""
    head, counted = _HEAD.search(question), _UNITS.search(question)
    told = counted if counted and _SOLD.search(question, counted.end()) else head
    if told is None or about.glossary.metrics:
        return question
    if any(found.score >= _CALLED for found in about.lexicon.find(words_of("units sold"))):
        return question
    kept = [
        column.name
        for key in sorted(about.allowed) for column in about.table(key).columns
        if column.kind.is_number and not column.primary_key and is_quantity(column.name)
    ]  # fmt: skip
    if len(kept) != 1:
        return question
    # `Quantity per` may begin another column's name.
    each = " for each" if told.groupdict().get("per") else ""
    return f"{question[: told.start()]}total {plain(kept[0])}{each}{question[told.end() :]}"
