"""SQL safety: what a statement is, what it may touch, and whether it keeps the contract."""

from pipeline.sql.grants import Denial, Grants, TableGrant
from pipeline.sql.inspection import classify, inspect
from pipeline.sql.permissions import apply_permissions, check_permissions
from pipeline.sql.tier import Inspection, Tier

__all__ = [
    "Denial",
    "Grants",
    "Inspection",
    "TableGrant",
    "Tier",
    "apply_permissions",
    "check_permissions",
    "classify",
    "inspect",
]
