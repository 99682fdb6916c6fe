"""SQL safety: what a statement is, what it may touch, and whether it keeps the contract."""

from pipeline.sql.inspection import classify, inspect
from pipeline.sql.tier import Inspection, Tier

__all__ = ["Inspection", "Tier", "classify", "inspect"]
