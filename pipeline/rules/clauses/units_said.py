"""The unit of a number, said beside its column: `by size in kW`, `a warranty of 20 years`."""

from pipeline.rules.clauses.comparisons import AFTER_OR, LENGTHS, condition_item, operator_of
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.nouns import PEOPLE
from pipeline.rules.vocabulary.units import UNITS, WRITTEN_OUT

# What people are counted by in a column's name.
_HEADS = frozenset(("size", "headcount", "people", "persons"))


def units_said(stream: Stream, known: Known) -> None:
    """Take out a unit that the column beside it is told in."""
    stream.rewrite(r"(?P<op>c)(?P<v>#)(?P<x>x)", lambda run: _of_people(run, known))
    stream.rewrite(r"(?:(?<=Cc)|(?<=Cpc)|(?<=Chc))(?P<v>#)(?P<x>x)", _kept_so)
    stream.rewrite(r"(?<![CMm])(?P<op>c)(?P<v>#)(?P<x>x)", lambda run: _of_the_only_one(run, known))
    stream.rewrite(r"(?P<c>C)p(?P<u>[Cx])", _told_in)
    stream.rewrite(r"(?<=#)(?P<u>[Cx])p(?P<c>C)", _so_many_of)
    # `above 2500 m with at least 50 beds`, `50 beds above 2500 m`: of the number before it.
    stream.rewrite(
        r"(?P<c>C)?[ph]?(?P<op>c)(?P<v>#)(?P<u>C)(?=[ph&]*c#)",
        lambda run: _of_number(run, run.get("c") or run["u"]),
    )
    stream.rewrite(r"(?<=#C)(?P<op>[cK])(?P<v>#)(?P<u>C)", lambda run: _of_number(run, run["u"]))
    stream.rewrite(r"(?:(?<=C)|(?<=Cp)|(?<=Ch))(?P<v>#)(?P<u>C)(?=[K.&]|$)", _of_so_many)


def _told_in(run: Run) -> Item | None:
    """`size in kW`: the column that has both words in its name."""
    column = run["c"]
    found = _in_units(column, run["u"])
    if not found or run.text.lower().split()[-2:-1] != ["in"]:
        return None
    column.candidates = [c for c in column.candidates if c.ref in found]
    column.last, column.text = run.last, run.text
    return column


def _so_many_of(run: Run) -> Item | None:
    """`300 m of ascent`: the column that is told in what its number is told in."""
    column = run["c"]
    found = _in_units(column, run["u"])
    if not found or run.text.lower().split()[1:2] != ["of"]:
        return None
    column.candidates = [c for c in column.candidates if c.ref in found]
    column.first, column.text = run.first, run.text
    return column


def _of_number(run: Run, column: Item) -> Item | None:
    """A comparison with a number of some unit, which may be all that its column is named by."""
    found = _in_units(column, run["u"])
    operator, adjective = operator_of(run["op"])
    if run["op"].letter == "K":
        # `50 beds and above 2500 m`: it goes with the number behind it.
        joint, *_, last = run["op"].text.lower().split()
        operator = AFTER_OR.get(last, "") if joint == "and" else ""
    # `open longer than 30 days`: between two dates, not of a column that is called days.
    lasting = bool(adjective) and run["u"].text.lower() in LENGTHS
    if not found or not operator or lasting:
        return None
    column.candidates = [c for c in column.candidates if c.ref in found]
    value = run["v"].payload
    return condition_item(
        run, operator=operator, column=column, adjective=adjective, values=(value,)
    )


def _of_people(run: Run, known: Known) -> Item | None:
    """`crews with more than 5 people`: the one column that says how large they are."""
    rows = [item for item in run.before if item.letter == "T"]
    if run["x"].text.lower() not in PEOPLE or not rows:
        return None
    table = rows[-1].candidates[0].table
    found = [
        Candidate(table, column.name, 1.0) for column in known.table(table).columns
        if looks_numeric(column) and _HEADS & set(name_words(column.name)[-1:])
    ]  # fmt: skip
    operator, adjective = operator_of(run["op"])
    if len(found) != 1 or adjective:
        return None
    named = Item("C", run["x"].first, run.last, run["x"].text, candidates=found)
    return condition_item(run, operator=operator, column=named, values=(run["v"].payload,))


def _kept_so(run: Run) -> Item | None:
    """`with an elevation above 500 metres`, of `elev_m`: the unit adds nothing."""
    column = next(item for item in reversed(run.before) if item.letter == "C")
    unit = WRITTEN_OUT.get(run["x"].text.lower(), frozenset())
    best = column.candidates[0]
    return run["v"] if best.column and unit & set(name_words(best.column)[-1:]) else None


def _of_the_only_one(run: Run, known: Known) -> Item | None:
    """`stations above 500 metres`: the one number of theirs that is kept in that unit."""
    rows = run.before[-1] if run.before and run.before[-1].letter == "T" else None
    unit = WRITTEN_OUT.get(run["x"].text.lower(), frozenset())
    operator, adjective = operator_of(run["op"])
    if rows is None or not unit or adjective:
        return None
    table = rows.candidates[0].table
    found = [
        Candidate(table, column.name, 1.0) for column in known.table(table).columns
        if looks_numeric(column) and unit & set(name_words(column.name)[-1:])
    ]  # fmt: skip
    if len(found) != 1:
        return None
    named = Item("C", run["x"].first, run.last, run["x"].text, candidates=found)
    return condition_item(run, operator=operator, column=named, values=(run["v"].payload,))


def _of_so_many(run: Run) -> Item | None:
    """`a warranty of 20 years`, of warranty years."""
    columns = [item for item in run.before[-2:] if item.letter == "C"]
    return run["v"] if columns and _in_units(columns[-1], run["u"]) else None


def _in_units(column: Item, unit: Item) -> set[str]:
    """The columns that the name may mean and whose name ends in the unit."""
    said = unit.text.lower()
    return {
        c.ref for c in column.candidates
        if c.column and said in UNITS and said in name_words(c.column)[-1:]
    }  # fmt: skip
