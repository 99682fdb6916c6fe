"""The undo for rows without a key: they are found again by all of their values, or not at all."""

from collections.abc import Sequence

from pipeline.writes.live import LiveColumn, LiveTable
from pipeline.writes.rows.images import ImageRow, Reading
from pipeline.writes.session import WriteSession

Values = tuple[object, ...]


class AmbiguousRowsError(Exception):
    """Nobody could tell the changed rows from others. `reason` is a sentence."""

    def __init__(self, *, because: str) -> None:
        self.reason = because
        super().__init__(because)


class WholeRows:
    """Conditions on all values of rows of one table."""

    def __init__(self, session: WriteSession, table: LiveTable, reading: Reading) -> None:
        self._session = session
        self._table = table
        self._name = reading.name()
        # What the database sets by itself at an UPDATE is not the same afterwards.
        steady = [not (column.generated or column.touched) for column in table.columns]
        self._places = [place for place, is_steady in enumerate(steady) if is_steady]

    def deleted_again(self, rows: Sequence[ImageRow]) -> str:
        """Takes rows away that were added. Raises `AmbiguousRowsError`."""
        condition = self._only(rows)
        return f"DELETE FROM {self._name} WHERE {condition}"  # noqa: S608

    def updated_back(self, before: Sequence[ImageRow], after: Sequence[ImageRow]) -> str:
        """Sets every changed column to what it was. Raises `AmbiguousRowsError`."""
        was: dict[Values, Values] = {}
        for old, new in zip(before, after, strict=True):
            if was.setdefault(self._steady(new), old.values) != old.values:
                raise AmbiguousRowsError(because="It makes rows alike that were not before.")
        pairs = list(zip(before, after, strict=True))
        changed = [
            place
            for place in self._places
            if any(old.values[place] != new.values[place] for old, new in pairs)
        ]
        if not changed:
            raise AmbiguousRowsError(because="There is nothing to take back.")
        condition = self._only(after)
        sets = ", ".join(self._set_back(place, pairs) for place in changed)
        return f"UPDATE {self._name} SET {sets} WHERE {condition}"  # noqa: S608

    def are_gone(self, rows: Sequence[ImageRow]) -> bool:
        """Whether no row looks like these any more."""
        return self._count(self._condition(rows)) == 0

    def _only(self, rows: Sequence[ImageRow]) -> str:
        """What is true of these rows and of no other."""
        condition = self._condition(rows)
        if self._count(condition) != len(rows):
            reason = f"{self._table.name} has no key, and other rows look just like these."
            raise AmbiguousRowsError(because=reason)
        return condition

    def _count(self, condition: str) -> int:
        query = f"SELECT count(*) FROM {self._name} WHERE {condition}"  # noqa: S608
        return int(str(self._session.rows(query)[0][0]))

    def _condition(self, rows: Sequence[ImageRow]) -> str:
        each = dict.fromkeys(self._steady(row) for row in rows)
        return " OR ".join(f"({self._is(values)})" for values in each)

    def _is(self, values: Values) -> str:
        columns = [self._table.columns[place] for place in self._places]
        return " AND ".join(map(self._has, columns, values))

    def _has(self, column: LiveColumn, raw: object) -> str:
        name, literal = self._session.quoted(column.name), self._session.literal(column, raw)
        return f"{name} IS NULL" if literal == "NULL" else f"{name} = {literal}"

    def _steady(self, row: ImageRow) -> Values:
        return tuple(row.values[place] for place in self._places)

    def _set_back(self, place: int, pairs: Sequence[tuple[ImageRow, ImageRow]]) -> str:
        column = self._table.columns[place]
        by_value: dict[str, list[ImageRow]] = {}
        for old, new in pairs:
            literal = self._session.literal(column, old.values[place])
            by_value.setdefault(literal, []).append(new)
        value = next(iter(by_value))
        if len(by_value) > 1:
            cases = [f"WHEN {self._condition(rows)} THEN {v}" for v, rows in by_value.items()]
            value = f"CASE {' '.join(cases)} END"
        return f"{self._session.quoted(column.name)} = {value}"
