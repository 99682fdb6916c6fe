"""Definitions in a question itself: `Note that revenue refers to the sum of the fares`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.glossary import Definition
from pipeline.rules.defining.named import first_named
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
_ASKING = frozenset(
    ("what", "which", "who", "how", "where", "when", "there", "that", "it", "this", "i", "you")
)
_OF_TABLE = re.compile(r"\s+(?:in|from|of)\s+(?:the\s+)?\w+\s+table\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """A question without the definitions that it gives, and these."""

    question: str
    definitions: tuple[Definition, ...] = ()


def told_here(question: str, times: Sequence[TimeSpan]) -> Told:
    """Its definitions blanked out, every other word where it was; only of names that it uses."""
    made = Told(question)
    for form in (*_FORMS, _BASED):
        for found in form.finditer(made.question):
            made = _without(made, found, times) or made
    return made


def _without(told: Told, found: re.Match[str], times: Sequence[TimeSpan]) -> Told | None:
    name, words = found["name"], " ".join(found["words"].split())
    first = found.start("gap") if "gap" in found.groupdict() else found.start()
    if name.lower().split()[0] in _ASKING or words.lower() == name.lower():
        return None
    # A period that is said there belongs to the whole question.
    if any(time.at < found.end() and first < time.until for time in times):
        return None
    blank = " " * (found.end() - first)
    rest = f"{told.question[:first]}{blank}{told.question[found.end() :]}"
    long = found.groupdict().get("long")
    synonyms = (" ".join(long.split()),) if long else ()
    made = Definition(name=name, words=_OF_TABLE.sub("", words), synonyms=synonyms)
    if first_named(rest, (made,), times) is None:
        return None
    return Told(rest, (*told.definitions, made))
