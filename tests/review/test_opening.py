"""Opening the ledger: its tables, its one server, and files that are no ledger."""

import asyncio
import sys
from pathlib import Path

import procrastinate
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from packaging.version import Version
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, inspect, text

from review.adapters.connections import sqlite_engine, with_async_driver
from review.adapters.file_lock import left_whole
from review.adapters.migrate import migrate, revisions, upgrade
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import metadata
from review.ledger.errors import (
    LedgerInUseError,
    LedgerUnavailableError,
    LedgerUnusableError,
    NewerLedgerError,
)
from tests.review.fakes import START
from tests.yardsticks.kept_shop import FIXTURES


def differences(connection: Connection) -> object:
    options = {"include_object": ours}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


def ours(_object: object, name: str | None, *_: object) -> bool:
    """Whether it is no table or index of the job engine, which makes its own."""
    return "procrastinate" not in str(name)


async def test_a_new_ledger_has_the_tables_that_the_code_means(ledger: SqlLedger) -> None:
    async with ledger.writer.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_migrations_make_the_very_tables_of_a_new_ledger(tmp_path: Path) -> None:
    found = []
    for name, make in (("new", migrate), ("migrated", upgrade)):
        url = with_async_driver(f"sqlite:///{tmp_path / name}.db")
        engine = sqlite_engine(url, connections=1, writes=True)
        async with engine.begin() as connection:
            await connection.run_sync(make)
            assert await connection.run_sync(differences) == []
            columns = (await connection.execute(text(COLUMNS))).all()
            indexes = (await connection.execute(text(INDEXES))).all()
        found.append((set(columns), set(indexes)))
        await engine.dispose()
    assert found[0] == found[1]


COLUMNS = """
    SELECT made.name, of.name, of.type, of."notnull", of.dflt_value, of.pk
    FROM sqlite_master AS made, pragma_table_info(made.name) AS of WHERE made.type = 'table'
"""
INDEXES = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index'"


