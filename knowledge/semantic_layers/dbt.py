"""dbt manifests and MetricFlow files: measures, metrics, dimensions and entities."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.glossary import Metric
from knowledge.semantic_layers.parts import (
    NAME,
    Collected,
    Join,
    NoSemanticLayerError,
    Part,
    expression_of,
    in_words,
    maps_under,
    name_in,
    part_in,
    parts_in,
    text_in,
)

_AGGREGATES = {
    "sum": "SUM({})", "sum_boolean": "SUM(CASE WHEN {} THEN 1 ELSE 0 END)", "min": "MIN({})",
    "max": "MAX({})", "average": "AVG({})", "avg": "AVG({})", "count": "COUNT({})",
    "count_distinct": "COUNT(DISTINCT {})", "median": "MEDIAN({})",
}  # fmt: skip
_REF = re.compile(r"""ref\(\s*['"]([^'"]+)['"](?:\s*,\s*['"]([^'"]+)['"])?\s*\)""")
_TEMPLATE = re.compile(
    r"\{\{\s*(?:Dimension|TimeDimension|Entity)\(\s*['\"]([^'\"]+)['\"].*?\)\s*\}\}"
)


_SCHEMA = re.compile(r"schemas\.getdbt\.com/dbt/([a-z-]+)/v(\d+)")
# Versions of the manifest that are known; metrics have their form of today since the tenth.
_OLDEST, _METRICS_SINCE, _NEWEST = 4, 10, 12
_TABLES = ("model", "seed", "snapshot")
_TESTS = {
    "unique": "keys are read from the database and its values",
    "not_null": "what may be empty is read from the database",
    "accepted_values": "the values of a column are read from the database",
}


@dataclass(slots=True)
class _Measure:
    table: str
    expression: str
    time_column: str


@dataclass(slots=True)
class Dbt(Collected):
    """Reads semantic models first and the metrics over them after."""

    measures: dict[str, _Measure] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)

    def check(self, data: Part) -> None:
        """Say of which version a file of dbt is. Raises NoSemanticLayerError."""
        told = _SCHEMA.search(text_in(part_in(data, "metadata"), "dbt_schema_version"))
        if told is None:
            return
        kind, version = told[1], int(told[2])
        if kind != "manifest":
            reason = f"it is dbt's {kind}; import target/manifest.json, which `dbt parse` writes"
            raise NoSemanticLayerError(reason)
        if version < _OLDEST:
            reason = (
                f"version {version} of dbt's manifest is too old; versions {_OLDEST} to {_NEWEST} "
                "are known. Run `dbt parse` with a newer dbt"
            )
            raise NoSemanticLayerError(reason)
        if version > _NEWEST:
            self.left_out.append(
                f"This manifest has version {version}; {_NEWEST} is the newest that is known. "
                "What is new in it is left out."
            )

    def manifest(self, data: Part) -> None:
        """Descriptions and tests of the tables, semantic models, and metrics over them."""
        nodes = {
            str(key): node
            for key, node in part_in(data, "nodes").items()
            if isinstance(node, Mapping)
        }
        nodes |= {
            str(key): node
            for key, node in part_in(data, "sources").items()
            if isinstance(node, Mapping)
        }
        tables = {
            key: table_of(node)
            for key, node in nodes.items()
            if text_in(node, "resource_type") in (*_TABLES, "source")
        }
        for key, table in tables.items():
            self.noted(table, text_in(nodes[key], "description"))
        self._columns_told([nodes[key] for key in tables])
        self._tests(nodes, tables)
        self.models(maps_under(data.get("semantic_models")))
        metrics = maps_under(data.get("metrics"))
        old = [metric for metric in metrics if "calculation_method" in metric or "sql" in metric]
        if old:
            self.left_out.append(
                f"{len(old)} metrics have the form of before dbt 1.6; write them as semantic "
                f"models (manifest version {_METRICS_SINCE})."
            )
        self.flow_metrics([metric for metric in metrics if metric not in old])

    def _columns_told(self, tables: Sequence[Part]) -> None:
        count = sum(
            bool(text_in(column, "description"))
            for table in tables
            for column in maps_under(table.get("columns"))
        )
        if count:
            self.left_out.append(
                f"{count} descriptions of columns: they are read from the database's comments; "
                "dbt writes them there with persist_docs."
            )

    def _tests(self, nodes: Mapping[str, Part], tables: Mapping[str, str]) -> None:
        """Tests of relationships are joins; others say what the database shows itself."""
        others: Counter[str] = Counter()
        for node in nodes.values():
            test = part_in(node, "test_metadata")
            kind, told = text_in(test, "name"), part_in(test, "kwargs")
            if text_in(node, "resource_type") != "test":
                continue
            own = tables.get(text_in(node, "attached_node"), "")
            target = _REF.search(text_in(told, "to"))
            if kind == "relationships" and own and target:
                name = target[2] or target[1]
                ends = [t for k, t in tables.items() if k.rpartition(".")[2] == name]
                column = text_in(told, "column_name") or text_in(node, "column_name")
                self.joins.append(Join(own, column, (ends or [name])[0], text_in(told, "field")))
            else:
                others[kind or "of its own SQL"] += 1
        for kind, count in others.most_common():
            why = _TESTS.get(kind, "a condition on rows, and no word, number or join")
            self.left_out.append(f"{count} tests {kind}: {why}.")

    def models(self, found: Sequence[Part]) -> None:
        for model in found:
            table = table_of(model)
            self.noted(table, text_in(model, "description"))
            defaults = part_in(model, "defaults")
            dimensions = {
                text_in(d, "name"): expression_of(d) for d in parts_in(model, "dimensions")
            }
            for dimension in parts_in(model, "dimensions"):
                self._dimension(dimension, table)
            for entity in parts_in(model, "entities"):
                self.columns[text_in(entity, "name")] = f"{table}.{expression_of(entity)}"
                if text_in(entity, "type") in ("primary", "unique"):
                    self._entity(text_in(entity, "name"), table, model)
            usual = text_in(defaults, "agg_time_dimension")
            for measure in parts_in(model, "measures"):
                dated = text_in(measure, "agg_time_dimension") or usual
                self._measure(measure, table, dimensions.get(dated, dated))

    def flow_metrics(self, found: Sequence[Part]) -> None:
        waiting = list(found)
        while waiting:
            later = [metric for metric in waiting if not self._flow_metric(metric)]
            if len(later) == len(waiting):
                break
            waiting = later
        for metric in waiting:
            kind = text_in(metric, "type") or "its"
            self.left_out.append(
                f"{text_in(metric, 'name')}: a {kind} metric has no form here yet."
            )

    def _dimension(self, dimension: Part, table: str) -> None:
        name, column = text_in(dimension, "name"), expression_of(dimension)
        self.columns[name] = f"{table}.{column}"
        label = text_in(dimension, "label")
        if not NAME.fullmatch(column):
            return
        told = text_in(dimension, "description")
        names = [each for each in (label, name) if each and each.lower() != column.lower()]
        if names:
            self.term(names[0], f"{table}.{column}", names[1:], told)

    def _entity(self, name: str, table: str, model: Part) -> None:
        if name.lower() != table.rpartition(".")[2].lower() and not name.endswith("_id"):
            self.term(name, table, (), text_in(model, "description"))

    def _measure(self, measure: Part, table: str, time_column: str) -> None:
        name, agg = text_in(measure, "name"), text_in(measure, "agg").lower()
        shape = _AGGREGATES.get(agg)
        if shape is None:
            self.left_out.append(f"{name}: the aggregation {agg or '(none)'} has no form here.")
            return
        made = _Measure(table, shape.format(expression_of(measure)), time_column)
        self.measures[name] = made
        if measure.get("create_metric"):
            self.kept(measure, made.table, made.expression, (), time_column)

    def _flow_metric(self, metric: Part) -> bool:
        """Keep a metric. False where it needs one that is not known yet, or has no form here."""
        how = part_in(metric, "type_params")
        known = {each.name: each for each in self.metrics}
        kind = text_in(metric, "type") or "simple"
        if kind == "simple":
            return self._simple(metric, how.get("measure"))
        if kind == "ratio":
            return self._ratio(metric, how, known)
        return kind == "derived" and self._from_others(metric, how, known)

    def _simple(self, metric: Part, named: object) -> bool:
        measure = self.measures.get(name_in(named))
        filters = (*self._filters(metric), *self._filters(named))
        if measure is None or None in filters:
            return False
        plain = tuple(text for text in filters if text)
        self.kept(metric, measure.table, measure.expression, plain, measure.time_column)
        return True

    def _ratio(self, metric: Part, how: Part, known: Mapping[str, Metric]) -> bool:
        top = known.get(in_words(name_in(how.get("numerator"))))
        below = known.get(in_words(name_in(how.get("denominator"))))
        if top is None or below is None:
            return False
        alike = (top.table, top.filters) == (below.table, below.filters)
        number = f"1.0 * ({top.expression}) / NULLIF({below.expression}, 0)"
        return alike and self._derived(metric, number, top)

    def _from_others(self, metric: Part, how: Part, known: Mapping[str, Metric]) -> bool:
        parts: dict[str, Metric] = {}
        for part in parts_in(how, "metrics"):
            found = known.get(in_words(text_in(part, "name")))
            if found is None or part.get("offset_window") or part.get("filter"):
                return False
            parts[text_in(part, "alias") or text_in(part, "name")] = found
        firsts = list(parts.values())
        alike = {(each.table, each.filters) for each in firsts}
        if len(alike) != 1:
            return False
        number = NAME.sub(
            lambda m: f"({parts[m[0]].expression})" if m[0] in parts else m[0], text_in(how, "expr")
        )
        return self._derived(metric, number, firsts[0])

    def _derived(self, metric: Part, number: str, like: Metric) -> bool:
        self.kept(metric, like.table, number, like.filters, like.time_column)
        return True

    def _filters(self, of: object) -> tuple[str | None, ...]:
        """The conditions over plain columns; None for one that names what is not known."""
        told = of.get("filter") if isinstance(of, Mapping) else None
        if isinstance(told, Mapping):
            told = [text_in(each, "where_sql_template") for each in parts_in(told, "where_filters")]
        texts = [told] if isinstance(told, str) else told if isinstance(told, list) else []
        return tuple(self._filter(str(text)) for text in texts)

    def _filter(self, text: str) -> str | None:
        missing: list[str] = []

        def column(found: re.Match[str]) -> str:
            name = found[1].rpartition("__")[2]
            missing.extend([] if name in self.columns else [name])
            return self.columns.get(name, name)

        plain = _TEMPLATE.sub(column, text).strip()
        return None if missing or "{{" in plain else plain


def table_of(model: Part) -> str:
    """`schema.name` where the manifest says it, else the name of the model."""
    relation = part_in(model, "node_relation") or model
    ref = _REF.search(text_in(model, "model"))
    name = (
        text_in(relation, "alias")
        or text_in(relation, "identifier")
        or (ref[2] or ref[1] if ref else "")
        or text_in(model, "name")
    )
    schema = text_in(relation, "schema_name") or text_in(relation, "schema")
    return f"{schema}.{name}" if schema and not ref else name
