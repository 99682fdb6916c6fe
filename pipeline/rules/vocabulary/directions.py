"""Orders told by two superlatives, or by the one that comes first: `from cheapest to dearest`."""

from collections.abc import Mapping

# What is told, the superlatives of it, and what the other end of it is.
_ENDS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("old", ("oldest", "eldest"), "young"),
    ("young", ("youngest",), "old"),
    ("new", ("newest", "latest", "most recent"), "early"),
    ("early", ("earliest", "oldest"), "new"),
    ("large", ("largest", "biggest"), "small"),
    ("small", ("smallest",), "large"),
    ("expensive", ("most expensive", "dearest", "priciest", "costliest"), "cheap"),
    ("cheap", ("cheapest", "least expensive"), "expensive"),
    ("long", ("longest",), "short"),
    ("short", ("shortest",), "long"),
    ("short", ("shortest",), "tall"),
    ("tall", ("tallest",), "short"),
    ("heavy", ("heaviest",), "light"),
    ("light", ("lightest",), "heavy"),
)


_ALONE = ("{} first", "the {} first", "with the {} first")
_BOTH = ("from {} to {}", "from the {} to the {}", "{} to {}")


def directions() -> Mapping[str, tuple[str, object]]:
    """Phrase -> (letter, the most of which adjective comes first)."""
    others = {adjective: forms for adjective, forms, _ in _ENDS}
    found: dict[str, tuple[str, object]] = {}
    for adjective, forms, other in _ENDS:
        phrases = [alone.format(first) for alone in _ALONE for first in forms]
        phrases += [
            both.format(first, last) for both in _BOTH for first in forms for last in others[other]
        ]
        for phrase in phrases:
            found.setdefault(phrase, ("d", ("desc", adjective)))
    return found
