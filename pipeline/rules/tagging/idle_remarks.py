"""Words that say nothing of the rows: `in our system`, `that we stock`, `filed under it`."""

import re
from collections.abc import Sequence

from pipeline.rules.text.rewording import Knows, form, reworded
from pipeline.rules.text.words import Word

_KEPT_IN = (
    "catalogue|catalog|system|database|register|registry|directory|dataset|roster|files|books"
)
_UNITS = "seconds|minutes|hours|days|weeks"
_TAKES = "take|last|run|go on"
_MAY_BE_IDLE = frozenset(
    (*_KEPT_IN.split("|"), *_UNITS.split("|"), "stock", "under")
)  # fmt: skip


def _unknown(match: re.Match[str], knows: Knows) -> bool:
    return not knows(match["noun"])


_FORMS = (
    form(
        rf"(?:in|on|from) (?:our|the|this|your) (?P<noun>{_KEPT_IN})(?=$| ,| and )",
        "",
        _unknown,
    ),
    form(r"(?:that |which )?(?:do )?we (?:currently )?(?P<noun>stock)(?=$| ,)", "", _unknown),
    form(r"(?:that (?:are|were) )?(?:filed|listed|grouped|recorded) under (?:it|them|each)", ""),
    form(
        rf"on average(?: ,)? how many (?P<unit>{_UNITS}) (?P<do>do|does|did) (?P<rows>.+?) "
        rf"(?P<takes>{_TAKES})(?P<rest>(?: .+)?)",
        "how long {do} {rows} {takes} on average {rest} in {unit}",
    ),
    form(
        rf"how many (?P<unit>{_UNITS}) (?P<do>do|does|did) (?P<rows>.+?) "
        rf"(?P<takes>{_TAKES}) on average(?P<rest>(?: .+)?)",
        "how long {do} {rows} {takes} on average {rest} in {unit}",
    ),
)


def without_idle_words(words: Sequence[Word], knows: Knows) -> tuple[Word, ...]:
    """The words without such remarks, and a length in a unit asked for as `how long`."""
    plain = tuple(words)
    if not _MAY_BE_IDLE & {word.lower for word in words}:
        return plain
    return reworded(plain, _FORMS, knows)
