"""Semantic models of Snowflake in YAML: Cortex Analyst, and semantic views written out as YAML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.semantic_layers.parts import (
    NAME,
    Collected,
    Join,
    Part,
    expression_of,
    part_in,
    parts_in,
    text_in,
)
from knowledge.sql_text import read_sql, write_sql

_DIALECT = "snowflake"
_AGGREGATES = {
    "sum": "SUM({})", "avg": "AVG({})", "min": "MIN({})", "max": "MAX({})", "count": "COUNT({})",
    "count_distinct": "COUNT(DISTINCT {})", "median": "MEDIAN({})",
}  # fmt: skip


@dataclass(slots=True)
class Cortex(Collected):
    """Reads the logical tables, and the metrics over them."""

    tables: dict[str, str] = field(default_factory=dict)

    def model(self, data: Part) -> None:
        """The whole file."""
        for table in parts_in(data, "tables"):
            base = part_in(table, "base_table")
            name = ".".join(filter(None, (text_in(base, "schema"), text_in(base, "table"))))
            if not name:
                self.left_out.append(f"{text_in(table, 'name')}: it does not name a base table.")
                continue
            self.tables[text_in(table, "name").lower()] = name
            self._table(table, name)
        for metric in parts_in(data, "metrics"):
            name = text_in(metric, "name")
            self.left_out.append(f"{name}: a metric over several tables has no form here.")
        for relation in parts_in(data, "relationships"):
            self._relationship(relation)
        queries = parts_in(data, "verified_queries")
        if queries:
            self.left_out.append(
                f"{len(queries)} verified queries: import them for review with "
                "`countersign knowledge import`."
            )

    def _table(self, table: Part, base: str) -> None:
        logical = text_in(table, "name")
        own = base.rpartition(".")[2].lower()
        names = [logical.replace("_", " ")] if logical.lower() != own else []
        self.noted(base, text_in(table, "description"), (*names, *_synonyms(table)))
        columns = {
            text_in(part, "name").lower(): expression_of(part)
            for key in ("dimensions", "time_dimensions", "facts", "measures")
            for part in parts_in(table, key)
        }
        times = parts_in(table, "time_dimensions")
        time = expression_of(times[0]) if len(times) == 1 else ""
        for key in ("dimensions", "time_dimensions"):
            for part in parts_in(table, key):
                self._word(part, base)
        for part in (*parts_in(table, "facts"), *parts_in(table, "measures")):
            self._fact(part, base, columns, time)
        for metric in parts_in(table, "metrics"):
            self._metric(metric, base, columns, time)
        for condition in parts_in(table, "filters"):
            self._filter(condition, base, columns)

    def _word(self, part: Part, base: str) -> None:
        column, name = expression_of(part), text_in(part, "name")
        if not NAME.fullmatch(column):
            self.left_out.append(f"{name}: the dimension is no plain column.")
            return
        names = [n for n in (name, *_synonyms(part)) if n.lower() != column.lower()]
        if names:
            self.term(names[0], f"{base}.{column}", names[1:], text_in(part, "description"))

    def _fact(self, part: Part, base: str, columns: Mapping[str, str], time: str) -> None:
        """A number with a usual aggregation is a metric; one without is a word for its column."""
        told = text_in(part, "default_aggregation").lower()
        shape = _AGGREGATES.get(told)
        number = _resolved(expression_of(part), {**columns, text_in(part, "name").lower(): ""})
        if told and shape and number:
            self.kept(part, base, shape.format(number), (), time, _synonyms(part))
        elif told:
            self.left_out.append(f"{text_in(part, 'name')}: the aggregation {told} has no form.")
        else:
            self._word(part, base)

    def _metric(self, metric: Part, base: str, columns: Mapping[str, str], time: str) -> None:
        number = _resolved(text_in(metric, "expr"), columns)
        if number is None:
            name = text_in(metric, "name")
            self.left_out.append(f"{name}: its expression is no SQL over its own table.")
            return
        self.kept(metric, base, number, (), time, _synonyms(metric))

    def _filter(self, condition: Part, base: str, columns: Mapping[str, str]) -> None:
        means = _resolved(text_in(condition, "expr"), columns, base)
        if means is None:
            name = text_in(condition, "name")
            self.left_out.append(f"{name}: the filter is no condition over its own table.")
            return
        told = text_in(condition, "description")
        self.term(text_in(condition, "name"), means, _synonyms(condition), told)

    def _relationship(self, relation: Part) -> None:
        one = self.tables.get(text_in(relation, "left_table").lower(), "")
        other = self.tables.get(text_in(relation, "right_table").lower(), "")
        pairs = parts_in(relation, "relationship_columns")
        if not one or not other or len(pairs) != 1:
            name = text_in(relation, "name")
            self.left_out.append(f"{name}: a join of several columns has no form here.")
            return
        left, right = (text_in(pairs[0], key) for key in ("left_column", "right_column"))
        self.joins.append(Join(one, left, other, right))


def _resolved(text: str, columns: Mapping[str, str], base: str = "") -> str | None:
    """The SQL over columns of the base table instead of logical names; None if it is no such."""
    try:
        tree = read_sql(text, _DIALECT)
    except SqlglotError:
        return None
    if tree.find(exp.Query):
        return None
    nodes: Sequence[exp.Column] = list(tree.find_all(exp.Column))
    for node in nodes:
        told = columns.get(node.name.lower(), "")
        if node.table:
            return None
        inner = read_sql(told, _DIALECT) if told and told.lower() != node.name.lower() else None
        if inner is not None:
            if any(c.name.lower() == node.name.lower() for c in inner.find_all(exp.Column)):
                continue
            new = inner if isinstance(inner, exp.Column) else exp.paren(inner)
            if node is tree:
                tree = new
            else:
                node.replace(new)
    if base:
        for node in tree.find_all(exp.Column):
            schema, _, table = base.rpartition(".")
            node.set("table", exp.to_identifier(table))
            node.set("db", exp.to_identifier(schema) if schema else None)
    return write_sql(tree, "")


def _synonyms(part: Part) -> list[str]:
    told = part.get("synonyms")
    return [str(each) for each in told] if isinstance(told, list) else []
