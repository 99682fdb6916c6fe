"""Cube data models in YAML: cubes with measures, dimensions and joins."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.errors import KnowledgeError
from knowledge.semantic_layers.parts import (
    NAME,
    Collected,
    Join,
    Part,
    maps_under,
    parts_in,
    sole_table,
    text_in,
)

_AGGREGATES = {
    "sum": "SUM({})", "avg": "AVG({})", "min": "MIN({})", "max": "MAX({})",
    "count": "COUNT({})", "count_distinct": "COUNT(DISTINCT {})",
    "count_distinct_approx": "COUNT(DISTINCT {})", "number": "{}",
}  # fmt: skip
# `{CUBE}.amount`, `{CUBE.amount}`, `{orders.amount}`, `{orders}` or `{total}`.
_REFERENCE = re.compile(r"\{\s*([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?\s*\}")
_OWN = ("CUBE", "TABLE")
_EQUALITY = re.compile(
    r"\{\s*(\w+)\s*\}\.[\"`]?(\w+)[\"`]?\s*=\s*\{\s*(\w+)\s*\}\.[\"`]?(\w+)[\"`]?"
)
# What changes the rows of a measure, beyond its filters.
_BEYOND = ("rolling_window", "multi_stage", "time_shift", "case", "group_by", "reduce_by")


class _NoFormError(KnowledgeError):
    """A piece of SQL refers to what is not known here."""


@dataclass(slots=True)
class Cube(Collected):
    """Reads the cubes; views of cubes only repeat them."""

    tables: dict[str, str] = field(default_factory=dict)
    dimensions: dict[tuple[str, str], str] = field(default_factory=dict)

    def cubes(self, found: Sequence[Part]) -> None:
        """All cubes of the file: each may refer to the others."""
        for cube in found:
            name = text_in(cube, "name")
            table = text_in(cube, "sql_table") or sole_table(text_in(cube, "sql"))
            if not table or "{" in table:
                why = "its SQL is more than one table" if not table else "its table is a template"
                self.left_out.append(f"{name}: the cube is left out: {why}.")
                continue
            self.tables[name] = ".".join(part.strip('"`') for part in table.split(".")[-2:])
            for dimension in maps_under(cube.get("dimensions")):
                sql = text_in(dimension, "sql")
                self.dimensions[name, text_in(dimension, "name")] = sql
        for cube in found:
            if text_in(cube, "name") in self.tables:
                self._cube(cube)

    def views(self, found: Sequence[Part]) -> None:
        """Say that views were not read."""
        names = ", ".join(text_in(view, "name") for view in found)
        if names:
            self.left_out.append(f"views ({names}): they only regroup what the cubes say.")

    def _cube(self, cube: Part) -> None:
        name = text_in(cube, "name")
        table = self.tables[name]
        self.noted(table, text_in(cube, "description"), _synonyms(cube, name, table))
        if cube.get("extends"):
            self.left_out.append(f"{name}: what it extends is not repeated for it.")
        for dimension in maps_under(cube.get("dimensions")):
            self._dimension(name, dimension)
        times = [
            column
            for dimension in maps_under(cube.get("dimensions"))
            if text_in(dimension, "type") == "time"
            and (column := self._column(dimension)) is not None
        ]
        measures = list(maps_under(cube.get("measures")))
        known: dict[str, str] = {}
        # A measure may name one that stands below it.
        for _ in measures:
            for measure in measures:
                self._known(name, measure, known)
        for measure in measures:
            self._measure(name, measure, known, times[0] if len(times) == 1 else "")
        for join in maps_under(cube.get("joins")):
            self._join(name, join)
        for segment in maps_under(cube.get("segments")):
            self._segment(name, segment)

    def _dimension(self, cube: str, dimension: Part) -> None:
        column = self._column(dimension)
        name, title = text_in(dimension, "name"), text_in(dimension, "title")
        if column is None:
            if not dimension.get("sub_query"):
                self.left_out.append(f"{cube}.{name}: the dimension is no plain column.")
            return
        names = [each for each in (title, name) if each and each.lower() != column.lower()]
        if names:
            means = f"{self.tables[cube]}.{column}"
            self.term(names[0], means, names[1:], text_in(dimension, "description"))

    def _column(self, dimension: Part) -> str | None:
        """The column that a dimension is, if it is one."""
        sql = text_in(dimension, "sql")
        plain = re.sub(r"\{\s*(?:CUBE|TABLE)\s*\}\.", "", sql).strip('"` ')
        plain = plain.removeprefix("{CUBE.").removesuffix("}") if "{CUBE." in plain else plain
        return plain if NAME.fullmatch(plain) else None

    def _known(self, cube: str, measure: Part, known: dict[str, str]) -> None:
        name, kind = text_in(measure, "name"), text_in(measure, "type")
        shape = _AGGREGATES.get(kind)
        beyond = any(measure.get(key) for key in _BEYOND)
        # What is computed from aggregates has no rows of its own to filter.
        filtered = kind == "number" and bool(parts_in(measure, "filters"))
        if name in known or shape is None or beyond or filtered:
            return
        sql = text_in(measure, "sql")
        try:
            filters = [self._sql(cube, text_in(f, "sql"), {}) for f in parts_in(measure, "filters")]
            number = self._sql(cube, sql, known) if sql else "*"
        except _NoFormError:
            return
        if filters:
            # A measure among others counts its own rows only.
            when, then = " AND ".join(f"({each})" for each in filters), number
            number = f"CASE WHEN {when} THEN {'1' if then == '*' else then} END"
        if not (number == "*" and kind != "count"):
            known[name] = shape.format(number)

    def _measure(self, cube: str, measure: Part, known: dict[str, str], time: str) -> None:
        name, kind = text_in(measure, "name"), text_in(measure, "type")
        if name not in known:
            why = (
                f"a measure of the type {kind or '(none)'} has no form here"
                if kind not in _AGGREGATES
                else "it is more than a number over the columns of its own cube"
            )
            self.left_out.append(f"{cube}.{name}: {why}.")
            return
        # `count` alone is a measure of most cubes.
        shared = name in ("count", "total", "sum", "average")
        told = dict(measure) | ({"name": f"{name} of {cube}"} if shared else {})
        told["label"] = text_in(measure, "title")
        self.kept(told, self.tables[cube], known[name], (), time)

    def _segment(self, cube: str, segment: Part) -> None:
        name = text_in(segment, "name")
        try:
            means = self._sql(cube, text_in(segment, "sql"), {}, whole=True)
        except _NoFormError:
            self.left_out.append(f"{cube}.{name}: the segment is no plain condition.")
            return
        self.term(name, means, (), text_in(segment, "description"))

    def _join(self, cube: str, join: Part) -> None:
        target = text_in(join, "name")
        found = _EQUALITY.fullmatch(text_in(join, "sql").strip())
        if found is None or target not in self.tables:
            self.left_out.append(f"join of {cube} to {target}: it is no equality of two columns.")
            return
        ends = {self._owner(cube, found[1]): found[2], self._owner(cube, found[3]): found[4]}
        one, other = ends.get(self.tables[cube]), ends.get(self.tables[target])
        if one and other:
            self.joins.append(Join(self.tables[cube], one, self.tables[target], other))

    def _owner(self, cube: str, name: str) -> str:
        return self.tables.get(cube if name in _OWN else name, "")

    def _sql(self, cube: str, text: str, measures: dict[str, str], *, whole: bool = False) -> str:
        """The SQL with its references resolved. Raises `_NoFormError`."""
        own = f"{self.tables[cube]}." if whole else ""

        def resolved(found: re.Match[str]) -> str:
            owner, member = found[1], found[2]
            if member is None and owner in measures:
                return f"({measures[owner]})"
            if member is None and owner in (*_OWN, cube):
                return self.tables[cube]
            if owner in (*_OWN, cube) and member in measures:
                return f"({measures[member]})"
            name = member or owner
            inner = self.dimensions.get((cube, name))
            if inner is None or (member and owner not in (*_OWN, cube)):
                raise _NoFormError
            plain = re.sub(r"\{\s*(?:CUBE|TABLE)\s*\}\.", "", inner)
            if "{" in plain:
                raise _NoFormError
            return f"{own}{plain}" if NAME.fullmatch(plain) else f"({plain})"

        if "{{" in text or "{%" in text:
            raise _NoFormError
        return _REFERENCE.sub(resolved, text).strip()


def _synonyms(cube: Part, name: str, table: str) -> list[str]:
    own = table.rpartition(".")[2].lower()
    titles = (text_in(cube, "title"), name.replace("_", " "))
    return list(dict.fromkeys(t for t in titles if t and t.lower().replace(" ", "_") != own))
