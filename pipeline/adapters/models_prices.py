"""What a call cost: by the price in the settings, or else by the library's price list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.usage import RunUsage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens. Cached input costs `cached`, or as much as other input."""

    input: float
    output: float
    cached: float | None = None


def cost_of(used: RunUsage, price: Price | None, response: ModelResponse | None) -> float | None:
    """US dollars; None where nobody knows the price."""
    if price is not None:
        cached = price.input if price.cached is None else price.cached
        fresh = used.input_tokens - used.cache_read_tokens
        total = fresh * price.input + used.cache_read_tokens * cached
        return round((total + used.output_tokens * price.output) / _MILLION, 6)
    if response is None:
        return None
    try:
        return round(float(response.cost().total_price), 6)
    except (LookupError, ValueError, AssertionError):
        return None
