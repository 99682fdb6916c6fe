"""`average waiting time in days between`, `hours to`: how long something took."""

from collections.abc import Iterator, Mapping

# What tells of which length it is, beside its two ends.
_KINDS = (
    "", "waiting", "wait", "lead", "turnaround", "processing", "transit", "response", "handling",
    "resolution", "cycle", "elapsed", "delivery", "shipping", "payment", "travel",
)  # fmt: skip
UNITS: Mapping[str, str] = {
    "days": "", **dict.fromkeys(("hours", "hrs"), "hour"),
    **dict.fromkeys(("minutes", "mins"), "minute"), **dict.fromkeys(("seconds", "secs"), "second"),
}  # fmt: skip
TOTAL = "sum"
# What is asked of several lengths.
FUNCTIONS: Mapping[str, str] = {
    **dict.fromkeys(("average", "avg", "mean", "typical"), "avg"),
    **dict.fromkeys(("shortest", "minimum", "minimal", "min"), "min"),
    **dict.fromkeys(("longest", "maximum", "maximal", "max"), "max"),
    "median": "median",
    # Only of how long rows took: days between two dates are added up by nobody.
    "total": TOTAL,
}
ON_AVERAGE = frozenset((("on", "average"), ("in", "general"), ("the", "average")))
AVERAGED = frozenset(("average", "typical", "typically", "usually", "normally", "generally"))
# The adjectives of lengths of time, as they are looked up; no date is either.
LONG_OR_SHORT = frozenset(("long", "short"))
# What lengths of rows are called, and that they had one.
LENGTHS = frozenset(
    ("duration", "durations", "length", "lengths", "lifetime", "lifespan", "period", "periods",
     "span", "timespan", "tenure")
)  # fmt: skip
TAKING = frozenset(("take", "takes", "took", "run", "runs", "ran"))
LASTING = TAKING | {
    "last", "lasts", "lasted", "stay", "stays", "stayed", "remain", "remained", "pass", "passed",
    "elapse", "elapsed", "lie", "lay", "work", "worked", "serve", "served",
}  # fmt: skip
_LEADS = ("", "the number of", "number of")


def _lengths() -> Iterator[str]:
    for kind in _KINDS:
        head = f"{kind} " if kind else ""
        for noun in ("time", "delay", "duration", "gap"):
            yield f"{head}{noun}"


def _between() -> Iterator[tuple[str, str]]:
    for unit, spelled in UNITS.items():
        for joint in ("between", "from"):
            for lead in _LEADS:
                for kind in _KINDS:
                    yield " ".join(f"{lead} {kind} {unit} {joint}".split()), spelled
            for length in _lengths():
                yield f"{length} in {unit} {joint}", spelled
    for joint in ("between", "from"):
        yield from ((f"{length} {joint}", "") for length in _lengths())


def _to_do() -> Iterator[tuple[str, str]]:
    for unit, spelled in UNITS.items():
        for lead in _LEADS:
            for told in (unit, f"{unit} it takes", f"{unit} needed", f"{unit} taken"):
                yield f"{lead} {told} to".strip(), spelled
        yield f"time in {unit} to", spelled
    yield from ((f"{told} to", "") for told in ("time", "time it takes", "time taken"))


# The phrase before two ends, and before what was done in the end: the unit that it is told in.
BETWEEN: Mapping[str, str] = dict(_between())
TO_DO: Mapping[str, str] = dict(_to_do())
