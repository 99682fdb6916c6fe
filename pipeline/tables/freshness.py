"""How fresh the rows of a table are, as far as who asks may know."""

from knowledge.catalog import Table
from pipeline.rules.schema.known import Known


def latest_of(table: Table, known: Known, column: str = "") -> str:
    """The ISO day of the newest rows: by that column if it is a date, else by the usual one.

    Empty where several dates could tell it, where there is none, or where rows are kept back.
    """
    if known.is_hushed(table.key):
        return ""
    note = known.glossary.note(table.key)
    usual = (note.time_column if note else "").rpartition(".")[2]
    dates = [each for each in table.columns if each.kind.is_dated and each.high]
    own = [each for each in dates if each.name == column]
    named = own or [each for each in dates if each.name == usual]
    chosen = named or (dates if len(dates) == 1 else [])
    return str(chosen[0].high)[:10] if chosen else ""
