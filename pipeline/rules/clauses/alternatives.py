"""Conditions of which one is enough: `serves Italian food or is in Rome`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test


def alternatives(stream: Stream) -> None:
    """Reduce two conditions that `or` ties together to one."""
    stream.rewrite(r"(?P<f>f)\|[rhp]*T?(?P<g>f)", _either)
    stream.rewrite(r"(?P<f>f)\|p*(?P<t>T)[rhp]+(?P<g>f)", _of_the_same)


def _either(run: Run) -> Item | None:
    first, second = run["f"].payload, run["g"].payload
    if first.function and first.where is not None and second.hits and second.column is None:
        return None  # `more than Ada or Bo`: of both it is said
    parts = [part for test in (run["f"].payload, run["g"].payload) for part in _parts(test)]
    test = Test(any_of=parts, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _of_the_same(run: Run) -> Item | None:
    """`a shop opened after 1990 or a shop of the type X`: of the same rows, said again."""
    tables = [item.candidates[0].ref for item in run.before if item.letter == "T"]
    return _either(run) if tables[-1:] == [run["t"].candidates[0].ref] else None


def _parts(test: Test) -> list[Test]:
    return test.any_of if test.any_of and not test.both else [test]
