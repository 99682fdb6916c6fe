"""Metrics, words and descriptions as other tools keep them: dbt, MetricFlow and OSI."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import yaml

from knowledge.glossary import Glossary
from knowledge.semantic_layers.dbt import Dbt, table_of
from knowledge.semantic_layers.interchange import Interchange
from knowledge.semantic_layers.parts import (
    Imported,
    NoSemanticLayerError,
    Part,
    maps_in,
    maps_under,
    text_in,
)


def read_semantic_layer(text: str) -> Imported:
    """What a dbt manifest, MetricFlow YAML or an OSI model says. Raises NoSemanticLayerError."""
    data = _data(text)
    model = data.get("semantic_model")
    if isinstance(model, list | Mapping):
        interchange = Interchange("OSI")
        interchange.interchange(maps_in(model if isinstance(model, list) else [model]))
        return interchange.imported()
    if not {"semantic_models", "metrics", "nodes"} & set(data):
        reason = "there are neither semantic_models, metrics nor a semantic_model in it"
        raise NoSemanticLayerError(reason)
    dbt = Dbt("dbt")
    for node in maps_under(data.get("nodes")):
        if text_in(node, "resource_type") == "model":
            dbt.noted(table_of(node), text_in(node, "description"))
    dbt.models(maps_under(data.get("semantic_models")))
    dbt.flow_metrics(maps_under(data.get("metrics")))
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
        table, _, column = term.means.rpartition(".")
        whole = key_of(term.means)
        key = whole or key_of(table)
        if key:
            terms.append(replace(term, means=whole or f"{key}.{column}"))
    notes = [
        replace(note, table=key) for note in found.glossary.tables if (key := key_of(note.table))
    ]
    glossary = Glossary(metrics=tuple(metrics), terms=tuple(terms), tables=tuple(notes))
    return Imported(glossary=glossary, left_out=tuple(left_out))


def _data(text: str) -> Part:
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        reason = "it is neither JSON nor YAML"
        raise NoSemanticLayerError(reason) from error
    if not isinstance(data, Mapping):
        reason = "it is no list of sections"
        raise NoSemanticLayerError(reason)
    return data
