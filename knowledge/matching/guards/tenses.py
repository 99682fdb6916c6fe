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


_HAVING = wordlists.words("have has had having")
_SELVES = wordlists.words(
    "himself herself itself themselves myself yourself yourselves ourselves oneself"
)
_LEFT_OPEN = wordlists.words("do does did has have had is are was were will would")


def has_done_or_been(pair: Comparison) -> Failure | None:
    """Who has ordered did it, who has been ordered did not."""
    for one, other in ((pair.stored, pair.asked), (pair.asked, pair.stored)):
        for word in _led_by(one, _HAVING) & _led_by(other, {"been", "being"}):
            return Failure("roles", f"“{word}” is done by them in one, and to them in the other")
    return None


def _led_by(reading: Reading, leads: Set[str]) -> set[str]:
    """The participles right behind one of these words, or behind an adverb."""
    words = clauses.texts(reading)
    return {
        word
        for place, word in enumerate(words)
        if place and clauses.is_done(word)
        and (words[place - 1] in leads or (place > 1 and words[place - 2] in leads
             and words[place - 1].endswith("ly")))
    }  # fmt: skip


def by_themselves(pair: Comparison) -> Failure | None:
    """Who pays themselves pays nobody else."""
    one, other = (set(clauses.texts(each)) & _SELVES for each in (pair.stored, pair.asked))
    if one == other:
        return None
    return Failure("meaning", f"“{min(one ^ other)}” stands in one of the two only")


def left_open(pair: Comparison) -> Failure | None:
    """`more than their manager did` was at another time than `more than their manager`."""
    ends = [clauses.texts(each)[-1:] for each in (pair.stored, pair.asked)]
    one, other = (set(end) & _LEFT_OPEN for end in ends)
    if one == other:
        return None
    return Failure("meaning", f"one of the two ends in “{min(one ^ other)}”")
