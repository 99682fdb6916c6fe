"""Business questions read over the semantic model: measure, dimension, filters, state, period."""

from pipeline.reader.business.conversion import Spoken, converted
from pipeline.reader.business.intent import (
    Aggregate,
    BusinessIntent,
    Dimension,
    Filter,
    Form,
)
from pipeline.reader.business.linking import Asked, LinkedBusiness, link
from pipeline.reader.business.ranking import (
    BusinessReader,
    BusinessWeights,
    RankedBusiness,
    certainty,
    shipped_business_weights,
    signs_of,
)

__all__ = (
    "Aggregate",
    "Asked",
    "BusinessIntent",
    "BusinessReader",
    "BusinessWeights",
    "Dimension",
    "Filter",
    "Form",
    "LinkedBusiness",
    "RankedBusiness",
    "Spoken",
    "certainty",
    "converted",
    "link",
    "shipped_business_weights",
    "signs_of",
)
