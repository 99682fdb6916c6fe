"""`the players from college X`, where another table keeps players and colleges: its own rows."""

from dataclasses import replace

from pipeline.intent import Intent, Measure
from pipeline.rules.asking.named_only import compared_by
from pipeline.rules.asking.other_columns import owner_of, with_columns
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import lemmas_of


def of_one_table(intent: Intent, about: Known) -> Intent | None:
    """All of it read in the one table that the other columns are of."""
    shown = [o for o in intent.outputs if isinstance(o, str)]
    counted = [m.table for m in intent.measures]
    read = {*shown, *(d.column for d in intent.dimensions), *compared_by(intent)}
    read |= {s.by for s in intent.order if isinstance(s.by, str)}
    read |= {m.column for m in intent.measures if m.column}
    owners = {owner_of(ref) for ref in read} & about.allowed
    for home in sorted(owners):
        moved = {ref: _same(ref, home, about) for ref in read if owner_of(ref) != home}
        rows = [*counted, intent.subject] if counted else [intent.subject]
        if not all(moved.values()) or all(row in ("", home) for row in rows):
            continue
        put = {**{ref: ref for ref in read}, **{ref: to for ref, to in moved.items() if to}}
        plain = all(m.function == "count" and not m.where and not m.parts for m in intent.measures)
        if not plain and any(m.table != home for m in intent.measures):
            continue
        return replace(
            with_columns(intent, put.__getitem__),
            subject=home if intent.subject else "",
            measures=tuple(
                Measure(function="count", table=home) if m.table != home else m
                for m in intent.measures
            ),
        )
    return None


def _same(ref: str, home: str, about: Known) -> str:
    """The column of that table that is called as this one."""
    named = lemmas_of(ref.rpartition(".")[2])
    found = [c.name for c in about.table(home).columns if lemmas_of(c.name) == named]
    return f"{home}.{found[0]}" if len(found) == 1 else ""
