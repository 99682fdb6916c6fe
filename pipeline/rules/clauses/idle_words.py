"""Words that look like a column or a comparison and are neither."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.text.words import is_past
from pipeline.rules.vocabulary import VERB_FORMS
from pipeline.rules.vocabulary.nouns import MEMBERS

_SURE = 0.7


def idle_words(stream: Stream) -> None:
    """Take such words out."""
    stream.rewrite(r"(?<=n)(?P<c>C)(?=V)", _denied_verb)
    stream.rewrite(r"(?P<c>C)(?=V)", _dated_verb)
    stream.rewrite(r"(?P<v>V)(?P<x>x)", _members)
    stream.rewrite(r"(?P<x>x)(?=p[VTC])", _anything)
    stream.rewrite(r"(?P<c>c)(?=T|C?V)", _under)
    stream.rewrite(r"(?<=C)(?P<done>[Cx])y(?=T)", _done_by)
    stream.rewrite(r"(?<=s)(?P<done>T(?=[VfTC])|C(?=T))", _often_done)
    stream.rewrite(r"(?P<c>c)p(?=#u?T)", _enough_after_verb)
    stream.rewrite(r"(?P<v>V)(?P<again>V)", _in_brackets)
    stream.rewrite(r"(?P<e>[ey])(?P<x>x)(?=T?C(?:[.&]|$))", _whether)
    stream.rewrite(r"(?P<x>x)(?P<rows>T)", _home)


def _denied_verb(run: Run) -> Item | None:
    """`do not play tennis`: a verb that some column is named after is no part of the value."""
    said, score = run["c"].text.lower(), run["c"].candidates[0].score
    whose = any(item.letter == "T" for item in run.before)
    return (
        Item("p", run.first, run.last) if whose and said in VERB_FORMS and score < _SURE else None
    )


def _dated_verb(run: Run) -> Item | None:
    """`who booked a suite`: what was booked is not the day it was done on."""
    verb, stored = run["c"], run.after[0].payload or ()
    dated = verb.verb and verb.payload == "date"
    apart = all(verb.candidates[0].ref != f"{hit.table}.{hit.column}" for hit in stored)
    whose = any(item.letter == "T" for item in run.before)
    return Item("p", run.first, run.last) if dated and apart and whose else None


def _members(run: Run) -> Item | None:
    """`gold members`, of guests: those who have that level."""
    tables = {c.table for item in run.before if item.letter == "T" for c in item.candidates[:1]}
    kept = [hit for hit in run["v"].payload or () if hit.table in tables]
    return run["v"] if kept and run["x"].text.lower() in MEMBERS else None


def _anything(run: Run) -> Item | None:
    """`ordered something from the Seeds category`: what follows says what it is."""
    said = run["x"].text.lower() in ("something", "anything")
    from_ = run.after[0].text.lower() in ("from", "of", "in", "by")
    return Item("p", run.first, run.last) if said and from_ else None


def _done_by(run: Run) -> Item | None:
    """`references cited by publications`: whose they are, whatever column the verb resembles."""
    told, rows = run.before[-1].candidates, run.after[0].candidates[:1]
    owned = rows and any(c.table == rows[0].table for c in told[:1])
    if not owned or not is_past(run["done"].text.lower()):
        return None
    run["done"].letter = "p"
    return Item("p", run.first, run.last)


def _often_done(run: Run) -> Item | None:
    """`most frequently bought symbols`: a verb, and no people who are called after it."""
    often = run.before[-1].payload[1] in ("common", "times")
    verb = run["done"]
    if not often or not is_past(verb.text.lower()):
        return None
    verb.letter = "p"
    return verb


def _under(run: Run) -> Item | None:
    """`under the category “Seeds”` is no comparison: no number stands behind it."""
    said = run["c"].text.lower() == "under"
    return Item("p", run.first, run.last, run["c"].text) if said else None


def _whether(run: Run) -> Item | None:
    """`split by whether the visit was under warranty`: by that column."""
    return run["e"] if run["x"].text.lower() == "whether" else None


def _home(run: Run) -> Item | None:
    """`per home branch`: the branch that rows belong to, where no column is called so."""
    said, rows = run["x"].text.lower(), run["rows"]
    return (
        Item("T", run.first, run.last, rows.text, candidates=rows.candidates)
        if said == "home"
        else None
    )


def _in_brackets(run: Run) -> Item | None:
    """`Arizona (AZ)`: one value, said twice."""
    said, again = (
        {(hit.table, hit.column, hit.value) for hit in run[name].payload or ()}
        for name in ("v", "again")
    )
    return run["v"] if said and said == again else None


def _enough_after_verb(run: Run) -> Item | None:
    """`have at least taken part in two races`."""
    return run["c"] if run["c"].payload in (">=", "<=") else None
