"""From a wish to the tree of one statement; what is about rows is built here."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import number_of, written_words
from pipeline.times.values import TimeSpan
from pipeline.writes.building.choosing import Rows, RowsChooser
from pipeline.writes.building.identifiers import column_node, identifier, table_node
from pipeline.writes.building.lists_in_words import listed_in, name_then
from pipeline.writes.building.moving import MoveBuilder
from pipeline.writes.building.naming import Names
from pipeline.writes.building.schema import SchemaBuilder, out_of_reach
from pipeline.writes.building.typed_values import TypedValues
from pipeline.writes.building.unsettled import UnsettledError, ask, cannot
from pipeline.writes.wishes.kinds import (
    AddColumn,
    AddIndex,
    AddRow,
    ChangeWish,
    Destroy,
    Mark,
    Move,
    OutOfReach,
    Remove,
    Rename,
    Scale,
    SetValue,
)

_EVERY_ROW = "That would change every row of {}, and a change needs a condition."
_SAY_WHICH = "Say which rows are meant."
_SILENT = ("is", "has", "was")
_NOT = ("not ", "in", "de", "un", "dis")
_PAIR = re.compile(
    r"\s*(?:the\s+|an?\s+)?(?P<name>[\w ]+?)\s*(?:=|:|\bis\b|\bof\b|\bset to\b)\s*(?P<value>.+)",
    re.IGNORECASE | re.DOTALL,
)
_CALLED = re.compile(r"^(?:called|named)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What the person has answered so far, and what their words for time mean."""

    choices: Mapping[str, str]
    times: Sequence[TimeSpan] = ()


