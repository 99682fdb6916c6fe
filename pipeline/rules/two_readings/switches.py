"""Yes-or-no columns: a condition, or one of the columns that are listed."""

from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test

_NAMED, _LIKELY = 0.75, 0.7


def switched(run: Run, known: Known) -> Item | None:
    """A yes-or-no column that is named is a condition: `official languages`, `open shops`."""
    chosen = run["c"].candidates[0]
    column = known.column(chosen.ref)
    values = switch_values(column)
    alone = "".join(item.letter for item in (*run.before[-1:], *run.after[:1])) in ("r", "r.")
    if values is None or chosen.score < (_LIKELY if alone else _NAMED):
        return None
    if _is_in_list(run) or _is_asked_whether(run):
        return None
    wanted = values[1] if run.match.group("n") else values[0]
    words = run.text if run.match.group("n") else run["c"].text
    test = Test(column=run["c"], values=(wanted,), words=words, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _is_asked_whether(run: Run) -> bool:
    """`split by whether the visit was under warranty`: a group for yes and one for no."""
    before = "".join(item.letter for item in run.before[-2:])
    behind = "".join(item.letter for item in run.after[:1])
    return before in ("eT", "yT") and behind in ("", ".", "&")


def _is_in_list(run: Run) -> bool:
    """`the name and gender of the staff`: a column among others that are shown."""
    before = "".join(item.letter for item in run.before[-2:])
    behind = "".join(item.letter for item in run.after[:2])
    return (before == "C&" and behind[:1] in ("p", ".", "&", "r")) or behind == "&C"
