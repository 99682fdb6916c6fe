"""Small words that people leave out: commas between aggregates, the article of a number."""

import re

_ENDS = (
    "highest|lowest|largest|smallest|biggest|greatest|minimum|maximum|minimal|maximal|min|max|"
    "cheapest|longest|shortest"
)
_ANY = rf"{_ENDS}|average|mean|avg|median|total|sum"
# `the highest lowest and average price`: each of three is asked for by itself.
_THREE = re.compile(
    rf"\b(?P<one>{_ANY})\s+(?P<more>(?:(?:{_ANY})\s+)*)(?P<two>{_ANY})(?P<end>,?\s+(?:and|&)\s+"
    rf"(?:the\s+)?(?:{_ANY})\b)",
    re.IGNORECASE,
)
# `the highest lowest price`: no price is both.
_TWO = re.compile(rf"\b(?P<one>{_ENDS})\s+(?P<two>{_ENDS})(?=\s+[a-z])", re.IGNORECASE)
_SHOW = r"return|show|give|list|display|report|find|get|output|print|tell(?:\s+me)?"
_NUMBER = re.compile(rf"(?P<lead>\b(?:{_SHOW})\s+)(?=(?:number|total|sum|average)\s+of\b)", re.I)
# `and number that were late`: of those that were counted before.
_THOSE = re.compile(
    r"\b(?P<lead>number of [^.?!]*?(?:,\s*and|,|\band)\s+)(?:the\s+)?number\s+"
    r"(?P<told>(?:that|who|which)\s+)",
    re.IGNORECASE,
)
_OF_THEM = re.compile(r"(?P<lead>(?:,|\band)\s+)(?=number\s+of\s+(?:them|these|those)\b)", re.I)
# `..., by receiving club`: no list goes on there; `, by order date` says which date counts.
_PARTED = re.compile(
    r",\s+(?=(?:by|per)\s+(?:(?!date|day|time)\w+\s*){1,3}[?.]?\s*$)", re.IGNORECASE
)


def with_small_words(question: str) -> str:
    """The question with the commas, articles and joints that it leaves out."""
    question = _THREE.sub(_listed, _PARTED.sub(" ", question))
    question = _TWO.sub(r"\g<one> and \g<two>", question)
    question = _THOSE.sub(r"\g<lead>the number of them \g<told>", question)
    for form in (_NUMBER, _OF_THEM):
        question = form.sub(r"\g<lead>the ", question)
    return question


def _listed(found: re.Match[str]) -> str:
    more = found["more"].split()
    return ", ".join((found["one"], *more, found["two"])) + found["end"]
