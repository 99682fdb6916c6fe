"""A table of cases as one test: every case runs, and each that fails is named."""

import pytest

from tests.tables import FAST_EXAMPLES, drawn, each_of


def test_each_case_runs_with_the_fixtures_of_the_test(depth: str) -> None:
    seen: list[tuple[int, int, str]] = []

    @each_of(("one", "other"), [(1, 2), (3, 4)])
    def test(one: int, other: int, given: str) -> None:
        seen.append((one, other, given))

    test(depth=depth, given="a fixture")

    assert seen == [(1, 2, "a fixture"), (3, 4, "a fixture")]


def test_the_cases_that_fail_are_named_and_the_others_still_run() -> None:
    seen: list[int] = []

    @each_of("case", [1, 2, 3])
    def test(case: int) -> None:
        seen.append(case)
        assert case != 2, "two is wrong"

    with pytest.raises(AssertionError, match="1 cases failed, among them:\n2: two is wrong"):
        test(depth="gate")
    assert seen == [1, 2, 3]


@pytest.mark.parametrize(
    ("depth", "examples", "count"),
    [("deep", 5, 100), ("gate", 5, 5), ("gate", None, 100), ("fast", None, FAST_EXAMPLES)],
)
def test_how_many_cases_run_at_which_depth(depth: str, examples: int | None, count: int) -> None:
    cases = list(range(100))

    taken = drawn(cases, depth, examples)

    assert len(taken) == count
    assert list(taken) == list(drawn(cases, depth, examples))
