"""How many or how much rows and groups have: `more than 3 orders`, `an average age above 30`."""

import re
from dataclasses import replace

from pipeline.rules.clauses.comparisons import (
    either_bound,
    is_measured,
    is_same_column,
    operator_of,
)
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count, Enough
from pipeline.rules.text.words import is_plural
from pipeline.rules.vocabulary import VERB_FORMS

# `the total number of seats is above 100`: seats that a column counts are added up.
_TOTAL = "total"
_COUNTS = frozenset(("count", "count of", "counts"))
_DEEDS = VERB_FORMS | {"built", "won", "held", "sold", "wrote", "led", "taught"}
_WHO = frozenset(("who", "that", "which"))
# More of them nobody does exactly: a larger number is a year, or a name.
_MOST_SAID = 100


def _sign_again(stream: Stream) -> None:
    """`at least two plants and three volunteers`: at least three of these."""
    for match in reversed(list(re.finditer(r"(?=c#[TC]&#[TC](?!i))", stream.code))):
        sign, second = stream.items[match.start()], stream.items[match.start() + 4]
        again = replace(sign, first=second.first, last=second.first)
        stream.items.insert(match.start() + 4, again)


def aggregated(stream: Stream) -> None:
    """Reduce `whose average age is above 30`, `2 or 3 dogs` to a condition on groups."""
    _sign_again(stream)
    stream.rewrite(r"(?P<c>C)(?P<k>k)(?=p?c#)", _tally)
    stream.rewrite(r"h(?P<t>T)?(?P<k>k)p?(?P<op>c)(?P<v>#)(?=[.&]|$)", _of_count)
    stream.rewrite(
        r"(?<!C)(?<!C[hr])(?P<op>c)(?P<v>#)(?P<k>[K|])(?P<op2>c)?(?P<v2>#)(?P<t>T)", _either_so_many
    )
    stream.rewrite(r"[hr]+(?P<v>#)(?P<k>\|)(?P<v2>#)(?P<t>T)", _either_so_many)
    stream.rewrite(
        r"[hrp]*(?P<a>[ak])p?(?P<c>C)[ph]*(?P<op>c)p?(?P<v>#)(?P<k>[K|])(?P<op2>c)?p?(?P<v2>#)"
        r"(?![CT])",
        _aggregated,
    )
    stream.rewrite(r"[hrp]*(?P<a>[ak])p?(?P<c>C)[ph]*(?P<op>c)p?(?P<v>#)", _aggregated)
    stream.rewrite(
        r"[hrp]*(?P<a>a)p?T?(?P<c>C)[ph]*(?P<op>c)(?P<f>a)(?P<of>C)(?:pe?(?P<t>T)|p)?(?=[.&]|$)",
        _above_all,
    )


def enough(stream: Stream) -> None:
    """Reduce `more than 3 orders` to a condition on groups."""
    stream.rewrite(r"(?:[hr]*|y)(?P<op>c)(?P<v>#)(?P<u>u)?(?P<t>[TC])", _enough)
    stream.rewrite(r"[hr]?(?P<v>#)(?P<op>K)(?P<t>[TC])", _enough)
    stream.rewrite(r"[hr]+(?P<v>#)(?P<t>T)", _enough)
    stream.rewrite(
        r"(?<=T)(?P<v>#)(?P<t>T)(?!C)|(?<=[rT])(?P<deed>C)(?P<v2>#)(?P<t2>T)(?!C)", _did_so_many
    )
    stream.rewrite(r"(?<=[Tr])(?P<t>T)(?P<op>c)(?P<v>#)i", _done_often)
    stream.rewrite(r"(?P<op>c)(?P<v>#)i|[hr]*(?P<v2>#)(?P<op2>K)i", _often)


def _aggregated(run: Run) -> Item | None:
    operator, _adjective = operator_of(run["op"])
    if run["a"].letter == "k" and not (_TOTAL in run["a"].text.lower() and is_measured(run["c"])):
        return None
    measure = Count(function=run["a"].payload or "sum", column=run["c"])
    made = Enough(measure=measure, operator=operator, values=(run["v"].payload,))
    if "k" in run.match.groupdict():
        either = either_bound(run)
        return _item(run, replace(made, either=either)) if either else None
    return _item(run, made)


