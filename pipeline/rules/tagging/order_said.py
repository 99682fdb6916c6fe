"""Orders in everyday words: `working down from the oldest`, `most beds first`, `as they joined`."""

import re
from collections.abc import Sequence

from pipeline.rules.text.rewording import POLITE, Knows, form, reworded
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary import FORMS, KEYWORDS

_MOST = "most|highest|largest|biggest|greatest|longest|tallest|heaviest|widest|deepest|dearest"
_LEAST = "least|fewest|lowest|smallest|shortest|lightest|cheapest"
_SUPERLATIVE = "|".join(
    (*sorted(name for name, (degree, _) in FORMS.items() if degree == "most"), "largest",
     "biggest", "smallest", "highest", "lowest", r"(?:most|least) \S+")
)  # fmt: skip
_ENDS = r"(?=$| ,| and | with | along | together | show)"
_WHO = r"(?:they|it|he|she|these|those|each(?: one)?)"
_MAY_ORDER = frozenset(("first", "from", "starting", "beginning", "order", "arrange", "organise",
                        "organize", "sequence", "line"))  # fmt: skip
_SAID_BARE = frozenset(("time", "length", "size", "price", "age", "weight", "height", "date"))
# What only says again what the adjective before it is of.
_OF_ADJECTIVES = frozenset(("running time", "playing time", "play time", "run time"))


def _named(match: re.Match[str], knows: Knows) -> bool:
    return knows(match["noun"])


def _bare(match: re.Match[str], knows: Knows) -> bool:
    generic = match["noun"] in _OF_ADJECTIVES or match["noun"] in _SAID_BARE
    return generic and not knows(match["noun"]) and _is_order(match, knows)


def _is_order(match: re.Match[str], _knows: Knows) -> bool:
    """Whether the phrase that is made of it is one that the rules know."""
    groups = match.groupdict()
    said = " ".join(groups[name] for name in ("first", "of") if groups.get(name))
    return f"{said} first" in KEYWORDS


_NOUN = r"(?P<noun>(?:[a-z]+ ){1,3}?)"
_FORMS = (
    form(
        rf"(?:(?:working|going|counting|moving|running) (?:down|up)|starting|beginning) "
        rf"(?:with|from) (?:the )?(?P<first>{_SUPERLATIVE})(?: ones?)?{_ENDS}",
        "{first} first",
        _is_order,
    ),
    form(
        rf"from (?:the )?(?P<first>{_SUPERLATIVE}) (?P<noun>[a-z]+(?: [a-z]+)?) "
        rf"to (?:the )?(?:{_SUPERLATIVE})(?: ones?)?{_ENDS}",
        "{first} first",
        _bare,
    ),
    form(
        rf"from (?:the )?(?:{_MOST}) {_NOUN}to (?:the )?(?:{_LEAST})(?: ones?)?{_ENDS}",
        "from high to low {noun}",
        _named,
    ),
    form(
        rf"from (?:the )?(?:{_LEAST}) {_NOUN}to (?:the )?(?:{_MOST})(?: ones?)?{_ENDS}",
        "from low to high {noun}",
        _named,
    ),
    form(
        r"from (?:the )?(?P<first>most|least) to (?:the )?(?:most|least) (?P<of>[a-z]+)",
        "{first} {of} first",
        _is_order,
    ),
    form(
        rf"from (?:the )?(?P<first>{_SUPERLATIVE}) to (?:the )?(?:{_SUPERLATIVE})(?: ones?)?"
        rf"{_ENDS}",
        "{first} first",
        _is_order,
    ),
    form(
        rf"(?:with )?(?:the )?most {_NOUN}first",
        "in descending order of number of {noun}",
        _named,
    ),
    form(
        rf"(?:with )?(?:the )?(?:fewest|least) {_NOUN}first",
        "in ascending order of number of {noun}",
        _named,
    ),
    form(
        rf"(?:with )?(?:the )?(?:highest|largest|biggest) {_NOUN}first",
        "in descending order of {noun}",
        _named,
    ),
    form(
        rf"(?:with )?(?:the )?(?:lowest|smallest) {_NOUN}first",
        "in ascending order of {noun}",
        _named,
    ),
    form(
        rf"in (?:the )?order (?:in which |that |as )?{_WHO} (?P<done>\S+)",
        "in order of when they {done}",
    ),
    form(rf"^{POLITE}(?:arrange|organi[sz]e|sequence|line up)", "sort"),
)


def with_orders_said(words: Sequence[Word], knows: Knows) -> tuple[Word, ...]:
    """The words, with such orders said as `oldest first` and `in descending order of beds`."""
    plain = tuple(words)
    if not _MAY_ORDER & {word.lower for word in words}:
        return plain
    return reworded(plain, _FORMS, knows)
