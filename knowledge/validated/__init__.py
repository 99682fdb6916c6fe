"""Validated queries: what reviewers approved, where it is kept, and how it is found again."""

from knowledge.validated.drift import drifted, fingerprints_of, uses_of
from knowledge.validated.exchange import UnreadableExchangeError, exported, imported
from knowledge.validated.parameters import ParameterError, bind, detect_parameters
from knowledge.validated.query import (
    Parameter,
    ParameterKind,
    Role,
    Status,
    Usage,
    ValidatedQuery,
)
from knowledge.validated.store import (
    Changes,
    DuplicateQueryError,
    MemoryValidatedStore,
    StaleQueryError,
    UnknownQueryError,
    ValidatedStore,
    ValidatedStoreError,
    same_wording,
)
from knowledge.validated.workspace import ValidatedMatch, ValidatedWorkspace

__all__ = [
    "Changes",
    "DuplicateQueryError",
    "MemoryValidatedStore",
    "Parameter",
    "ParameterError",
    "ParameterKind",
    "Role",
    "StaleQueryError",
    "Status",
    "UnknownQueryError",
    "UnreadableExchangeError",
    "Usage",
    "ValidatedMatch",
    "ValidatedQuery",
    "ValidatedStore",
    "ValidatedStoreError",
    "ValidatedWorkspace",
    "bind",
    "detect_parameters",
    "drifted",
    "exported",
    "fingerprints_of",
    "imported",
    "same_wording",
    "uses_of",
]
