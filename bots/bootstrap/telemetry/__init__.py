"""Metrics and traces: what a running process tells its operators.

No metric or span holds words of a person, values of a database or SQL with values.
"""

from bots.bootstrap.telemetry.measures import MEASURES, Measures
from bots.bootstrap.telemetry.observing import (
    ObservedFlow,
    ObservedModel,
    ObservedPostman,
    ObservedWarehouse,
    observed_desk,
)
from bots.bootstrap.telemetry.spans import Traces, tracing

__all__ = [
    "MEASURES",
    "Measures",
    "ObservedFlow",
    "ObservedModel",
    "ObservedPostman",
    "ObservedWarehouse",
    "Traces",
    "observed_desk",
    "tracing",
]
