"""Scores the tier classifier on a file of cases: `python -m benchmarks.sql_tiers FILE`."""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pipeline.sql import classify

Case = dict[str, Any]


def verdict(case: Case, tier: str) -> str:
    """What the tier given to a case is: right, or which kind of wrong."""
    label = case["tier"]
    if tier in (case.get("accept") or [label]):
        return "right"
    if label == "T0":
        return "refused"
    if tier == "T0":
        return "leak"
    if case.get("family", "").startswith("w_"):
        return "write_off"
    return "approvable" if tier in {"T1", "T2"} else "right"


def group(case: Case) -> str:
    """Whether a case is a benign read, a legitimate write or an attack."""
    if case["tier"] == "T0":
        return "read"
    return "write" if case.get("family", "").startswith("w_") else "attack"


def main() -> int:
    """Prints every wrong verdict, then one JSON line; status 1 on a leak or an approvable T3."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    found: Counter[str] = Counter()
    times = []
    for case in map(json.loads, lines):
        started = time.perf_counter()
        tier = str(classify(case["sql"], case["dialect"]))
        times.append(time.perf_counter() - started)
        outcome = verdict(case, tier)
        found.update([group(case), outcome])
        if outcome != "right":
            print(outcome, case["id"], case["dialect"], tier, repr(case["sql"][:140]))
    summary = {
        "cases": len(lines),
        "leaks": found["leak"],
        "approvable": found["approvable"],
        "refused_pct": round(100 * found["refused"] / max(found["read"], 1), 2),
        "write_off_pct": round(100 * found["write_off"] / max(found["write"], 1), 2),
        "slowest_ms": round(1000 * max(times, default=0.0), 1),
    }
    print(json.dumps(summary))
    return 1 if found["leak"] or found["approvable"] else 0


if __name__ == "__main__":
    sys.exit(main())
