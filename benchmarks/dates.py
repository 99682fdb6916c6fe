"""How many time expressions the resolver reads rightly: python -m benchmarks.dates FILE."""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pipeline.dates import Comparison, DateRange, calendar_from, read_times, resolve

OWN_CASES = Path(__file__).parents[1] / "tests" / "pipeline" / "dates" / "cases.jsonl"
LONGEST = 0.002  # seconds that a sentence may take
# As long as what is read of a text, and made to be slow to read.
HOSTILE = (
    *("'" * 2_000, '"a' * 1_000, "1-" * 1_000, "q1" * 1_000, "9" * 2_000),
    "between the first of the last of the week of March to " * 40,
)

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
    noon = datetime(today.year, today.month, today.day, 12, tzinfo=UTC).replace(tzinfo=None)
    culture = suite.Culture.English
    found = suite.recognize_datetime(text, culture, reference=noon)
    return [pair for one in found if one.resolution for pair in _recognized(one.resolution, today)]


def _recognized(resolution: Mapping[str, Any], today: date) -> list[type_of_pair]:
    """Its latest reading that has begun, as the conventions want it, or else its first."""
    pairs = [pair for value in resolution["values"] if (pair := _pair(value))]
    begun = [pair for pair in pairs if (pair[0] or "") <= today.isoformat()]
    return begun[-1:] or pairs[:1]


def _pair(value: Mapping[str, str]) -> type_of_pair | None:
    try:
        if value.get("type") in ("date", "datetime"):
            start = date.fromisoformat(value["value"][:10])
            return start.isoformat(), (start + timedelta(days=1)).isoformat()
        if value.get("type") in ("daterange", "datetimerange"):
            start_day, end = value.get("start", "")[:10], value.get("end", "")
            last = date.fromisoformat(end[:10]) if end else None
            if last and end[11:].strip("0:"):
                last += timedelta(days=1)
            return start_day or None, last.isoformat() if last else None
    except ValueError:
        return None
    return None


def measured(cases: list[dict[str, object]], resolver: type_of_resolver) -> dict[str, object]:
    """Cases, how many are right, and the time a sentence takes."""
    is_right(cases[0], resolver)  # the first call builds the grammar
    right, spent = 0, []
    for case in cases:
        # What was read before is remembered: here each is read as if for the first time.
        read_times.cache_clear()
        began = time.thread_time()  # other work on the machine does not count
        right += is_right(case, resolver)
        spent.append(time.thread_time() - began)
    spent.sort()
    return {
        "cases": len(cases),
        "right": right,
        "right_pct": round(100 * right / len(cases), 1),
        "milliseconds": round(1000 * sum(spent) / len(spent), 2),
        "milliseconds_p99": round(1000 * spent[int(0.99 * len(spent))], 2),
        "under_2_ms_pct": round(100 * sum(one < LONGEST for one in spent) / len(spent), 1),
    }


def slowest(texts: Sequence[str]) -> float:
    """How many milliseconds the slowest of the texts takes."""
    spent = []
    for text in texts:
        began = time.thread_time()
        read_times(text, date(2026, 11, 21), calendar_from({}))
        spent.append(time.thread_time() - began)
    return round(1000 * max(spent), 1)


def main(arguments: list[str]) -> int:
    """Prints the cases that went wrong, then one JSON line."""
    cases = read_cases(Path(arguments[0]) if arguments else OWN_CASES)
    for case in cases:
        if not is_right(case):
            calendar = case.get("calendar") or {}
            today = date.fromisoformat(str(case["today"]))
            got = ranges(str(case["text"]), today, calendar)  # type: ignore[arg-type]  # JSON
            print(case["today"], repr(case["text"]), calendar, "gave", got, "not", case["expect"])
    result = {**measured(cases, ranges), "hostile_milliseconds": slowest(HOSTILE)}
    if find_spec("recognizers_date_time"):
        result["recognizers_text"] = measured(cases, recognizers_text)
    else:
        result["recognizers_text"] = "not installed: pip install 'countersign[bench]'"
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
