"""Rows tied to others of their own table by rows between: cantons that border Uri."""

import re
from dataclasses import dataclass, replace
from functools import reduce

from pipeline.intent import Compared, Condition, Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.befriended import Tie, joined_by, ties
from pipeline.rules.relatives.linked import Read, counts_only, met_in_part, readings_of, with_clause
from pipeline.rules.relatives.said import called, said_of
from pipeline.rules.relatives.taking_out import as_question
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.roles import FROM, TO, plays
from pipeline.rules.text.words import lemmas_of

_WHO = r"(?:(?:who|that|which)\s+)?"
_DENIED = r"(?:(?:do|does|did)(?:\s+not|n't)|never)"
_SHARE = r"(?:(?:share|shares|sharing|shared|have|has|having)\s+(?:(?:an?|any|their|its)\s+)?)"
# `who are friends with Bob`: a noun, which says nothing of who named whom.
_BEING = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|an?|the)\s+)*$", re.IGNORECASE
)
_OTHERS = r"(?P<none>no\s+|not\s+any\s+)?(?:(?:any|some|an?|at\s+least\s+one)\s+)?(?:an)?other"
_LEAD = r"(?:(?:what|which|who)(?:\s+(?:is|are))?|list|show|give|find|name|how\s+many)"
_MOST = 3


@dataclass(frozen=True, slots=True)
class _Deed:
    """What stands before the deed, whom it is done to or by, and whether it is denied."""

    rest: str
    names: tuple[str, ...]
    denied: bool = False
    passive: bool = False


def bordering(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question for rows that are tied, or not, to others of their table."""
    for one_way in ties(about):
        if _leads_on(one_way, about):
            continue
        deed, tie = _deed(question, one_way, about), one_way
        if deed is None or deed.passive:
            deed, tie = deed or _belonging(question, one_way, about), _turned(one_way, about)
        if deed is None:
            continue
        conditions = [_named(name, tie, read) for name in deed.names]
        if None in conditions:
            continue
        bases, sure = readings_of(as_question(deed.rest), read)
        clauses = [
            Related(table=tie.between, where=where or (), negated=deed.denied)
            for where in conditions
        ]
        about_them = (base for base in bases if counts_only(base, tie.said.role.other))
        made = [reduce(with_clause, clauses, base) for base in about_them]
        if made:
            known = tie is not one_way or _is_mutual(tie, about)
            return made, sure and len(made) == 1 and known, joined_by(tie, about)
    return [], False, about


def _leads_on(tie: Tie, about: Known) -> bool:
    """`how many flights to Oslo`: rows that lead from one to another are asked for themselves."""
    ends = tie.own, tie.said.role.column
    ways = ((FROM, TO), (TO, FROM))
    journey = any(all(map(plays, ends, way)) for way in ways)
    columns = about.table(tie.between).columns
    return journey and any(not c.primary_key and c.name not in ends for c in columns)


def _deed(question: str, tie: Tie, about: Known) -> _Deed | None:
    """`share a border with Uri`, `bordering both Uri and Bern`, `border no other canton`."""
    deed = lemmas_of(about.table(tie.between).name)[-1]
    rows = called(tie.said.role.other, about)
    found = re.search(
        rf"\b{_WHO}(?:(?P<no>{_DENIED})\s+)?(?P<share>{_SHARE})?\b{re.escape(deed)}"
        rf"(?P<end>s|es|ed|ing)?\s+(?:(?:with|on|to|of|(?P<by>by))\s+)?"
        rf"(?:{_OTHERS}\s+(?:{rows})|(?P<both>both\s+)?(?P<names>[^.?!,;]+?))\s*[.?!]*\s*$",
        question, re.IGNORECASE,
    )  # fmt: skip
    head = question[: found.start()] if found is not None else ""
    if (
        found is None
        or not re.search(rf"\b(?:{rows})\b", head, re.IGNORECASE)
        or _BEING.search(head)
    ):
        return None
    said = found["names"]
    names = () if said is None else tuple(re.split(r"\s+and\s+", said, flags=re.IGNORECASE))
    if len(names) > _MOST or (len(names) > 1 and found["no"]):
        return None
    denied = bool(found["no"]) != bool(found["none"])
    return _Deed(head, names or ("",), denied, passive=bool(found["by"]))


def _belonging(question: str, tie: Tie, about: Known) -> _Deed | None:
    """`the prerequisites of Algebra`: the rows that those between lead to."""
    deed = lemmas_of(about.table(tie.between).name)[-1]
    rows = called(tie.said.role.other, about)
    found = re.fullmatch(
        rf"(?P<lead>{_LEAD})\s+(?:the\s+|all\s+)*(?:(?:{rows})\s+(?:that\s+|which\s+)?"
        rf"(?:is|are)\s+(?:an?\s+|the\s+)?)?{re.escape(deed)}(?:s|es)?\s+(?:of|for|to)\s+"
        r"(?P<name>[^.?!,;]+?)\s*[.?!]*",
        question, re.IGNORECASE,
    )  # fmt: skip
    if found is None:
        return None
    asked = "How many" if found["lead"].lower() == "how many" else "List all"
    return _Deed(f"{asked} {tie.said.many}", (found["name"],))


def _turned(tie: Tie, about: Known) -> Tie:
    """The same rows between, seen from the other end."""
    role = tie.said.role
    own = replace(role, column=tie.own, nouns=(f"own {tie.said.one}",), deeds=(), verbs=())
    return Tie(said_of(own, about), role.column)


def _named(name: str, tie: Tie, read: Read) -> tuple[Condition | Compared, ...] | None:
    """What the other row must meet, which goes by a name; nothing where it may be any."""
    if not name:
        return ()
    role = tie.said.role
    met = met_in_part(read(f"List all {tie.said.many} named {name}", {}), role)
    found = tuple(one for one in met or () if isinstance(one, Condition))
    plain = bool(met) and len(found) == len(met or ()) == 1
    return found if plain and all(one.operator == "=" for one in found) else None


def _is_mutual(tie: Tie, about: Known) -> bool:
    """Whether either row of a pair stands in either column, as far as all values are known."""
    table = about.table(tie.between)
    one, other = (table.column(name) for name in (tie.own, tie.said.role.column))
    if one is None or other is None or not (one.complete and other.complete):
        return False
    return bool(one.values) and set(one.values) == set(other.values)
