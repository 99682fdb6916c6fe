"""Definitions in the hint of a question: `ASP = average sale price`, `revenue refers to ...`.

Only what says that a name stands for something is read. How to write the query is no definition.
"""

import re

from knowledge.glossary import Definition

_NAME = r"[^\W\d_][\w'-]*(?: [\w'-]+){0,3}?"
_IS = r"(?:=|refers? to|means?|stands? for|is defined as)"
_DEFINITION = re.compile(
    rf"^(?P<name>{_NAME})\s*(?:\((?P<long>[^()=]+)\)\s*)?{_IS}\s+(?P<words>\S.*)$", re.DOTALL
)
# A new sentence, whatever stands before it: hints are often run together.
_SENTENCES = re.compile(
    r"\n+|(?<=[.;])\s+(?=[A-Z])"
    r"|\s+(?=[A-Z][\w-]*(?: \([^()=]*\))? = )"
    r"|(?<=[\w).,])\s+(?=(?:To|Always|When|If|Use|Truncate|Note|Return|Join|Recall) [a-z])"
)
_AIM = re.compile(r"^(?:To \w+ |Note that |Recall that )?(?:(?:the|an?) )?", re.IGNORECASE)


def definitions_in(evidence: str) -> tuple[Definition, ...]:
    """The names that a hint explains, the first meaning of each."""
    found: dict[str, Definition] = {}
    for sentence in _SENTENCES.split(evidence):
        read = _DEFINITION.match(_AIM.sub("", sentence.strip()))
        if read is None:
            continue
        words = " ".join(read["words"].split()).rstrip(".;,\"'")
        name, long = read["name"], " ".join((read["long"] or "").split())
        if words and words.lower() != name.lower():
            synonyms = (long,) if long and long.lower() != words.lower() else ()
            made = Definition(name=name, words=words, synonyms=synonyms)
            found.setdefault(name.lower(), made)
    return tuple(found.values())
