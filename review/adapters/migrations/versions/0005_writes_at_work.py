"""Finds a run's writes, and those that were sent and not settled."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("writes_by_run", "writes", ["run"])
    op.create_index(
        "writes_executing",
        "writes",
        ["run"],
        sqlite_where=sa.text("status = 'executing'"),
        postgresql_where=sa.text("status = 'executing'"),
    )


def downgrade() -> None:
    op.drop_index(
        "writes_executing",
        table_name="writes",
        sqlite_where=sa.text("status = 'executing'"),
        postgresql_where=sa.text("status = 'executing'"),
    )
    op.drop_index("writes_by_run", table_name="writes")
