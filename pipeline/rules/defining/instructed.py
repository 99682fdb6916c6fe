"""Names of numbers that a question says how to compute: `To get the net, subtract tax from price`.

Each form finds a name and the words of its sum; what `gap` spans is taken out, else all of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.glossary import Definition
from pipeline.rules.defining.divided_names import START, THAT_IS
from pipeline.rules.defining.spoken_sums import is_sum
from pipeline.times.values import TimeSpan

_WORD = r"[^\W\d_][\w'-]*"
_SMALL = (
    r"(?!(?:what|which|who|how|when|where|if|is|are|be|it|of|per|by|for|in|to|the|an?|its|their|"
    r"and|or|as|average|mean|highest|lowest|largest|smallest|show|give|return|list)\b)"
)
_NAME = rf"(?P<name>{_SMALL}{_WORD}(?: {_SMALL}[\w'-]+){{0,3}}?)"
_COUNT = rf"(?P<name>(?:number of )?{_SMALL}{_WORD}(?: {_SMALL}[\w'-]+){{0,3}}?)"
_RATE = rf"(?P<name>{_SMALL}{_WORD}(?: {_SMALL}[\w'-]+){{0,2}}(?: per {_WORD})?)"
_ARTICLE = r"(?:(?:the|an?|its|their|each|every)\s+)?"
_OWNER = rf"(?:(?:an?|the|each|every|one|any)\s+(?P<owner>{_WORD}(?:\s{_WORD})?)'s\s+)"
_OF_ROWS = (
    r"(?:\s+(?:of|for|per|on|in)\s+(?:an?|each|every|the|one)\s+(?P<rows>[\w-]+(?: [\w-]+)?))?"
)
_GET = (
    r"(?:get|obtain|compute|calculate|find(?:\s+out)?|work\s+out|determine|derive|figure\s+out|"
    r"measure|arrive\s+at)"
)
_DEED = r"(?:divide|multiply|subtract|deduct|add|sum|take)"
_TEXT = r"(?:[^.;?!=:]|\.\d)"
_DOES = rf"(?:(?:you|we|please|simply|just)\s+)*(?P<words>{_DEED}\s{_TEXT}+?)"
_STOP = r"(?:[.;]|$)"
_LISTS = r"(?:return|show|give|list|report|tell|display|order|sort|rank|find|group)"
_AND_SHOWS = rf"(?:,?\s+(?:and|then)(?:\s+then)?(?=\s+{_LISTS}\b))"
_ENDS = (
    r"(?=\s+(?:per|by|for|of|in|from|across|among|together|along|with|as|and|is|are|to|where|"
    r"when|over|on|at|in)\b|[,.;?!]|$)"
)
_AS = r"(?:\s+(?:as|to\s+be|by\s+taking)\s+)"
_IS = (
    r"\s*(?:\s(?:is|are|be|equals?|means?|refers\s+to)\s|=|:\s)\s*"
    r"(?:(?:defined|calculated|computed|measured|understood|obtained|found)\s+(?:as|by)\s+|"
    r"simply\s+|just\s+)*"
)
# In the order in which they are tried.
INSTRUCTED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{START}\s*(?:in\s+order\s+)?to\s+{_GET}\s+(?:{_OWNER}|{_ARTICLE}){_NAME}{_OF_ROWS}"
        rf"[,:]?\s+{_DOES}{_STOP}",
        rf"{START}\s*(?:in\s+order\s+)?to\s+{_GET}\s+{_ARTICLE}{_RATE}[,:]?\s+{_DOES}{_STOP}",
        rf"{START}\s*{_DOES},?\s+to\s+{_GET}\s+(?:{_OWNER}|{_ARTICLE}){_NAME}{_OF_ROWS}{_STOP}",
        rf"{START}\s*{_DOES}(?:{_STOP}|{_AND_SHOWS})"
        rf"(?=[^?]*?\b(?:this|that|the\s+resulting)\s+{_NAME}{_ENDS})",
        rf"{START}\s*{_DOES}(?:{_STOP}|{_AND_SHOWS})(?=[^?]*?\bthe\s+(?P<name>result)\b)",
        rf"{START}\s*(?:please\s+)?(?:define|compute|calculate|measure|treat)\s+"
        rf"(?:{_OWNER}|{_ARTICLE}){_NAME}{_OF_ROWS}{_AS}(?P<words>{_TEXT}+?){_STOP}",
        rf"{START}\s*(?:please\s+)?(?:use|take|consider|treat|count)\s+(?P<words>{_TEXT}+?)\s+as\s+"
        rf"{_ARTICLE}{_COUNT}{_OF_ROWS}{_STOP}",
        rf"{START}\s*(?:here,?\s+)?(?:{_OWNER}|{_ARTICLE}){_NAME}{_OF_ROWS}{_IS}"
        rf"(?P<words>{_TEXT}+?){_STOP}",
        rf",?\s+(?:where|with)\s+(?:{_OWNER}|{_ARTICLE}){_NAME}{_OF_ROWS}{_IS}"
        r"(?P<words>[^.;?!=:,]+)(?=[,.;?!]|$)",
        rf"(?:^|(?<=\s)){_NAME}(?P<gap>,?\s+\(?{THAT_IS}(?P<words>[^.;?!=:,()]+)\)?,?)",
        rf"(?:^|(?<=\s)){_NAME}(?P<gap>\s*\((?:=\s*|{THAT_IS})?(?P<words>[^.;?!=:,()]+)\))",
    )
)  # fmt: skip
_LENGTH = re.compile(
    r"^(?:the\s+)?(?:number\s+of\s+)?(?:days|hours|minutes|months|weeks|years|time)\s+"
    r"(?:that\s+(?:passed|lie)\s+)?(?:between|from)\s",
    re.IGNORECASE,
)
# `where the balance is the sum of all points`: one number, by another name.
_ADDED_UP = re.compile(r"^(?:the\s+)?(?:sum|total)\s+of\s", re.IGNORECASE)
_BEFORE_TIME = re.compile(r"\s+(?:for|in|during|within|over|since|from|as\s+of)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructed(Definition):
    """A name that a question defines, and the `rows` of which each has such a number."""

    rows: str = ""


def is_instructed(words: str) -> bool:
    """Whether words say how to compute something."""
    return is_sum(words) or any(form.match(words) for form in (_LENGTH, _ADDED_UP))


def named(found: re.Match[str], name: str, words: str) -> Instructed:
    """The definition that a form has found; a name may also be said with its rows."""
    groups = found.groupdict()
    long, rows = groups.get("long"), groups.get("rows") or groups.get("owner") or ""
    names: tuple[str, ...] = (" ".join(long.split()),) if long else ()
    if rows:
        names += (f"{name} of {rows}", f"{rows} {name}")
    return Instructed(name=name, words=words, synonyms=names, rows=rows)


def pointing_at(name: str, question: str) -> str:
    """The question without `this` before the name that was just defined."""
    return re.sub(
        rf"\b(?:this|that|(?:the\s+)?resulting)(?=\s+{re.escape(name)}\b)",
        lambda found: " " * len(found[0]), question, flags=re.IGNORECASE,
    )  # fmt: skip


def timeless(found: re.Match[str], times: Sequence[TimeSpan]) -> int:
    """Where the words of a sum end before the period that is said behind them; 0 without one."""
    inside = [time for time in times if found.start("words") < time.at < found.end("words")]
    if len(inside) != 1 or found.string[inside[0].until : found.end("words")].strip():
        return 0
    leads = list(_BEFORE_TIME.finditer(found.string, found.start("words"), inside[0].at + 1))
    # `for tax year 2025` names a column, too: apart from its rows it may be read of others.
    plain = leads and not found.string[leads[-1].end() : inside[0].at].strip()
    return leads[-1].start() if plain else 0
