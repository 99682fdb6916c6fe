"""Catalogs kept in files come back whole or not at all, and no folder is a reason to fail."""

from pathlib import Path

from knowledge.adapters.catalog_files import CatalogFiles
from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table

URL = "postgresql://ana:hidden@host/shop"
CATALOG = Catalog(
    workspace="w",
    dialect="postgres",
    version="v1",
    tables=(
        Table(
            name="orders",
            columns=(Column(name="id", type="INT", kind=Kind.INTEGER, values=("a",), low="1"),),
            foreign_keys=(ForeignKey(columns=("id",), to_table="x", to_columns=("id",)),),
            rows=3,
        ),
    ),
)


def test_a_catalog_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    files = CatalogFiles(tmp_path / "cache")
    files.save(CATALOG, URL)
    assert files.load("w", URL) == CATALOG
    assert files.load("w", "sqlite:///other.db") is None
    assert files.load("other", URL) is None


def test_a_damaged_file_is_no_catalog(tmp_path: Path) -> None:
    files = CatalogFiles(tmp_path)
    files.save(CATALOG, URL)
    (kept,) = tmp_path.iterdir()
    assert "hidden" not in kept.name + kept.read_text()
    kept.write_text('{"workspace": 3')
    assert files.load("w", URL) is None


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    CatalogFiles(tmp_path / "file" / "cache").save(CATALOG, URL)
