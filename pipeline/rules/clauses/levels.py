"""Measures of measures and measures of some rows: `average number of orders per customer`."""

from pipeline.rules.clauses.comparisons import is_measured, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count, Enough, Test

# What the rows of one thing add up to: a rating or a price they do not.
_ADDED = frozenset(
    ("amount", "amounts", "value", "total", "revenue", "spend", "spending", "sales", "turnover")
)


def levels(stream: Stream) -> None:
    """Reduce an aggregate of what is counted or added up for each group to one measure."""
    stream.rewrite(r"(?P<a>a)k(?P<u>u)?(?P<t>T)(?=[fp]*e[TCG])", _of_counts)
    stream.rewrite(r"(?P<a>a)k(?P<u>u)?(?P<t>T)(?:p|(?=T))(?P<by>T)h?(?=f?(?:\.|$))", _in_rows)
    stream.rewrite(r"(?:(?<=[w.])|^)(?P<s>s)(?P<t>T)p(?P<by>T)(?=\.|$)", _most_in_rows)
    stream.rewrite(r"(?P<a>a)(?P<t>T)(?P<c>C)(?=f*(?:[.]|$))", _of_sums)
    stream.rewrite(r"(?P<a>a)(?P<b>a)p?(?P<c>C)(?=[fpT]*e[TCG])", _of_aggregates)


def counted_with(stream: Stream) -> None:
    """Reduce `more than 5 overdue invoices`, `more than 5 logins` to a condition on groups."""
    stream.rewrite(r"[hr]*(?P<op>c)(?P<v>#)(?P<f>V)(?P<t>T)", _enough_with)
    stream.rewrite(r"[hr]+(?P<op>c)(?P<v>#)(?P<f>V)(?=[.]|$)", _enough_with)


def twice_measured(stream: Stream) -> None:
    """Reduce `total of paid invoices and total of overdue invoices` to two measures."""
    stream.rewrite(
        r"(?P<a>[ak])(?P<c>C)?p?(?P<t>T)(?P<f>f)&(?P<a2>[ak])(?P<c2>C)?p?(?P<t2>T)(?P<f2>f)", _two
    )
    stream.rewrite(
        r"(?P<a>[ak])(?P<c>C)?p?(?P<f>f)(?P<t>T)&(?P<a2>[ak])(?P<c2>C)?p?(?P<f2>f)(?P<t2>T)", _two
    )


def _of_counts(run: Run) -> Item:
    counted = Count(
        function="count", table=run["t"], distinct=bool(run.match.group("u")),
        over=run["a"].payload,
    )  # fmt: skip
    return Item("m", run.first, run.last, payload=[counted])


def _in_rows(run: Run) -> Item | None:
    """`the largest number of parcels in a shipment`: of those of each shipment."""
    if run["a"].payload == "sum" or run["t"].candidates[0].ref == run["by"].candidates[0].ref:
        return None
    if run["by"].first == run["t"].last:
        return None  # `number of bank customers`: one name, and no `visits a shop has`
    counted = Count(function="count", table=run["t"], over=run["a"].payload, per=run["by"])
    return Item("m", run.first, run.last, payload=[counted])


def _most_in_rows(run: Run) -> Item | None:
    direction, of = run["s"].payload
    if of != "count" or run["t"].candidates[0].ref == run["by"].candidates[0].ref:
        return None
    over = "max" if direction == "desc" else "min"
    counted = Count(function="count", table=run["t"], over=over, per=run["by"])
    return Item("m", run.first, run.last, payload=[counted])


def _of_aggregates(run: Run) -> Item | None:
    if not is_measured(run["c"]) or run["a"].payload == run["b"].payload:
        return None
    added = Count(function=run["b"].payload, column=run["c"], over=run["a"].payload)
    return Item("m", run.first, run.last, payload=[added])


def _of_sums(run: Run) -> Item | None:
    """`median order amount`, where only its lines have amounts: of their sums."""
    owner = run["t"].best(table=True)
    amount = run["c"].candidates[0].table
    if owner is None or owner.column or owner.table == amount:
        return None
    adds_up = run["c"].text.lower().split()[-1] in _ADDED and is_measured(run["c"])
    if run["a"].payload == "sum" or not adds_up:
        return None
    added = Count(function="sum", column=run["c"], over=run["a"].payload, per=run["t"])
    return Item("m", run.first, run.last, payload=[added])


def _value(run: Run) -> Test:
    value = run["f"]
    return Test(
        hits=(tuple(value.payload),), values=(value.text,), words=value.text, first=value.first
    )


def _enough_with(run: Run) -> Item | None:
    operator, adjective = operator_of(run["op"])
    if adjective or not run["f"].payload:
        return None
    table = run.get("t") if "t" in run.match.groupdict() else None
    if table is None:
        owners = list(dict.fromkeys(hit.table for hit in run["f"].payload))
        if len(owners) != 1:
            return None
        table = Item("T", run.first, run.last, candidates=[Candidate(owners[0], "", 1.0)])
    measure = Count(function="count", table=table, where=[_value(run)])
    enough = Enough(measure=measure, operator=operator, values=(run["v"].payload,))
    return Item("H", run.first, run.last, payload=enough)


def _two(run: Run) -> Item | None:
    one, other = run["t"], run["t2"]
    if one.candidates[0].ref != other.candidates[0].ref:
        return None
    counts = [
        _measure(run[a], run.get(c), run[t], run[f].payload)
        for a, c, t, f in (("a", "c", "t", "f"), ("a2", "c2", "t2", "f2"))
    ]
    found = [count for count in counts if count is not None]
    return Item("m", run.first, run.last, payload=found) if len(found) == len(counts) else None


def _measure(how: Item, column: Item | None, table: Item, test: Test) -> Count | None:
    if column is None:
        return Count(function="count", table=table, where=[test]) if how.letter == "k" else None
    if how.letter == "k" or not is_measured(column):
        return None
    return Count(function=how.payload, column=column, table=table, where=[test])
