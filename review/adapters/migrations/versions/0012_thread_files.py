"""Files that people drop into a thread."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "thread_files",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), server_default="", nullable=False),
        sa.Column("workspace", sa.Text(), server_default="", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("person", sa.Text(), server_default="", nullable=False),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("thread_files_of_workspace", "thread_files", ["workspace"])


def downgrade() -> None:
    op.drop_table("thread_files")
