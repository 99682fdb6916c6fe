"""Guards on the small words that turn a question into another one: each in both, or in none."""

from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading
from knowledge.matching.steering import steering_of

_NEAR = 3
_OPPOSITES = ("un", "non", "in", "im", "ir", "il", "dis", "mis", "re", "pre", "anti", "over")


def steering_words(pair: Comparison) -> Failure | None:
    """All but Spain is not Spain; might be is not was; mine is not everybody's."""
    before = _steering(pair.stored, {left: left for left, _ in pair.binding.pairs})
    now = _steering(pair.asked, {right: left for left, right in pair.binding.pairs})
    if [found[:2] for found in before] == [found[:2] for found in now]:
        return None
    said = _alone(now, before) or _alone(before, now)
    return Failure("meaning", f"only one of them says “{said}”, which may change what is asked")


_Found = list[tuple[str, int, str]]


def _steering(reading: Reading, names: dict[int, int]) -> _Found:
    """Each such word with the value that it stands by, sorted."""
    return sorted(
        (kind, _value_after(place, names), text) for place, kind, text in steering_of(reading)
    )


def _value_after(place: int, names: dict[int, int]) -> int:
    following = range(place + 1, place + 1 + _NEAR)
    return next((names[item] for item in following if item in names), -1)


def _alone(found: _Found, others: _Found) -> str:
    known = {other[:2] for other in others}
    return next((text for kind, value, text in found if (kind, value) not in known), "")


def opposites(pair: Comparison) -> Failure | None:
    """Inactive does not stand for active."""
    for word, other, _ in pair.alignment.paired:
        short, long = sorted((word.text.lower(), other.text.lower()), key=len)
        if any(long == start + short for start in _OPPOSITES):
            return Failure("wording", f"“{other.text}” is not “{word.text}”")
    return None
