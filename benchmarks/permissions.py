"""Scores the permission checker: `python -m benchmarks.permissions FILE SCHEMA`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from knowledge.catalog import Catalog, Column, Kind, Table
from pipeline.sql import Grants, TableGrant, check_permissions

Schema = Mapping[str, Any]


def catalog_of(schema: Schema, dialect: str) -> Catalog:
    """The catalog that a schema file describes."""
    views = schema.get("views", {})
    return Catalog(
        workspace="cases",
        dialect=dialect,
        tables=tuple(
            _table(key, columns, views.get(key)) for key, columns in schema["tables"].items()
        ),
    )


def _table(key: str, columns: list[str], view_sql: str | None) -> Table:
    schema, _, name = key.rpartition(".")
    known = tuple(Column(name=column, type="", kind=Kind.OTHER) for column in columns)
    return Table(name=name, schema=schema, columns=known, view_sql=view_sql)


def grants_of(schema: Schema) -> Grants:
    """The grants that the policy of a schema file gives."""
    allowed = schema["policy"]["allow"]
    return Grants(
        tables=tuple(
            TableGrant(table=key, columns=frozenset(columns)) for key, columns in allowed.items()
        )
    )


def allowed(sql: str, dialect: str, schema: Schema) -> bool:
    """Whether the policy of the schema file allows the statement."""
    return check_permissions(sql, dialect, catalog_of(schema, dialect), grants_of(schema)) is None


def main() -> int:
    """Prints every wrong verdict, then one JSON line; status 1 on a leak."""
    cases, schema_file = (Path(argument) for argument in sys.argv[1:3])
    schema = json.loads(schema_file.read_text(encoding="utf-8"))
    leaks = over_blocked = count = 0
    for line in cases.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        verdict = "allow" if allowed(case["sql"], case["dialect"], schema) else "deny"
        count += 1
        if verdict in (case.get("accept") or [case["expect"]]):
            continue
        leaks, over_blocked = leaks + (verdict == "allow"), over_blocked + (verdict == "deny")
        print(verdict, case["id"], case["dialect"], case["sql"][:140])
    print(json.dumps({"cases": count, "leaks": leaks, "over_blocked": over_blocked}))
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
