"""Share of well-known plain reads that may run: `python -m benchmarks.sql_reads FOLDER`.

The folder holds files of sqlglot's own tests (MIT): `tpc-h.sql` and `tpc-ds.sql`, in which every
second statement is a query as published, and `test_<dialect>.py`, whose SELECTs that dialect
accepts. Those are corner cases of each engine's grammar, not what people ask. A read that locks,
writes, calls a model or code of one's own, or reads a file, stage or variable is no plain one.
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlglot

from pipeline.sql import Tier, inspect
from pipeline.sql.text.dialects import DIALECT_NAMES

_TPC = {"tpc-h.sql": ("postgres", "duckdb", "snowflake"), "tpc-ds.sql": ("duckdb", "snowflake")}
_READS = ("SELECT", "WITH", "FROM", "(SELECT", "VALUES", "((SELECT")
_NOT_PLAIN = re.compile(
    r"WITH FUNCTION|\bINTO\b|\bFOR (UPDATE|SHARE)\b|LOCK IN SHARE|TABLOCK|NOWAIT"
    r"|NEXT VALUE FOR|@|\$\d|\$\w+\b|\?|%s|%\(|\{x\}|/\*\+|U&'"
    r"|\b(ML|AI)\.|\bAI_|\w!|VECTOR_SEARCH|SEMANTIC_VIEW|IDENTIFIER\(|TABLE\((\$\$|')"
    r"|\bGLOB\(|READ_CSV|DIRECTORY\(|\bSTREAM\b|CHANGES \("
    r"|\b(UDF|F|FOO|FUNC\d|SOME_FUNC|TVFTEST|MLEAST|VERTICES|GET_PRODUCT_NAMES)`?\("
    r"|udfs\.",
    re.IGNORECASE,
)
_ACCEPTING = frozenset({"validate_identity", "validate_all"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One statement that an engine accepts as a read."""

    source: str
    dialect: str
    sql: str


def reads_in(folder: Path) -> Iterator[Read]:
    """Every read of the folder's files."""
    for name, dialects in _TPC.items():
        if (folder / name).exists():
            text = (folder / name).read_text(encoding="utf-8")
            for dialect in dialects:
                yield from (
                    Read(source=name.removesuffix(".sql"), dialect=dialect, sql=sql)
                    for sql in published_queries(text)
                )
    for dialect in DIALECT_NAMES:
        path = folder / f"test_{dialect}.py"
        if path.exists():
            found = dict.fromkeys(accepted_selects(path.read_text(encoding="utf-8")))
            yield from (Read(source="dialect tests", dialect=dialect, sql=sql) for sql in found)


def published_queries(text: str) -> Iterator[str]:
    """The queries of a fixture, without what the optimizer is expected to make of each."""
    for number, statement in enumerate(_statements(text)):
        if number % 2 == 0:
            yield statement


def _statements(text: str) -> Iterator[str]:
    lines = [line for line in text.splitlines() if not line.startswith(("--", "#"))]
    yield from (part.strip() for part in "\n".join(lines).split(";") if part.strip())


def accepted_selects(module: str) -> Iterator[str]:
    """The SELECTs that a module of dialect tests says its dialect reads."""
    for node in ast.walk(ast.parse(module)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        first = node.args[0] if node.args else None
        if node.func.attr in _ACCEPTING and isinstance(first, ast.Constant):
            sql = str(first.value).strip()
            if sql.upper().startswith(_READS):
                yield sql


def is_one_read(read: Read) -> bool:
    """Whether the parser sees one query in it, as its own tests say."""
    try:
        trees = sqlglot.parse(read.sql, read=read.dialect)
    except sqlglot.errors.SqlglotError:
        return False
    return len(trees) == 1 and isinstance(trees[0], sqlglot.exp.Query)


def main() -> int:
    """Prints each refused read with its reason, then one JSON line with the share that may run."""
    seen: Counter[str] = Counter()
    run: Counter[str] = Counter()
    for read in filter(is_one_read, reads_in(Path(sys.argv[1]))):
        inspection = inspect(read.sql, read.dialect)
        kind = "" if _NOT_PLAIN.search(read.sql) is None else ", not plain"
        groups = (f"{read.source}{kind}", f"{read.source} {read.dialect}{kind}")
        seen.update(groups)
        if inspection.tier is Tier.T0:
            run.update(groups)
        else:
            print(groups[1], inspection.reason, "|", " ".join(read.sql.split()))
    print(json.dumps({name: {"reads": seen[name], "T0": run[name]} for name in sorted(seen)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
