"""Nouns that say again what another says: `staff members`, `authors or tutors`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.text.words import lemma_of
from pipeline.rules.vocabulary.nouns import MEMBERS

# Behind the name of rows these say that each of them is one: `payment attempts`.
_EACH_ONE = frozenset(("attempt", "instance", "occurrence", "case"))
# Nouns that mean the people in them: with `members` behind them they say no more.
_BODIES = frozenset(("staff", "faculty", "crew", "personnel", "cast", "workforce"))


def repeated_nouns(stream: Stream) -> None:
    """Take out what adds nothing to the noun beside it."""
    stream.rewrite(r"(?P<t>T)(?P<x>x)", _body)
    stream.rewrite(r"(?P<t>T)\|(?P<t2>T)", _one_table)
    stream.rewrite(r"(?P<k>k)(?P<a>a)(?=T)", _total_number)
    stream.rewrite(r"(?<=a)(?P<c>C)(?P<e>e)(?P<t>T)(?!C)", _of_its_rows)


def _body(run: Run) -> Item | None:
    head = lemma_of(run["t"].text.lower().split()[-1])
    said = run["x"].text.lower() in MEMBERS
    told = bool(run.after) and run.after[0].letter == "C"
    one = lemma_of(run["x"].text.lower()) in _EACH_ONE and not told
    return run["t"] if (said and head in _BODIES) or one else None


def _one_table(run: Run) -> Item | None:
    """`authors or tutors`, where one table keeps both."""
    same = run["t"].candidates[0].ref == run["t2"].candidates[0].ref
    return run["t"] if same else None


def _total_number(run: Run) -> Item | None:
    """`the number of total orders`: a number is a total anyway."""
    return run["k"] if run["a"].payload == "sum" else None


def _of_its_rows(run: Run) -> Item | None:
    """`average price per shipment`, where each shipment has one: the average of them."""
    owner = run["t"].candidates[0]
    own = run["c"].candidates[0].table == owner.table and not owner.column
    plain = run.before[-1].payload == "avg" and run["e"].text.lower() == "per"
    return run["c"] if own and plain and run["c"].payload == "number" else None
