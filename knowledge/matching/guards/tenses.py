"""Guards on what is over, what goes on and what remains."""

from collections.abc import Set

from knowledge.matching import clauses, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.tokens import Mark


def gone_or_remaining(pair: Comparison) -> Failure | None:
    """Who has left is gone; who is left is still here."""
    if _lefts(pair.stored) != _lefts(pair.asked):
        return Failure("meaning", "“left” may be gone, or may be what remains")
    return None


def _lefts(reading: Reading) -> set[str]:
    return {
        _left(reading, place) for place, word in enumerate(clauses.texts(reading)) if word == "left"
    }


_SINCE_THEN = wordlists.words("already also not never have has had who that which n't")
_WHAT_IS_LEFT = wordlists.words("the a an our their its us")


def _left(reading: Reading, place: int) -> str:
    words = clauses.texts(reading)
    before = words[place - 1] if place else ""
    following = reading.tokens[place + 1 : place + 2]
    if before in clauses.BEING:
        return "remains"
    leaves = any(
        token.text.lower() in _WHAT_IS_LEFT or token.mark is Mark.VALUE for token in following
    )
    return "gone" if before in _SINCE_THEN or leaves else "unsure"


def over_or_going_on(pair: Comparison) -> Failure | None:
    """What arrived is not what is arriving."""
    over, going = _over(pair.stored), _going_on(pair.stored)
    for key in (over & _going_on(pair.asked)) | (going & _over(pair.asked)):
        return Failure("meaning", f"“{key}” is over in one of them, and goes on in the other")
    return None


@once
def _over(reading: Reading) -> Set[str]:
    """The verbs that are written in the past only."""
    return {
        key for key, written in clauses.forms(reading).items() if all(map(clauses.is_past, written))
    }


@once
def _going_on(reading: Reading) -> Set[str]:
    """The verbs that are said to go on: `are arriving`, `were arriving`."""
    words = clauses.texts(reading)
    return {
        token.key
        for place, token in enumerate(reading.tokens)
        if words[place].endswith("ing") and set(words[max(place - 3, 0) : place]) & clauses.BEING
    }
