"""Named results of a model's own reads: kept whole on the side, and shown by their head."""

from dataclasses import dataclass

from pipeline.telling.summary import shown
from pipeline.warehouse import Rows

_HEAD = 10
_LONGEST_CELL = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One read, under the name by which the model speaks of it."""

    name: str
    sql: str
    rows: Rows


class Results:
    """The results of one exploration, `df_1`, `df_2` and so on."""

    def __init__(self) -> None:
        self._kept: dict[str, Result] = {}

    def keep(self, sql: str, rows: Rows) -> Result:
        """The result under the next name."""
        made = Result(name=f"df_{len(self._kept) + 1}", sql=sql, rows=rows)
        self._kept[made.name] = made
        return made

    def page(self, name: str, start: int) -> str:
        """Ten rows of a result from a row on, counted from 0."""
        found = self._kept.get(name.strip().lower())
        if found is None:
            return f"There is no result {name}; there are: {', '.join(self._kept) or 'none'}."
        return page_of(found, max(start, 0))


def page_of(result: Result, start: int = 0) -> str:
    """The columns and ten rows of a result, as text."""
    rows = result.rows.rows
    cut = " or more" if result.rows.truncated else ""
    head = " | ".join(column.name for column in result.rows.columns)
    lines = [
        " | ".join(shown(cell)[:_LONGEST_CELL] for cell in row)
        for row in rows[start : start + _HEAD]
    ]
    return "\n".join([f"{result.name}: {len(rows)}{cut} rows", head, *lines])
