"""From a wish for the schema to the tree of one statement."""

import re
from collections.abc import Mapping, Sequence

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.column_kinds import kind_of_type
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.writes.building.identifiers import column_node, identifier, table_node
from pipeline.writes.building.naming import Names
from pipeline.writes.building.typed_values import TypedValues
from pipeline.writes.building.unsettled import ask, cannot
from pipeline.writes.wishes.kinds import AddColumn, AddIndex, Destroy, OutOfReach, Rename

_OWNER = "Nobody can approve it here. Please ask the owner of the database."
_TYPES = {
    "text": ("text", "string", "varchar", "char"),
    "bigint": ("bigint",),
    "int": ("integer", "int", "whole number"),
    "decimal(18, 2)": ("number", "numeric", "decimal", "money"),
    "double": ("float", "double"),
    "boolean": ("boolean", "bool", "yes/no", "flag"),
    "date": ("date",),
    "timestamp": ("timestamp", "datetime", "date and time"),
    "time": ("time",),
    "json": ("json",),
}
_OFFERED = (
    ("text", "Text"),
    ("int", "A whole number"),
    ("decimal(18, 2)", "A number with decimals"),
    ("boolean", "Yes or no"),
    ("date", "A date"),
    ("timestamp", "A date and time"),
)


class SchemaBuilder:
    """Builds schema changes. Every method raises `UnsettledError`."""

    def __init__(self, known: Known, choices: Mapping[str, str], values: TypedValues) -> None:
        self._choices = choices
        self._dialect = known.catalog.dialect
        self._names = Names(known, choices)
        self._values = values

    def add_index(self, wish: AddIndex) -> exp.Expr:
        table, columns = self._indexed(wish)
        name = "_".join(["idx", table.name, *(column.name for column in columns)]).lower()
        index = exp.Index(
            this=identifier(re.sub(r"\W+", "_", name)[:60], self._dialect),
            table=table_node(table, self._dialect),
            params=exp.IndexParameters(
                columns=[column_node(column.name, self._dialect) for column in columns]
            ),
        )
        return exp.Create(this=index, kind="INDEX", unique=wish.unique)

    def _indexed(self, wish: AddIndex) -> tuple[Table, list[Column]]:
        listed = [part for part in re.split(r"\s*(?:,|\band\b)\s*", wish.columns) if part]
        if wish.table:
            table = self._names.table(wish.table)
            return table, [self._names.column(part, table) for part in listed]
        first = re.sub(r"^(?:the\s+)?(?:column\s+)?", "", listed[0]) if listed else ""
        owner, _, name = first.rpartition(".")
        tables = [self._names.table(owner)] if owner else self._names.tables_with(first)
        if not tables:
            raise cannot(because=f"There is no column “{first}” here.", next_step="Name the table.")
        table = self._chosen_table(tables, first)
        return table, [self._names.column(part, table) for part in (name or first, *listed[1:])]

    def _chosen_table(self, tables: Sequence[Table], column: str) -> Table:
        key = f"write:table-of:{column.lower()}"
        picked = next((t for t in tables if t.key == self._choices.get(key)), None)
        if picked is not None or len(tables) == 1:
            return picked or tables[0]
        options = tuple(Option(id=table.key, label=table.key) for table in tables)
        text = f"More than one table has “{column}”. Which one do you mean?"
        raise ask(Question(id=key, text=text, options=options, default=options[0].id))

    def add_column(self, wish: AddColumn) -> exp.Expr:
        table = self._names.table(wish.table)
        if table.column(wish.name):
            raise cannot(because=f"{table.key} already has a column {wish.name}.")
        kind = exp.DataType.build(self._type(wish), dialect="postgres")
        rules = []
        if wish.default:
            typed = Column(name=wish.name, type="", kind=_kind_of(kind))
            value = self._values.literal(wish.default, table, typed)
            rules = [exp.ColumnConstraint(kind=exp.DefaultColumnConstraint(this=value))]
        definition = exp.ColumnDef(
            this=identifier(wish.name, self._dialect), kind=kind, constraints=rules
        )
        return self._alter(table, definition)

    def _type(self, wish: AddColumn) -> str:
        said = wish.type.lower()
        known = next((kind for kind, words in _TYPES.items() if said in words), said)
        key = f"write:type:{wish.name.lower()}"
        picked = self._choices.get(key, "")
        if known or picked in dict(_OFFERED):
            return known or picked
        options = tuple(Option(id=kind, label=label) for kind, label in _OFFERED)
        text = f"What will the column {wish.name} hold?"
        raise ask(Question(id=key, text=text, options=options, default="text"))

    def rename(self, wish: Rename) -> exp.Expr | None:
        """A column or a table under another name; None where the words name neither."""
        to = wish.to.strip(" \"'`")
        owner, _, name = wish.what.rpartition(".")
        if wish.kind in ("column", "field") or owner:
            return self._rename_column(owner or wish.table, name, to)
        table = self._names.table_or_none(wish.what)
        if table is None and wish.kind != "table":
            return None
        table = table or self._names.table(wish.what)
        new = exp.table_(identifier(to, self._dialect))
        return self._alter(table, exp.AlterRename(this=new))

    def _rename_column(self, owner: str, name: str, to: str) -> exp.Expr:
        if owner:
            table = self._names.table(owner)
        else:
            tables = self._names.tables_with(name)
            if not tables:
                raise cannot(because=f"There is no column “{name}” here.")
            table = self._chosen_table(tables, name)
        column = self._names.column(name, table)
        if table.column(to):
            raise cannot(because=f"{table.key} already has a column {to}.")
        return self._alter(
            table,
            exp.RenameColumn(
                this=column_node(column.name, self._dialect), to=column_node(to, self._dialect)
            ),
        )

    def _alter(self, table: Table, action: exp.Expr) -> exp.Expr:
        return exp.Alter(this=table_node(table, self._dialect), kind="TABLE", actions=[action])

    def destroy(self, wish: Destroy) -> exp.Expr:
        table = self._names.table_or_none(wish.what)
        what = f"the {wish.kind} {table.key if table and wish.kind == 'table' else wish.what}"
        raise cannot(
            because=f"Dropping {what} destroys what is in it for good, so it is never run here.",
            next_step=_OWNER,
        )


def out_of_reach(wish: OutOfReach) -> exp.Expr:
    raise cannot(because=f"“{wish.what}” is never run here.", next_step=_OWNER)


def _kind_of(kind: exp.DataType) -> Kind:
    return kind_of_type(kind.sql())
