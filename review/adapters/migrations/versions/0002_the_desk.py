"""What a person's desk needs: whose run came of which message, and who looks at which card."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("run", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "checkpoints", sa.Column("claimed_by", sa.Text(), server_default="", nullable=False)
    )
    op.create_index("runs_by_asker", "runs", ["asker", "created_at"])
    op.create_index("messages_by_ref", "messages", ["ref"])


def downgrade() -> None:
    op.drop_index("messages_by_ref", table_name="messages")
    op.drop_index("runs_by_asker", table_name="runs")
    op.drop_column("checkpoints", "claimed_by")
    op.drop_column("inbox", "run")