async def test_a_second_process_on_a_sqlite_ledger_is_told_plainly(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    first = await open_ledger(url)
    with pytest.raises(LedgerInUseError) as refused:
        await open_ledger(url)
    assert "process" in str(refused.value)
    assert "PostgreSQL" in str(refused.value)
    await first.close()
    await (await open_ledger(url)).close()


async def test_a_look_at_a_served_ledger_is_allowed(sqlite: SqlLedger) -> None:
    url = sqlite.writer.url.render_as_string()
    look = await open_ledger(url, serving=False)
    async with look.read() as pages:
        assert await pages.runs.latest(5) == []
    await look.close()


@pytest.mark.slow
async def test_the_lock_goes_with_a_killed_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    code = (
        "import asyncio, sys\n"
        "from review.adapters.open_ledger import open_ledger\n"
        "async def main():\n"
        f"    ledger = await open_ledger({url!r})\n"
        "    print('open', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert child.stdout is not None
    await child.stdout.readline()
    with pytest.raises(LedgerInUseError):
        await open_ledger(url)
    child.kill()
    await child.wait()
    await (await open_ledger(url)).close()


async def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(b"not a database at all" * 500)
    before = path.read_bytes()
    with pytest.raises(LedgerUnusableError) as refused:
        await open_ledger(f"sqlite:///{path}")
    assert "backup" in str(refused.value)
    assert path.read_bytes() == before


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    await (await open_ledger(f"sqlite:///{path}")).close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 6] = b"\x7f" * 4096 * 4
    path.write_bytes(content)
    with pytest.raises(LedgerUnusableError):
        await open_ledger(f"sqlite:///{path}")


async def test_only_a_file_closed_in_good_order_is_not_looked_through(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    ledger = await open_ledger(f"sqlite:///{file}")
    assert not left_whole(file)
    await ledger.close()
    assert left_whole(file)
    with file.open("ab") as written:
        written.write(b"0")
    assert not left_whole(file)


async def test_a_postgresql_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(LedgerUnusableError) as refused:
        await open_ledger("postgresql://me:secret@127.0.0.1:9/none")
    assert "secret" not in str(refused.value)


async def test_replicas_that_start_together_migrate_once(postgres_ledger_url: str) -> None:
    base = await open_ledger(postgres_ledger_url)
    async with base.writer.begin() as connection:
        await connection.run_sync(metadata.drop_all)
        await connection.execute(text("DROP TABLE alembic_version"))
    opened = await asyncio.gather(*(open_ledger(postgres_ledger_url) for _ in range(3)))
    async with base.writer.connect() as connection:
        assert await connection.run_sync(differences) == []
    for each in (base, *opened):
        await each.close()


async def test_replicas_that_start_together_bring_up_a_ledger_of_0_1_once(
    postgres_url: str,
) -> None:
    kept = FIXTURES / "postgresql" / "ledger.sql"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(kept.read_bytes())
        (runs,) = connection.execute("SELECT count(*) FROM runs").fetchone() or (0,)
    opened = await asyncio.gather(*(open_ledger(postgres_url) for _ in range(3)))
    async with opened[0].reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.scalar(text("SELECT count(*) FROM runs")) == runs > 0
        assert (await connection.execute(text(VERSION))).scalars().all() == [revisions()[-1]]
    for each in opened:
        await each.close()


# Version 0.1 serves with the tables of this migration; later ones come while it does.
OF_0_1 = "0007"


async def test_a_migration_since_0_1_takes_nothing_from_an_older_version_that_serves(
    tmp_path: Path,
) -> None:
    """Tables and columns are added; what is no longer used goes a release later."""
    engine = sqlite_engine(
        with_async_driver(f"sqlite:///{tmp_path / 'ledger.db'}"), connections=1, writes=True
    )
    later = [each for each in revisions() if each > OF_0_1]
    async with engine.begin() as connection:
        await connection.run_sync(upgrade, OF_0_1)
        before = await connection.run_sync(tables_in)
        for revision in later:
            await connection.run_sync(upgrade, revision)
            after = await connection.run_sync(tables_in)
            for table, (columns, unique) in before.items():
                assert table in after, (revision, table)
                assert columns.items() <= after[table][0].items(), (revision, table)
                added = after[table][0].keys() - columns.keys()
                assert all(after[table][0][name][1] for name in added), (revision, table)
                assert after[table][1] <= unique, (revision, table)
            before = after
    await engine.dispose()


def tables_in(
    connection: Connection,
) -> dict[str, tuple[dict[str, tuple[str, bool]], set[tuple[str, ...]]]]:
    """Each table's columns, with type and whether a row may be written without; unique columns."""
    found = inspect(connection)
    return {
        table: (
            {
                each["name"]: (str(each["type"]), each["nullable"] or each["default"] is not None)
                for each in found.get_columns(table)
            },
            {
                tuple(str(name) for name in each["column_names"])
                for each in found.get_indexes(table)
                if each["unique"]
            },
        )
        for table in found.get_table_names()
    }


async def half_done(ledger: SqlLedger) -> None:
    async with ledger.begin() as pages:
        await pages.talks.first_sight("E1", START)
        raise ZeroDivisionError


async def test_a_transaction_that_breaks_keeps_nothing(ledger: SqlLedger) -> None:
    with pytest.raises(ZeroDivisionError):
        await half_done(ledger)
    async with ledger.begin() as pages:
        assert await pages.talks.first_sight("E1", START)


async def test_trouble_in_the_database_is_said_in_our_words(ledger: SqlLedger) -> None:
    async with ledger.writer.begin() as connection:
        await connection.execute(text("ALTER TABLE inbox RENAME TO inbox_away"))
    with pytest.raises(LedgerUnavailableError):
        async with ledger.begin() as pages:
            await pages.talks.first_sight("E1", START)
    async with ledger.writer.begin() as connection:
        await connection.execute(text("ALTER TABLE inbox_away RENAME TO inbox"))


async def test_a_ledger_closes_behind_the_last_who_is_in_and_lets_nobody_in_after(
    ledger: SqlLedger,
) -> None:
    inside, go_on = asyncio.Event(), asyncio.Event()

    async def lingers() -> bool:
        async with ledger.begin() as pages:
            inside.set()
            await go_on.wait()
            return await pages.talks.first_sight("E1", START)

    lingering = asyncio.create_task(lingers())
    await inside.wait()
    closing = asyncio.create_task(ledger.close())
    await asyncio.sleep(0)
    with pytest.raises(LedgerUnavailableError):
        async with ledger.read():
            pass
    go_on.set()
    await closing
    assert lingering.done()
    assert await lingering
    assert ledger.writer.pool.checkedout() == 0  # type: ignore[attr-defined]


def older_job_tables(url: str) -> None:
    """The job engine's tables as its version 3.2 had them, in a schema of their own."""
    found = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    old = [path for path in found if Version(path.name.partition("_")[0]) <= Version("3.2")]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS older CASCADE; CREATE SCHEMA older")
        connection.execute("SET search_path TO older")
        for path in old:
            connection.execute(path.read_bytes())
        mark = (
            "COMMENT ON TABLE procrastinate_jobs IS 'Jobs of Countersign, by procrastinate 3.2.0'"
        )
        connection.execute(mark.encode())


async def test_tables_of_an_older_job_engine_are_brought_up(postgres_ledger_url: str) -> None:
    await asyncio.to_thread(older_job_tables, postgres_ledger_url)
    there = "&" if "?" in postgres_ledger_url else "?"
    ledger = await open_ledger(f"{postgres_ledger_url}{there}options=-csearch_path%3Dolder")
    async with ledger.writer.begin() as connection:
        mark = await connection.scalar(
            text("SELECT obj_description('procrastinate_jobs'::regclass)")
        )
        await connection.execute(text("SELECT 'procrastinate_retry_job_v2'::regproc"))
        await connection.execute(text("DROP SCHEMA older CASCADE"))
    await ledger.close()
    assert mark.endswith(procrastinate.__version__)


async def test_a_ledger_of_a_newer_version_is_refused_and_left_as_it_is(ledger: SqlLedger) -> None:
    url = ledger.url.set(drivername=ledger.url.get_backend_name())
    async with ledger.writing() as connection:
        (known,) = (await connection.execute(text(VERSION))).one()
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerLedgerError, match="newer Countersign"):
        await open_ledger(url.render_as_string(hide_password=False), serving=False)
    async with ledger.writing() as connection:
        (found,) = (await connection.execute(text(VERSION))).one()
        await connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": known})
    assert found == "9999"


VERSION = "SELECT version_num FROM alembic_version"
