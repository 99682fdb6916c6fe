"""What is made ready after a start is no reason to fail, neither then nor at the end."""

import asyncio

from review.ledger import stored
from review.office.review_office import Warming
from tests.waiting import until


async def test_a_piece_that_fails_takes_no_other_along_and_does_not_stop_the_end() -> None:
    made: list[str] = []
    warming = Warming((lambda: made.append("a"), lambda: 1 / 0, lambda: made.append("b")))
    warming.start()
    await until(lambda: made == ["a", "b"])
    await warming.stop()


async def test_the_end_does_not_wait_for_what_is_left() -> None:
    made: list[int] = []
    warming = Warming([lambda: made.append(1)] * 10_000)
    warming.start()
    await asyncio.sleep(0)
    await warming.stop()
    assert len(made) < 10_000


def test_everything_that_stores_a_value_is_made_ready() -> None:
    kept = [one.values() if isinstance(one, dict) else (one,) for one in vars(stored).values()]
    codecs = {each for several in kept for each in several if isinstance(each, stored.Codec)}
    assert codecs == set(stored.CODECS)
