"""Lengths of time asked for in whole sentences: `how long does a repair take on average`."""

from collections.abc import Sequence

from pipeline.rules.linking.ends_of_rows import (
    are_people,
    ends_of_rows,
    has_extent,
    kept_lengths,
)
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.quantities import kept_in
from pipeline.rules.tagging.ends_of_lengths import ends_of_deed, ends_of_event, ends_said
from pipeline.rules.tagging.length_sentence import Asked, read_before, read_remarks
from pipeline.rules.tagging.timing import Read
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.lengths import (
    BETWEEN,
    FUNCTIONS,
    LASTING,
    LENGTHS,
    TAKING,
    TO_DO,
    TOTAL,
    UNITS,
)

Ends = tuple[list[Candidate], list[Candidate]]

_STOPS = frozenset(".?!;")
_ASKING = frozenset(("do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "will"))
_IDLE_VERBS = frozenset(("be", "get", "a", "an", "the"))
_STATES = frozenset(("open", "active", "unresolved", "unpaid", "valid", "around"))
_IDLE = frozenset(("it", "they", "there", "to", "usually", "actually", ","))
_OUTSIDE = frozenset(("by", "per", "for", "of", "in", "on", "with", "where", "from", "between"))
_LONGEST_PHRASE, _FAR = 6, 7
# `the active time span`: what may stand before the name of a length, and adds nothing to it.
_OF_LENGTHS = frozenset(("active", "time"))


def lengths_asked(words: Sequence[Word], known: Known) -> Read:
    """What stands for the words of a length of time, by where they begin."""
    for at, word in enumerate(words):
        if word.lower in ("how", *FUNCTIONS):
            last = next((n for n in range(at, len(words)) if words[n].lower in _STOPS), len(words))
            asked = Asked(words, at, last, known)
            found = _how_long(asked) if word.lower == "how" else _named_length(asked)
            if found is not None:
                return _made(asked, found)
    return {}


def _made(asked: Asked, ends: Ends) -> Read:
    """The items of a length between two dates, or of one that rows keep as a number."""
    since, until = (
        Item("C", asked.first, asked.first + 1, told, "date", candidates=found)
        for told, found in zip(("its begin", "its end"), ends, strict=True)
    )
    between = (since, Item("&", asked.first, asked.first + 1)) if ends[0] else ()
    until.payload = "date" if between else "number"
    place = (asked.first, asked.first + 1)
    functions = [Item("a", *place, asked.words[asked.first].text, one) for one in asked.functions]
    # Nothing says that it is the average, or that it is of each row.
    functions = functions or [Item("a", *place, "", "avg")]
    listed = [item for one in functions for item in (Item("&", *place), one)][1:]
    head = (*listed, Item("j", *place, "", asked.unit), *between, until)
    read: dict[int, tuple[int, tuple[Item, ...]]] = {n: (n + 1, ()) for n in asked.read}
    return {**read, asked.first: (asked.first + 1, head)}


def _how_long(asked: Asked) -> Ends | None:
    """`how long`, `how many days`, `how much time`: did it take, did rows last, lay between."""
    said = asked.lower(asked.first + 1)
    if said == "long":
        asked.read |= {asked.first, asked.first + 1}
    elif said in ("many", "much") and asked.lower(asked.first + 2) in (*UNITS, "time"):
        asked.unit = UNITS.get(asked.lower(asked.first + 2), "")
        asked.read |= {asked.first, asked.first + 1, asked.first + 2}
    else:
        return None
    read_remarks(asked)
    read_before(asked)
    rest = asked.rest()
    while rest and asked.lower(rest[0]) in _ASKING | _IDLE:
        asked.read.add(rest.pop(0))
    verb, table = _lasted(asked, rest)
    if verb < 0:
        return _lay_between(asked, rest) or _are_long(asked, rest)
    asked.read.add(verb)
    behind = [n for n in rest if n > verb]
    return _ends_behind(asked, behind, table)


def _lasted(asked: Asked, rest: Sequence[int]) -> tuple[int, str]:
    """Where the verb of `does a run take` stands, and of which rows it is; below 0 for nowhere."""
    for n in rest[:_FAR]:
        table = asked.table_in(rest[0], n) if asked.lower(n) in LASTING else ""
        if table or (n == rest[0] and asked.lower(n) in LASTING):
            return n, table
    told = (n for n in rest[:_FAR] if asked.lower(n) in LASTING)
    return next((n for n in told if asked.lower(n + 1) in ("from", "between")), -1), ""


def _ends_behind(asked: Asked, behind: Sequence[int], table: str) -> Ends | None:
    """What follows `take`: `from A to B`, `to resolve a ticket`, or what the rows tell."""
    found = _lay_between(asked, behind)
    if found is not None:
        return found
    if behind and asked.lower(behind[0]) == "to":
        return _to_do(asked, behind, table)
    if behind and asked.lower(behind[0]) in _STATES:
        asked.read.add(behind[0])
    if not table:
        return None
    ends = _whole(asked, table)
    # A driver who takes days has them off, and is with the firm for longer.
    takes = {asked.lower(n) for n in asked.read} & TAKING
    return None if ends is None or (takes and are_people(ends[0])) else ends


def _to_do(asked: Asked, behind: Sequence[int], table: str) -> Ends | None:
    """`take to be resolved`, `take to resolve a ticket`, `time to resolution`."""
    verb = next((n for n in behind[1:] if asked.lower(n) not in _IDLE_VERBS), None)
    if verb is None:
        return None
    rows = table or _rows_behind(asked, verb + 1)
    found = [
        ends for each in ([rows] if rows else sorted(asked.known.allowed))
        if all(ends := ends_of_deed(asked.lower(verb), each, asked.known))
    ]  # fmt: skip
    last = verb + 1
    if len(found) != 1:
        last = next((n for n in behind[1:] if asked.lower(n) in {*_OUTSIDE, ","}), asked.last)
        found = ends_of_event(asked.words[behind[1] : last], asked.known)
    if len(found) != 1:
        return None
    asked.read |= {n for n in behind if n < last}
    return found[0]


def _rows_behind(asked: Asked, at: int) -> str:
    """`resolve a ticket`, `resolution of tickets`: the rows that something is done with."""
    if asked.lower(at) in _OUTSIDE - {"of"}:
        return ""
    first = at + (asked.lower(at) == "of")
    tables = (asked.table_in(first, n) for n in range(first + 1, min(first + 4, asked.last + 1)))
    return next((table for table in tables if table), "")


def _lay_between(asked: Asked, rest: Sequence[int]) -> Ends | None:
    """`from A to B`, `lie between A and B`."""
    at = next((n for n in rest[:2] if asked.lower(n) in ("from", "between")), None)
    found = ends_said(asked.words, at + 1, asked.known, apart=True) if at is not None else None
    if found is None or at is None:
        return None
    asked.read |= {*range(at, found.last), *(n for n in rest if n < at)}
    return found.since, found.until


def _are_long(asked: Asked, rest: Sequence[int]) -> Ends | None:
    """`how long are trips on average`, where rows keep no such number."""
    if not asked.functions or not rest or asked.lower(asked.first + 1) != "long":
        return None
    last = next((n for n in rest if asked.lower(n) in _OUTSIDE), asked.last)
    noun = [n for n in rest if n < last]
    if noun and asked.lower(noun[-1]) in _STATES:
        asked.read.add(noun.pop())
    table = asked.table_in(noun[0], noun[-1] + 1) if noun else ""
    return _whole(asked, table) if table else None


def _named_length(asked: Asked) -> Ends | None:
    """`average trip duration in minutes`, `shortest and longest number of days between`."""
    at = asked.first
    while asked.lower(at) in FUNCTIONS or (
        asked.functions and asked.lower(at) in ("and", ",", "the", "or", "/", "&")
    ):
        if asked.lower(at) in FUNCTIONS:
            asked.functions.append(FUNCTIONS[asked.lower(at)])
        asked.read.add(at)
        at += 1
    if asked.lower(at) == "number" and asked.lower(at + 1) == "of":
        asked.read |= {at, at + 1}
        at += 2
    if TOTAL in asked.functions:
        return _of_noun(asked, at)
    phrase = _phrase(asked, at)
    if phrase is not None:
        return phrase
    if asked.lower(at) in UNITS:
        asked.unit = UNITS[asked.lower(at)]
        asked.read.add(at)
        return _of_units(asked, at + 1)
    return _of_noun(asked, at)


def _phrase(asked: Asked, at: int) -> Ends | None:
    """`waiting time in days between A and B`, `hours to resolve a ticket`."""
    for until in range(min(asked.last, at + _LONGEST_PHRASE), at, -1):
        phrase = " ".join(word.lower for word in asked.words[at:until])
        lead = asked.lower(until - 1)
        if phrase in (BETWEEN if lead in ("between", "from") else TO_DO):
            asked.unit = (BETWEEN if lead in ("between", "from") else TO_DO)[phrase]
            asked.read |= {*range(at, until - 1)}
            read_remarks(asked)
            behind = range(until - 1, asked.last)
            return _to_do(asked, behind, "") if lead == "to" else _lay_between(asked, behind)
    return None


def _of_units(asked: Asked, at: int) -> Ends | None:
    """`days between A and B`, `days that a mooring lasts`."""
    found = _lay_between(asked, [at])
    if found is not None:
        return found
    verb, table = _lasted(asked, range(at, min(asked.last, at + _FAR)))
    if verb < 0 or not table:
        return None
    asked.read |= {verb, *(n for n in (at,) if asked.lower(n) == "that")}
    return _ends_behind(asked, range(verb + 1, asked.last), table)


def _of_noun(asked: Asked, at: int) -> Ends | None:
    """`trip duration`, `the length of a trip`: where rows keep no such number."""
    noun = next(
        (n for n in range(at, min(asked.last, at + _FAR)) if asked.lower(n) in LENGTHS), None
    )
    if noun is None or {asked.lower(n) for n in range(at, noun)} & {*_OUTSIDE, ",", "and"}:
        return None
    last = noun
    while last > at and asked.lower(last - 1) in _OF_LENGTHS:
        last -= 1
    owner = _owner_behind(asked, noun + 1) if last == at else asked.table_in(at, last)
    if not owner:
        return None
    asked.read |= {*range(last, noun + 1)}
    read_remarks(asked)
    return _whole(asked, owner)


def _whole(asked: Asked, table: str) -> Ends | None:
    """How long rows took: what they keep of it, in the unit asked for, or their two ends."""
    kept = kept_lengths(table, asked.known)
    if not asked.unit and has_extent(table, asked.known):
        return None
    if not kept:
        return ends_of_rows(table, asked.known, asked.participles())
    told = [one for one in kept if kept_in(one.column) is not None]
    return ([], told) if len(kept) == len(told) == 1 and asked.unit else None


def _owner_behind(asked: Asked, at: int) -> str:
    """The rows behind `length of`, `duration in minutes of`."""
    of = next((n for n in range(at, min(asked.last, at + 3)) if asked.lower(n) == "of"), None)
    if of is None or (of > at and asked.lower(at) != "in"):
        return ""
    places = range(of + 2, min(asked.last, of + _FAR) + 1)
    stop = next((n for n in places if n > of + 1 and asked.lower(n) in _OUTSIDE), asked.last)
    found = (asked.table_in(of + 1, n) for n in range(min(stop, of + _FAR), of + 1, -1))
    return next((table for table in found if table), "")
