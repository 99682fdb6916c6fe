"""Reads the case files beside these tests, and the shared ones where they are at hand."""

import json
from pathlib import Path
from typing import Any

from pipeline.sql.text.dialects import DIALECT_NAMES

HERE = Path(__file__).parent / "cases"
SHARED = Path(__file__).parents[4] / "shared" / "cases"


def cases(name: str, fields: int = 2) -> list[tuple[str, ...]]:
    """The cases of a file: fields parted by bars; the last may hold bars and line breaks."""
    rows: list[list[str]] = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        parts = line.split("|", fields - 1)
        if line.startswith("#") and not rows:
            continue
        if len(parts) == fields and set(parts[:-1]) & set(DIALECT_NAMES):
            rows.append(parts)
        else:
            rows[-1][-1] += "\n" + line
    return [tuple(row) for row in rows]


def shared_cases(name: str) -> list[dict[str, Any]]:
    """The cases of a shared file; none where it is not at hand."""
    path = SHARED / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
