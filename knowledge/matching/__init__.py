"""Matching: whether a question may be answered with a validated query, and why."""

from knowledge.matching.binding import Bound
from knowledge.matching.differences import Difference
from knowledge.matching.kept_matches import KeptMatches
from knowledge.matching.matcher import (
    NOTHING,
    Match,
    Nearest,
    Thresholds,
    Tier,
    judged,
    match,
    nearest,
)
from knowledge.matching.reading import Span
from knowledge.matching.retrieval import ExactIndex, VectorIndex
from knowledge.matching.schema import (
    SchemaWords,
    schema_of_catalog,
    schema_of_columns,
    values_of_catalog,
)
from knowledge.matching.store import Pair, QuestionStore, Vectorised
from knowledge.matching.values import ValueIndex

__all__ = [
    "NOTHING",
    "Bound",
    "Difference",
    "ExactIndex",
    "KeptMatches",
    "Match",
    "Nearest",
    "Pair",
    "QuestionStore",
    "SchemaWords",
    "Span",
    "Thresholds",
    "Tier",
    "ValueIndex",
    "VectorIndex",
    "Vectorised",
    "judged",
    "match",
    "nearest",
    "schema_of_catalog",
    "schema_of_columns",
    "values_of_catalog",
]
