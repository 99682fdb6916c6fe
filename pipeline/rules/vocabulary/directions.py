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
    ("expensive", ("most expensive", "dearest", "priciest", "costliest", "most costly"), "cheap"),
    ("cheap", ("cheapest", "least expensive"), "expensive"),
    ("long", ("longest",), "short"),
    ("short", ("shortest",), "long"),
    ("short", ("shortest",), "tall"),
    ("tall", ("tallest",), "short"),
    ("heavy", ("heaviest",), "light"),
    ("light", ("lightest",), "heavy"),
    ("wide", ("widest",), ""),
    ("deep", ("deepest",), ""),
    ("paid", ("best paid", "highest paid"), ""),
    ("rated", ("best rated", "highest rated", "top rated"), ""),
)


_ALONE = ("{} first", "the {} first", "with the {} first")
_BOTH = ("from {} to {}", "from the {} to the {}", "{} to {}", "from {} to the {}")
# `from heavy to light`, `from best paid to worst paid`.
_PLAIN = ("from {} to {}", "{} to {}")
_PAIRS = (("heavy", "light"), ("light", "heavy"), ("long", "short"), ("short", "long"),
          ("tall", "short"), ("short", "tall"), ("large", "small"), ("small", "large"),
          ("new", "old"), ("old", "new"), ("cheap", "expensive"),
          ("expensive", "cheap"))  # fmt: skip
_WORST = {"paid": ("worst paid", "lowest paid", "least paid"),
          "rated": ("worst rated", "lowest rated")}  # fmt: skip


def directions() -> Mapping[str, tuple[str, object]]:
    """Phrase -> (letter, the most of which adjective comes first)."""
    others = {adjective: forms for adjective, forms, _ in _ENDS}
    found: dict[str, tuple[str, object]] = {}
    for adjective, forms, other in _ENDS:
        phrases = [alone.format(first) for alone in _ALONE for first in forms]
        phrases += [
            both.format(first, last)
            for both in _BOTH
            for first in forms
            for last in others.get(other, ())
        ]
        for phrase in phrases:
            found.setdefault(phrase, ("d", ("desc", adjective)))
    for adjective, last in _WORST.items():
        forms = next(first for of, first, _ in _ENDS if of == adjective)
        ends = [both.format(one, end) for both in _BOTH for one in forms for end in last]
        found |= dict.fromkeys(ends, ("d", ("desc", adjective)))
    plain = {both.format(*pair): ("d", ("desc", pair[0])) for both in _PLAIN for pair in _PAIRS}
    return plain | found
