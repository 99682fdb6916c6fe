"""What was reached against what was aimed at: `stores that missed their target last month`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Aim, Count, Test


def targets(stream: Stream) -> None:
    """Reduce a number that is set against a goal of the same rows to one item."""
    stream.rewrite(
        r"[hr]*(?:(?P<a>a)?(?P<top>[CM])(?:p?(?P<when>D))?)?(?P<q>q)(?P<goal>[CT])(?![#V])", _aimed
    )


def _aimed(run: Run) -> Item | None:
    top, when, asked = run.get("top"), run.get("when"), run.get("a")
    if asked is not None and asked.payload != "sum":
        return None
    measure = None
    if top is not None and top.letter == "M":
        measure = Count(function="metric", metrics=top.payload)
    elif top is not None:
        measure = Count(function="sum", column=top)
    spans = [] if when is None else [
        Test(span=when.payload, words=when.text, first=when.first)
    ]  # fmt: skip
    aim = Aim(goal=run["goal"], operator=str(run["q"].payload), measure=measure, spans=spans)
    return Item("E", run.first, run.last, payload=aim)
