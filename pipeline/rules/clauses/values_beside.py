"""Values right beside rows: whose these are, or a word of their names."""

import re

from pipeline.rules.schema.holding import name_with
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count, Test
from pipeline.rules.text.words import is_plural, lemma_of, name_words

_AMOUNT = "amount"
_HOLDS = {"contains": "like", "lacks": "not like"}


def values_beside(stream: Stream, known: Known) -> None:
    """Read a value by the rows it stands beside."""
    stream.rewrite(r"(?P<k>k)(?P<c>C)(?=Vh(?:[.]|$))", _owned)
    stream.rewrite(r"(?P<v>V)(?=(?P<t>T))", lambda run: _containing(run, known))
    stream.rewrite(r"h?(?P<l>l)(?P<v>V)p(?P<t>T)", lambda run: _text_of_column(run, known))
    stream.rewrite(r"(?P<a>a)(?=[fV]*(?P<t>T)(?!C))", lambda run: _amount_of(run, known))
    _counted_by_kind(stream)


def _counted_by_kind(stream: Stream) -> None:
    """`how many audiobooks`: of the titles, whose format it is, where no other rows are named."""
    found = re.match(r"k(?=V[^n]*$)(?!.*T)", stream.code)
    value = stream.items[1] if found else None
    if value is None or not value.payload or not is_plural(value.text.lower()):
        return
    best = max(hit.score for hit in value.payload)
    tables = {hit.table for hit in value.payload if hit.score >= best}
    if len(tables) == 1 and any(_is_of(item, tables) for item in stream.items[2:]):
        rows = [Candidate(tables.pop(), "", 1.0)]
        stream.items.insert(
            1, Item("T", value.first, value.first, value.text, candidates=rows, verb=True)
        )


def _amount_of(run: Run, known: Known) -> Item | None:
    """`the total amount of unpaid fines`: of the one column of theirs that is called so."""
    if run["a"].payload != "sum" or _AMOUNT not in run["a"].text.lower().split():
        return None
    table = run["t"].candidates[0].table
    columns = known.table(table).columns
    found = [c.name for c in columns if _AMOUNT in name_words(c.name) and c.kind.is_number]
    if len(found) != 1:
        return None
    candidates = [Candidate(table, found[0], 1.0)]
    named = Item("C", run.first, run.last, run.text, candidates=candidates)
    return Item("m", run.first, run.last, payload=[Count(function="sum", column=named)])


def _is_of(item: Item, tables: set[str]) -> bool:
    """Whether a column or a value is one of those rows as well."""
    if item.letter == "C":
        return item.candidates[0].table in tables
    return item.letter == "V" and any(hit.table in tables for hit in item.payload or ())


def _text_of_column(run: Run, known: Known) -> Item | None:
    """`the word "oak" in the title`, of titles that have a column of that name."""
    shape = _HOLDS.get(str(run["l"].payload))
    table, word = run["t"].candidates[0].table, lemma_of(run["t"].text.lower())
    found = [c.name for c in known.table(table).columns if lemma_of(c.name.lower()) == word]
    if shape is None or not found:
        return None
    column = Candidate(table, found[0], 1.0)
    named = Item("C", run["t"].first, run.last, run["t"].text, candidates=[column])
    values = (f"%{run['v'].text}%",)
    test = Test(operator=shape, column=named, values=values, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


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
