"""What people read where somebody's roles are others than when they asked."""

from pipeline.result import Refusal

ROLES_CHANGED = "Your roles have changed since you asked this. Please ask it again."
ASKER_READS_OTHERWISE = Refusal(
    code="roles_changed",
    reason="The roles of whoever asked have changed since, so I run no other SQL for them.",
    next_step="Approve or reject the answer as it is, or let them ask it again.",
)
