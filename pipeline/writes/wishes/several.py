"""Several wishes in one message: told apart, so that none of them is read as a part of another."""

import re
from collections.abc import Iterator

from pipeline.writes.wishes.reading import wish_in

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)|\([^()]*\)")
_BETWEEN = re.compile(
    r"\s*(?:;|\n|[.!](?=\s)|,(?=\s))\s*(?:(?:and|then|also|next|after that|finally)\b\s*,?\s*)*|"
    r"\s+(?:and|then)\s+(?:(?:then|also|after that|finally)\s+)*",
    re.IGNORECASE,
)


def several_in(words: str) -> tuple[str, ...]:
    """Each wish in its own words; empty where there is one, or what follows it is no wish."""
    parts = list(_parts(words))
    wishes: list[str] = []
    for part in parts:
        if wish_in(part) or not wishes:
            wishes.append(part)
        else:
            # "Customers Mora and Silva": what is no wish belongs to the one before.
            start = words.index(wishes[-1])
            wishes[-1] = words[start : words.index(part, start) + len(part)]
    whole = len(wishes) > 1 and all(wish_in(wish) for wish in wishes)
    return tuple(wishes) if whole else ()


def _parts(words: str) -> Iterator[str]:
    """The words between separators that stand in no quotes."""
    hidden = _QUOTED.sub(lambda found: "x" * len(found[0]), words)
    start = 0
    for between in _BETWEEN.finditer(hidden):
        if between.start() > start:
            yield words[start : between.start()].strip()
        start = between.end()
    if words[start:].strip(" .!?"):
        yield words[start:].strip()
