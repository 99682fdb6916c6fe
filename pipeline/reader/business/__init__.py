"""Business questions read over the semantic model: measure, dimension, filters, state, period."""

from pipeline.reader.business.intent import BusinessIntent, Dimension, Filter, Form
from pipeline.reader.business.linking import LinkedBusiness, link
from pipeline.reader.business.ranking import BusinessReading, BusinessWeights, read
from pipeline.reader.business.sql import query_of

__all__ = (
    "BusinessIntent",
    "BusinessReading",
    "BusinessWeights",
    "Dimension",
    "Filter",
    "Form",
    "LinkedBusiness",
    "link",
    "query_of",
    "read",
)
