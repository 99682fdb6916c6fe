"""`average waiting time in days between`, `hours to`: how long something took."""

from collections.abc import Iterator, Mapping

# What tells of which length it is, beside its two ends.
_KINDS = (
    "", "waiting", "wait", "lead", "turnaround", "processing", "transit", "response", "handling",
    "resolution", "cycle", "elapsed",
)  # fmt: skip
_UNITS = {"days": "", "hours": "hour", "minutes": "minute"}
_LEADS = ("", "the number of", "number of")


def _lengths() -> Iterator[str]:
    for kind in _KINDS:
        head = f"{kind} " if kind else ""
        for noun in ("time", "delay", "duration", "gap"):
            yield f"{head}{noun}"


def _between() -> Iterator[tuple[str, str]]:
    for unit, spelled in _UNITS.items():
        for joint in ("between", "from"):
            for lead in _LEADS:
                for kind in _KINDS:
                    yield " ".join(f"{lead} {kind} {unit} {joint}".split()), spelled
            for length in _lengths():
                yield f"{length} in {unit} {joint}", spelled
    for joint in ("between", "from"):
        yield from ((f"{length} {joint}", "") for length in _lengths())


def _to_do() -> Iterator[tuple[str, str]]:
    for unit, spelled in _UNITS.items():
        for lead in _LEADS:
            for told in (unit, f"{unit} it takes", f"{unit} needed", f"{unit} taken"):
                yield f"{lead} {told} to".strip(), spelled
        yield f"time in {unit} to", spelled
    yield from ((f"{told} to", "") for told in ("time", "time it takes", "time taken"))


# The phrase before two ends, and before what was done in the end: the unit that it is told in.
BETWEEN: Mapping[str, str] = dict(_between())
TO_DO: Mapping[str, str] = dict(_to_do())