class Builder:
    """Builds the statement of one wish. Every method raises `UnsettledError`."""

    def __init__(self, known: Known, answers: Answers) -> None:
        self._known = known
        self._choices = answers.choices
        self._dialect = known.catalog.dialect
        self._names = Names(known, answers.choices)
        self._chooser = RowsChooser(known, answers.choices, answers.times)
        self._values = TypedValues(known, answers.choices, answers.times)
        self._moves = MoveBuilder(known, answers.choices, self._chooser)
        self._schema = SchemaBuilder(known, answers.choices, self._values)

    def built(self, wish: ChangeWish) -> exp.Expr:
        """The statement as a tree."""
        makers: dict[type, Callable[..., exp.Expr]] = {
            SetValue: self._set,
            Mark: self._mark,
            Move: self._moves.built,
            Scale: self._scale,
            Remove: self._remove,
            AddRow: self._add_row,
            AddIndex: self._schema.add_index,
            AddColumn: self._schema.add_column,
            Rename: self._rename,
            Destroy: self._schema.destroy,
            OutOfReach: out_of_reach,
        }
        return makers[type(wish)](wish)

    def _set(self, wish: SetValue) -> exp.Expr:
        rows = self._rows_with(wish.column, wish.rows)
        column = self._names.column(wish.column, rows.table)
        if wish.old:
            old = self._values.literal(wish.old, rows.table, column)
            rows = self._narrowed(rows, column, old)
        return self._update(rows, column, self._value(wish.value, rows.table, column))

    def _narrowed(self, rows: Rows, column: Column, value: exp.Expr) -> Rows:
        same = exp.EQ(this=column_node(column.name, self._dialect), expression=value)
        both = exp.and_(rows.condition, same) if rows.condition else same
        return Rows(table=rows.table, condition=both)

    def _rows_with(self, column: str, phrase: str) -> Rows:
        """The rows that were named, or those of the table that has the column."""
        try:
            rows = self._chooser.rows(phrase)
        except UnsettledError as first:
            if not self._names.tables_with(column):
                raise
            first.linked = True
            return self._rows_of_column(column, phrase, first)
        if self._names.column_or_none(column, rows.table) or not self._names.tables_with(column):
            return rows
        missing = cannot(because=f"{rows.table.key} has no column “{column}”.")
        return self._rows_of_column(column, phrase, missing)

    def _rows_of_column(self, column: str, phrase: str, failed: UnsettledError) -> Rows:
        named = self._chooser.row_called(phrase, self._names.tables_with(column))
        if named is not None:
            return named
        try:
            return self._chooser.rows_of_column(column, phrase)
        except UnsettledError:
            raise failed from None

    def _value(self, text: str, table: Table, column: Column) -> exp.Expr:
        """The value; where the column refers to another table, the key of the row of that name."""
        key = next((k for k in table.foreign_keys if k.columns == (column.name,)), None)
        if key is None or column.kind is Kind.TEXT or text.strip("\"' ").isdigit():
            return self._values.literal(text, table, column)
        other = self._known.table(key.to_table)
        name = next(iter(display_columns(other)), "")
        plain = text.strip("\"'` ")
        hits = [h for h in self._known.values.find(plain) if h.table == other.key and h.score == 1]
        found = [hit for hit in hits if hit.column == name]
        if not found:
            return self._values.literal(text, table, column)
        query = exp.select(column_node(key.to_columns[0], self._dialect))
        query = query.from_(table_node(other, self._dialect))
        same = exp.EQ(
            this=column_node(name, self._dialect), expression=exp.Literal.string(found[0].value)
        )
        return query.where(same).subquery()

    def _update(self, rows: Rows, column: Column, value: exp.Expr) -> exp.Expr:
        self._require_condition(rows)
        target = column_node(column.name, self._dialect)
        return exp.Update(
            this=table_node(rows.table, self._dialect),
            expressions=[exp.EQ(this=target, expression=value)],
            where=exp.Where(this=rows.condition),
        )

    def _require_condition(self, rows: Rows) -> None:
        if rows.condition is None:
            raise cannot(because=_EVERY_ROW.format(rows.table.key), next_step=_SAY_WHICH)

    def _mark(self, wish: Mark) -> exp.Expr:
        rows = self._chooser.rows(wish.rows)
        found = list(self._states(rows.table, wish.state))
        if not found:
            raise cannot(
                because=f"No column of {rows.table.key} has “{wish.state}” among its values.",
                next_step="Name the column: set the ... of ... to ...",
            )
        key = f"write:state:{wish.state.lower()}"
        picked = [each for each in found if each[0].name == self._choices.get(key)]
        if len(found) > 1 and not picked:
            options = tuple(
                Option(id=c.name, label=f"{c.name}: {value.sql(self._dialect)}")
                for c, value in found
            )
            text = f"Which column says “{wish.state}”?"
            raise ask(Question(id=key, text=text, options=options, default=options[0].id))
        column, value = (picked or found)[0]
        return self._update(rows, column, value)

    def _states(self, table: Table, state: str) -> Iterator[tuple[Column, exp.Expr]]:
        """The columns that can say it: a stored value, or a flag of that name."""
        words = state.strip("\"'` ").lower()
        for column in table.columns:
            same = next((value for value in column.values if _alike(value, words)), None)
            if same is not None and column.kind is Kind.TEXT:
                yield column, exp.Literal.string(same)
            elif column.kind is Kind.BOOLEAN:
                flag = " ".join(n for n in written_words(column.name) if n not in _SILENT)
                if _says(words, flag):
                    yield column, exp.true()
                elif any(_says(words.removeprefix(no), flag) for no in _NOT if words != flag):
                    yield column, exp.false()

    def _scale(self, wish: Scale) -> exp.Expr:
        phrase = re.sub(r"^of\s+", "", wish.rows) if wish.rows else ""
        column_words = re.sub(r"^(?:all|the|every)\s+", "", wish.column, flags=re.IGNORECASE)
        if not phrase:
            tables = self._names.tables_with(column_words)
            raise cannot(
                because=_EVERY_ROW.format(tables[0].key if tables else "the table"),
                next_step=_SAY_WHICH,
            )
        rows = self._rows_with(column_words, phrase)
        column = self._names.column(column_words, rows.table)
        keys = {name for key in rows.table.foreign_keys for name in key.columns}
        if not column.kind.is_number or column.primary_key or column.name in keys:
            name = f"{rows.table.key}.{column.name}"
            raise cannot(because=f"{name} is no amount that can go up or down.")
        if number_of(wish.amount) is None:
            raise cannot(because=f"“{wish.amount}” may be read as two numbers.")
        amount = wish.amount.lstrip("$€£").replace(",", "")
        return self._update(rows, column, self._scaled(column, amount, wish))

    def _scaled(self, column: Column, amount: str, wish: Scale) -> exp.Expr:
        own = column_node(column.name, self._dialect)
        if not wish.percent:
            kind = exp.Add if wish.up else exp.Sub
            return kind(this=own, expression=exp.Literal.number(amount))
        factor = _factor(amount, up=wish.up)
        return exp.Mul(this=own, expression=exp.Literal.number(factor))

    def _remove(self, wish: Remove) -> exp.Expr:
        rows = self._chooser.rows(wish.rows)
        self._require_condition(rows)
        return exp.Delete(
            this=table_node(rows.table, self._dialect), where=exp.Where(this=rows.condition)
        )

    def _add_row(self, wish: AddRow) -> exp.Expr:
        table = self._names.table(wish.table)
        pairs = dict(self._pairs(wish.said, table))
        missing = [c.name for c in table.columns if not _can_be_left_out(c) and c.name not in pairs]
        if missing:
            raise cannot(
                because=f"A row of {table.key} also needs {', '.join(missing)}.",
                next_step="Say which values they have.",
            )
        names = [identifier(name, self._dialect) for name in pairs]
        return exp.Insert(
            this=exp.Schema(this=table_node(table, self._dialect), expressions=names),
            expression=exp.Values(expressions=[exp.Tuple(expressions=list(pairs.values()))]),
        )

    def _pairs(self, said: str, table: Table) -> Iterator[tuple[str, exp.Expr]]:
        """`name Bo and email b@x.org`: each column with its value."""
        named = _CALLED.match(said)
        parts = listed_in(said[named.end() :] if named else said)
        if named:
            name = next(iter(display_columns(table)), "")
            column = table.column(name) if name else None
            if column is None:
                raise cannot(because=f"I do not know which column names a row of {table.key}.")
            first, *parts = name_then(parts)
            yield column.name, self._values.literal(first, table, column)
        for part in parts:
            column, text = self._pair(part, table)
            yield column.name, self._value(text, table, column)

    def _pair(self, part: str, table: Table) -> tuple[Column, str]:
        found = _PAIR.fullmatch(part)
        column = self._names.column_or_none(found["name"], table) if found else None
        if found is not None and column is not None:
            return column, found["value"]
        words = part.split()
        for count in range(min(len(words) - 1, 4), 0, -1):
            column = self._names.column_or_none(" ".join(words[:count]), table)
            if column is not None:
                return column, " ".join(words[count:])
        raise cannot(
            because=f"I cannot tell which column of {table.key} “{part.strip()}” is about.",
            next_step="Write each one as column = value.",
        )

    def _rename(self, wish: Rename) -> exp.Expr:
        return self._schema.rename(wish) or self._rename_row(wish)

    def _rename_row(self, wish: Rename) -> exp.Expr:
        """`rename product Lamp to Lantern`: the column that names a row of the table."""
        rows = self._chooser.rows(wish.what)
        name = next(iter(display_columns(rows.table)), "")
        column = rows.table.column(name) if name else None
        if column is None:
            raise cannot(because=f"I do not know which column names a row of {rows.table.key}.")
        return self._update(rows, column, self._values.literal(wish.to, rows.table, column))


def _alike(value: str, words: str) -> bool:
    """Whether a stored value is that word, in any case and spelling of `canceled`."""
    return value.lower().replace("ll", "l") == words.replace("ll", "l")


def _says(words: str, flag: str) -> bool:
    """Whether a state is that of a flag: `active`, `activated`."""
    return words == flag or (" " not in words and words == f"{flag.removesuffix('e')}ated")


def _factor(amount: str, *, up: bool) -> str:
    """The factor as a decimal text: 5 percent up is 1.05."""
    share = Decimal(amount) / 100
    return str((1 + share if up else 1 - share).normalize())


def _can_be_left_out(column: Column) -> bool:
    return column.nullable or column.primary_key
