"""A metric of the glossary, or the rows that go by the same word."""

from pipeline.rules.schema.items import Item, Run
from pipeline.rules.two_readings.aggregates import as_column


def averaged(run: Run) -> Item | None:
    """`average charged fee`: of the column, not the number that adds it up."""
    added = all(metric.expression.lower().startswith("sum(") for metric in run["m"].payload)
    return as_column(run) if added and run.before[-1].payload != "sum" else None


def largest(run: Run) -> Item | None:
    """`the largest order` is an order, not the largest number of orders."""
    _, adjective = run.before[-1].payload
    counts = adjective in ("count", "common", "times")
    return run["m"].other if not counts and is_table(run["m"].other) else None


def only_asks(run: Run) -> Item | None:
    """`how did revenue compare`: the word asks, and names nothing."""
    return run["m"] if run["x"].text.lower() == "how" else None


def as_rows(run: Run, code: str) -> Item | None:
    """`% of orders that were cancelled`: the rows, not a metric that leaves these very rows out."""
    item = run["m"]
    if not is_table(item.other):
        return None
    said = {
        h.value.lower() for i in (*run.before, *run.after) if i.letter == "V" for h in i.payload
    }
    filters = [sql.lower() for metric in item.payload for sql in metric.filters]
    contradicts = any(f"'{value}'" in sql for sql in filters for value in said)
    parts = any(i.letter == "%" for i in run.before) and bool(set("Vncf") & set(code))
    if not (contradicts or parts) or item.other is None:
        return None
    item.letter, item.candidates = "T", item.other.candidates
    return item


def is_table(item: Item | None) -> bool:
    return item is not None and item.letter == "T"
