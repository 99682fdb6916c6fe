"""Wishes that a row should belong to another row: the fridge to the kitchen, an order to Ana."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import ForeignKey, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import lemma_of, written_words
from pipeline.writes.building.choosing import Rows, RowsChooser
from pipeline.writes.building.identifiers import column_node, table_node
from pipeline.writes.building.unsettled import Unclear, UnsettledError, ask, cannot
from pipeline.writes.wishes.kinds import Move

_FIRST = re.compile(r"^(?:the|my|our)\s+", re.IGNORECASE)
_MOST_NEAR = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """A key of a table, and the row that it is to lead to."""

    table: Table
    key: ForeignKey
    target: Rows

    @property
    def id(self) -> str:
        return f"{self.table.key}.{self.key.columns[0]}"


class MoveBuilder:
    """Sets the key that leads to the row of that name. Raises `UnsettledError`."""

    def __init__(self, known: Known, choices: Mapping[str, str], chooser: RowsChooser) -> None:
        self._known = known
        self._choices = choices
        self._chooser = chooser
        self._dialect = known.catalog.dialect

    def built(self, wish: Move) -> exp.Expr:
        """The statement as a tree."""
        ways = [way for way in self._ways(wish.to) if _is_said(way.key, wish.column)]
        if not ways and wish.column:
            raise cannot(because=f"No key is called “{wish.column}”.", linked=False)
        if not ways:
            raise self._nowhere(wish)
        found: dict[str, tuple[_Way, Rows]] = {}
        asked: UnsettledError | None = None
        for way in ways:
            try:
                rows = self._rows(wish, way)
            except UnsettledError as unsettled:
                asked = asked or unsettled
                continue
            if rows is not None:
                found[way.id] = way, rows
        if not found:
            raise asked or self._no_such_row(wish, ways)
        way, rows = self._one(found, wish)
        if rows.condition is None:
            raise cannot(
                because=f"That would change every row of {rows.table.key}, and a change needs a "
                "condition.",
                next_step="Say which rows are meant.",
            )
        self._require_one_target(way, wish)
        return exp.Update(
            this=table_node(rows.table, self._dialect),
            expressions=[self._leads(way.key, way.target)],
            where=exp.Where(this=rows.condition),
        )

    def _ways(self, words: str) -> Sequence[_Way]:
        """Every key that leads to a row of that name or number."""
        named = self._single(words)
        ways = []
        for table, key in self._keys():
            other = self._known.table(key.to_table)
            called = self._chooser.row_called(_FIRST.sub("", words), [other])
            target = called or (named if named and named.table.key == other.key else None)
            if target is not None:
                ways.append(_Way(table=table, key=key, target=target))
        return sorted(ways, key=lambda way: way.id)

    def _keys(self) -> Iterator[tuple[Table, ForeignKey]]:
        allowed = self._known.allowed
        for table in self._known.catalog.tables:
            for key in table.foreign_keys:
                if len(key.columns) == 1 and table.key in allowed and key.to_table in allowed:
                    yield table, key

    def _single(self, words: str) -> Rows | None:
        """`room Cellar`, `order 17`: one row by its name or key."""
        try:
            rows = self._chooser.rows(words)
        except UnsettledError:
            return None
        return rows if isinstance(rows.condition, exp.EQ) else None

    def _rows(self, wish: Move, way: _Way) -> Rows | None:
        """The rows of that table that are meant; those of the former place where that was said."""
        if not wish.old:
            return self._of_table(wish.rows, way.table)
        other = self._known.table(way.key.to_table)
        former = self._chooser.row_called(_FIRST.sub("", wish.old), [other])
        if former is None:
            # "The lamps from Ikea" is all of it what moves.
            return self._of_table(f"{wish.rows} from {wish.old}", way.table)
        rows = self._of_table(wish.rows, way.table)
        if rows is None:
            return None
        there = self._leads(way.key, former)
        both = exp.and_(rows.condition, there) if rows.condition else there
        return Rows(table=rows.table, condition=both)

    def _of_table(self, phrase: str, table: Table) -> Rows | None:
        called = self._chooser.row_called(_FIRST.sub("", phrase), [table])
        if called is not None:
            return called
        try:
            rows = self._chooser.rows(phrase)
        except UnsettledError as unsettled:
            if isinstance(unsettled.outcome, Unclear):
                raise
            return None
        return rows if rows.table.key == table.key else None

    def _leads(self, key: ForeignKey, target: Rows) -> exp.EQ:
        """The key of a row as that of the target."""
        own = column_node(key.columns[0], self._dialect)
        condition = target.condition
        to = key.to_columns[0]
        if isinstance(condition, exp.EQ) and condition.this.name == to:
            return exp.EQ(this=own, expression=condition.expression.copy())
        query = exp.select(column_node(to, self._dialect))
        query = query.from_(table_node(target.table, self._dialect)).where(condition)
        return exp.EQ(this=own, expression=query.subquery())

    def _one(self, found: Mapping[str, tuple[_Way, Rows]], wish: Move) -> tuple[_Way, Rows]:
        key = f"write:move:{wish.to.lower()}"
        picked = found.get(self._choices.get(key, ""))
        if picked is not None:
            return picked
        if len(found) == 1:
            return next(iter(found.values()))
        options = tuple(
            Option(id=id_, label=f"{id_}: one of {way.key.to_table}")
            for id_, (way, _) in found.items()
        )
        text = f"What of it is to be “{wish.to}”?"
        raise ask(Question(id=key, text=text, options=options, default=options[0].id))

    def _require_one_target(self, way: _Way, wish: Move) -> None:
        """A name that several rows may have tells none of them."""
        condition, table = way.target.condition, way.target.table
        name = table.column(condition.this.name) if isinstance(condition, exp.EQ) else None
        if name is None or name.unique or name.primary_key or name.distinct is None:
            return
        if table.rows is not None and name.distinct < table.rows:
            raise cannot(
                because=f"Several rows of {table.key} may be called “{wish.to}”.",
                next_step=f"Say which one by its {way.key.to_columns[0]}.",
            )

    def _no_such_row(self, wish: Move, ways: Sequence[_Way]) -> UnsettledError:
        """What is understood is where to; what is missing is the row."""
        said = _FIRST.sub("", wish.rows)
        tables = {way.table.key: way.table for way in ways}
        names = " or ".join(tables)
        to = _FIRST.sub("", wish.to)
        return cannot(
            because=f"I understand that something is to belong to “{to}” of "
            f"{ways[0].key.to_table}. I find no row of {names} that “{said}” means.",
            next_step=self._nearest(said, list(tables.values())),
        )

    def _nowhere(self, wish: Move) -> UnsettledError:
        """What is understood is the row, where it is there; what is missing is where to."""
        said, to = _FIRST.sub("", wish.rows), _FIRST.sub("", wish.to)
        keys = [(t, k) for t, k in self._keys() if self._chooser.row_called(said, [t]) is not None]
        others = {key.to_table: self._known.table(key.to_table) for _, key in keys}
        if not keys:
            return cannot(because=f"There is nothing called “{to}” here.", linked=False)
        return cannot(
            because=f"I understand that “{said}” of {keys[0][0].key} is to belong to another row. "
            f"I find no row of {' or '.join(others)} called “{to}”.",
            next_step=self._nearest(to, list(others.values())),
        )

    def _nearest(self, words: str, tables: Sequence[Table]) -> str:
        near = [
            value
            for table in tables
            for column in display_columns(table)
            for value in self._known.values.near(words, table.key, column, limit=_MOST_NEAR)
        ]
        if not near:
            return "Say it by the name that it has here."
        listed = ", ".join(f"“{value}”" for value in near[:_MOST_NEAR])
        return f"The nearest names there are {listed}."


def _is_said(key: ForeignKey, column: str) -> bool:
    """Whether a key or the table that it leads to has that name; so it is where none was said."""
    names = (*written_words(key.columns[0]), *written_words(key.to_table))
    return not column or lemma_of(column.lower()) in {lemma_of(name) for name in names}
