"""Metrics and traces: what a running process tells its operators.

No metric or span holds words of a person, values of a database or SQL with values.
"""

from bots.bootstrap.telemetry.measures import MEASURES, Measures
from bots.bootstrap.telemetry.observing import (
    ObservedFlow,
    ObservedModel,
    ObservedPostman,
    observed_desk,
    observed_statement,
)
from bots.bootstrap.telemetry.spans import TRACES, Traces, tracing

__all__ = [
    "MEASURES",
    "TRACES",
    "Measures",
    "ObservedFlow",
    "ObservedModel",
    "ObservedPostman",
    "Traces",
    "observed_desk",
    "observed_statement",
    "tracing",
]
