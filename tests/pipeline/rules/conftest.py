"""The databases that the rules are asked about: a library, and some that nobody wrote rules for."""

import sqlite3
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Metric, Region, TableNote, Term
from pipeline.rules.schema.known import Known

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("library"), (HERE / "library.sql").read_text("utf8"))


@pytest.fixture(scope="session")
def library(library_file: Path) -> Known:
    return a_known(library_file)


@pytest.fixture(scope="session")
def written_library(library_file: Path) -> Known:
    """The library with a glossary."""
    return a_known(library_file, GLOSSARY)


@pytest.fixture(scope="session")
def unseen_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The SQLite file of every schema that no rule was written for."""
    made = {}
    for script in sorted((HERE / "unseen").glob("*.sql")):
        made[script.stem] = a_file(tmp_path_factory.mktemp("unseen"), script.read_text("utf8"))
    return made


def a_file(folder: Path, script: str) -> Path:
    """A SQLite file that the script has made."""
    path = folder / "made.sqlite"
    con = sqlite3.connect(path)
    con.executescript(script)
    con.close()
    return path


def a_known(path: Path, glossary: Glossary | None = None) -> Known:
    """What is known of the file; without a glossary somebody wrote no more than who owns it."""
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="library")
    owned = Glossary(tables=(TableNote(table=catalog.tables[0].key, owner="Data team"),))
    return Known(catalog, glossary or owned, read_values(url, catalog))


def rows_of(path: Path, sql: str) -> list[tuple[object, ...]]:
    """What a statement finds in the file."""
    con = sqlite3.connect(path)
    found = con.execute(sql).fetchall()
    con.close()
    return found


GLOSSARY = Glossary(
    metrics=(
        Metric(
            name="net income",
            expression="sum(loan.fee)",
            table="loan",
            time_column="loan_date",
            synonyms=("income",),
        ),
        Metric(
            name="gross income",
            expression="sum(loan.fee * 1.2)",
            table="loan",
            time_column="loan_date",
            synonyms=("income",),
        ),
    ),
    terms=(
        Term(name="reader", means="member", synonyms=("readers",)),
        Term(name="long books", means="book.pages > 300"),
    ),
    regions=(Region(name="Iberia", column="author.country", values=("Portugal", "Spain")),),
    tables=(TableNote(table="member", filters=("member.membership_level <> 'Bronze'",)),),
)
