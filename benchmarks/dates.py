"""How many time expressions the resolver reads rightly: python -m benchmarks.dates FILE."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from datetime import date
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pipeline.dates import Comparison, DateRange, calendar_from, resolve

type_of_pair = tuple[str | None, str | None]
type_of_resolver = Callable[[str, date, Mapping[str, object]], list[type_of_pair]]


def ranges(text: str, today: date, calendar: Mapping[str, object]) -> list[type_of_pair]:
    """The half-open ranges that a text names, as ISO dates."""
    found: list[type_of_pair] = []
    for each in resolve(text, today, calendar_from(calendar)):
        both = (each.first, each.second) if isinstance(each, Comparison) else (each,)
        found.extend(_iso(one) for one in both)
    return found


def _iso(one: DateRange) -> type_of_pair:
    return (
        one.start.isoformat() if one.start else None,
        one.end.isoformat() if one.end else None,
    )


def read_cases(path: Path) -> list[dict[str, object]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def is_right(case: Mapping[str, object], resolver: type_of_resolver = ranges) -> bool:
    """Whether the resolver gives what a case expects or accepts."""
    calendar = case.get("calendar") or {}
    got = resolver(
        str(case["text"]),
        date.fromisoformat(str(case["today"])),
        calendar,  # type: ignore[arg-type]  # JSON
    )
    wanted = [case["expect"], *case.get("accept", [])]  # type: ignore[misc]  # JSON
    return got in [[(one["start"], one["end"]) for one in each] for each in wanted]


def recognizers_text(text: str, today: date, calendar: Mapping[str, object]) -> list[type_of_pair]:
    """What Microsoft's Recognizers-Text makes of the same text, where it is installed."""
    del calendar
    suite = import_module("recognizers_date_time")
    noon = import_module("datetime").datetime(today.year, today.month, today.day, 12)
    found = suite.recognize_datetime(text, "en-us", reference=noon)
    pairs = [_recognized(one.resolution["values"][-1]) for one in found if one.resolution]
    return [pair for pair in pairs if pair is not None]


def _recognized(value: Mapping[str, str]) -> type_of_pair | None:
    if "value" in value and value.get("type") == "date":
        start = date.fromisoformat(value["value"])
        return start.isoformat(), date.fromordinal(start.toordinal() + 1).isoformat()
    if "start" in value or "end" in value:
        return value.get("start", "")[:10] or None, value.get("end", "")[:10] or None
    return None


def measured(cases: list[dict[str, object]], resolver: type_of_resolver) -> dict[str, object]:
    """Cases, how many are right, and the time a sentence takes."""
    is_right(cases[0], resolver)  # the first call builds the grammar
    began = time.perf_counter()
    right = sum(is_right(case, resolver) for case in cases)
    spent = time.perf_counter() - began
    return {
        "cases": len(cases),
        "right": right,
        "right_pct": round(100 * right / len(cases), 1),
        "microseconds": round(spent / len(cases) * 1e6),
    }


def main(arguments: list[str]) -> int:
    """Prints the cases that went wrong, then one JSON line."""
    cases = read_cases(Path(arguments[0]))
    for case in cases:
        if not is_right(case):
            calendar = case.get("calendar") or {}
            today = date.fromisoformat(str(case["today"]))
            got = ranges(str(case["text"]), today, calendar)  # type: ignore[arg-type]  # JSON
            print(case["today"], repr(case["text"]), calendar, "gave", got, "not", case["expect"])
    result = measured(cases, ranges)
    if find_spec("recognizers_date_time"):
        result["recognizers_text"] = measured(cases, recognizers_text)
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
