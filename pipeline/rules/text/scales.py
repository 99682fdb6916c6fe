"""Large numbers as people write them: `2 million`, `two thousand`, `1.5bn`, `50k`."""

import re
from collections.abc import Collection
from decimal import Decimal

from pipeline.rules.vocabulary.numbers import NUMBER_WORDS, SCALES

_WORDS = "|".join(word for word in NUMBER_WORDS if word not in SCALES)
_LARGE = re.compile(
    rf"(?<![\w.,\"'])(?P<number>\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|{_WORDS})"
    rf"(?:\s+(?P<scale>{'|'.join(SCALES)})s?|(?<=\d)(?P<short>k|bn))(?![\w'\"]|\.\d)",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?<=\d)\s?(?:percent|per cent)\b", re.IGNORECASE)
_SHORT = {"k": "thousand", "bn": "billion"}


def in_digits(question: str, kept: Collection[str]) -> str:
    """The question with large numbers and percents in digits and signs.

    Scales that names are told in are `kept`.
    """

    def written(found: re.Match[str]) -> str:
        scale = (found["scale"] or _SHORT[found["short"].lower()]).lower()
        if scale in kept:
            return found[0]
        number = found["number"].lower().replace(",", "")
        value = Decimal(NUMBER_WORDS.get(number, number)) * SCALES[scale]
        return f"{value:f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))

    return _PERCENT.sub("%", _LARGE.sub(written, question))
