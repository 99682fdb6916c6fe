"""Where chats can be spoken to, for every replica."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "contacts",
        sa.Column("surface", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), server_default="", nullable=False),
        sa.Column("person", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.Text(), server_default="", nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("surface", "key"),
    )
    op.create_index("contacts_by_tenant", "contacts", ["surface", "tenant", "kept_at"])
    op.create_index("contacts_by_person", "contacts", ["surface", "person", "kept_at"])


def downgrade() -> None:
    op.drop_index("contacts_by_person", table_name="contacts")
    op.drop_index("contacts_by_tenant", table_name="contacts")
    op.drop_table("contacts")
