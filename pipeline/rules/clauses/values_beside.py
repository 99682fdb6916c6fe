"""Values right beside rows: whose these are, or a word of their names."""

from pipeline.rules.holding import name_with
from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.parts import Count, Test


def values_beside(stream: Stream, known: Known) -> None:
    """Read a value by the rows it stands beside."""
    stream.rewrite(r"(?P<k>k)(?P<c>C)(?=Vh(?:[.]|$))", _owned)
    stream.rewrite(r"(?P<v>V)(?=(?P<t>T))", lambda run: _containing(run, known))


def _owned(run: Run) -> Item | None:
    """`how many friends does Ada have`: hers, not those who are called Ada."""
    refs, owner = {c.ref for c in run["c"].candidates}, run.after[0]
    apart = [hit for hit in owner.payload if f"{hit.table}.{hit.column}" not in refs]
    if run["c"].payload == "number" or not apart:
        return None
    owner.payload = apart
    counted = Count(function="count", column=run["c"], distinct=True)
    return Item("m", run.first, run.last, payload=[counted])


def _containing(run: Run, known: Known) -> Item | None:
    """`Oslo hotels`: those that have the word in their names, where all names are known."""
    owner, word = run["t"].best(table=True), run["v"].text
    name = name_with(word, owner.table, known) if owner is not None else ""
    if run["v"].payload or owner is None or not name:
        return None
    named = Item("C", run.first, run.last, word, candidates=[Candidate(owner.table, name, 1.0)])
    test = Test(
        operator="like", column=named, values=(f"%{word}%",), words=run.text, first=run.first
    )
    return Item("f", run.first, run.last, payload=test)
