"""What the language and region of a person's chat say about how that person writes dates."""

from typing import Final

_MONTH_FIRST: Final = frozenset({"ja", "ko", "zh", "hu", "mn"})
# Where both orders are in use, or the month comes first as in English here: the words decide.
_OPEN: Final = frozenset({"", "us", "ph", "ca"})


def day_first(locale: str) -> bool | None:
    """Whether the day comes first in "3/4" for a locale such as `en-GB`; None where it is open."""
    language, _, rest = locale.lower().replace("_", "-").partition("-")
    region = rest.rpartition("-")[2]
    if language in _MONTH_FIRST:
        return False
    if not language or (language == "en" and region in _OPEN):
        return None
    return True
