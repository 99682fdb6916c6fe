"""`Earn more than their manager`: a number or a day of a row against that of the row above it."""

import re
from dataclasses import dataclass

from pipeline.rules.relatives.said import Said
from pipeline.rules.vocabulary import ADJECTIVES, FORMS

_UP = ("higher", "larger", "bigger", "greater", "longer", "later", "more", "above", "exceeds",
       "exceed", "exceeding", "after", "newer")  # fmt: skip
_DOWN = ("lower", "smaller", "fewer", "shorter", "earlier", "less", "below", "before", "older")
_MORE = rf"(?P<more>{'|'.join((*_UP, *_DOWN))})"
_PAY = ("salary", "wage", "pay", "hourly rate", "income", "earnings", "compensation")


@dataclass(frozen=True, slots=True)
class Versus:
    """A column, in words or by an adjective, of both rows; `words` may be one of several."""

    words: str
    operator: str
    adjective: str = ""
    dated: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.words.split("|"))


def outdone(question: str, said: Said) -> tuple[str, list[Versus]]:
    """The question without such comparisons, and these."""
    found: list[Versus] = []
    for form in _forms(said):
        match = re.search(form, question, re.IGNORECASE)
        if match is None:
            continue
        made = _versus(match)
        if made is not None:
            question = f"{question[: match.start()]} {question[match.end() :]}"
            found.append(made)
    return question, found


def _forms(said: Said) -> tuple[str, ...]:
    column = r"(?P<column>[a-z]\w*(?: \w+){0,2}?)"
    ref = rf"(?:that of\s+|the one of\s+)?{said.ref}(?:'s?)?"
    end = (
        r"(?:\s+(?:is|are|was|were|does|do|did|has|have|earns?|makes?))?(?=\s*(?:[,.;:?!]|$|and\b))"
    )
    who = r"(?:\b(?:who|that|which)\s+)?\b(?:(?:is|are|was|were|has|have|had|been)\s+)*"
    adjectives = "|".join(FORMS)
    plain = "|".join(ADJECTIVES)
    return (
        rf"\b(?:(?:who|that|which)\s+)?(?:with|have|has|had|having)\s+(?:an?\s+)?{_MORE}\s+"
        rf"{column}\s+than\s+{ref}(?:\s+(?P=column))?{end}",
        rf"\bwhose\s+{column}\s+(?:is|are|was|were)?\s*{_MORE}\s+(?:than\s+)?{ref}"
        rf"(?:\s+(?P=column))?{end}",
        rf"{who}(?P<deed>[a-z]+ed|born|built|begun|left)\s+(?P<more>before|after|earlier than|"
        rf"later than)\s+{ref}{end}",
        rf"{who}(?P<pay>earn|earns|earning|paid|make|makes|making)\s+(?P<more>more|less)\s+"
        rf"(?:money\s+)?than\s+{ref}{end}",
        rf"{who}(?P<adjective>{adjectives})\s+than\s+{ref}{end}",
        rf"{who}(?P<more>more|less)\s+(?P<adjective>{plain})\s+than\s+{ref}{end}",
    )


def _versus(found: re.Match[str]) -> Versus | None:
    said = {name: (text or "").lower() for name, text in found.groupdict().items()}
    more = said.get("more", "").split(" ")[0]
    operator = "<" if more in _DOWN else ">"
    if said.get("adjective"):
        adjective = said["adjective"]
        return Versus("", operator, FORMS[adjective][1] if adjective in FORMS else adjective)
    if said.get("pay"):
        return Versus("|".join(_PAY), operator)
    if said.get("deed"):
        return Versus(said["deed"], operator, dated=True)
    return Versus(said["column"], operator) if said.get("column") else None
