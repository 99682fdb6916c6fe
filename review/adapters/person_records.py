"""A person in the ledger: taken out of it, or copied for them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    Text,
    and_,
    delete,
    insert,
    or_,
    select,
    update,
)

from knowledge.validated.store import wording_key
from review.adapters.command_connections import changing, looking, note, plain
from review.adapters.sql_kept import QUERY
from review.adapters.sql_retention import FORGET
from review.adapters.tables import (
    audit,
    contacts,
    metadata,
    outbox,
    runs,
    standing_answers,
    thread_files,
    validated_history,
    validated_queries,
    validated_versions,
)
from review.ledger.audit import Entry, digest_of, seal_of
from review.ledger.pseudonyms import ENTRIES, FORGOTTEN, Traces
from review.ledger.records import ACTIVE, Noted

_BATCH: Final = 500
_ROUNDS: Final = 5
# Each has its own way below, or holds nothing of people.
_APART: Final = frozenset({"audit", "validated_queries", "validated_history", "validated_versions"})
# What was computed, and would be another statement or result with other words in it.
_COMPUTED: Final = frozenset({"state", "outcome", "output", "ask", "decision", "notice", "result"})
_PERSON: Final = re.compile(r'"id":\s*("(?:[^"\\]|\\.)*"),\s*"name":\s*("(?:[^"\\]|\\.)*")')
_WHO: Final = ("asked_by", "approved_by", "note", "status_reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the ledger says of a person: names, and the channels that only they read."""

    names: tuple[str, ...]
    channels: tuple[str, ...]


@dataclass(slots=True)
class Forgotten:
    """How many rows and entries of the audit were changed, and what still names the person."""

    rows: int = 0
    entries: int = 0
    left: list[str] = field(default_factory=list)


def known_of(url: str, ids: Sequence[str]) -> Known:
    """The names and private channels of the person with these ids."""
    names, channels = set[str](), set[str]()
    with looking(url) as connection:
        for table in metadata.sorted_tables:
            for row in _naming(connection, table, ids):
                names |= {name for text in _texts(table, row) for name in _names_in(text, ids)}
        own = select(runs.c.thread_value).where(runs.c.asker.in_(ids))
        for text in connection.scalars(own):
            thread = json.loads(text or "{}")
            if thread.get("private"):
                channels.add(str(thread["channel"]))
    return Known(names=tuple(sorted(names)), channels=tuple(sorted(channels)))


