"""A key for each validated wording, so that a duplicate is found without reading them all."""

import sqlalchemy as sa
from alembic import op

from knowledge.validated.store import wording_key

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_CHUNK = 1_000


def upgrade() -> None:
    op.add_column(
        "validated_queries", sa.Column("wording_key", sa.Text(), server_default="", nullable=False)
    )
    rows = sa.table("validated_queries", sa.column("id"), sa.column("wording"))
    keys = sa.table("validated_queries", sa.column("id"), sa.column("wording_key"))
    connection = op.get_bind()
    found = [
        {"row": row.id, "key": wording_key(row.wording)}
        for row in connection.execute(sa.select(rows.c.id, rows.c.wording))
    ]
    change = sa.update(keys).where(keys.c.id == sa.bindparam("row"))
    for start in range(0, len(found), _CHUNK):
        connection.execute(
            change.values(wording_key=sa.bindparam("key")), found[start : start + _CHUNK]
        )
    op.create_index(
        "validated_queries_by_wording", "validated_queries", ["workspace", "wording_key"]
    )


def downgrade() -> None:
    op.drop_index("validated_queries_by_wording", "validated_queries")
    op.drop_column("validated_queries", "wording_key")
