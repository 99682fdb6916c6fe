"""Rows that answer to others of their table: `who report to Ana Diaz`."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.other_rows import leading_up

_VERBS = frozenset(("report", "reports", "reporting", "reported"))


def hierarchies(stream: Stream, known: Known) -> None:
    """Reduce a verb that the key to a superior is called after: no column to list."""
    stream.rewrite(r"(?<=[Trw])(?P<c>C)(?P<p>p?)(?=V)", lambda run: _verb(run, known))


def _verb(run: Run, known: Known) -> Item | None:
    said, best = run["c"].text.lower().split(), run["c"].candidates[0]
    keys = [left for left, _ in leading_up(best.table, known)] if best.column else []
    if said[0] not in _VERBS or best.column not in keys:
        return None
    if "to" not in (said[-1], run["p"].text.lower() if run.get("p") else ""):
        return None
    run["c"].letter, run["c"].text, run["c"].verb = "p", "to", True
    return run["c"]
