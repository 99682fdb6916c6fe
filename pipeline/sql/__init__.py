"""SQL safety: what a statement is, what it may touch, and whether it keeps the contract."""

from pipeline.sql.contract.bound_range import BoundSql, with_bound_range
from pipeline.sql.contract.check import check_contract
from pipeline.sql.names.grants import Denial, Grants, TableGrant
from pipeline.sql.permitting.permissions import apply_permissions, check_permissions
from pipeline.sql.permitting.views import shows_what_is_kept
from pipeline.sql.policies.capping import capped
from pipeline.sql.policies.policy import Finding, Policy, PolicyOutcome, apply_policy
from pipeline.sql.rules.inspection import classify, inspect
from pipeline.sql.text.inspected import Inspection
from pipeline.tier import Tier

__all__ = [
    "BoundSql",
    "Denial",
    "Finding",
    "Grants",
    "Inspection",
    "Policy",
    "PolicyOutcome",
    "TableGrant",
    "Tier",
    "apply_permissions",
    "apply_policy",
    "capped",
    "check_contract",
    "check_permissions",
    "classify",
    "inspect",
    "shows_what_is_kept",
    "with_bound_range",
]
