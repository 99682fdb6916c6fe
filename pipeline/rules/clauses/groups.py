"""Groupings: `for each stadium`, `per month`, `by country and year`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count, Grouping, Test
from pipeline.rules.text.words import is_plural

# A number of several rows that is another one for each kind of them.
_OF_SEVERAL = frozenset(("avg", "min", "max", "sum", "median"))


def groupings(stream: Stream) -> None:
    """Reduce every grouping to one item."""
    stream.rewrite(r"[py&]*(?P<e>e)(?P<by>TC)", _owned)
    stream.rewrite(r"[py&]*(?P<e>e)(?P<by>T)(?P<rows>T)", _of_their_rows)
    stream.rewrite(r"[py&]*(?P<e>e)T(?P<by>T)", _each)
    stream.rewrite(
        r"(?P<c>C(?=[py]?eC))?[py&]*(?P<e>e)(?P<by>[TCG](?:&e?[TCG](?=\.|$|O|S|&O|f))*)", _each
    )
    stream.rewrite(r"(?<=[mT])[phy](?P<u>u)(?P<by>[TC])(?=[.&O]|$)", _different)
    stream.rewrite(r"(?<=[mSTCfMGO])&?y(?P<by>[CG](?:&[CG](?=\.|$|O|S|&O|f))*)", _unless_valued)
    stream.rewrite(r"(?<=[mSTCfMG%])&?y(?P<by>TC)(?=[.&Of]|$)", _of_its_rows)
    stream.rewrite(r"(?<=m)y(?P<by>T)(?=\.|$|&|O|f)", _unless_doers)
    stream.rewrite(r"(?<=^C)y(?P<by>T)(?=f*\.?$)", _of_a_number)
    if set("m%") & set(stream.code):
        stream.rewrite(r"(?<=[Tf])y(?P<by>T)(?=\.|$|&|O)", _each)
    else:
        stream.rewrite(r"(?<=^T)(?P<y>y)(?P<by>T)(?=f?\.?$)", _of_rows)
        stream.rewrite(r"(?<=^[fp]T)(?P<y>y)(?P<by>T)(?=f?\.?$)", _of_rows)
        stream.rewrite(r"(?<=^Tf)(?P<y>y)(?P<by>T)(?=f?\.?$)", _of_rows)
    stream.rewrite(r"^(?P<by>G)(?=T?[ma])|(?<=[w.])(?P<by2>G)(?=T?[ma])|p(?P<by3>G)$", _grain)
    stream.rewrite(r"(?<=g)y(?P<by>G)(?=\.|$|O|f)", _each)
    stream.rewrite(r"(?<=[&w.])(?P<named>G)(?=&)", _listed)


def _listed(run: Run) -> Item | None:
    """`the shop, month and total for each shop by month`: what is grouped by is shown anyway."""
    groups = [group for item in run.after if item.letter == "g" for group in item.payload]
    told = any(group.grain == run["named"].payload for group in groups)
    return Item("p", run.first, run.last) if told else None


def _each(run: Run) -> Item | None:
    before = run.get("c") if "c" in run.match.groupdict() else None
    if before is not None and before.candidates[0].ref != run.all("by")[0].candidates[0].ref:
        return None
    groups = [
        Grouping(grain=item.payload) if item.letter == "G" else Grouping(item=item)
        for item in run.all("by", "TCG")
    ]
    return Item("g", run.first, run.last, payload=groups)


def _of_their_rows(run: Run) -> Item | None:
    """`the average price of each maker's products`: one for each maker."""
    owner, rows = run["by"], run["rows"]
    counts = run.before[-1].payload if run.before and run.before[-1].letter == "m" else ()
    measured = {c.table for count in counts if count.column for c in count.column.candidates[:1]}
    apart = rows.first > owner.last  # the word between them is the `'s`
    return _each(run) if apart and rows.candidates[0].table in measured else None


def _different(run: Run) -> Item | None:
    """`the average fee of different regions`: one for each of them."""
    counts = [count for item in run.before if item.letter == "m" for count in item.payload]
    grouped = any(item.letter in "eg" for item in (*run.before, *run.after))
    if grouped or not counts or any(count.function not in _OF_SEVERAL for count in counts):
        return None
    return _each(run)


def _of_a_number(run: Run) -> Item | None:
    """`quantity by product`: a number of each, no list of numbers."""
    number, by = run.before[0], run["by"].text.split()[-1].lower()
    return _each(run) if number.payload == "number" and not is_plural(by) else None


def _of_rows(run: Run) -> Item | None:
    """`active employees by department`: nothing is said to be listed, and one for each is named."""
    rows, by = run.before[-1], run["by"]
    bare = not run.before[0].first and run["y"].first == rows.last
    return _each(run) if bare and not is_plural(by.text.split()[-1].lower()) else None


def _unless_valued(run: Run) -> Item | None:
    """`by country Spain` is a condition; `by country this year` and `for 2025` are not."""
    return None if _is_valued(run) else _each(run)


def _is_valued(run: Run) -> bool:
    """Whether what stands behind the groups may be a value of the last of them."""
    behind = run.after[0] if run.after else None
    test: Test | None = behind.payload if behind is not None and behind.letter == "f" else None
    by = run.all("by")[-1]
    if test is None or test.span is not None or test.year or by.letter != "C":
        return False
    return _may_be_of(test, by)


def _may_be_of(test: Test, by: Item) -> bool:
    """Whether a condition is on that column: `by channel for paid orders` has one on another."""
    refs = {candidate.ref for candidate in by.candidates}
    if test.column is not None:
        return bool(refs & {candidate.ref for candidate in test.column.candidates})
    kept = {f"{hit.table}.{hit.column}" for hits in test.hits for hit in hits}
    return not kept or bool(refs & kept)


def _unless_doers(run: Run) -> Item | None:
    """`revenue by customer in Spain` is for each; `orders by customers in Spain` may be whose."""
    behind = run.after[0] if run.after else None
    test = behind.payload if behind is not None and behind.letter == "f" else None
    timeless = test is not None and test.span is None and not test.year
    return None if timeless and all(map(_counts_rows, run.before[-1].payload)) else _each(run)


def _counts_rows(count: Count) -> bool:
    metrics = [metric.expression.lower().startswith("count") for metric in count.metrics]
    return count.function == "count" or (bool(metrics) and all(metrics))


def _owned(run: Run) -> Item | None:
    """`in each domain name`: what domains are called."""
    if _is_valued(run):
        return None
    table, column = run.all("by")
    own = [c for c in column.candidates if c.column and c.table == table.candidates[0].table]
    # Beside a superlative the name may as well be that of the rows that are ranked.
    ranked = any(item.letter == "S" for item in (*run.before, *run.after))
    column.candidates = column.candidates if ranked else own or column.candidates
    return Item("g", run.first, run.last, payload=[Grouping(item=run.all("by", "C")[0])])


def _of_its_rows(run: Run) -> Item | None:
    """`by payment method`: the method of the payments."""
    table, column = run.all("by")
    owners = {c.table for c in table.candidates if not c.column}
    found = [c for c in column.candidates if c.table in owners and c.column]
    if not found:
        return None
    column.candidates = found
    return _owned(run)


def _grain(run: Run) -> Item:
    item = run.get("by") or run.get("by2") or run["by3"]
    return Item("g", run.first, run.last, payload=[Grouping(grain=item.payload)])
