"""Bounds that name no number, behind one for each group: `revenue per country above 5000`."""

from pipeline.rules.drafting.sketch import Sketch
from pipeline.rules.schema.parts import Enough, Test

_BOUNDS = frozenset(("<", "<=", ">", ">="))


def with_bounded_groups(sketch: Sketch) -> Sketch:
    """The sketch with such a bound on the only number that is asked for each group."""
    if len(sketch.counts) != 1 or not sketch.groups or not sketch.counts[0].metrics:
        return sketch
    bounds = [test for test in sketch.tests if _names_no_number(test)]
    for test in bounds:
        sketch.tests.remove(test)
        number = sketch.counts[0]
        sketch.enough.append(Enough(measure=number, operator=test.operator, values=test.values))
    return sketch


def _names_no_number(test: Test) -> bool:
    """`above 5000`, and nothing that says of what."""
    told = test.column or test.adjective or test.hits or test.span or test.function or test.year
    numbers = bool(test.values) and not any(isinstance(value, str) for value in test.values)
    return test.operator in _BOUNDS and not told and not test.any_of and numbers
