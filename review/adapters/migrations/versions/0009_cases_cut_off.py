"""How often the work on a verdict was cut off, apart from how often it failed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("cases", sa.Column("cut_off", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("cases", "cut_off")
