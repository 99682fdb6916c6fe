"""Which change of a result is silent and large enough to ask a person."""

import pytest

from knowledge.validated.profile import profile_of, silent_change

ROWS = [("north", 10.0), ("south", 20.0), ("east", 5.0), ("west", 8.0), ("other", 1.0)]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS, ""),
        ([*ROWS, ("new", 60.0)], ""),
        ([(name, None) for name, _ in ROWS], "is empty"),
        ([(name, value * 100) for name, value in ROWS], "is around 2000"),
        ([(name, -value) for name, value in ROWS], "is around -1"),
        ([], "gives 0 now"),
        (ROWS[:2], "gave 5 rows when it was approved and gives 2 now"),
        (ROWS[:3], ""),
        (ROWS * 20, "gives 100 now"),
    ],
)
def test_a_silent_change(rows: list[tuple[str, float | None]], said: str) -> None:
    found = silent_change(
        profile_of(("region", "total"), ROWS), profile_of(("region", "total"), rows)
    )
    assert (said in found) if said else not found


def test_one_number_may_move_but_not_jump() -> None:
    one, ten, thousand = (profile_of(("n",), [(value,)]) for value in (100, 1_000, 100_000))
    assert not silent_change(one, ten)
    assert silent_change(one, thousand)
