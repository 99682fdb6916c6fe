"""All that was learned, as it comes with the product."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pipeline.reader.agreement import shipped_merging
from pipeline.reader.business import BusinessWeights, shipped_business_weights
from pipeline.reader.weights import Weights, shipped_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The weights of the two learned readers, and of what their agreement is worth."""

    public: Weights
    business: BusinessWeights
    merging: Mapping[str, float]


@cache
def shipped() -> Learned:
    """What the product reads with, loaded once."""
    return Learned(
        public=shipped_weights(), business=shipped_business_weights(), merging=shipped_merging()
    )
