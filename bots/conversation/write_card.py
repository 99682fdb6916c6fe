"""A change that waits for approval, and the receipt of one that was written."""

from collections.abc import Sequence
from dataclasses import replace

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Code,
    Field,
    Fields,
    Points,
    Press,
    Table,
    Text,
    Tone,
    Verb,
)
from bots.conversation.cells import cell_text, sample_table, writing_of
from bots.conversation.sql_lines import in_lines
from bots.wording import writes as say
from pipeline.approval import Change
from pipeline.checkpoint import Ask
from pipeline.result import Sample
from pipeline.writes.receipt import Receipt
from review.ledger.notices import Written

# A phone shows no more beside each other; a row's names and what changes are never left out.
_FEW_COLUMNS = 4


def change_told(ask: Ask, change: Change) -> tuple[Block, ...]:
    """Everything that an approver should know, the statement itself above all."""
    return (
        Text(text=ask.title, tone=Tone.STRONG),
        *(Text(text=remark, tone=Tone.WARNING) for remark in change.remarks),
        Text(text=change.explanation),
        Code(text=in_lines(ask.sql)),
        Fields(items=_fields(ask, change)),
        *(Text(text=warning, tone=Tone.WARNING) for warning in change.warnings),
        *_rows(change),
        *((Points(label=say.FACTS, items=change.notes),) if change.notes else ()),
        *_undo(change.undo_missing),
        *_approvals(change),
    )


def written_card(notice: Written) -> Card:
    """The receipt, with a button that asks to take the change back."""
    receipt = notice.receipt
    told = (
        (say.ASKED_BY, say.approvers((receipt.asked_by,))),
        (say.APPROVED_BY, say.approvers(receipt.approved_by)),
        (say.WRITTEN_AT, say.written_at(receipt.at, receipt.asked_by)),
    )
    undo = Button(
        label=say.UNDO, press=Press(verb=Verb.UNDO, subject=notice.approval or notice.run)
    )
    blocks: tuple[Block, ...] = (
        Text(text=say.done(receipt), tone=Tone.SUBTLE if notice.undone else Tone.STRONG),
        *_undone(notice),
        *((Text(text=say.vouched(), tone=Tone.WARNING),) if receipt.vouched else ()),
        Code(text=in_lines(receipt.sql)),
        Fields(items=tuple(Field(label=label, text=text) for label, text in told)),
        *(() if notice.undone else _undo_offered(receipt, undo)),
    )
    return Card(plain=say.done(receipt), blocks=blocks)


def _undone(notice: Written) -> tuple[Text, ...]:
    """That it was taken back, where it was."""
    if notice.undone is None:
        return ()
    told = say.undone(notice.undone.by, notice.undone.at, notice.receipt.asked_by)
    return (Text(text=told, tone=Tone.CAUTION),)


def _undo_offered(receipt: Receipt, undo: Button) -> tuple[Block, ...]:
    return (Buttons(items=(undo,)),) if receipt.undo else _undo(receipt.undo_missing)


def _fields(ask: Ask, change: Change) -> tuple[Field, ...]:
    lines = (
        *((fact.label, fact.text) for fact in ask.facts),
        (say.TIER, say.tier(change.tier)),
        (say.ROWS, say.rows(change)),
    )
    return tuple(Field(label=label, text=text) for label, text in lines if text)


def _undo(missing: str) -> tuple[Text, ...]:
    return (Text(text=say.no_undo(missing), tone=Tone.SUBTLE),) if missing else ()


def _approvals(change: Change) -> tuple[Text, ...]:
    line = say.approved_so_far(change.approvals, change.quorum)
    return (Text(text=line),) if line else ()


def _rows(change: Change) -> tuple[Block, ...]:
    """The rows as they would be; a cell that changes shows both its values."""
    before, after = change.before, change.after
    sample = after or before
    if sample is None or not sample.columns or not sample.rows:
        return ()
    title = Text(text=say.table_title(change), tone=Tone.STRONG)
    if before is None or after is None:
        # What comes or goes is shown whole, the names of the rows first.
        return (title, sample_table(_with(sample, _ordered(sample.columns, change))))
    places = _ordered(after.columns, change)
    shown = places[: max(_FEW_COLUMNS, len(_telling(after.columns, change)))]
    moved = {old: new for new, old in enumerate(shown)}
    changed = frozenset((row, moved[at]) for row, at in change.changed if at in moved)
    rest = say.left_as_they_are(len(places) - len(shown))
    return (
        title,
        _compared(_with(before, shown), _with(after, shown), changed),
        *((Text(text=rest, tone=Tone.SUBTLE),) if rest else ()),
    )


def _telling(columns: Sequence[str], change: Change) -> Sequence[int]:
    """The places of the columns that say which row it is, and then of those that change."""
    names = [at for name in change.named_by for at, column in enumerate(columns) if column == name]
    return tuple(dict.fromkeys((*names, *sorted({at for _, at in change.changed}))))


def _ordered(columns: Sequence[str], change: Change) -> Sequence[int]:
    first = _telling(columns, change) if len(columns) > _FEW_COLUMNS else ()
    return tuple(dict.fromkeys((*first, *range(len(columns)))))


def _with(sample: Sample, places: Sequence[int]) -> Sample:
    return replace(
        sample,
        columns=tuple(sample.columns[at] for at in places),
        rows=tuple(tuple(row[at] for at in places) for row in sample.rows),
    )


def _compared(before: Sample, after: Sample, changed: frozenset[tuple[int, int]]) -> Table:
    columns = range(len(after.columns))
    both = (*before.rows, *after.rows)
    writings = [writing_of(after.columns[at], [row[at] for row in both]) for at in columns]

    def cell(row: int, at: int) -> str:
        new = cell_text(after.rows[row][at], writings[at])
        if (row, at) not in changed:
            return new
        return f"{cell_text(before.rows[row][at], writings[at])} {say.BECOMES} {new}"

    plain = sample_table(after)
    touched = {at for _, at in changed}
    return Table(
        columns=after.columns,
        rows=tuple(tuple(cell(row, at) for at in columns) for row in range(len(after.rows))),
        numeric=tuple(at for at in plain.numeric if at not in touched),
        total=plain.total,
        capped=plain.capped,
    )