def shared_names(url: str, ids: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Those of the person's names that somebody else in the ledger has too."""
    shared = set[str]()
    with looking(url) as connection:
        for table in metadata.sorted_tables:
            for row in _naming(connection, table, names):
                for text in _texts(table, row):
                    shared |= {name for ident, name in _people_in(text) if ident not in ids}
    return tuple(sorted(shared.intersection(names)))


def open_runs(url: str, ids: Sequence[str]) -> tuple[str, ...]:
    """The person's questions that are not over."""
    wanted = select(runs.c.id).where(runs.c.asker.in_(ids), runs.c.status.in_(ACTIVE))
    with looking(url) as connection:
        return tuple(connection.scalars(wanted))


def forget(url: str, traces: Traces, noted: Noted) -> Forgotten:
    """Take the person out of every row, and say so in the audit. Their questions must be over."""
    done = Forgotten()
    for _ in range(_ROUNDS):
        found = _found(url, traces)
        if not any(found.values()):
            break
        with changing(url) as connection:
            before = done.rows
            _forget_own(connection, traces, done)
            for table in metadata.sorted_tables:
                if table.name not in _APART:
                    _forget_in(connection, table, found[table.name], traces, done)
            _forget_in_queries(connection, found[validated_queries.name], traces, done)
            _forget_in_history(connection, found[validated_history.name], traces, done)
            seals = _forget_in_audit(connection, found[audit.name], traces)
            done.entries += len(seals)
            if done.rows + len(seals) == before:
                break
            done.rows += len(seals)
            _note(connection, traces, seals, noted)
    done.left = _left(url, traces)
    return done


def exported(url: str, ids: Sequence[str], names: Sequence[str]) -> Mapping[str, Any]:
    """Every row that is about the person, by table; of others' questions only what names them."""
    found: dict[str, list[dict[str, Any]]] = {}
    with looking(url) as connection:
        own = set(connection.scalars(select(runs.c.id).where(runs.c.asker.in_(ids))))
        for table in metadata.sorted_tables:
            rows = [_row(each) for each in _naming(connection, table, (*ids, *names))]
            if "run" in table.c and own:
                theirs = connection.execute(select(table).where(table.c.run.in_(own)))
                rows += [row for each in theirs if (row := _row(each)) not in rows]
            if table is runs:
                rows = [row for row in rows if row["id"] in own]
            elif "run" in table.c and table.name in ("steps", "outbox", "writes"):
                rows = [row for row in rows if row["run"] in own]
            if rows:
                found[table.name] = rows
    return found


def _found(url: str, traces: Traces) -> dict[str, list[tuple[Any, ...]]]:
    """The keys of the rows that may name the person: looked for while others go on."""
    with looking(url) as connection:
        return {
            table.name: [_key(table, row) for row in _naming(connection, table, traces.sought)]
            for table in metadata.sorted_tables
        }


def _naming(connection: Connection, table: Table, words: Sequence[str]) -> Iterator[Row[Any]]:
    columns = [column for column in table.columns if isinstance(column.type, Text)]
    wanted = [column.icontains(word, autoescape=True) for column in columns for word in words]
    if wanted:
        yield from connection.execute(
            select(table).where(or_(*wanted)).execution_options(yield_per=_BATCH)
        )


def _texts(table: Table, row: Row[Any]) -> Iterator[str]:
    for column in table.columns:
        value = row._mapping[column.name]  # noqa: SLF001 - its documented name
        if isinstance(column.type, Text) and isinstance(value, str):
            yield value


def _key(table: Table, row: Row[Any]) -> tuple[Any, ...]:
    return tuple(row._mapping[column.name] for column in table.primary_key)  # noqa: SLF001


def _at(table: Table, key: tuple[Any, ...]) -> ColumnElement[bool]:
    return and_(*(column == part for column, part in zip(table.primary_key, key, strict=True)))


def _row(row: Row[Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in row._mapping.items()}  # noqa: SLF001


def _names_in(text: str, ids: Sequence[str]) -> Iterator[str]:
    yield from (name for ident, name in _people_in(text) if ident in ids and name)


def _people_in(text: str) -> Iterator[tuple[str, str]]:
    """Ids and names where stored JSON says who somebody is."""
    for ident, name in _PERSON.findall(text):
        yield json.loads(ident), json.loads(name)


def _forget_own(connection: Connection, traces: Traces, done: Forgotten) -> None:
    """What the person asked and was answered; what was kept for them alone."""
    ids = traces.ids
    own = list(connection.scalars(select(runs.c.id).where(runs.c.asker.in_(ids))))
    for run in own:
        _forget_run(connection, run)
    for table, column in (
        (contacts, contacts.c.person),
        (standing_answers, standing_answers.c.person),
        (thread_files, thread_files.c.person),
    ):
        done.rows += connection.execute(delete(table).where(column.in_(ids))).rowcount
    done.rows += len(own)


def _forget_run(connection: Connection, run: str) -> None:
    for statement in FORGET:
        connection.execute(statement, {"of": run})
    connection.execute(delete(outbox).where(outbox.c.run == run))


def _forget_in(
    connection: Connection,
    table: Table,
    keys: Sequence[tuple[Any, ...]],
    traces: Traces,
    done: Forgotten,
) -> None:
    for key in keys:
        # A replica that is saving a run must not find its own version over the old text.
        row = connection.execute(select(table).where(_at(table, key)).with_for_update()).first()
        if row is None:
            continue
        values = _row(row)
        new, computed = _pseudonymised(table, values, traces)
        if computed and not _is_live(connection, table, values):
            _forget_run(connection, values["id" if table is runs else "run"])
            new = {name: value for name, value in new.items() if name not in _COMPUTED}
        if new:
            connection.execute(update(table).where(_at(table, key)).values(new))
            done.rows += 1


def _pseudonymised(
    table: Table, values: Mapping[str, Any], traces: Traces
) -> tuple[dict[str, str], bool]:
    """What changes in the row, and whether what was computed in it names the person."""
    new, computed = {}, False
    for column in table.columns:
        value = values[column.name]
        if not isinstance(column.type, Text) or not value:
            continue
        text = traces.as_person(value)
        if column.name in _COMPUTED:
            computed = computed or traces.replaced(text) != text
        else:
            text = traces.as_person(traces.replaced(value))
        if text != value:
            new[column.name] = text
    return new, computed


def _is_live(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    run = values["id"] if table is runs else values.get("run", "")
    status = connection.scalar(select(runs.c.status).where(runs.c.id == run))
    return status is None or status in ACTIVE


def _forget_in_queries(
    connection: Connection, keys: Sequence[tuple[Any, ...]], traces: Traces, done: Forgotten
) -> None:
    """Who asked and approved; what a query asks is left, for it would be another query."""
    for (ident,) in keys:
        table = validated_queries
        body = connection.scalar(select(table.c.body).where(table.c.id == ident).with_for_update())
        new = _query_without(str(body), traces)
        if new == body:
            continue
        query = QUERY.validate_json(new)
        query = replace(query, revision=query.revision + 1)
        versions = validated_versions.c
        raised = update(validated_versions).where(versions.workspace == query.workspace)
        connection.execute(raised.values(version=versions.version + 1))
        version = connection.scalar(
            select(versions.version).where(versions.workspace == query.workspace)
        )
        text = QUERY.dump_json(query).decode()
        changed = {"body": text, "revision": query.revision, "changed_in": version}
        changed |= {"wording": query.question, "wording_key": wording_key(query.question)}
        connection.execute(update(table).where(table.c.id == ident).values(changed))
        kept = {"id": ident, "revision": query.revision, "body": text}
        connection.execute(insert(validated_history).values(kept))
        done.rows += 1


def _forget_in_history(
    connection: Connection, keys: Sequence[tuple[Any, ...]], traces: Traces, done: Forgotten
) -> None:
    table = validated_history
    for key in keys:
        body = str(connection.scalar(select(table.c.body).where(_at(table, key))))
        new = _query_without(body, traces)
        if new != body:
            connection.execute(update(table).where(_at(table, key)).values(body=new))
            done.rows += 1


def _query_without(body: str, traces: Traces) -> str:
    """The query with the pseudonym in the place of who asked and approved it."""
    query = json.loads(body)
    for name in _WHO:
        value = query.get(name)
        if isinstance(value, str) and value:
            query[name] = traces.as_name(value)
    return body if query == json.loads(body) else json.dumps(query, ensure_ascii=False)


def _forget_in_audit(
    connection: Connection, keys: Sequence[tuple[Any, ...]], traces: Traces
) -> dict[str, str]:
    """Change the entries; the seals of their new texts by their numbers."""
    seals: dict[str, str] = {}
    for (number,) in keys:
        row = connection.execute(select(audit).where(audit.c.number == number)).one()
        entry = Entry(**row._mapping)  # noqa: SLF001 - its documented name
        new = _entry_without(entry, traces)
        if new != entry:
            values = {name: getattr(new, name) for name in ("actor", "place", "details", "digest")}
            connection.execute(update(audit).where(audit.c.number == number).values(values))
            seals[str(number)] = seal_of(new)
    return seals


def _note(connection: Connection, traces: Traces, seals: Mapping[str, str], noted: Noted) -> None:
    """Say in the audit what its changed entries say now, so that the chain holds."""
    listed = list(seals.items())
    for start in range(0, max(len(listed), 1), _BATCH):
        entries = json.dumps(dict(listed[start : start + _BATCH]))
        details = {"person": traces.pseudonym, ENTRIES: entries}
        note(connection, replace(noted, action=FORGOTTEN, details=details))


def _entry_without(entry: Entry, traces: Traces) -> Entry:
    details = entry.details and traces.replaced(traces.as_person(entry.details))
    return replace(
        entry,
        actor=traces.replaced(entry.actor),
        place=traces.replaced(entry.place),
        details=details,
        digest=digest_of(details) if details and details != entry.details else entry.digest,
    )


def _left(url: str, traces: Traces) -> list[str]:
    """What names the person, or may do so, and was not changed."""
    left = []
    with looking(url) as connection:
        for table in metadata.sorted_tables:
            for row in _naming(connection, table, traces.sought):
                if any(traces.found_in(text) for text in _texts(table, row)):
                    left.append(f"{table.name} {'/'.join(map(str, _key(table, row)))}")
    return left
