"""The ledger's tables. Migrations create them; a test holds the two to each other."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    Float,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    literal_column,
    text,
)
from sqlalchemy.types import TypeDecorator, TypeEngine
from typing_extensions import override

metadata = MetaData()


class Instant(TypeDecorator[dt.datetime]):
    """A moment in UTC: `timestamptz` where there is one, else text that sorts by time."""

    impl = DateTime
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(DateTime(timezone=dialect.name == "postgresql"))

    @override
    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        return None if dialect.name == "postgresql" else _as_text

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return _in_utc if dialect.name == "postgresql" else _from_text


def _as_text(moment: dt.datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(dt.UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _from_text(text: str | None) -> dt.datetime | None:
    return None if text is None else dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def _in_utc(moment: dt.datetime | None) -> dt.datetime | None:
    return None if moment is None else moment.astimezone(dt.UTC)


Number = BigInteger().with_variant(Integer(), "sqlite")


def among(column: Column[Any], *values: str) -> ColumnElement[bool]:
    """Whether the column has one of our own words: as text, by which partial indexes are found."""
    words: list[ColumnElement[str]] = [literal_column(f"'{value}'") for value in values]
    return column == words[0] if len(words) == 1 else column.in_(words)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default="")


def _key(name: str) -> Column[str]:
    return Column(name, Text, primary_key=True)


def _lease() -> tuple[Column[Any], ...]:
    return (
        _text("lease_owner"),
        Column("lease_until", Instant),
        Column("attempts", Integer, nullable=False, server_default="0"),
    )


def _moment(name: str) -> Column[dt.datetime]:
    return Column(name, Instant, nullable=False)


inbox = Table("inbox", metadata, _key("event"), _text("run"), _moment("seen_at"))

runs = Table(
    "runs",
    metadata,
    _key("id"),
    _text("thread"),
    _text("thread_value"),
    _text("asker"),
    _text("asker_value"),
    _text("question"),
    _text("workspace"),
    _text("status"),
    _text("node"),
    _text("state"),
    Column("version", Integer, nullable=False),
    *_lease(),
    _moment("ready_at"),
    _moment("created_at"),
    Column("finished_at", Instant),
    Column("phase", Integer, nullable=False),
    _text("checkpoint"),
    Column("taken", Integer, nullable=False),
    _text("outcome"),
    Index("runs_by_thread", "thread"),
    Index("runs_by_age", "created_at"),
    Index("runs_by_asker", "asker", "created_at"),
)
Index(
    "runs_at_work",
    runs.c.status,
    runs.c.ready_at,
    sqlite_where=text("status IN ('ready', 'running')"),
    postgresql_where=text("status IN ('ready', 'running')"),
)

steps = Table(
    "steps",
    metadata,
    _key("run"),
    Column("number", Integer, primary_key=True),
    _text("node"),
    _text("said"),
    _text("output"),
    Column("seconds", Float, nullable=False),
    _moment("at"),
)

spending = Table(
    "spending",
    metadata,
    _key("run"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    _text("person"),
    _text("workspace"),
    _moment("at"),
    _text("step"),
    _text("model"),
    _text("prompt"),
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
    _key("id"),
    _text("run"),
    _text("case_id"),
    _text("nonce"),
    _text("kind"),
    _text("audience"),
    _text("ask"),
    _text("thread_value"),
    _text("slot"),
    _text("status"),
    _moment("opened_at"),
    Column("due", Instant),
    Column("remind_at", Instant),
    Column("reminded", Boolean, nullable=False),
    _text("decision"),
    _text("decided_by"),
    Column("decided_at", Instant),
    _text("claimed_by"),
    Index("checkpoints_by_run", "run"),
)
for _name in ("due", "remind_at"):
    Index(
        f"checkpoints_open_by_{_name}",
        checkpoints.c[_name],
        sqlite_where=text("status = 'open'"),
        postgresql_where=text("status = 'open'"),
    )

outbox = Table(
    "outbox",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    _text("run"),
    _text("thread"),
    _text("thread_value"),
    _text("slot"),
    _text("kind"),
    _text("notice"),
    _text("only_for"),
    _text("after_slot"),
    _text("status"),
    *_lease(),
    _moment("due"),
    _text("trouble"),
)
for _column in ("thread", "slot"):
    Index(
        f"outbox_owed_by_{_column}",
        outbox.c[_column],
        outbox.c.id,
        sqlite_where=text("status IN ('owed', 'sending')"),
        postgresql_where=text("status IN ('owed', 'sending')"),
    )

messages = Table(
    "messages",
    metadata,
    _key("slot"),
    _text("run"),
    _text("ref"),
    _moment("sent_at"),
    Index("messages_by_ref", "ref"),
)

writes = Table(
    "writes",
    metadata,
    _key("approval"),
    _text("run"),
    _text("sql_hash"),
    _text("status"),
    _text("claimed_by"),
    _text("target_mark"),
    _text("result"),
    _moment("changed_at"),
    Index("writes_by_run", "run"),
)
Index(
    "writes_executing",
    writes.c.run,
    sqlite_where=text("status = 'executing'"),
    postgresql_where=text("status = 'executing'"),
)

cases = Table(
    "cases",
    metadata,
    _key("id"),
    _text("run"),
    _text("workspace"),
    _text("sent_by"),
    _text("note"),
    _text("status"),
    Column("rounds", Integer, nullable=False),
    _text("checkpoint"),
    Column("version", Integer, nullable=False),
    *_lease(),
    _moment("ready_at"),
    _moment("opened_at"),
    Column("closed_at", Instant),
    Index("cases_by_run", "run"),
)
Index(
    "cases_at_work",
    cases.c.ready_at,
    sqlite_where=text("status = 'working'"),
    postgresql_where=text("status = 'working'"),
)

threads = Table(
    "threads",
    metadata,
    _key("thread"),
    _text("last_run"),
    _text("workspace"),
    _moment("changed_at"),
)

feedback = Table(
    "feedback",
    metadata,
    _key("run"),
    _key("person"),
    _text("person_value"),
    Column("good", Boolean, nullable=False),
    _text("note"),
    _moment("at"),
)

audit = Table(
    "audit",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=False),
    _moment("at"),
    _text("actor"),
    _text("action"),
    _text("run"),
    _text("checkpoint"),
    _text("place"),
    Column("details", Text),
    _text("digest"),
    _text("previous"),
    _text("hash"),
)

validated_queries = Table(
    "validated_queries",
    metadata,
    _key("id"),
    _text("workspace"),
    _text("wording"),
    _text("wording_key"),
    _text("status"),
    Column("revision", Integer, nullable=False),
    Column("changed_in", Integer, nullable=False),
    _text("body"),
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
    _key("id"),
    Column("revision", Integer, primary_key=True),
    _text("body"),
)

validated_versions = Table(
    "validated_versions",
    metadata,
    _key("workspace"),
    Column("version", Integer, nullable=False),
)

standing_answers = Table(
    "standing_answers",
    metadata,
    _key("workspace"),
    _key("person"),
    _key("question"),
    _text("answer"),
    _text("said"),
    _text("by"),
    _moment("at"),
)

contacts = Table(
    "contacts",
    metadata,
    _key("surface"),
    _key("key"),
    _text("tenant"),
    _text("person"),
    _text("body"),
    _moment("kept_at"),
    Index("contacts_by_tenant", "surface", "tenant", "kept_at"),
    Index("contacts_by_person", "surface", "person", "kept_at"),
)
