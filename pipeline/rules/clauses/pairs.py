"""Two conditions that different rows meet: `a singer above 40 and a singer below 30`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test


def pairs(stream: Stream) -> None:
    """Reduce two conditions on two rows of one table to one condition that both must meet."""
    stream.rewrite(r"(?P<f>f)\|[hpr]*(?P<f2>f)", _either)
    stream.rewrite(r"(?P<f>f)(?P<t>T)&(?P<f2>f)(?P<t2>T)", _both)
    stream.rewrite(r"(?P<two>2)?(?P<t>T)[prh]*(?P<f>f)&(?:p|h)*(?P<t2>T)[prh]*(?P<f2>f)", _pair)


def _either(run: Run) -> Item:
    """`opened before 2000 or with more than 25 beds`."""
    parts = [run["f"].payload, run["f2"].payload]
    flat = [test for part in parts for test in (part.any_of or [part])]
    return Item(
        "f", run.first, run.last, payload=Test(any_of=flat, words=run.text, first=run.first)
    )


def _both(run: Run) -> Item | None:
    return _pair(run) if "both" in run.text.lower().split() else None


def _pair(run: Run) -> Item | None:
    one, other = run["t"], run["t2"]
    if not one.candidates or one.candidates[0].ref != other.candidates[0].ref:
        return None
    tests = [run["f"].payload, run["f2"].payload]
    return Item(
        "f",
        run.first,
        run.last,
        payload=Test(any_of=tests, both=True, words=run.text, first=run.first),
    )
