"""An intent that shows, groups and sorts by other columns in the place of its own."""

from collections.abc import Callable
from dataclasses import replace

from pipeline.intent import Intent


def owner_of(ref: str) -> str:
    """The table of a `table.column`."""
    return ref.rpartition(".")[0]


def with_columns(intent: Intent, put: Callable[[str], str]) -> Intent:
    """The intent with `put` of every column that is shown, grouped or sorted by."""
    return replace(
        intent,
        outputs=tuple(put(o) if isinstance(o, str) else o for o in intent.outputs),
        dimensions=tuple(replace(d, column=put(d.column)) for d in intent.dimensions),
        order=tuple(replace(s, by=put(s.by)) if isinstance(s.by, str) else s for s in intent.order),
    )
