"""Nouns that are said once for two: `first and last names`, `staff members`, `five records`."""

from pipeline.rules.holding import name_with
from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.names import name_parts
from pipeline.rules.parts import Count, Test
from pipeline.rules.vocabulary import VERB_FORMS
from pipeline.rules.vocabulary.nouns import MEMBERS
from pipeline.rules.words import lemma_of

# Nouns that mean the people in them: with `members` behind them they say no more.
_BODIES = frozenset(("staff", "faculty", "crew", "personnel", "cast", "workforce"))
_SURE = 0.7
_HALVES = (("first", "last"), ("last", "first"))


def said_shortly(stream: Stream, known: Known) -> None:
    """Complete such nouns, or take out what adds nothing to them."""
    stream.rewrite(r"(?P<t>t)(?=[&|]+(?P<c>C))", lambda run: _half(run, known))
    stream.rewrite(r"(?P<t>T)(?P<x>x)(?!C)", _body)
    stream.rewrite(r"(?P<t>T)\|(?P<t2>T)", _one_table)
    stream.rewrite(r"(?P<k>k)(?P<a>a)(?=T)", _total_number)
    stream.rewrite(r"(?P<k>k)(?P<c>C)(?=Vh(?:[.]|$))", _owned)
    stream.rewrite(r"(?P<v>V)(?=(?P<t>T))", lambda run: _containing(run, known))
    stream.rewrite(r"(?<=n)(?P<c>C)(?=V)", _denied_verb)
    stream.rewrite(r"(?P<c>c)(?=T|C?V)", _under)
    stream.rewrite(r"(?P<c>c)p(?=#u?T)", _enough_after_verb)


def _half(run: Run, known: Known) -> Item | None:
    """`first and last names`, where the words stand behind another in the columns' names."""
    word, said = run["t"].text.lower(), run["c"].text.lower().split()
    if not any(word == one and said[:1] == [other] for one, other in _HALVES):
        return None
    place = 0 if word == "first" else 1
    found = [
        Candidate(candidate.table, parts[place], candidate.score)
        for candidate in run["c"].candidates
        if candidate.column
        and candidate.column in (parts := name_parts(known.table(candidate.table)))[1 - place :][:1]
    ]
    if not found:
        return None
    return Item("C", run.first, run.last, f"{run['t'].text} {said[1]}" if said[1:] else word,
                candidates=found)  # fmt: skip


def _body(run: Run) -> Item | None:
    head = lemma_of(run["t"].text.lower().split()[-1])
    said = run["x"].text.lower() in MEMBERS
    return run["t"] if said and head in _BODIES else None


def _one_table(run: Run) -> Item | None:
    """`authors or tutors`, where one table keeps both."""
    same = run["t"].candidates[0].ref == run["t2"].candidates[0].ref
    return run["t"] if same else None


def _total_number(run: Run) -> Item | None:
    """`the number of total orders`: a number is a total anyway."""
    return run["k"] if run["a"].payload == "sum" else None


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


def _denied_verb(run: Run) -> Item | None:
    """`do not play tennis`: a verb that some column is named after is no part of the value."""
    said, score = run["c"].text.lower(), run["c"].candidates[0].score
    whose = any(item.letter == "T" for item in run.before)
    return (
        Item("p", run.first, run.last) if whose and said in VERB_FORMS and score < _SURE else None
    )


def _under(run: Run) -> Item | None:
    """`under the category “Seeds”` is no comparison: no number stands behind it."""
    said = run["c"].text.lower() == "under"
    return Item("p", run.first, run.last, run["c"].text) if said else None


def _enough_after_verb(run: Run) -> Item | None:
    """`have at least taken part in two races`."""
    return run["c"] if run["c"].payload in (">=", "<=") else None
