"""Definitions in a question itself: `Note that revenue refers to the sum of the fares`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from knowledge.glossary import Definition
from pipeline.rules.defining.divided_names import DIVIDED_NAMES
from pipeline.rules.defining.instructed import (
    INSTRUCTED,
    is_instructed,
    named,
    pointing_at,
    timeless,
)
from pipeline.rules.defining.named import first_named
from pipeline.rules.defining.states_here import STATES, state_of
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.rules.vocabulary import PREPOSITIONS
from pipeline.times.values import TimeSpan

_NAME = r"(?P<name>[^\W\d_][\w'-]*(?: [\w'-]+){0,2}?)"
_IS = (
    r"\s+(?:refers? to|means|stands for|denotes?|(?:is|are) defined as|(?:is|are) short for|"
    r"(?:is|are) understood as|(?:is|are) (?:calculated|computed|measured) as)\s+|\s+=\s+"
)
_LEAD = (
    r"(?:please\s+)?(?:(?:note|recall|remember|assume)(?:\s+that)?,?\s+|here,?\s+)?"
    r"(?:the term\s+)?(?:the\s+|an?\s+)?"
)
_WORDS = r"(?P<words>[^.;?!()]+(?:\.\d[^.;?!()]*)*)"
# With signs and brackets: `GPM (gross margin) = (price - cost) / cost * 100`.
_LONG = r"(?:\s*\((?P<long>[^()=]+)\))?"
_SUM = r"(?P<words>[^.;?!=]+(?:\.\d[^.;?!=]*)*)"
# In the order in which they are tried: a sentence, a clause, what is in brackets.
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:^|(?<=[.;?!]\s))\s*{_LEAD}{_NAME}{_LONG}\s*=\s*{_SUM}[.;]?",
        rf"(?:^|(?<=[.;?!]\s))\s*{_LEAD}{_NAME}(?:{_IS}){_WORDS}[.;]?",
        rf"[,;]?\s+(?:where|with|and|note that)\s+{_LEAD}{_NAME}{_LONG}\s*=\s*{_SUM}$",
        rf"[,;]?\s+\(?(?:where|with|and|note that)\s+{_LEAD}{_NAME}(?:{_IS}){_WORDS}\)?",
        rf"\s*\({_LEAD}{_NAME}(?:{_IS}){_WORDS}\)",
    )
)
# `total revenue (based on sale price)`: what stands before the bracket.
_BASED = re.compile(
    r"(?P<name>[^\W\d_][\w-]*)(?P<gap>\s*\((?:i\.?e\.?,?|that is,?|meaning|defined as|based on|"
    rf"computed from|calculated from|measured by|taken from)\s+{_WORDS}\))",
    re.IGNORECASE,
)
# `Big buyers are customers in Canada.`: only of what the glossary defines otherwise.
_PLAIN = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:^|(?<=[.;?!]\s))\s*{_LEAD}{_NAME}\s+(?:is|are)\s+{_WORDS}[.;]?",
        rf"\s*\({_LEAD}{_NAME}\s+(?:is|are)\s+{_WORDS}\)",
        rf"(?P<name>[^\W\d_][\w-]*)(?P<gap>\s*\(\s*{_WORDS}\))",
    )
)
_LONGEST, _MOST, _FEWEST = 6, 8, 2
_ASKING = frozenset(
    ("what", "which", "who", "how", "where", "when", "there", "that", "it", "this", "i", "you")
)
_OF_TABLE = re.compile(r"\s+(?:in|from|of)\s+(?:the\s+)?\w+\s+table\s*$", re.IGNORECASE)


# How well a name of the data fits that is no new word; `country = Chile` is rather a condition.
_OF_DATA, _OF_CONDITION = 0.93, 0.8


@dataclass(frozen=True, slots=True)
class Told:
    """A question without the definitions that it gives, and these.

    `against` are those of words that the data explain already: nothing is read by them.
    """

    question: str
    definitions: tuple[Definition, ...] = ()
    against: tuple[Definition, ...] = ()


def told_here(question: str, times: Sequence[TimeSpan], about: Known) -> Told:
    """Its definitions blanked out, every other word where it was; only of names that it uses."""
    made = Told(question)
    for form in (*DIVIDED_NAMES, *INSTRUCTED, *_FORMS, _BASED, *_PLAIN):
        for found in islice(form.finditer(made.question), _MOST):
            if form in INSTRUCTED and not is_instructed(found["words"]):
                continue
            if form not in _PLAIN or _is_told_otherwise(found, about):
                made = _without(made, found, times, about) or made
    return _with_states(made, times, about)


def _with_states(told: Told, times: Sequence[TimeSpan], about: Known) -> Told:
    """With the states that it defines, where it asks for rows in them."""
    for form in STATES:
        for found in islice(form.finditer(told.question), _MOST):
            if any(time.at < found.end() and found.start() < time.until for time in times):
                continue
            blank = " " * (found.end() - found.start())
            rest = f"{told.question[: found.start()]}{blank}{told.question[found.end() :]}"
            named = [
                each for each in state_of(found, rest, about) if first_named(rest, (each,), times)
            ]
            if named:
                told = replace(told, question=rest, definitions=(*told.definitions, *named))
    return told


def _is_told_otherwise(found: re.Match[str], about: Known) -> bool:
    """Whether the glossary defines the name, which the words are not: `ASP (average price)`."""
    name, words = found["name"], words_of(found["words"])
    if "gap" not in found.groupdict():
        return _is_defined(name, about)
    name = _whole_name(found.string[: found.end("name")], about) or name
    short = "".join(word.lower[:1] for word in words) == name.lower()
    beside = len(words) < _FEWEST or words[0].lower in PREPOSITIONS
    return _is_defined(name, about) and not (short or beside or _is_defined(found["words"], about))


def _without(
    told: Told, found: re.Match[str], times: Sequence[TimeSpan], about: Known
) -> Told | None:
    first = found.start("gap") if "gap" in found.groupdict() else found.start()
    # A period that is said there belongs to the whole question.
    until = timeless(found, times)
    inside = (time.at < (until or found.end()) and first < time.until for time in times)
    name, words = (
        found["name"],
        " ".join(told.question[found.start("words") : until or found.end("words")].split()),
    )
    if name.lower().split()[0] in _ASKING or words.lower() == name.lower() or any(inside):
        return None
    if "gap" in found.groupdict():
        name = _whole_name(told.question[: found.end("name")], about) or name
    until = until or found.end()
    rest = f"{told.question[:first]}{' ' * (until - first)}{told.question[until:]}"
    made = named(found, name, _OF_TABLE.sub("", words))
    if first_named(rest, (made,), times) is None:
        # `Show it by region`: said of what the sentence before has defined.
        made = replace(made, synonyms=(*made.synonyms, "it"))
        if first_named(rest[first:], (made,), ()) is None:
            return None
    equal = "=" in told.question[found.end("name") : found.start("words")]
    condition = equal and not _is_of_glossary(name, about)  # no row has a number of the glossary
    if _is_explained(name, about, _OF_CONDITION if condition else _OF_DATA):
        return None if condition else replace(told, against=(*told.against, made))
    rest = pointing_at(name, rest)
    return replace(told, question=rest, definitions=(*told.definitions, made))


def _whole_name(before: str, about: Known) -> str:
    """The longest name of the glossary that a text ends with."""
    words = words_of(before)
    for count in range(min(_LONGEST, len(words)), 1, -1):
        name = before[words[-count].at :]
        if _is_defined(name, about) or _is_of_glossary(name, about):
            return name
    return ""


def _is_defined(name: str, about: Known) -> bool:
    """Whether the glossary defines a name in words."""
    told = about.glossary.definitions
    return any(_key(name) == _key(other) for each in told for other in each.names)


def _is_of_glossary(name: str, about: Known) -> bool:
    """Whether it is the name of a number or a term of the glossary."""
    numbers = [(each.name, *each.synonyms) for each in about.glossary.metrics]
    terms = [(each.name, *each.synonyms) for each in about.glossary.terms]
    return any(_key(name) == _key(other) for names in (*numbers, *terms) for other in names)


def _is_explained(name: str, about: Known, least: float) -> bool:
    """Whether the data have a column, rows, a value or a number of that name already."""
    if _is_defined(name, about):
        return False
    fits = about.lexicon.find(words_of(name))
    stored = any(hit.score == 1 for hit in about.values.find(name))
    return stored or _is_of_glossary(name, about) or (bool(fits) and fits[0].score >= least)


def _key(name: str) -> tuple[str, ...]:
    return tuple(word.lemma for word in words_of(name))
