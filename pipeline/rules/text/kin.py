"""Words of one family: who does a thing, what is done, and the deed itself."""

from functools import lru_cache

from pipeline.rules.text.words import lemma_of
from pipeline.rules.vocabulary.words_on_file import lines_of

_ENDINGS = (
    "ation", "ator", "ating", "ated", "ance", "ence", "ment", "ion", "ate", "ant", "ent", "ing",
    "or", "er", "ee", "ed", "e",
)  # fmt: skip
_SHORTEST, _SHORT = 3, 4
# Behind so short a root only these endings tell that somebody does it.
_OF_DOERS = frozenset(("ator", "ation", "ate", "ating", "ated", "or"))
_FAMILIES = tuple(frozenset(line.split()) for line in lines_of("kin.txt"))


@lru_cache(maxsize=16_384)
def akin(word: str, name: str) -> bool:
    """`attendees` and an attendance, `donors` and a donator, `died` and deaths."""
    said, named = lemma_of(word), lemma_of(name)
    if any({word, said} & family and {name, named} & family for family in _FAMILIES):
        return True
    return said != named and bool(_roots_of(said) & _roots_of(named))


def _roots_of(word: str) -> frozenset[str]:
    """A word, and what is left of it without an ending: `don` of a donor and of a donation."""
    found = {word} if len(word) > _SHORT else set()
    for ending in _ENDINGS:
        root = word.removesuffix(ending)
        least = _SHORTEST if ending in _OF_DOERS else _SHORT + (ending == "e")
        if root != word and len(root) >= least:
            found.add(root)
    return frozenset(found)
