"""The ledger's tables. Migrations create them; a test holds the two to each other."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

from review.adapters.columns import Instant, Number, index_where, key, lease, moment, words

metadata = MetaData()

inbox = Table("inbox", metadata, key("event"), words("run"), moment("seen_at"))

arrivals = Table(
    "arrivals",
    metadata,
    key("surface"),
    key("event"),
    words("body"),
    moment("arrived_at"),
    moment("lease_until"),
)

runs = Table(
    "runs",
    metadata,
    key("id"),
    words("thread"),
    words("thread_value"),
    words("asker"),
    words("asker_value"),
    words("question"),
    words("workspace"),
    words("status"),
    words("node"),
    words("state"),
    Column("version", Integer, nullable=False),
    *lease(),
    moment("ready_at"),
    moment("created_at"),
    Column("finished_at", Instant),
    Column("phase", Integer, nullable=False),
    words("checkpoint"),
    Column("taken", Integer, nullable=False),
    words("outcome"),
    Column("cut_off", Integer, nullable=False, server_default="0"),
    Index("runs_by_thread", "thread"),
    Index("runs_by_age", "created_at"),
    Index("runs_by_asker", "asker", "created_at"),
)
index_where("status IN ('ready', 'running')", "runs_at_work", runs.c.status, runs.c.ready_at)

steps = Table(
    "steps",
    metadata,
    key("run"),
    Column("number", Integer, primary_key=True),
    words("node"),
    words("said"),
    words("output"),
    Column("seconds", Float, nullable=False),
    moment("at"),
)

spending = Table(
    "spending",
    metadata,
    key("run"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    words("person"),
    words("workspace"),
    moment("at"),
    words("step"),
    words("model"),
    words("prompt"),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("cached_tokens", Integer, nullable=False),
    Column("cost", Float),
    Column("seconds", Float, nullable=False),
    Index("spending_by_age", "at"),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    key("id"),
    words("run"),
    words("case_id"),
    words("nonce"),
    words("kind"),
    words("audience"),
    words("ask"),
    words("thread_value"),
    words("slot"),
    words("status"),
    moment("opened_at"),
    Column("due", Instant),
    Column("remind_at", Instant),
    Column("reminded", Boolean, nullable=False),
    words("decision"),
    words("decided_by"),
    Column("decided_at", Instant),
    words("claimed_by"),
    Index("checkpoints_by_run", "run"),
)
for _name in ("due", "remind_at"):
    index_where("status = 'open'", f"checkpoints_open_by_{_name}", checkpoints.c[_name])

outbox = Table(
    "outbox",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    words("run"),
    words("thread"),
    words("thread_value"),
    words("slot"),
    words("kind"),
    words("notice"),
    words("only_for"),
    words("after_slot"),
    words("status"),
    *lease(),
    moment("due"),
    words("trouble"),
)
for _column in ("thread", "slot"):
    index_where(
        "status IN ('owed', 'sending')", f"outbox_owed_by_{_column}", outbox.c[_column], outbox.c.id
    )

messages = Table(
    "messages",
    metadata,
    key("slot"),
    words("run"),
    words("ref"),
    moment("sent_at"),
    Index("messages_by_ref", "ref"),
)

writes = Table(
    "writes",
    metadata,
    key("approval"),
    words("run"),
    words("sql_hash"),
    words("status"),
    words("claimed_by"),
    words("target_mark"),
    words("result"),
    moment("changed_at"),
    Index("writes_by_run", "run"),
)
index_where("status = 'executing'", "writes_executing", writes.c.run)

cases = Table(
    "cases",
    metadata,
    key("id"),
    words("run"),
    words("workspace"),
    words("sent_by"),
    words("note"),
    words("status"),
    Column("rounds", Integer, nullable=False),
    words("checkpoint"),
    Column("version", Integer, nullable=False),
    *lease(),
    moment("ready_at"),
    moment("opened_at"),
    Column("closed_at", Instant),
    Column("cut_off", Integer, nullable=False, server_default="0"),
    Index("cases_by_run", "run"),
)
index_where("status = 'working'", "cases_at_work", cases.c.ready_at)

threads = Table(
    "threads",
    metadata,
    key("thread"),
    words("last_run"),
    words("workspace"),
    moment("changed_at"),
)

feedback = Table(
    "feedback",
    metadata,
    key("run"),
    key("person"),
    words("person_value"),
    Column("good", Boolean, nullable=False),
    words("note"),
    moment("at"),
)

audit = Table(
    "audit",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=False),
    moment("at"),
    words("actor"),
    words("action"),
    words("run"),
    words("checkpoint"),
    words("place"),
    Column("details", Text),
    words("digest"),
    words("previous"),
    words("hash"),
)

validated_queries = Table(
    "validated_queries",
    metadata,
    key("id"),
    words("workspace"),
    words("wording"),
    words("wording_key"),
    words("status"),
    Column("revision", Integer, nullable=False),
    Column("changed_in", Integer, nullable=False),
    words("body"),
    Column("offered", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Column("refused", Integer, nullable=False),
    Column("last_used_at", Instant),
    Index("validated_queries_by_change", "workspace", "changed_in"),
    Index("validated_queries_by_wording", "workspace", "wording_key"),
)

validated_history = Table(
    "validated_history",
    metadata,
    key("id"),
    Column("revision", Integer, primary_key=True),
    words("body"),
)

validated_versions = Table(
    "validated_versions",
    metadata,
    key("workspace"),
    Column("version", Integer, nullable=False),
)

standing_answers = Table(
    "standing_answers",
    metadata,
    key("workspace"),
    key("person"),
    key("question"),
    words("answer"),
    words("said"),
    words("by"),
    moment("at"),
)

thread_files = Table(
    "thread_files",
    metadata,
    key("id"),
    words("thread"),
    words("workspace"),
    words("name"),
    words("person"),
    moment("dropped_at"),
    Column("content", LargeBinary, nullable=False),
    Index("thread_files_of_workspace", "workspace"),
)

contacts = Table(
    "contacts",
    metadata,
    key("surface"),
    key("key"),
    words("tenant"),
    words("person"),
    words("body"),
    moment("kept_at"),
    Index("contacts_by_tenant", "surface", "tenant", "kept_at"),
    Index("contacts_by_person", "surface", "person", "kept_at"),
)

emergency_roles = Table(
    "emergency_roles",
    metadata,
    key("person"),
    key("role"),
    moment("until"),
    words("reason"),
    words("by"),
)
