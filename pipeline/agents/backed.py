"""Words of a model that people read: plain prose, that says nothing which the facts do not hold."""

import calendar
import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import AfterValidator

from pipeline.agents.numbers import cites_only
from pipeline.rules.schema.known import Known
from pipeline.state import Fetched

# What a machine writes to a machine: JSON, fences, tags, escapes.
_MACHINE = re.compile(
    r"[{}\[\]`|\\]|</?\w|\"\s*:|^\W*$|^[^\w(\u201c\"'\u2018]|\b(?:null|undefined)\b\s*[,:]"
)
_WRITES = (
    r"(?:updated|changed|deleted|removed|inserted|added|created|renamed|altered|dropped|written|"
    r"executed|applied|saved|committed|truncated|granted|fixed|corrected|set)"
)
_ACTION = re.compile(
    rf"\b(?:i|we)(?:'ve|\s+have)?\s+(?:(?:just|now|also|already|successfully)\s+)*{_WRITES}\b|"
    r"\b(?:rows?|records?|entries|tables?|columns?|index(?:es)?|data|database|changes?|statements?|"
    rf"it|this|both|all|everything)\s+(?:(?:now|just|also|all|both|successfully)\s+)*"
    rf"(?:has|have|was|were|is|are)\s+(?:(?:now|been|just|also|all|both|already|successfully)\s+)*"
    rf"{_WRITES}\b|"
    r"\b(?:is|are|was|were|been|now|all|both|it's)\s+(?:done|complete|completed|finished)\b|"
    r"^\W*(?:all\s+)?(?:done|completed|finished|success(?:fully)?)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:no|not|nothing|never|none|neither|cannot|without)\b|n.t\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_NAME = re.compile(
    r"(?<=[\w,;:)\u201d\u2019] )[A-Z][\w\u2019']{2,}|\b[^\W\d]\w*_\w+\b|"
    r"[\u201c\"]([^\u201d\"]{1,80})[\u201d\"]|\u2018([^\u2019]{1,80})\u2019"
)
_WORD = re.compile(r"\w+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_COMMON = frozenset(
    name.lower()
    for names in (calendar.month_name, calendar.month_abbr, calendar.day_name, calendar.day_abbr)
    for name in names
    if name
) | {"sql", "utc", "iso", "id", "ids"}


def as_prose(text: str) -> str:
    """The text in one line; empty where it is no sentence for people."""
    line = " ".join(text.replace("**", "").split()).lstrip("-*\u2022 ")
    line = line if "```" in line else line.replace("`", "")
    return "" if _MACHINE.search(line) else line


def as_lines(texts: Sequence[str]) -> list[str]:
    """The sentences among the texts."""
    return [line for text in texts if (line := as_prose(text))]


Prose = Annotated[str, AfterValidator(as_prose)]
ProseLines = Annotated[list[str], AfterValidator(as_lines)]


def claims_an_action(text: str) -> bool:
    """Whether a sentence says that something was changed; that nothing was is no claim."""
    return any(_ACTION.search(each) and not _NOT.search(each) for each in _SENTENCE.split(text))


def backed(text: str, facts: Iterable[str], known: Known | None = None) -> bool:
    """Whether the text claims no action, and has no number and no name that the facts lack.

    Facts are the question, the SQL, cells of a result; names of the data are facts too.
    """
    found = tuple(facts)
    # In texts of tools thousands are set apart.
    numbers = Fetched(columns=(), rows=(tuple(_THOUSANDS.sub("", each) for each in found),))
    return cites_only(text, numbers) and says_only(text, found, known)


def says_only(text: str, facts: Iterable[str], known: Known | None = None) -> bool:
    """Whether the text claims no action, and has no name that the facts lack."""
    if claims_an_action(text):
        return False
    found = tuple(facts)
    names = tuple(_names_of(known)) if known is not None else ()
    held = " ".join((*found, *names)).lower()
    words = set(_WORD.findall(held.replace("_", " "))) | _COMMON
    return all(_holds(name, held, words) for name in _named_in(text))


def kept(text: str, facts: Iterable[str], known: Known | None = None) -> str:
    """Those sentences of the text that the facts back."""
    found = tuple(facts)
    sentences = (as_prose(each) for each in _SENTENCE.split(text))
    return " ".join(each for each in sentences if each and backed(each, found, known))


def _named_in(text: str) -> Iterable[str]:
    for sentence in _SENTENCE.split(text):
        for match in _NAME.finditer(sentence):
            yield match[1] or match[2] or match[0]


def _holds(name: str, held: str, words: set[str]) -> bool:
    """Whether the name stands there as it is written, or is made of words that do."""
    plain = name.lower().replace("\u2019", "'").removesuffix("'s")
    parts = _WORD.findall(plain.replace("_", " "))
    return plain in held or all(part in words or part.rstrip("s") in words for part in parts)


def _names_of(known: Known) -> Iterable[str]:
    """Every name that the asker may know."""
    for table in known.catalog.tables:
        if table.key in known.allowed:
            yield table.key
            yield from (column.name for column in table.columns)
    for metric in known.metrics:
        yield from (metric.name, metric.expression, *metric.filters, *metric.synonyms)
    for term in known.glossary.terms:
        yield from (term.name, *term.synonyms)
