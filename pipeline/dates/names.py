"""Whether words for a time may as well be what something is called: May, Spring, 2020."""

from pipeline.dates.resolve import LANGUAGES
from pipeline.dates.tokens import Token, tokens_of

_CALENDAR = frozenset({"MONTH", "WEEKDAY", "SEASON", "HOLIDAY"})
_LEADS = frozenset({"IN", "ON", "THE", "OF"})


def calendar_names(words: str) -> tuple[str, ...]:
    """The months, weekdays, seasons and feasts in words for a time, as they are written."""
    found = (
        token.text
        for language in LANGUAGES
        for token in tokens_of(words, language)
        if _is_any(token, _CALENDAR)
    )
    return tuple(dict.fromkeys(found))


def numbered_unit(words: str) -> str:
    """What is numbered in words such as `semester 1`; empty where nothing else stands there."""
    for language in LANGUAGES:
        tokens = [token for token in tokens_of(words, language) if not _is_any(token, _LEADS)]
        units = [token.text for token in tokens if "UNIT" in token.concepts]
        numbers = [token for token in tokens if "NUM" in token.concepts]
        if len(units) == 1 and len(numbers) == len(tokens) - 1 > 0:
            return units[0]
    return ""


def has_a_clock(words: str) -> bool:
    """Whether a time of day stands in them."""
    read = (token for language in LANGUAGES for token in tokens_of(words, language))
    return any("CLOCK" in token.concepts for token in read)


def _is_any(token: Token, concepts: frozenset[str]) -> bool:
    return not concepts.isdisjoint(token.concepts)
