"""Conditions of which one is enough: `serves Italian food or is in Rome`."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.parts import Test


def alternatives(stream: Stream) -> None:
    """Reduce two conditions that `or` ties together to one."""
    stream.rewrite(r"(?P<f>f)\|[rhp]*T?(?P<g>f)", _either)


def _either(run: Run) -> Item:
    parts = [part for test in (run["f"].payload, run["g"].payload) for part in _parts(test)]
    test = Test(any_of=parts, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _parts(test: Test) -> list[Test]:
    return test.any_of if test.any_of and not test.both else [test]
