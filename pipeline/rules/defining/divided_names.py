"""Names that a question defines as one number over another, and how these forms are found.

`KDR is a player's total kills divided by total deaths`, `open rate, i.e. opened divided by sent`.
"""

import re

_WORD = r"[^\W\d_][\w'-]*"
_SMALL = r"(?!(?:what|which|who|how|is|are|be|of|per|by|for|in|the|an?|its|their|show|give)\b)"
_NAME = rf"(?P<name>{_SMALL}{_WORD}(?: {_SMALL}[\w'-]+){{0,3}}?)"
_DIVIDES = (
    r"(?:,?\s+divided\s+by\s+|\s*/\s*|\s*÷\s*|\s+over\s+(?!\d)"
    r"|\s+(?:as|in)\s+an?\s+(?:percentage|percent|share|fraction|proportion)\s+of\s+"
    r"|\s+out\s+of\s+|,?\s+weighted\s+(?:by|with)\s+)"
)
_TEXT = r"(?:[^.;?!=:,()]|\.\d|\([^()]*\))"
DIVIDED = rf"(?P<words>{_TEXT}+?{_DIVIDES}{_TEXT}+)"
_OWNER = rf"(?:(?:(?:an?|the|each|every|one|any)\s+)?(?:{_WORD}(?:\s{_WORD})?'s\s+)?)"
_OF_ROWS = r"(?:\s+(?:of|for|per)\s+(?:an?|each|every|the|one)\s+[\w-]+(?: [\w-]+)?)?"
_ASKS = (
    r"(?:(?:what's|what|which|how|is|are|was|were|give|me|us|show|list|return|compute|calculate|"
    r"find|compare|get|tell|report|determine|display|please|its|their|the|an?|each|every)\s+)*"
)
THAT_IS = (
    r"(?:i\.?\s?e\.?,?|that\s+is(?:\s+to\s+say)?,?|meaning|defined\s+as|calculated\s+as|"
    r"computed\s+as|measured\s+as|which\s+(?:is|means))\s+(?:the\s+)?"
)
START = r"(?:^|(?<=[.;?!:]\s)|(?<=[.;?!]))"
# In the order in which they are tried: a sentence of its own, behind the name, in brackets.
DIVIDED_NAMES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{START}\s*(?:here,?\s+)?(?:let\s+)?{_OWNER}{_NAME}{_OF_ROWS}"
        rf"\s*(?:\s(?:is|are|be|being|equals?|means?|refers\s+to)\s|=|:\s)\s*"
        r"(?:(?:defined|calculated|computed|measured|understood)\s+as\s+|simply\s+|just\s+|the\s+)*"
        rf"{DIVIDED}[.;]?",
        rf"{START}\s*(?:please\s+)?define\s+(?:the\s+)?{_NAME}{_OF_ROWS}\s+(?:as|to\s+be)\s+(?:the\s+)?{DIVIDED}[.;]?",
        rf"{START}\s*(?:[^.;?!,]*,\s+)?{_ASKS}{_NAME}(?:\s+(?:of|per|by|for|in|across|from|among)\s[^.;?!()]*?)?"
        rf"(?P<gap>,?\s+\(?{THAT_IS}{DIVIDED}\)?)",
        rf"(?:^|(?<=\s)){_NAME}(?P<gap>\s*=\s*{DIVIDED})",
        rf"(?:^|(?<=\s)){_NAME}(?:\s+(?:of|for|per|by)\s+[\w-]+(?: [\w-]+)?)?"
        rf"(?P<gap>\s*\((?:=\s*|{THAT_IS})?{DIVIDED}\))",
    )
)
