"""What a database is about: a model drafted from its catalog, corrected by the glossary."""

from knowledge.semantics.corrections import corrected
from knowledge.semantics.drafting import draft
from knowledge.semantics.model import (
    ColumnRef,
    DateChoice,
    Duration,
    Edge,
    Measure,
    MeasureKind,
    NameChoice,
    Period,
    RowKind,
    SemanticModel,
    State,
    TableMeaning,
    model_from_json,
    model_to_json,
)

__all__ = (
    "ColumnRef",
    "DateChoice",
    "Duration",
    "Edge",
    "Measure",
    "MeasureKind",
    "NameChoice",
    "Period",
    "RowKind",
    "SemanticModel",
    "State",
    "TableMeaning",
    "corrected",
    "draft",
    "model_from_json",
    "model_to_json",
)
