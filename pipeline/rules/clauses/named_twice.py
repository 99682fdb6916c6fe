"""A column in two words of which the first says that it holds something.

`tickets with a score that were rated 4`, where both words mean the score.
"""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test


def named_twice(stream: Stream) -> None:
    """Let rows `with` a column that is compared in another word be those that hold something."""
    stream.rewrite(r"h(?P<c>C)(?=r?C[hpr]*[#V])", _held)


def _held(run: Run) -> Item | None:
    again = next(item for item in run.after if item.letter == "C")
    if run["c"].candidates[0].ref != again.candidates[0].ref:
        return None
    test = Test(operator="is not null", column=run["c"], words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)
