"""`More plants than the average nursery`: how many rows a row has, against others of its kind."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.intent import Clause, Reached
from pipeline.rules.divisions.united import Side
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.exceeding import KindsCompared, parsed, total_of
from pipeline.rules.relatives.linked import Read, counts_only, readings_of, with_clause
from pipeline.rules.relatives.said import called
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain, plural
from pipeline.rules.vocabulary import PREPOSITIONS

_AVERAGE = re.compile(r"(?:the\s+)?average(?:\s+(?P<rows>[\w ]+))?", re.IGNORECASE)
_QUANTITY = re.compile(
    r"(?P<which>any|some|at\s+least\s+one|every|each|all)(?:\s+of)?(?:\s+the)?\s+(?P<rows>.+)",
    re.IGNORECASE,
)
_ALL = frozenset(("every", "each", "all"))
_UP = frozenset((">", ">="))


def outranking(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The readings of a question for rows that have more of some kind than others of theirs."""
    for table, said in parsed(question, about):
        keys = about.table(table).primary_key
        side, sure = total_of(said.one, read)
        if side is None or len(keys) != 1 or not _belongs(side, table, about):
            continue
        bases, evident = readings_of(said.rest, read)
        if not bases or not counts_only(bases[0], table):
            continue
        goal = f"{table}.{keys[0]}"
        made = [
            replace(clause, goal=goal)
            for operator in said.operators
            for clause in _others(replace(said, operators=(operator,)), table, side, about, read)
        ]
        if made:
            sure = sure and evident and len(made) == 1 and made[0].over != "avg"
            return [with_clause(bases[0], clause) for clause in made], sure
    return [], False


def _belongs(side: Side, table: str, about: Known) -> bool:
    """Whether a row of the table has many of what is counted, each with a key of its own."""
    many = about.table(side.measure.table)
    keyed = side.measure.function == "sum" or len(many.primary_key) == 1
    return about.joins.has_many(table, many.key) and keyed


def _others(
    said: KindsCompared, table: str, side: Side, about: Known, read: Read
) -> Iterator[Reached]:
    """What the number of each row is compared with, in every way that may be meant."""
    clause = Reached(
        total=side.measure, where=side.filters, operator=said.operators[0], factor=said.factor
    )
    average = _AVERAGE.fullmatch(said.other.strip())
    rows = called(table, about)
    if average is not None:
        own = average["rows"] is None or re.fullmatch(rows, average["rows"], re.IGNORECASE)
        # Whether those count that have none is not said.
        both = (False, True) if side.measure.function == "count" else (False,)
        yield from (replace(clause, over="avg", kept=kept) for kept in both if own)
        return
    if said.other.split()[0].lower() in PREPOSITIONS:
        return  # `more visitors in 2023 than in 2022`: no name of others
    told = _QUANTITY.fullmatch(said.other.strip())
    if told is not None and not re.match(rf"(?:{rows})\b", told["rows"], re.IGNORECASE):
        return
    one = told["rows"] if told else f"{plural(plain(table))} named {said.other}"
    among = _among(f"List the {one}", table, read)
    which = " ".join(told["which"].lower().split()) if told else "every"
    most, least = ("max", "min") if clause.operator in _UP else ("min", "max")
    ends = (most, least) if which == "any" else (most if which in _ALL else least,)
    if among:
        yield from (replace(clause, over=end, among=among, kept=True) for end in ends)


def _among(question: str, table: str, read: Read) -> tuple[Clause, ...]:
    """The conditions on the rows that are compared with; none where these are not clear."""
    found, sure = readings_of(question, read)
    plain_ = found and sure and counts_only(found[0], table) and not found[0].left_out
    return found[0].intent.filters if plain_ else ()
