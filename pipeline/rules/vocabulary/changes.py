"""`month-over-month change`, `yearly growth`: how a number moves from period to period."""

from collections.abc import Iterator, Mapping

_STEPS = {"month": "mom", "quarter": "qoq", "year": "yoy", "week": "wow", "day": "dod"}
_JOINTS = ("over", "on", "to")
_WAYS = {
    "difference": ("change", "changes", "difference", "differences"),
    "percent": (
        "growth", "growth rate", "growth in percent", "percentage change", "percent change",
        "percentage growth", "growth percentage", "rate of growth", "change in percent",
        "percentage difference",
    ),
    "fraction": ("relative change", "fractional change", "relative difference"),
}  # fmt: skip
_AGAINST = ("compared to", "compared with", "against", "versus", "vs", "relative to")
_SINCE = (*_AGAINST, "from", "over", "to", "on", "since")
_NUMBERS = ("number", "value", "figure", "total", "count", "amount")
_BESIDE = ("", "next to it", "beside it", "alongside", "alongside it", "as well")


def _before(grain: str) -> Iterator[str]:
    yield from (f"the {word} {grain}" for word in ("previous", "prior", "preceding"))
    yield from (f"previous {grain}", f"prior {grain}", f"the {grain} before")


def _phrases(grain: str, short: str, word: str) -> Iterator[str]:
    adverb = "daily" if grain == "day" else f"{grain}ly"
    joints = [f"{grain}{joint}{grain}" for joint in _JOINTS]
    joints += [f"{grain} {joint} {grain}" for joint in _JOINTS]
    yield from (f"{head} {word}" for head in (*joints, short, adverb))
    yield from (f"{word} {head}" for head in joints)
    steps = (f"from {grain} to {grain}", f"by {grain} over {grain}", f"{grain} by {grain}")
    for told in (*steps, f"from one {grain} to the next"):
        yield f"{word} {told}"
    for joint in _SINCE:
        yield from (f"{word} {joint} {before}" for before in _before(grain))


def _numbers_before(grain: str) -> Iterator[str]:
    """`the previous month's number next to it`, `the value of the previous month`."""
    for before in _before(grain):
        for number in _NUMBERS:
            owned = f"{before} 's {number}" if before.endswith(grain) else ""
            told = (owned, f"{number} of {before}", f"{number} from {before}")
            yield from (f"{one} {beside}".strip() for one in told if one for beside in _BESIDE)


CHANGES: Mapping[str, tuple[str, object]] = {
    phrase: ("X", (grain, way))
    for grain, short in _STEPS.items()
    for way, words in _WAYS.items()
    for word in words
    for phrase in _phrases(grain, short, word)
} | {
    phrase: ("X", (grain, ""))
    for grain in _STEPS
    for phrase in (
        f"from {grain} to {grain}", f"{grain} over {grain}", f"{grain} by {grain}",
        f"from one {grain} to the next", f"over the previous {grain}",
        *(f"{joint} {before}" for joint in _AGAINST for before in _before(grain)),
    )
} | {
    phrase: ("X", (grain, "previous")) for grain in _STEPS for phrase in _numbers_before(grain)
}  # fmt: skip
