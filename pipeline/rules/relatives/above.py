"""For which rows above them rows are counted, and what is shown of these."""

import re
from dataclasses import dataclass

from pipeline.rules.relatives.said import Said, active

EACH = r"(?:for\s+)?(?:each|every|all|per)\s+(?:of the\s+)?"
_SOME = r"(?:somebody|someone|anybody|anyone|others|other people|at least one\b[\w ]*|any\b[\w ]*)"
_SHOW = r"(?:(?:list|show|give|return|find)\s+)?"
_BETWEEN = r"(?:(?:and|with|show|give|return|list)\s+)*"


@dataclass(frozen=True, slots=True)
class Above:
    """The rows `named` that something is counted for, none for all that have it.

    `shown` is what is shown of them, `rest` what is said of the rows that are counted.
    """

    named: str = ""
    shown: str = ""
    rest: str = ""


def above_them(before: str, behind: str, said: Said, *, as_part: bool) -> Above | None:
    """What stands before and behind the number; `as_part` where that says who is above."""
    lead = re.sub(
        r",?\s*\b(?:and|with|show|give|return|list|display|output|including|include|plus)\s*$", "",
        before, flags=re.IGNORECASE,
    ).strip(" ,")  # fmt: skip
    does = rf"(?:{'|'.join(active(said.role))})" if said.role.deeds else r"(?!)"
    who = rf"(?:{said.others})\s+(?:who|that)\s+(?:{does}|(?:has|have)\s+been\s+)\s*{_SOME}"
    ref = rf"(?:{said.noun}(?:\s+(?:{said.others}))?|{who})"
    each = re.match(
        rf"^{_SHOW}(?:{EACH})?(?:the\s+)?(?P<ref>{ref})\b[:,]?"
        r"(?:\s*(?:and|with|show|give|return|list|,|:))*\s*(?P<shown>.*)$",
        lead, re.IGNORECASE,
    )  # fmt: skip
    if each is not None:
        shown = _of_part(each["shown"], said)
        return None if shown is None else Above("", shown, behind)
    per = rf"^(?:by|per|for each|for every|of each)\s+{said.noun}$"
    if not lead and re.match(per, behind, re.IGNORECASE):
        return Above()
    return _named(lead, behind, said) if as_part else None


def _named(lead: str, behind: str, said: Said) -> Above | None:
    """`for each hub, give its name`: rows that are told by something else."""
    above = rf"^{_SHOW}{EACH}(?P<above>[\w ]+?)"
    ends = r"(?:,\s*|\s+(?=with\b|and\b|its\b|give\b|show\b))"
    shown = rf"{ends}{_BETWEEN}(?P<shown>(?:its|their|the)\s+[\w ]+|)$"
    for form in (above + shown, rf"{above}(?P<shown>)$"):
        found = re.match(form, lead, re.IGNORECASE)
        if found is not None:
            told = _of_part(found["shown"], said)
            return None if told is None else Above(found["above"], told, behind)
    return None


def _of_part(text: str, said: Said) -> str | None:
    """What is shown of the row above: `the manager's name`, `its name and city`."""
    text = re.sub(r"^(?:and|with|show|give|return|list|,|:|\s)+", "", text.strip(" ,:"), flags=re.I)
    if not text:
        return ""
    whose = rf"(?:{said.ref}(?:'s|')?\s+|(?:its|their|the)\s+)(?P<a>[\w ]+)"
    of_it = rf"(?:the\s+)?(?P<b>[\w ]+?)\s+of\s+{said.ref}"
    found = re.fullmatch(rf"{whose}|{of_it}", text, re.IGNORECASE)
    return (found["a"] or found["b"]) if found is not None else None
