"""Definitions that cannot hold: a name with two meanings, or one that leads back to itself."""

from collections import defaultdict
from collections.abc import Iterator

from knowledge.glossary import Definition, Glossary


def misdefined(glossary: Glossary) -> Iterator[tuple[int, str]]:
    """The place of each definition that cannot hold, and what is wrong with its name."""
    others = _other_names(glossary)
    first: dict[str, int] = {}
    for place, definition in enumerate(glossary.definitions):
        for name in dict.fromkeys(map(_key, definition.names)):
            if name in others:
                yield place, f"“{name}” is the name of a {others[name]} as well: keep one of them"
            elif name in first:
                yield place, f"“{name}” has a definition already: keep one of them"
            first.setdefault(name, place)
        if _key(definition.words) in map(_key, definition.names):
            yield place, f"“{definition.name}” is explained by its own name: say it in other words"
    for place in _circular(glossary.definitions):
        name = glossary.definitions[place].name
        yield place, f"“{name}” leads back to itself by way of others: say it in other words"


def _other_names(glossary: Glossary) -> dict[str, str]:
    """What the names of the glossary are names of."""
    found = {_key(n): "metric" for m in glossary.metrics for n in (m.name, *m.synonyms)}
    return found | {_key(n): "term" for t in glossary.terms for n in (t.name, *t.synonyms)}


def _circular(definitions: tuple[Definition, ...]) -> Iterator[int]:
    """The definitions whose words need others that need them in turn."""
    needs: dict[int, set[int]] = defaultdict(set)
    for place, definition in enumerate(definitions):
        said = f" {_key(definition.words)} "
        for other, each in enumerate(definitions):
            if other != place and any(f" {name} " in said for name in map(_key, each.names)):
                needs[place].add(other)
    for place in range(len(definitions)):
        reached, open_ = set[int](), set(needs[place])
        while open_:
            at = open_.pop()
            reached.add(at)
            open_ |= needs[at] - reached
        if place in reached:
            yield place


def _key(text: str) -> str:
    """A text in one form: small letters, one space between its words, no other signs."""
    plain = "".join(sign if sign.isalnum() else " " for sign in text.lower())
    return " ".join(plain.split())
