"""Metrics, words and descriptions as other tools keep them."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import yaml
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.glossary import Glossary
from knowledge.semantic_layers.cortex import Cortex
from knowledge.semantic_layers.cube import Cube
from knowledge.semantic_layers.dbt import Dbt
from knowledge.semantic_layers.interchange import Interchange
from knowledge.semantic_layers.parts import (
    NAME,
    Imported,
    NoSemanticLayerError,
    Part,
    maps_in,
    maps_under,
)
from knowledge.sql_text import read_sql, write_sql

# What a text that is neither JSON nor YAML may be, and what to import instead of it.
_OTHER_FORMS = (
    (
        re.compile(r"^\s*create\s.{0,40}semantic\s+view\b", re.IGNORECASE | re.DOTALL),
        "this is SQL that makes a semantic view; import its YAML, which "
        "SELECT SYSTEM$READ_YAML_FROM_SEMANTIC_VIEW('...') prints",
    ),
    (
        re.compile(r"^\s*(?:#.*\n\s*)*(?:view|explore|connection|include)\s*:.*", re.MULTILINE),
        "LookML is not read yet; write its measures as metrics of the glossary",
    ),
    (
        re.compile(r"^\s*(?:cube|view)\s*\(\s*[`'\"]"),
        "a data model of Cube in JavaScript is not read; write it as YAML",
    ),
)
_KNOWN = "Known are dbt manifests, MetricFlow, Cube, Cortex Analyst and OSI"


def read_semantic_layer(text: str) -> Imported:
    """What the model of another tool says: dbt, MetricFlow, Cube, Cortex Analyst or OSI.

    Raises NoSemanticLayerError, also where nothing in it can be taken.
    """
    found = _read(_data(text))
    if found.glossary == Glossary() and not found.joins:
        said = f": {found.left_out[0].rstrip('.')}" if found.left_out else ""
        reason = f"it is read as {found.source}, and nothing in it can be taken{said}"
        raise NoSemanticLayerError(reason)
    return found


def _read(data: Part) -> Imported:
    """By the sections that only one tool writes."""
    model = data.get("semantic_model")
    if isinstance(model, list | Mapping):
        interchange = Interchange("OSI")
        interchange.interchange(maps_in(model if isinstance(model, list) else [model]))
        return interchange.imported()
    if "cubes" in data or ("views" in data and "tables" not in data):
        cube = Cube("Cube")
        cube.cubes(maps_under(data.get("cubes")))
        cube.views(maps_under(data.get("views")))
        return cube.imported()
    tables = maps_under(data.get("tables"))
    if any("base_table" in table for table in tables):
        cortex = Cortex("Cortex Analyst")
        cortex.model(data)
        return cortex.imported()
    dbt = Dbt("dbt")
    dbt.check(data)
    if not {"semantic_models", "metrics", "nodes"} & set(data):
        some = ", ".join(sorted(map(str, data))[:5])
        reason = f"its sections ({some}) are of no tool that is known here. {_KNOWN}"
        raise NoSemanticLayerError(reason)
    dbt.manifest(data)
    return dbt.imported()


def fitted(found: Imported, key_of: Callable[[str], str]) -> Imported:
    """The same over the tables of a catalog; `key_of` gives the key of a table, or nothing."""
    left_out = list(found.left_out)

    def placed(name: str, table: str) -> str:
        key = key_of(table)
        if not key:
            left_out.append(f"{name}: there is no table {table} here.")
        return key

    def moved(text: str, table: str, key: str) -> str:
        return re.sub(rf"(?<![\w.]){re.escape(table)}\.", f"{key}.", text)

    metrics = [
        replace(
            metric,
            table=key,
            expression=moved(metric.expression, metric.table, key),
            filters=tuple(moved(text, metric.table, key) for text in metric.filters),
            time_column=moved(metric.time_column, metric.table, key),
        )
        for metric in found.glossary.metrics
        if (key := placed(metric.name, metric.table))
    ]
    terms = []
    for term in found.glossary.terms:
        if not all(map(NAME.fullmatch, term.means.split("."))):
            condition = _condition(term.means, key_of)
            if condition:
                terms.append(replace(term, means=condition))
            else:
                left_out.append(f"{term.name}: the table of its condition is not here.")
            continue
        table, _, column = term.means.rpartition(".")
        whole = key_of(term.means)
        key = whole or key_of(table)
        if key:
            terms.append(replace(term, means=whole or f"{key}.{column}"))
    notes = [
        replace(note, table=key) for note in found.glossary.tables if (key := key_of(note.table))
    ]
    glossary = Glossary(metrics=tuple(metrics), terms=tuple(terms), tables=tuple(notes))
    joins = [
        replace(join, table=one, to_table=other)
        for join in found.joins
        if (one := key_of(join.table)) and (other := key_of(join.to_table))
    ]
    return replace(found, glossary=glossary, left_out=tuple(left_out), joins=tuple(joins))


def _condition(text: str, key_of: Callable[[str], str]) -> str:
    """A condition over the tables of the catalog; empty where one of them is not there."""
    try:
        tree = read_sql(text, "")
    except SqlglotError:
        return ""
    for column in tree.find_all(exp.Column):
        key = key_of(".".join(filter(None, (column.db, column.table))))
        if not key:
            return ""
        schema, _, table = key.rpartition(".")
        column.set("table", exp.to_identifier(table))
        column.set("db", exp.to_identifier(schema) if schema else None)
    return write_sql(tree, "")


def _data(text: str) -> Part:
    for form, reason in _OTHER_FORMS:
        if form.match(text):
            raise NoSemanticLayerError(reason)
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        reason = f"it is neither JSON nor YAML. {_KNOWN}"
        raise NoSemanticLayerError(reason) from error
    if not isinstance(data, Mapping):
        reason = f"it is no list of sections. {_KNOWN}"
        raise NoSemanticLayerError(reason)
    return data
