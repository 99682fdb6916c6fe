"""Numbers that rows are ranked by, named with their owner: `by invoice total`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known

_END = r"(?=D*(?:[.&]|$))"


def ranked_by_owned(stream: Stream, known: Known) -> None:
    """Read the owner before such a number as no more than that: as `by total of the invoices`."""
    if "t" not in stream.code:
        return
    stream.rewrite(rf"(?<=y)(?P<t>T)(?P<a>a){_END}", lambda run: _total(run, known))
    stream.rewrite(rf"(?<=[ya])(?P<t>T)(?P<c>C){_END}", _own)


def _total(run: Run, known: Known) -> Item | None:
    """`invoice total`, where invoices keep a total: all of them, added up."""
    rows, said = run["t"].best(table=True), run["a"]
    if rows is None or said.payload != "sum":
        return None
    found = [c for c in said.other.candidates if c.table == rows.table] if said.other else []
    if not found or not known.column(found[0].ref).kind.is_number:
        return None
    return Item("C", said.first, said.last, said.text, "number", found)


def _own(run: Run) -> Item | None:
    """`order amount`, `total order amount`: the amount of the rows that it is named with."""
    if "".join(item.letter for item in run.before[-2:]).lstrip("TCfV#") not in ("y", "ya"):
        return None
    rows, column = run["t"].best(table=True), run["c"]
    found = [c for c in column.candidates if rows is not None and c.table == rows.table]
    if not found or column.payload != "number" or run["t"].last != column.first:
        return None
    return Item("C", column.first, column.last, column.text, "number", found)
