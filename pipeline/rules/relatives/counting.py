"""How many rows a row above them has: direct reports of each manager, the most referred."""

import re
from dataclasses import dataclass, replace

from pipeline.intent import Clause, Dimension, Having, Intent, Measure, Sorting
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.above import EACH, above_them
from pipeline.rules.relatives.linked import Read, columns_in_part, met_in_part, readings_of
from pipeline.rules.relatives.said import Said, active, in_nouns
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.played import Role
from pipeline.rules.text.words import number_of
from pipeline.rules.vocabulary import NUMBER_WORDS

# Nobody has these but somebody whom they answer to.
_OWN = re.compile(r"\b(?:direct reports?|subordinates)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Count:
    """Which rows are counted, for which rows above them, and which of these are shown."""

    rest: str
    above: str = ""
    shown: str = ""
    number: bool = True
    most: bool | None = None
    limit: int = 1
    at_least: tuple[str, int] | None = None
    all_of_them: bool = False


def counted_under(
    question: str, said: Said, about: Known, read: Read
) -> tuple[list[Planned], bool]:
    """What a question may mean that counts rows for each row above them, and if that is evident."""
    question = re.sub(r"\s+", " ", in_nouns(question, said)).strip()
    for form in (_most, _enough, _each):
        found = form(question, said)
        if found is not None:
            return _read(found, said, about, read)
    return [], False


def _rows(said: Said) -> str:
    """Whom a row above has: reports, or rows of the table itself."""
    reports = r"(?:direct\s+)?(?:reports|subordinates|report)|" if said.role.verbs else ""
    return rf"(?:{reports}{said.rows})"


def _does(said: Said) -> str:
    return rf"(?:{'|'.join(active(said.role))})" if said.role.deeds else r"(?!)"


def _most(question: str, said: Said) -> _Count | None:
    """`who mentors the most drivers, and how many`, `which manager has the most reports`."""
    above = rf"(?:{said.noun}|{said.others})(?:\s+(?:{said.others}))?"
    how = r"(?P<how>,?\s+and\s+(?:by\s+)?how\s+many(?:\s+(?:are there|is it|are they))?)?"
    most = r"(?P<most>most|fewest|least|largest number of|highest number of)"
    found = re.match(
        rf"^(?:who|which\s+(?:(?P<n>\d+|\w+)\s+)?{above})\s+(?:has\s+|have\s+)?"
        rf"(?P<does>{_does(said)})?\s*the\s+{most}\s+{_rows(said)}\b(?P<rest>[^,.?;]*?){how}[.?]?$",
        question, re.IGNORECASE,
    )  # fmt: skip
    if found is None:
        return None
    if not found["does"] and not _OWN.search(question) and not re.search(said.noun, question, re.I):
        return None
    number = (found["n"] or "one").lower()
    limit = NUMBER_WORDS.get(number, number_of(number))
    if not isinstance(limit, int):
        return None
    least = found["most"].lower() in ("fewest", "least")
    return _Count(
        rest=found["rest"].strip(), number=bool(found["how"]), most=not least, limit=limit
    )


def _enough(question: str, said: Said) -> _Count | None:
    """`managers with more than 3 direct reports`, `who mentors at least two drivers`."""
    signs = {"more than": ">", "over": ">", "at least": ">=", "fewer than": "<", "less than": "<"}
    found = re.match(
        rf"^(?:(?:which|what|list|show|find|give me|name)\s+)?(?:the\s+|all\s+)?"
        rf"(?:(?:{said.noun})(?:\s+(?:{said.others}))?|(?P<who>who|(?:{said.others})\s+(?:who|that)))\s+"
        rf"(?:(?:who|that)\s+)?(?:(?P<does>{_does(said)})|with|have|has)\s+"
        rf"(?P<sign>{'|'.join(signs)})\s+(?P<n>\w+)\s+{_rows(said)}\b(?P<rest>[^,.?;]*)[.?]?$",
        question, re.IGNORECASE,
    )  # fmt: skip
    if found is None or (found["who"] and not found["does"]):
        return None
    word = found["n"].lower()
    number = NUMBER_WORDS.get(word, number_of(word))
    if not isinstance(number, int):
        return None
    return _Count(
        rest=found["rest"].strip(), number=False, at_least=(signs[found["sign"].lower()], number)
    )


def _each(question: str, said: Said) -> _Count | None:
    """`for each manager the number of direct reports`, `each hub ... that have it as parent`."""
    having = (
        rf"(?:\s+(?:that|who|which)\s+(?:have|has)\s+(?:it|them|him|her)\s+as\s+(?:their|its|an?|the)"
        rf"\s+{said.noun}(?P<as>)|\s+(?:(?:that|who|which)\s+)?(?:report(?:s|ing)?|belong(?:s|ing)?)\s+to"
        rf"\s+(?:it|them|him|her)(?P<to>)|\s+(?:that\s+)?(?:they|he|she|it|each)(?:\s+each)?\s+"
        rf"(?:{_does(said)}|has|have))?"
    )
    count = (
        rf"(?:the\s+|their\s+|its\s+)?(?:(?:total\s+)?(?:number|count)\s+of|how\s+many)\s+"
        rf"(?P<rows>{_rows(said)})\b{having}"
    )
    asked = re.match(
        rf"^how\s+many\s+(?:(?:{_rows(said)})\s+(?:do|does|did)\s+(?:{EACH})?{said.noun}\s+"
        rf"(?:have|{_does(said)})|(?:{_rows(said)}|people)\s+(?:report|reports|belong|belongs)\s+to\s+"
        rf"{EACH}(?:{said.noun}|{said.others})(?:\s+(?:{said.others}))?)\s*[?.]?$",
        question, re.IGNORECASE,
    )  # fmt: skip
    if asked is not None:
        return _Count(rest="")
    found = re.search(count, question, re.IGNORECASE)
    if found is None:
        return None
    before = question[: found.start()].strip(" ,")
    behind = question[found.end() :].strip(" .?")
    as_part = found["as"] is not None or found["to"] is not None
    above = above_them(before, behind, said, as_part=as_part)
    if above is None:
        return None
    return _Count(
        rest=above.rest, above=above.named, shown=above.shown, all_of_them=bool(above.named)
    )


def _read(count: _Count, said: Said, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The rows that are counted as a question of their own, in every way that it is read."""
    role = said.role
    shown = columns_in_part(count.shown, role, about)
    above: list[Clause] | None = []
    if count.above:
        above = met_in_part(read(f"List the {count.above}", {}), role)
    if above is None or not shown:
        return [], False
    asked = f"How many {said.own_many} {count.rest or 'are there'}".strip() + "?"
    bases, sure = readings_of(asked, read)
    kept = [base for base in bases if _counts(base.intent, role)]
    kept = [base for base in kept if not (count.all_of_them and base.intent.filters)]
    made = [_intent(base.intent, (shown, above), count, role) for base in kept]
    return [replace(b, intent=i) for b, i in zip(kept, made, strict=True)], sure


def _intent(
    base: Intent, above: tuple[list[str], list[Clause]], count: _Count, role: Role
) -> Intent:
    shown, filters = above
    keys = dict.fromkeys((f"{role.name}.{role.key}", *shown))
    having: tuple[Having, ...] = ()
    if count.at_least is not None:
        sign, least = count.at_least
        having = (Having(measure=0, operator=sign, values=(least,)),)
    sorting = Sorting(by=0, descending=count.most is not False)
    return Intent(
        subject=role.name,
        outputs=(*shown, 0) if count.number else tuple(shown),
        measures=(Measure(function="count", table=role.table, distinct=count.all_of_them),),
        dimensions=tuple(Dimension(column=ref) for ref in keys),
        filters=(*base.filters, *filters),
        having=having,
        order=() if count.at_least is not None else (sorting,),
        limit=count.limit if count.most is not None else None,
        kept=(role.table,) if count.all_of_them else (),
    )


def _counts(intent: Intent, role: Role) -> bool:
    """Whether an intent is nothing but how many rows of the table there are."""
    plain = Intent(
        subject=intent.subject, outputs=intent.outputs, measures=intent.measures,
        filters=intent.filters,
    )  # fmt: skip
    counted = Measure(function="count", table=role.table)
    one = len(intent.measures) == 1 and replace(intent.measures[0], distinct=False) == counted
    return plain == intent and one