def _above_all(run: Run) -> Item | None:
    """`an average price higher than the average price of all products`: that of all rows."""
    operator, adjective = operator_of(run["op"])
    averages = run["a"].payload == run["f"].payload == "avg"
    rows = run.get("t")
    owners = {each.table for each in rows.candidates if not each.column} if rows else set()
    own = not owners or any(each.table in owners for each in run["of"].candidates)
    if adjective or not averages or not own or not is_same_column(run["c"], run["of"]):
        return None
    measure = Count(function="avg", column=run["c"])
    return _item(run, Enough(measure=measure, operator=operator, overall=True))


def _tally(run: Run) -> Item | None:
    """`a guest count above 5`, where a column says how many."""
    tallied = run["k"].text.lower() in _COUNTS and is_measured(run["c"])
    return run["c"] if tallied and run["c"].last == run["k"].first else None


def _of_count(run: Run) -> Item | None:
    """`categories with a count above 1`, `with an order count above 5`."""
    operator, adjective = operator_of(run["op"])
    if adjective or run["k"].text.lower() not in _COUNTS:
        return None
    rows = run.get("t")
    measure = Count(function="count", table=rows)
    made = Enough(measure=measure, operator=operator, values=(run["v"].payload,), until=run.last)
    return _item(run, made)


def _done_often(run: Run) -> Item | None:
    """`ordered more than 3 times`: the verb says which rows are counted."""
    operator, adjective = operator_of(run["op"])
    if adjective or not (run["t"].verb or run["t"].text.lower().endswith("ed")):
        return None
    measure = Count(function="count", table=run["t"])
    return _item(run, _of_size(run, measure, operator))


def _of_size(run: Run, measure: Count, operator: str) -> Enough:
    values = (run["v"].payload,)
    return Enough(measure=measure, operator=operator, values=values, until=run.last)


def _often(run: Run) -> Item | None:
    """`visited more than once`: how many rows tie the subject to what was named."""
    again = "op2" in run.match.groupdict() and run.get("op2")
    operator, adjective = operator_of(again or run["op"])
    if adjective:
        return None
    values = (run["v2" if again else "v"].payload,)
    made = Enough(measure=Count(function="count"), operator=operator, values=values, until=run.last)
    return _item(run, made)


def _either_so_many(run: Run) -> Item | None:
    """`fewer than 2 or more than 5 orders`, `two or three orders`: one of both is enough."""
    plain = tuple(("=", run[name].payload) for name in ("v", "v2"))
    either = either_bound(run) if "op" in run.match.groupdict() else plain
    measure = Count(function="count", table=run["t"])
    made = Enough(measure=measure, operator="=", either=either, until=run.last)
    return _item(run, made) if either else None


def _did_so_many(run: Run) -> Item | None:
    """`which members took three lessons`, `who built two boats`: the verb only relates them."""
    deed = run.match.group("v2") is not None
    number, rows = (run["v2"], run["t2"]) if deed else (run["v"], run["t"])
    before = run.before[-1]
    did = run["deed"].text.lower() in _DEEDS if deed else before.last < run.first
    did = did and (before.letter == "T" or before.text.lower() in _WHO)
    other = deed or before.candidates[0].table != rows.candidates[0].table
    small = isinstance(number.payload, int) and number.payload <= _MOST_SAID
    if not (did and other and small and is_plural(rows.text.split()[-1].lower())):
        return None
    measure = Count(function="count", table=rows)
    made = Enough(measure=measure, operator="=", values=(number.payload,), until=run.last)
    return _item(run, made)


def _enough(run: Run) -> Item | None:
    operator, adjective = operator_of(run["op"]) if "op" in run.match.groupdict() else ("=", "")
    if adjective:
        return None
    counted, different = run["t"], bool(run.match.groupdict().get("u"))
    if counted.letter == "C":
        measure = Count(function="count", column=counted, distinct=True)
    else:
        measure = Count(function="count", table=counted, distinct=different)
    return _item(run, replace(_of_size(run, measure, operator), different=different))


def _item(run: Run, payload: Enough) -> Item:
    return Item("H", run.first, run.last, payload=payload)
