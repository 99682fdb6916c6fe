"""What rows share with others: `the same city as Ada`, `share the winery of Nova`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test

_SHARING = frozenset(("same", "share", "shares", "sharing"))
_OTHER = frozenset(("other", "another", "others"))


def sharing(stream: Stream) -> None:
    """Reduce what is shared, with the rows that it is shared with, to one condition."""
    before = stream.code
    shared = r"[pyh]*(?P<w>x)?(?P<x>x)(?P<c>[TC])"
    stream.rewrite(shared + r"[ph]?(?:(?P<t>T)[phr]*)?(?P<vs>V+)", _with_named)
    stream.rewrite(shared + r"(?P<t>T)[phr]*(?P<f>f)", _with_such)
    if stream.code == before:
        return
    stream.rewrite(r"(?P<f>f)[&phr]*(?P<n>n)[phr]*(?P<vs>V+)", _but_those)
    others = any(item.text.lower() in _OTHER for item in stream.items if item.letter == "x")
    for item in stream.items:
        if others and item.letter == "f" and item.payload.same is not None:
            item.payload = replace(item.payload, others=True)
    stream.rewrite(r"(?P<o>x)(?P<t>T)", _of_others)


def _is_shared(run: Run) -> bool:
    said, lead = run["x"].text.lower(), run.get("w")
    return said in _SHARING and (lead is None or (lead.text.lower(), said) == ("share", "same"))


def _with_named(run: Run) -> Item | None:
    """`the same department as Ada`, `the same major as Linda Smith`."""
    if not _is_shared(run):
        return None
    those = tuple(
        Test(
            hits=(tuple(value.payload or ()),), values=(value.text,), words=value.text,
            first=run.first,
        )
        for value in run.all("vs")
    )  # fmt: skip
    return _shared(run, those)


def _with_such(run: Run) -> Item | None:
    """`the same city as the student with id 1001`."""
    return _shared(run, (run["f"].payload,)) if _is_shared(run) else None


def _shared(run: Run, those: tuple[Test, ...]) -> Item:
    test = Test(same=run["c"], those=those, of=run.get("t"), words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _but_those(run: Run) -> Item | None:
    """`..., excluding Ada`: those that it is shared with are no part of the answer."""
    test: Test = run["f"].payload
    named = {str(value) for one in test.those for value in one.values}
    if test.same is None or named != {value.text for value in run.all("vs")}:
        return None
    return Item("f", run.first, run.last, payload=replace(test, others=True))


def _of_others(run: Run) -> Item | None:
    """`which other authors ...`: what is said by the condition."""
    if run["o"].text.lower() not in _OTHER:
        return None
    rows = run["t"]
    return replace(rows, first=run.first)
