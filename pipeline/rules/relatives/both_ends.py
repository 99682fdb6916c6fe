"""Two parts of one row set against each other: its origin and its destination."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from pipeline.contract import Contract
from pipeline.intent import Clause, Compared, Intent
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, column_of, readings_of
from pipeline.rules.relatives.said import Said, is_said, said_of
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import shown_columns

_LEAD = (
    r"(?:[,;:(]?\s*\b(?:meaning(?: that)?|i\.?e\.?,?|that is,?|so that|such that|where|because|"
    r"with|whose|in which|for which|if)\s+)?"
)
_SAME = r"(?P<same>the same|the very same|one and the same|one|different|a different|two different)"
_END = r"\)?(?=\s*(?:[,.;:?!)]|$|and\b))"


def both_ends(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question that speaks of two parts which rows of one table play."""
    for one, other in _pairs(question, about):
        found = _read(question, one, other, about, read)
        if found[0]:
            return (*found, about.with_roles([one.role, other.role]))
    return [], False, about


def _pairs(question: str, about: Known) -> Iterator[tuple[Said, Said]]:
    """Parts that rows of one table play for another, two by two, in either order."""
    each = (said_of(role, about) for role in about.roles if not role.itself)
    for one, other in permutations([said for said in each if is_said(said, question)], 2):
        if (one.role.table, one.role.other) == (other.role.table, other.role.other):
            yield one, other


def _read(
    question: str, one: Said, other: Said, about: Known, read: Read
) -> tuple[list[Planned], bool]:
    """What is left of the question, with what it says of both rows."""
    rest, compared = _compared(question, one, other, about)
    rest, shown = _shown(rest, one, other, about)
    if (compared is None and not shown) or is_said(one, rest) or is_said(other, rest):
        return [], False
    bases, sure = readings_of(rest, read)
    made = [
        replace(base, intent=_with(base.intent, compared, shown), contract=Contract())
        for base in bases
        if base.intent.subject == one.role.table and not (base.intent.measures and shown)
        and not base.intent.both and not base.intent.dimensions
    ]  # fmt: skip
    return made, sure


def _with(base: Intent, compared: Clause | None, shown: list[str]) -> Intent:
    filters = (*base.filters, compared) if compared is not None else base.filters
    return replace(base, filters=filters, outputs=(*base.outputs, *shown))


def _compared(question: str, one: Said, other: Said, about: Known) -> tuple[str, Compared | None]:
    """`the origin depot and the destination depot are in the same city`."""
    column = r"(?P<column>[a-z]\w*(?: \w+)?)"
    be = r"(?:(?:are|is|were|lie|lies|being|have|has|share|both)\s+)*(?:in|from|of|at|to)?\s*"
    forms = (
        rf"{_LEAD}{one.ref}\s+and\s+{other.ref}\s+{be}{_SAME}\s+{column}{_END}",
        rf"{_LEAD}(?:the\s+)?{one.ref}\s+{column}\s+(?P<sign>equals|is the same as|matches|"
        rf"differs from|is not|is different from|is different to)\s+(?:that of\s+)?{other.ref}"
        rf"(?:\s+(?P=column))?{_END}",
        rf"{_LEAD}{one.ref}\s+and\s+{other.ref}\s+{column}s?\s+(?:are|is)\s+(?P<sign>the same|"
        rf"equal|identical|different|not the same){_END}",
    )
    for form in forms:
        found = re.search(form, question, re.IGNORECASE)
        if found is None:
            continue
        named = column_of(found["column"], one.role.other, about)
        if named is None or len(named) != 1:
            return question, None
        word = (found.groupdict().get("same") or found.groupdict().get("sign") or "").lower()
        differs = "different" in word or "differs" in word or "not" in word
        rest = f"{question[: found.start()]} {question[found.end() :]}"
        stay = (
            rf"\s*(?:(?:that|which)\s+)?\b(?:stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|travel(?:s|led|ling)?|"
            rf"move[sd]?)\s+(?:in|within|inside)\s+(?:one|the same|a single)\s+{found['column']}\b"
        )
        rest = tidy(re.sub(stay, "", rest, flags=re.IGNORECASE))
        clause = Compared(
            column=f"{one.role.name}.{named[0]}", operator="!=" if differs else "=",
            function="own", of=f"{other.role.name}.{named[0]}",
        )  # fmt: skip
        return _asked(rest), clause
    return question, None


def _shown(question: str, one: Said, other: Said, about: Known) -> tuple[str, list[str]]:
    """`with the origin and the destination city`, `the names of the source and target depot`."""
    word = r"(?P<what>[a-z]\w*(?: \w+)?)"
    lead = r"(?:[,;]?\s*\b(?:and|with|along with|together with|plus)|,)\s+"
    forms = (
        rf"{lead}(?:the\s+)?(?:both\s+)?{word}\s+of\s+{one.ref}\s+and\s+(?:of\s+)?{other.ref}{_END}",
        rf"{lead}{one.ref}(?:\s+(?P<a>[a-z]\w*))?\s+and\s+{other.ref}(?:\s+(?P<what>[a-z]\w*))?{_END}",
    )
    for form in forms:
        found = re.search(form, question, re.IGNORECASE)
        if found is None:
            continue
        what = (found["what"] or "").strip()
        if what.lower() in ("", "name", "names"):
            named: list[str] | None = list(shown_columns(about.table(one.role.other)))
        else:
            named = column_of(what, one.role.other, about)
        if named:
            rest = tidy(f"{question[: found.start()]} {question[found.end() :]}")
            refs = [f"{said.role.name}.{name}" for said in (one, other) for name in named]
            return _asked(rest), refs
    return question, []


def _asked(rest: str) -> str:
    """`how many shipments` is a whole question with a verb in it."""
    bare = re.fullmatch(r"((?:how many|which)\s+[\w ]+?)[?.]?", rest, re.IGNORECASE)
    few = bare is not None and len(rest.split()) <= len(["how", "many", "of", "them"])
    return f"{bare[1]} are there?" if bare is not None and few else rest
