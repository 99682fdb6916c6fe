"""States that a question defines: `A fine is outstanding when it has no paid date`."""

import re
from collections.abc import Iterator

from knowledge.glossary import Definition
from pipeline.rules.defining.divided_names import START
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import lemma_of, words_of
from pipeline.rules.vocabulary import PREPOSITIONS

_ROWS = r"(?P<rows>[^\W\d_][\w-]*(?: [\w-]+)?)"
_STATE = r"(?P<state>[^\W\d_][\w-]*(?: [\w-]+)?)"
_WHEN = (
    r"\s+(?:only\s+)?(?:when|if|where|once|as\s+soon\s+as|as\s+long\s+as)\s+"
    r"(?P<met>[^.;?!:]+(?:\.\d[^.;?!:]*)*)[.;]?"
)
_ONE = r"(?:an?|the|any|each|every)\s+"
STATES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{START}\s*(?:here,?\s+|note\s+that\s+)?(?:{_ONE})?{_ROWS}\s+(?:is|are|counts?\s+as|"
        r"(?:is|are)\s+(?:considered|called|regarded\s+as|treated\s+as|deemed|said\s+to\s+be|counted\s+as|"
        rf"defined\s+as)|qualif(?:y|ies)\s+as)\s+{_STATE}{_WHEN}",
        rf"{START}\s*(?:we\s+)?(?:please\s+)?(?:call|consider|regard|treat|count)\s+(?:{_ONE})?{_ROWS}\s+"
        rf"(?:as\s+)?{_STATE}{_WHEN}",
    )
)  # fmt: skip
# `it has no paid date and was not waived`: each part said of the rows.
_PARTS = re.compile(
    r",?\s+(?:and|but)\s+(?=(?:it|they|its|their|was|were|is|are|has|have|had|the)\b)", re.I
)
_MANY = r"(?=(?:no|an?|the|at|more|less|fewer|over)\b)"
_LEADS = tuple(
    (re.compile(rf"^{form}", re.IGNORECASE), instead)
    for form, instead in (
        (rf"(?:(?:it|they)\s+)?(?:has|have|had)\s+{_MANY}", "with "),
        (r"there\s+(?:is|are|was|were)\s+(?=(?:no|an?)\b)", "with "),
        (r"(?:its|their|the)\s+", "whose "),
        (r"(?:(?:it|they)\s+)?(?:was|were)\s+", "that were "),
        (r"(?:(?:it|they)\s+)?(?:is|are)\s+", "that are "),
        (r"(?:(?:it|they)\s+)?(?:has|have)\s+", "that have "),
        (r"(?:it|they)\s+", "that "),
    )
)
_EMPTY = re.compile(
    r"^(?:(?:it|they|there)\s+)?(?:has|have|had|is|are)\s+no\s+(?P<noun>[\w-]+(?: [\w-]+){0,2})$",
    re.I,
)
_SHARE = re.compile(r"\b(?:share|percentage|percent|proportion|fraction|ratio|rate)\b|%", re.I)
_EACH = re.compile(r"\b(?:each|every|per|by)\b", re.IGNORECASE)
_END = re.compile(r"\b(?:average|avg|mean|median|highest|lowest|largest|smallest|max|min)", re.I)
_WHO = ("that", "which", "who")


def state_of(found: re.Match[str], rest: str, about: Known) -> tuple[Definition, ...]:
    """What a state says wherever the rest of a question names rows in it."""
    rows = " ".join((*found["rows"].split()[:-1], lemma_of(found["rows"].split()[-1].lower())))
    state, met = found["state"].lower(), _of_rows(found["met"], about)
    if " and " in met and _SHARE.search(rest):
        return ()  # of two conditions one would be taken for the whole of the share
    own = (word.text for word in words_of(rest) if word.lemma == rows.split()[-1])
    told = f"{next(own, f'{rows}s')} {met}"
    said = tuple(f"{rows} {who} {be} {state}" for who in _WHO for be in ("is", "are"))
    made = Definition(name=f"{state} {rows}", words=told, synonyms=said)
    those = told.replace(f" {met}", f" are those {met}")
    alone = Definition(name=f"{rows} are {state}", words=those, synonyms=(f"{rows} is {state}",))
    return (made, alone, *_of_amounts(state, rows, told, rest))


def _of_amounts(state: str, rows: str, told: str, rest: str) -> Iterator[Definition]:
    """`the outstanding amount` is the amount of outstanding fines."""
    for found in re.finditer(rf"\b{re.escape(state)}\s+(?P<noun>[a-z]+)\b", rest, re.IGNORECASE):
        noun = found["noun"].lower()
        if lemma_of(noun) != rows.split()[-1] and noun not in PREPOSITIONS:
            each = "total " if _EACH.search(rest) and not _END.search(rest) else ""
            yield Definition(name=f"{state} {noun}", words=f"{each}{noun} of {told}")


def _of_rows(met: str, about: Known) -> str:
    return " and ".join(_said(part.strip(), about) for part in _PARTS.split(met.strip()))


def _said(part: str, about: Known) -> str:
    empty = _EMPTY.match(part)
    if empty is not None:
        fits = about.lexicon.find(words_of(empty["noun"]))
        if fits and fits[0].column:
            return f"whose {empty['noun']} is empty"
    for lead, instead in _LEADS:
        if lead.match(part):
            return lead.sub(instead, part, count=1)
    return f"whose {part}"
