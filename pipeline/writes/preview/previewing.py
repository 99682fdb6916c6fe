"""What was seen of a statement as a preview for people."""

from collections.abc import Sequence

from pipeline.result import Cell, Sample
from pipeline.writes.preview.attempt import Seen
from pipeline.writes.preview.schema_effects import indexes_touched
from pipeline.writes.rows.images import MOST_ROWS, Image, ImageRow
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Verb
from pipeline.writes.values import Impossible, Preview

_SHOWN = 10
UNSURE_UNDO = "Taking it back was tried, and the rows did not come out as they were before."


def previewed(session: WriteSession, seen: Seen, seconds: float) -> Preview | Impossible:
    """The preview of a statement that was run and is about to be rolled back."""
    if seen.rows == 0:
        return _nothing(seen)
    before, after, changed = _samples(session, seen)
    return Preview(
        rows=seen.rows,
        tried=True,
        fingerprint=seen.fingerprint,
        before=before,
        after=after,
        changed=changed,
        notes=(*_notes(seen), *session.locked(), _duration(seconds)),
        warnings=_warnings(seen),
        seconds=seconds,
        undo=seen.undo.statements,
        undo_missing=seen.undo.missing,
        image=seen.image,
    )


def _nothing(seen: Seen) -> Impossible:
    where = f" of {seen.table.name}" if seen.table else ""
    return Impossible(
        reason=f"No row{where} fits, so nothing would be changed.",
        next_step="Check the names and values in the condition.",
    )


def _samples(
    session: WriteSession, seen: Seen
) -> tuple[Sample | None, Sample | None, tuple[tuple[int, int], ...]]:
    old, new = _rows(seen)
    before = _sample(session, seen, old) if old else None
    after = _sample(session, seen, new) if new else _computed(session, seen, old)
    if before is None or after is None or len(old) != len(new or old):
        return before, after, ()
    pairs = enumerate(zip(before.rows, after.rows, strict=True))
    changed = [
        (row, place)
        for row, (one, other) in pairs
        for place, (was, is_now) in enumerate(zip(one, other, strict=True))
        if was != is_now
    ]
    return before, after, tuple(changed)


def _rows(seen: Seen) -> tuple[Sequence[ImageRow], Sequence[ImageRow]]:
    """The rows that differ, before and after; an upsert's are found by comparing."""
    before, after = seen.before or Image(), seen.after or Image()
    if seen.effect.verb is not Verb.UPSERT:
        return before.rows, after.rows
    old, new = before.by_key, after.by_key
    return (
        [row for key, row in old.items() if new.get(key) != row],
        [row for key, row in new.items() if old.get(key) != row],
    )


def _sample(session: WriteSession, seen: Seen, rows: Sequence[ImageRow]) -> Sample | None:
    if seen.table is None:
        return None
    columns = seen.table.columns
    cells = tuple(
        tuple(session.cell(c, raw) for c, raw in zip(columns, row.values, strict=True))
        for row in rows[:_SHOWN]
    )
    names = tuple(column.name for column in columns)
    return Sample(columns=names, rows=cells, total=len(rows), truncated=len(rows) > _SHOWN)


def _computed(session: WriteSession, seen: Seen, old: Sequence[ImageRow]) -> Sample | None:
    """The rows after an UPDATE of a table without a key, from the values it computes."""
    before = _sample(session, seen, old)
    table, sets = seen.table, [name.lower() for name in seen.effect.sets]
    if before is None or table is None or seen.effect.verb is not Verb.UPDATE:
        return None
    if any(len(values) != len(sets) for values in seen.computed):
        return None
    places = {column.name.lower(): n for n, column in enumerate(table.columns)}
    rows: list[tuple[Cell, ...]] = []
    for row, values in zip(before.rows, seen.computed, strict=False):
        cells = list(row)
        for name, raw in zip(sets, values, strict=True):
            cells[places[name]] = session.cell(table.columns[places[name]], raw)
        rows.append(tuple(cells))
    return Sample(
        columns=before.columns, rows=tuple(rows), total=before.total, truncated=before.truncated
    )


def _notes(seen: Seen) -> tuple[str, ...]:
    found = []
    if seen.table and seen.effect.verb is not Verb.SCHEMA:
        events = ("INSERT", "UPDATE") if seen.effect.verb is Verb.UPSERT else (seen.effect.verb,)
        names = {t.name for event in events for t in seen.table.triggers_on(str(event))}
        found += [
            f"The trigger {name} runs with it; what it changes elsewhere is not counted."
            for name in sorted(names)
        ]
    if seen.table and seen.effect.verb is Verb.SCHEMA:
        found += indexes_touched(seen.table, seen.effect.tree)
    if seen.table and not seen.is_bound:
        found.append(
            "Some new values are worked out again when it is written, and may differ from these."
        )
    if any(image is not None and not image.whole for image in (seen.before, seen.after)):
        found.append(
            f"Only the first {MOST_ROWS:,} rows are compared again when it runs; of the others "
            "only the number is."
        )
    return tuple(found)


def _duration(seconds: float) -> str:
    """How long the change may take, as it did when it was tried out."""
    if seconds < 1:
        return "Trying it out took less than a second; writing it takes about as long."
    return f"Trying it out took {seconds:.0f} s; writing it takes about as long."


def _warnings(seen: Seen) -> tuple[str, ...]:
    return (*_every_row(seen), *(cascade.sentence for cascade in seen.cascades), *seen.lost)


def _every_row(seen: Seen) -> tuple[str, ...]:
    """The loudest of the warnings: whatever the condition says, it leaves no row out."""
    if not seen.every_row or seen.table is None or seen.rows is None:
        return ()
    done = "DELETES EVERY ROW" if seen.effect.verb is Verb.DELETE else "CHANGES EVERY ROW"
    return (
        f"This {done} of {seen.table.name}: all {seen.rows:,}. Its condition leaves no row out. "
        "Approve it only if every row is meant.",
    )
