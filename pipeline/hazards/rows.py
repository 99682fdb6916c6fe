"""Which rows are read: copies of a table, third tables on the way, and rows marked as deleted."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.personal_data import snake
from knowledge.sentences import capital
from knowledge.shapes import CopyGroup, copy_groups
from knowledge.shapes.copies import stage_words
from knowledge.shapes.finding import has_flagged_rows
from knowledge.sql_text import quoted_identifier
from pipeline.checkpoint import Option
from pipeline.hazards.kinds import COPY, DELETED, THROUGH
from pipeline.hazards.reading import Reading, column_of, is_among, spoken
from pipeline.intent import Condition, Intent, Stated, leaves
from pipeline.made_once import made_once
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import Word, name_words

# What stands between the parts of the ids of options: `table:payments→raw_payments|...`.
_ID_PARTS = re.compile(r"[→|:=,/]")
KEPT_ROWS, ALL_ROWS, GO_THROUGH = "kept", "all", "so"
_YES = ("y", "yes", "t", "true", "1", "on")
_WHEN = frozenset(("at", "on", "date", "is", "flag"))


def copies_known(about: Known) -> tuple[CopyGroup, ...]:
    """The copies among the tables that may be asked."""
    return made_once(about, "copies", lambda: copy_groups(about.catalog, about.allowed))


def chosen_copies(about: Known, choices: Mapping[str, str]) -> Known:
    """What is known without the copies that a person did not choose."""
    gone = {
        other
        for group in copies_known(about)
        if (chosen := choices.get(f"{COPY}:{group.name}")) in group.tables
        for other in group.tables
        if other != chosen
    }
    return without(about, gone) if gone else about


def without(about: Known, gone: set[str]) -> Known:
    """What is known but for some tables."""
    kept = frozenset(key for key in about.allowed if key not in gone)
    return made_once(
        about, kept, lambda: about.seeing(about.catalog, about.glossary, about.values, kept)
    )


def ask_which_copy(reading: Reading) -> Outcome | None:
    """Which of several copies is meant, unless the question or the glossary says so."""
    read = {table.key for table in reading.tables}
    for group in copies_known(reading.about):
        used = read & set(group.tables)
        key = f"{COPY}:{group.name}"
        if not used or key in reading.choices or len(used) > 1:
            continue
        table = reading.about.table(next(iter(used)))
        others = [reading.about.table(other) for other in group.tables if other != table.key]
        if reading.is_named(table):
            told = f"The rows are those of {table.key}, not of {listed(o.key for o in others)}."
            plain = _stands_alone(table, others)
            return None if plain or told in reading.planned.assumptions else reading.telling(told)
        if not reading.about.glossary.note(table.key):
            return _which_copy(group, reading.about)
    return None


def _stands_alone(table: Table, others: list[Table]) -> bool:
    """Whether nobody takes the others for it: theirs are old rows, or it says which it is."""
    return bool(stage_words(table)) or all(other.rows == 0 for other in others)


def _which_copy(group: CopyGroup, about: Known) -> Ask:
    options = tuple(
        Option(id=key, label=key, detail=_size(about.table(key), about)) for key in group.tables
    )
    note = f" {group.note}." if group.note else ""
    return Ask(
        id=f"{COPY}:{group.name}",
        kind="tables",
        prompt=f"{len(options)} tables look like copies of one thing.{note} Which one counts?",
        options=options,
        default="",
    )


def _size(table: Table, about: Known) -> str:
    """How many rows, and what the numbers look like, where that may be told."""
    rows = about.shown_rows(table)
    if rows is None:
        return ""
    ranges = [
        f"{spoken(column.name)} up to {column.high}" for column in table.columns
        if column.kind.is_number and column.high and not _is_key(column, table) and not column.pii
    ]  # fmt: skip
    return "; ".join((f"{rows:,} rows", *ranges[:2]))


def _is_key(column: Column, table: Table) -> bool:
    tied = {name for key in table.foreign_keys for name in key.columns}
    return column.primary_key or column.name in tied or snake(column.name).endswith("id")


def ask_between_copies(asked: Ask, about: Known, choices: Mapping[str, str]) -> Ask | None:
    """A question back that is between copies: which of them counts is asked first."""
    said = {part for option in asked.options for part in _ID_PARTS.split(option.id)}
    for group in copies_known(about):
        if len(said & set(group.tables)) > 1 and f"{COPY}:{group.name}" not in choices:
            return _which_copy(group, about)
    return None


def ask_the_way(reading: Reading) -> Outcome | None:
    """A way through a third table that no word names, where a key ties the two ends directly."""
    for third, ends in _thirds(reading):
        key = f"{THROUGH}:{third.key}"
        if reading.choices.get(key) == GO_THROUGH:
            continue
        direct = reading.read(without(reading.about, {third.key}))
        if isinstance(direct, Planned):
            return direct
        rows = reading.about.shown_rows(third)
        size = f"{rows:,} rows; " if rows is not None else ""
        return Ask(
            id=key,
            kind="tables",
            prompt=(
                f"I would go from {listed(ends)} through {third.key}, which your question does not "
                "name. Only rows that are in it would count."
            ),
            options=(
                Option(
                    id=GO_THROUGH, label=f"Go through {third.key}",
                    detail=f"{size}{reading.planned.reading}",
                ),
            ),
            default="",
        )  # fmt: skip
    return None


def _thirds(reading: Reading) -> Iterator[tuple[Table, tuple[str, str]]]:
    """Tables of the statement with the keys of two others of it, which are tied by themselves."""
    read = {table.key: table for table in reading.tables}
    if len(read) < 3:  # noqa: PLR2004 - two ends and what lies between
        return
    for table in read.values():
        ends = sorted({key.to_table for key in table.foreign_keys} & set(read) - {table.key})
        tied = [
            (one, other) for one in ends for other in ends
            if one != other and other in {key.to_table for key in read[one].foreign_keys}
        ]  # fmt: skip
        if tied and not _is_spoken_of(table, reading):
            yield table, tied[0]


def _is_spoken_of(table: Table, reading: Reading) -> bool:
    """Whether a word speaks of this table and of no other one, or one of its columns is read."""
    keys = {name for key in table.foreign_keys for name in key.columns} | set(table.primary_key)
    own = {column.name.lower() for column in table.columns if column.name not in keys}
    rest = [other for other in reading.tables if other.key != table.key]
    others = {column.name.lower() for other in rest for column in other.columns}
    names = tuple(part.lower() for other in rest for part in name_words(other.name))
    parts = tuple(part.lower() for part in name_words(table.name))
    alone = any(is_among(word, parts) and not is_among(word, names) for word in reading.words)
    return alone or bool((own - others) & reading.column_names)


def ask_about_deleted(reading: Reading) -> Outcome | None:
    """Whether rows that are marked as deleted count, unless anything says so."""
    planned = reading.planned
    for table, column in _marked(reading):
        key, rows = f"{DELETED}:{table.key}", rows_said(table)
        chosen = reading.choices.get(key)
        now = replace(reading, planned=planned)
        if chosen == ALL_ROWS:
            planned = now.telling(f"{rows} that {column.name} marks count as well.")
            continue
        kept = _without_deleted(planned.intent, table, column, reading.about)
        mended = now.with_intent(kept, f"{rows} that {column.name} marks are left out.")
        if chosen != KEPT_ROWS or mended is None:
            return _whether_deleted(key, table, column, reading.about, offered=mended is not None)
        planned = mended
    return planned


def _marked(reading: Reading) -> Iterator[tuple[Table, Column]]:
    """The tables that are counted, with a mark of which neither question nor glossary speaks."""
    for table in _counted_tables(reading):
        column = next((c for c in table.columns if has_flagged_rows(c)), None)
        note = reading.about.glossary.note(table.key)
        if column is None or (note and note.filters) or _speaks_of(column, reading.words):
            continue
        if column.name.lower() not in reading.column_names:
            yield table, column


def keep_own_values(reading: Reading) -> Outcome | None:
    """Groups by a text of the rows themselves, and not by the equal text of another table.

    Rows whose text is not there, or is empty, would be left out.
    """
    if reading.tree is None:
        return None
    names = {table.alias_or_name: table.name for table in reading.tree.find_all(exp.Table)}
    keys = {table.name: table.key for table in reading.tables}
    intent = reading.planned.intent
    grouped = {each.column for each in intent.dimensions if not each.grain}
    for join in reading.tree.find_all(exp.Join):
        on = join.args.get("on")
        if not isinstance(on, exp.EQ) or not isinstance(on.left, exp.Column):
            continue
        ends = [on.left, on.right] if isinstance(on.right, exp.Column) else []
        refs = [f"{keys.get(names.get(c.table, ''), '')}.{c.name}" for c in ends]
        for other, own in (refs, refs[::-1]) if refs else ():
            owner = own.rpartition(".")[0]
            if other in grouped and owner == intent.subject and _is_text(other, reading.about):
                key = reading.about.table(other.rpartition(".")[0])
                return reading.with_intent(_of_own(intent, key, other, own))
    return None


def _is_text(ref: str, about: Known) -> bool:
    found = column_of(ref, about)
    return found is not None and found[1].kind is Kind.TEXT and not found[1].primary_key


def _of_own(intent: Intent, table: Table, other: str, own: str) -> Intent:
    """The intent with a column of another table replaced by the equal one of its own rows."""
    return replace(
        intent,
        dimensions=tuple(
            replace(each, column=own) if each.column == other else each
            for each in intent.dimensions
            if each.column not in {f"{table.key}.{name}" for name in table.primary_key}
        ),
        outputs=tuple(own if each == other else each for each in intent.outputs),
        order=tuple(replace(each, by=own) if each.by == other else each for each in intent.order),
    )


def rows_said(table: Table) -> str:
    """The rows of a table as a sentence begins with them."""
    name = spoken(table.name)
    return capital(name if name.endswith("s") else f"{name} rows")


def _counted_tables(reading: Reading) -> list[Table]:
    """The tables whose rows are shown or counted."""
    intent = reading.planned.intent
    keys = [intent.subject, *(m.table for each in intent.measures for m in leaves(each))]
    found = (reading.about.catalog.table(key) for key in dict.fromkeys(keys) if key)
    return [table for table in found if table is not None]


def _speaks_of(column: Column, words: tuple[Word, ...]) -> bool:
    parts = tuple(part for part in name_words(column.name) if part not in _WHEN)
    return any(is_among(word, parts) for word in words)


def _whether_deleted(key: str, table: Table, column: Column, about: Known, *, offered: bool) -> Ask:
    total, share = about.shown_rows(table), column.null_share
    dated = column.kind.is_dated or column.kind is Kind.TEXT
    left = f"{round(total * share):,} of {total:,} rows" if total and share and dated else ""
    every = f"{total:,} rows" if total is not None else ""
    keep = Option(id=KEPT_ROWS, label="Leave these rows out", detail=left)
    count = Option(id=ALL_ROWS, label="Count all rows", detail=every)
    return Ask(
        id=key,
        kind="tables",
        prompt=f"Some rows of {table.key} are marked by {column.name}. Should they be counted?",
        options=(keep, count) if offered else (count,),
        default="",
    )


def _without_deleted(intent: Intent, table: Table, column: Column, about: Known) -> Intent:
    ref = f"{table.key}.{column.name}"
    text_flag = column.kind is Kind.TEXT and column.complete and len(column.values) > 1
    if column.kind.is_dated or (column.kind is Kind.TEXT and not text_flag):
        kept: Condition | Stated = Condition(column=ref, operator="is null")
    elif text_flag:
        noes = tuple(v for v in column.values if v.strip().casefold() not in _YES)
        kept = Condition(column=ref, operator="in", values=noes)
    elif column.kind is Kind.BOOLEAN:
        name = quoted_identifier(column.name, about.catalog.dialect)
        kept = Stated(sql=f"NOT {name}", tables=(table.key,))
    else:
        kept = Condition(column=ref, operator="=", values=(0,))
    return replace(intent, filters=(*intent.filters, kept))
