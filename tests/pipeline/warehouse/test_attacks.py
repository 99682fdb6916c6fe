"""Attacks sent straight to the hardened connections: the second wall, without the first."""

import json
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest

from pipeline.adapters.warehouses import open_warehouse
from pipeline.warehouse import Rows, Warehouse, WarehouseError
from tests.pipeline.sql.case_files import cases
from tests.pipeline.warehouse.conftest import ENGINES, contents, in_mysql, make_shop

HERE = Path(__file__)
SHARED = HERE.parents[4] / "shared" / "cases" / "sql_tiers.jsonl"
CANARY = "canary-of-the-secret-file"
# Root's home of secrets on every Unix; a row that starts like this came from a file.
FILE_MARKS = (CANARY, "root:x:0", "root:*:0", "daemon:")


def own_attacks(engine: str) -> list[str]:
    lines = HERE.with_name("attacks.jsonl").read_text().splitlines()
    return [case["sql"] for case in map(json.loads, lines) if engine in case["engines"]]


def shared_attacks(engine: str) -> list[str]:
    cases = map(json.loads, SHARED.read_text().splitlines())
    return [c["sql"] for c in cases if c["dialect"] == engine and c["tier"] != "T0"]


@pytest.fixture
def canary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that everybody may read and write, with a file that nobody may get."""
    folder = tmp_path_factory.mktemp("files")
    for parent in (folder, folder.parent, folder.parent.parent):
        parent.chmod(0o777)
    (folder / "secret.csv").write_text(f"a,b\n{CANARY},1\n")
    (folder / "secret.csv").chmod(0o666)
    return folder


async def results(warehouse: Warehouse, attacks: Sequence[str]) -> dict[str, Rows]:
    """What the attacks that were not refused returned."""
    found: dict[str, Rows] = {}
    for sql in attacks:
        try:
            found[sql] = await warehouse.run(sql, timeout=0.7)
        except WarehouseError:
            continue
    return found


def placed(sql: str, canary: Path) -> str:
    return (
        sql.replace("{canary_new}", str(canary / "stolen"))
        .replace("{canary}", str(canary / "secret.csv"))
        .replace("{folder}", str(canary))
    )


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def read_from_files(found: dict[str, Rows]) -> list[str]:
    return [
        sql
        for sql, rows in found.items()
        if any(mark in str(row) for row in rows.rows for mark in FILE_MARKS)
        and not any(mark in sql for mark in FILE_MARKS)
    ]


async def test_our_own_attacks_change_nothing_and_read_no_file(
    engine: str, url: str, warehouse: Warehouse, canary: Path
) -> None:
    before = contents(engine, url)
    attacks = [placed(sql, canary) for sql in own_attacks(engine)]
    found = await results(warehouse, attacks)
    assert contents(engine, url) == before
    assert names_in(canary) == ["secret.csv"]
    assert read_from_files(found) == []
    assert list(found) == []


@pytest.mark.skipif(not SHARED.exists(), reason=f"no shared attack cases at {SHARED}")
async def test_the_shared_attacks_change_nothing_and_read_no_file(
    engine: str, url: str, warehouse: Warehouse, canary: Path
) -> None:
    before = contents(engine, url)
    found = await results(warehouse, shared_attacks(engine))
    assert contents(engine, url) == before
    assert read_from_files(found) == []
    assert names_in(canary) == ["secret.csv"]


@pytest.mark.deep
async def test_what_the_classifier_refuses_changes_nothing_here_either(
    engine: str, url: str, warehouse: Warehouse, canary: Path
) -> None:
    before = contents(engine, url)
    attacks = [sql.removeprefix("~") for dialect, sql in cases("attacks.txt") if dialect == engine]
    found = await results(warehouse, attacks)
    assert contents(engine, url) == before
    assert read_from_files(found) == []
    assert names_in(canary) == ["secret.csv"]


async def test_a_reader_role_of_postgres_passes_the_check_and_stops_the_attacks(
    postgres_url: str, canary: Path
) -> None:
    make_shop("postgres", postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS shop_reader")
        owner.execute("CREATE ROLE shop_reader LOGIN")
        owner.execute("GRANT SELECT ON customers, orders TO shop_reader")
    before = contents("postgres", postgres_url)
    warehouse = open_warehouse(postgres_url.replace("postgres:@", "shop_reader:@"))
    assert await warehouse.check() == []
    found = await results(warehouse, [placed(sql, canary) for sql in own_attacks("postgres")])
    with pytest.raises(WarehouseError, match="may not do this"):
        await warehouse.run("SELECT x FROM secret")
    await warehouse.close()
    assert found == {}
    assert contents("postgres", postgres_url) == before
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP OWNED BY shop_reader")
        owner.execute("DROP ROLE shop_reader")


async def test_a_reader_of_mariadb_passes_the_check_and_stops_the_attacks(
    mariadb_url: str, canary: Path
) -> None:
    make_shop("mysql", mariadb_url)
    name = mariadb_url.rpartition("/")[2]
    in_mysql(
        mariadb_url,
        f"CREATE OR REPLACE USER shop_reader@'127.0.0.1' IDENTIFIED BY 'x y';"
        f"GRANT SELECT ON `{name}`.* TO shop_reader@'127.0.0.1'",
    )
    before = contents("mysql", mariadb_url)
    warehouse = open_warehouse(mariadb_url.replace("root@", "shop_reader:x%20y@"))
    assert await warehouse.check() == []
    found = await results(warehouse, [placed(sql, canary) for sql in own_attacks("mysql")])
    await warehouse.close()
    in_mysql(mariadb_url, "DROP USER shop_reader@'127.0.0.1'")
    assert found == {}
    assert contents("mysql", mariadb_url) == before


async def test_a_variable_of_this_process_is_no_table(tmp_path: Path) -> None:
    canary_variable = {"a": [1]}
    make_shop("duckdb", f"duckdb:///{tmp_path}/shop.duckdb")
    warehouse = open_warehouse(f"duckdb:///{tmp_path}/shop.duckdb")
    assert await results(warehouse, ["SELECT * FROM canary_variable"]) == {}
    await warehouse.close()
    assert canary_variable


@pytest.mark.parametrize("engine_name", ENGINES)
def test_there_are_attacks_for_every_engine(engine_name: str) -> None:
    assert len(own_attacks(engine_name)) > 20
