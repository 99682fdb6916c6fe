"""What became of dropped files, as a card."""

from bots.cards import Block, Button, Buttons, Card, Points, Press, Text, Tone, Verb
from bots.files import FileTable, TakenFiles
from bots.wording import files as say

_MOST_COLUMNS = 12
_MOST_TABLES = 5
_MOST_NOTES = 8


def file_card(taken: TakenFiles, *, asked: bool) -> Card:
    """The card; `asked` says that words came with the files which are no question now."""
    blocks: list[Block] = [Text(text=sentence, tone=Tone.WARNING) for sentence in taken.refused]
    if taken.names:
        rows = taken.tables[0].rows if len(taken.tables) == 1 else None
        line = say.loaded(taken.names, len(taken.tables), rows)
        blocks.append(Text(text=line, tone=Tone.STRONG))
        blocks += [_columns(table) for table in taken.tables[:_MOST_TABLES]]
        if taken.notes:
            blocks.append(Points(label=say.GUESSED, items=taken.notes[:_MOST_NOTES]))
        blocks.append(Text(text=say.how_to_ask(taken.kept_for), tone=Tone.SUBTLE))
    blocks += [Text(text=sentence, tone=Tone.SUBTLE) for sentence in taken.beside]
    if asked:
        blocks.append(Text(text=say.NOT_ASKED))
    if taken.names:
        remove = Button(label=say.REMOVE, press=Press(verb=Verb.REMOVE))
        blocks.append(Buttons(items=(remove,)))
    plain = next((block.text for block in blocks if isinstance(block, Text)), "")
    return Card(plain=plain, blocks=tuple(blocks))


def _columns(table: FileTable) -> Points:
    shown = table.columns[:_MOST_COLUMNS]
    left = len(table.columns) - len(shown)
    items = [say.column(each.name, each.kind, each.span) for each in shown]
    if left:
        items.append(say.more_columns(left))
    return Points(label=say.table(table.name, table.rows), items=tuple(items))
