"""Business questions read over the semantic model: measure, dimension, filters, state, period."""

from pipeline.reader.business.intent import (
    Aggregate,
    BusinessIntent,
    Dimension,
    Filter,
    Form,
)
from pipeline.reader.business.linking import LinkedBusiness, link
from pipeline.reader.business.ranking import (
    Beside,
    BusinessReading,
    BusinessWeights,
    certainty,
    read,
)
from pipeline.reader.business.sql import query_of

__all__ = (
    "Aggregate",
    "Beside",
    "BusinessIntent",
    "BusinessReading",
    "BusinessWeights",
    "Dimension",
    "Filter",
    "Form",
    "LinkedBusiness",
    "certainty",
    "link",
    "query_of",
    "read",
)
