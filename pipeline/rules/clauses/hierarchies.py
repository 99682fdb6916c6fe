"""Rows that answer to others of their table: `who report to Ana Diaz`."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.other_rows import leading_up

_NOUNS = frozenset(("reports", "direct reports", "report"))
_VERBS = frozenset(("report", "reports", "reporting", "reported"))


def hierarchies(stream: Stream, known: Known) -> None:
    """Reduce a verb that the key to a superior is called after: no column to list."""
    stream.rewrite(r"(?<=[Trw])(?P<c>C)(?P<p>p?)(?=V)", lambda run: _verb(run, known))
    stream.rewrite(r"(?<=[snksa#h])(?P<c>C)", lambda run: _noun(run, known))


def _noun(run: Run, known: Known) -> Item | None:
    """`the most reports`, `no reports`: those below, of whom the key says nothing by itself."""
    best = run["c"].candidates[0]
    keys = [left for left, _ in leading_up(best.table, known)] if best.column else []
    if run["c"].text.lower() not in _NOUNS or best.column not in keys:
        return None
    return Item("x", run.first, run.last)


def _verb(run: Run, known: Known) -> Item | None:
    said, best = run["c"].text.lower().split(), run["c"].candidates[0]
    keys = [left for left, _ in leading_up(best.table, known)] if best.column else []
    if said[0] not in _VERBS or best.column not in keys:
        return None
    if "to" not in (said[-1], run["p"].text.lower() if run.get("p") else ""):
        return None
    run["c"].letter, run["c"].text, run["c"].verb = "p", "to", True
    return run["c"]
