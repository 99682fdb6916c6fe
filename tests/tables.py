"""One test for a whole table of cases: it runs each case and names those that failed.

A table of a thousand cases as a thousand tests costs more to collect than to run.
"""

import functools
import inspect
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import pytest

Test: TypeAlias = Callable[..., None]

# How many cases of any table a fast run takes.
FAST_EXAMPLES: Final = 5
_MOST_SHOWN: Final = 20


def each_of(
    names: str | tuple[str, ...],
    cases: Sequence[Any],
    *,
    examples: int | None = None,
    ids: Callable[[Any], str] = repr,
) -> Callable[[Test], Test]:
    """Run the test for each case of a table, as one test.

    `names` are the parameters that a case fills: one name, or as many as each case has values.
    In the gate `examples` cases run (None: all), in a fast run a few; which, is drawn once and
    stays. The test fails when any case fails, and lists the failed ones.
    """
    filled = (names,) if isinstance(names, str) else names

    def as_one(test: Test) -> Test:
        @functools.wraps(test)
        def table(depth: str, **fixtures: Any) -> None:
            failed = []
            for case in drawn(cases, depth, examples, ids):
                values = (case,) if isinstance(names, str) else tuple(case)
                try:
                    test(**dict(zip(filled, values, strict=True)), **fixtures)
                except (AssertionError, pytest.fail.Exception) as wrong:
                    failed.append(f"{ids(case)}: {wrong}")
            shown = "\n".join(failed[:_MOST_SHOWN])
            assert not failed, f"{len(failed)} cases failed, among them:\n{shown}"

        known = inspect.signature(test).parameters
        fixtures = [parameter for name, parameter in known.items() if name not in filled]
        first = inspect.Parameter("depth", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        table.__signature__ = inspect.Signature([first, *fixtures])  # type: ignore[attr-defined]
        return table

    return as_one


def drawn(
    cases: Sequence[Any], depth: str, examples: int | None, ids: Callable[[Any], str] = repr
) -> Sequence[Any]:
    """The cases that run at this depth; a part is drawn by the checksums of their names."""
    most = len(cases) if depth == "deep" or examples is None else examples
    if depth == "fast":
        most = min(most, FAST_EXAMPLES)
    if len(cases) <= most:
        return cases
    return sorted(cases, key=lambda case: zlib.crc32(ids(case).encode(errors="replace")))[:most]
