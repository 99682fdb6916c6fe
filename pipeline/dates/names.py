"""Whether words for a time may as well be what something is called: May, Spring, 2020."""

from pipeline.dates.resolve import LANGUAGES
from pipeline.dates.tokens import Token, tokens_of

_CALLED = frozenset({"MONTH", "WEEKDAY", "SEASON", "HOLIDAY", "YEAR", "NUM", "QUARTER", "DATE"})
_LEADS = frozenset({"IN", "ON", "THE", "OF"})


def may_be_a_name(words: str) -> bool:
    """Whether nothing in the words sets a time beside today or another day, as `last` would."""
    for language in LANGUAGES:
        tokens = tokens_of(words, language)
        rest = [token for token in tokens if not _is_any(token, _LEADS)]
        if rest and all(_is_any(token, _CALLED) for token in rest):
            return True
    return False


def _is_any(token: Token, concepts: frozenset[str]) -> bool:
    return not concepts.isdisjoint(token.concepts)
