"""Yes-or-no columns: a condition, or one of the columns that are listed."""

from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test

_NAMED, _LIKELY, _BESIDE = 0.75, 0.7, 0.6


def switched(run: Run, known: Known) -> Item | None:
    """A yes-or-no column that is named is a condition: `official languages`, `open shops`."""
    chosen = run["c"].candidates[0]
    column = known.column(chosen.ref)
    values = switch_values(column)
    alone = "".join(item.letter for item in (*run.before[-1:], *run.after[:1])) in ("r", "r.")
    least = _BESIDE if _stands_by(run) else _LIKELY if alone else _NAMED
    if values is None or chosen.score < least:
        return None
    if _is_in_list(run) or _is_asked_whether(run):
        return None
    wanted = values[1] if run.match.group("n") else values[0]
    words = run.text if run.match.group("n") else run["c"].text
    test = Test(column=run["c"], values=(wanted,), words=words, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def nor_switched(run: Run, known: Known) -> Item | None:
    """`neither free nor legacy`: a value before, and a flag that is denied like it."""
    return switched(run, known) if run["n"].text.lower() == "nor" else None


def _stands_by(run: Run) -> bool:
    """`legacy plans`, `nor legacy`: right before its rows, or denied by itself."""
    rows = run.after[0] if run.after and run.after[0].letter == "T" else None
    own = rows is not None and rows.candidates[0].table == run["c"].candidates[0].table
    denied = bool(run.match.group("n")) and (not run.after or run.after[0].letter in ".&")
    return own or denied


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
