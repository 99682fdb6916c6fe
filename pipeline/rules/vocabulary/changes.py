"""`month-over-month change`, `yearly growth`: how a number moves from period to period."""

from collections.abc import Iterator, Mapping

_STEPS = {"month": "mom", "quarter": "qoq", "year": "yoy", "week": "wow", "day": "dod"}
_JOINTS = ("over", "on", "to")
_WAYS = {
    "difference": ("change", "changes", "difference", "differences"),
    "percent": (
        "growth", "growth rate", "growth in percent", "percentage change", "percent change",
        "percentage growth", "growth percentage", "rate of growth",
    ),
}  # fmt: skip


def _phrases(grain: str, short: str, word: str) -> Iterator[str]:
    adverb = "daily" if grain == "day" else f"{grain}ly"
    joints = [f"{grain}{joint}{grain}" for joint in _JOINTS]
    joints += [f"{grain} {joint} {grain}" for joint in _JOINTS]
    yield from (f"{head} {word}" for head in (*joints, short, adverb))
    yield from (f"{word} {head}" for head in joints)
    for told in (f"from {grain} to {grain}", f"by {grain} over {grain}"):
        yield f"{word} {told}"
    for before in ("from", "over", "to", "compared to"):
        yield f"{word} {before} the previous {grain}"


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
        f"compared to the previous {grain}", f"compared with the previous {grain}",
        f"against the previous {grain}", f"over the previous {grain}",
    )
}  # fmt: skip
