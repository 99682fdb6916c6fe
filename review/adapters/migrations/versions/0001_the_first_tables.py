"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), server_default="", nullable=False),
        sa.Column("action", sa.Text(), server_default="", nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("checkpoint", sa.Text(), server_default="", nullable=False),
        sa.Column("place", sa.Text(), server_default="", nullable=False),
        sa.Column("details", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), server_default="", nullable=False),
        sa.Column("previous", sa.Text(), server_default="", nullable=False),
        sa.Column("hash", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_table(
        "cases",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("workspace", sa.Text(), server_default="", nullable=False),
        sa.Column("sent_by", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.Text(), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lease_owner", sa.Text(), server_default="", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "cases_at_work",
        "cases",
        ["ready_at"],
        unique=False,
        sqlite_where=sa.text("status = 'working'"),
        postgresql_where=sa.text("status = 'working'"),
    )
    op.create_index("cases_by_run", "cases", ["run"], unique=False)
    op.create_table(
        "checkpoints",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("case_id", sa.Text(), server_default="", nullable=False),
        sa.Column("nonce", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.Text(), server_default="", nullable=False),
        sa.Column("audience", sa.Text(), server_default="", nullable=False),
        sa.Column("ask", sa.Text(), server_default="", nullable=False),
        sa.Column("thread_value", sa.Text(), server_default="", nullable=False),
        sa.Column("slot", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("decision", sa.Text(), server_default="", nullable=False),
        sa.Column("decided_by", sa.Text(), server_default="", nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("checkpoints_by_run", "checkpoints", ["run"], unique=False)
    op.create_index(
        "checkpoints_open_by_due",
        "checkpoints",
        ["due"],
        unique=False,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        "checkpoints_open_by_remind_at",
        "checkpoints",
        ["remind_at"],
        unique=False,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "feedback",
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("person_value", sa.Text(), server_default="", nullable=False),
        sa.Column("good", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("run", "person"),
    )
    op.create_table(
        "inbox",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("event"),
    )
    op.create_table(
        "messages",
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("ref", sa.Text(), server_default="", nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("slot"),
    )
    op.create_table(
        "outbox",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("thread", sa.Text(), server_default="", nullable=False),
        sa.Column("thread_value", sa.Text(), server_default="", nullable=False),
        sa.Column("slot", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.Text(), server_default="", nullable=False),
        sa.Column("notice", sa.Text(), server_default="", nullable=False),
        sa.Column("only_for", sa.Text(), server_default="", nullable=False),
        sa.Column("after_slot", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("lease_owner", sa.Text(), server_default="", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(
        "outbox_owed_by_slot",
        "outbox",
        ["slot", "id"],
        unique=False,
        sqlite_where=sa.text("status IN ('owed', 'sending')"),
        postgresql_where=sa.text("status IN ('owed', 'sending')"),
    )
    op.create_index(
        "outbox_owed_by_thread",
        "outbox",
        ["thread", "id"],
        unique=False,
        sqlite_where=sa.text("status IN ('owed', 'sending')"),
        postgresql_where=sa.text("status IN ('owed', 'sending')"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), server_default="", nullable=False),
        sa.Column("thread_value", sa.Text(), server_default="", nullable=False),
        sa.Column("asker", sa.Text(), server_default="", nullable=False),
        sa.Column("asker_value", sa.Text(), server_default="", nullable=False),
        sa.Column("question", sa.Text(), server_default="", nullable=False),
        sa.Column("workspace", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("node", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lease_owner", sa.Text(), server_default="", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.Text(), server_default="", nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "runs_at_work",
        "runs",
        ["status", "ready_at"],
        unique=False,
        sqlite_where=sa.text("status IN ('ready', 'running')"),
        postgresql_where=sa.text("status IN ('ready', 'running')"),
    )
    op.create_index("runs_by_age", "runs", ["created_at"], unique=False)
    op.create_index("runs_by_thread", "runs", ["thread"], unique=False)
    op.create_table(
        "steps",
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("node", sa.Text(), server_default="", nullable=False),
        sa.Column("said", sa.Text(), server_default="", nullable=False),
        sa.Column("output", sa.Text(), server_default="", nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("run", "number"),
    )
    op.create_table(
        "threads",
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("last_run", sa.Text(), server_default="", nullable=False),
        sa.Column("workspace", sa.Text(), server_default="", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("thread"),
    )
    op.create_table(
        "validated_history",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", "revision"),
    )
    op.create_table(
        "validated_queries",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), server_default="", nullable=False),
        sa.Column("wording", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changed_in", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), server_default="", nullable=False),
        sa.Column("offered", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "validated_queries_by_change",
        "validated_queries",
        ["workspace", "changed_in"],
        unique=False,
    )
    op.create_table(
        "validated_versions",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workspace"),
    )
    op.create_table(
        "writes",
        sa.Column("approval", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), server_default="", nullable=False),
        sa.Column("sql_hash", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("claimed_by", sa.Text(), server_default="", nullable=False),
        sa.Column("target_mark", sa.Text(), server_default="", nullable=False),
        sa.Column("result", sa.Text(), server_default="", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("approval"),
    )


def downgrade() -> None:
    op.drop_table("writes")
    op.drop_table("validated_versions")
    op.drop_index("validated_queries_by_change", table_name="validated_queries")
    op.drop_table("validated_queries")
    op.drop_table("validated_history")
    op.drop_table("threads")
    op.drop_table("steps")
    op.drop_index("runs_by_thread", table_name="runs")
    op.drop_index("runs_by_age", table_name="runs")
    op.drop_index(
        "runs_at_work",
        table_name="runs",
        sqlite_where=sa.text("status IN ('ready', 'running')"),
        postgresql_where=sa.text("status IN ('ready', 'running')"),
    )
    op.drop_table("runs")
    op.drop_index(
        "outbox_owed_by_thread",
        table_name="outbox",
        sqlite_where=sa.text("status IN ('owed', 'sending')"),
        postgresql_where=sa.text("status IN ('owed', 'sending')"),
    )
    op.drop_index(
        "outbox_owed_by_slot",
        table_name="outbox",
        sqlite_where=sa.text("status IN ('owed', 'sending')"),
        postgresql_where=sa.text("status IN ('owed', 'sending')"),
    )
    op.drop_table("outbox")
    op.drop_table("messages")
    op.drop_table("inbox")
    op.drop_table("feedback")
    op.drop_index(
        "checkpoints_open_by_remind_at",
        table_name="checkpoints",
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.drop_index(
        "checkpoints_open_by_due",
        table_name="checkpoints",
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.drop_index("checkpoints_by_run", table_name="checkpoints")
    op.drop_table("checkpoints")
    op.drop_index("cases_by_run", table_name="cases")
    op.drop_index(
        "cases_at_work",
        table_name="cases",
        sqlite_where=sa.text("status = 'working'"),
        postgresql_where=sa.text("status = 'working'"),
    )
    op.drop_table("cases")
    op.drop_table("audit")
