"""Guards on what kind of answer is asked for, and who does what to whom."""

from collections.abc import Callable

from knowledge.matching import wordlists
from knowledge.matching.alignment import Word
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.guards.scope import measures_each
from knowledge.matching.reading import Reading
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

NOT_GROUPED = "yours asks for each one, the approved query does not tell them apart"


def grouping(pair: Comparison) -> Failure | None:
    """`For each` needs SQL that groups."""
    new = "EACH" in pair.asked.operators and "EACH" not in pair.stored.operators
    if new and not pair.shape.grouped and measures_each(pair.asked):
        return Failure("grouping", NOT_GROUPED)
    return None


_YES_NO = frozenset(
    {"is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "will", "am"}
    | {"isn", "aren", "doesn", "don", "didn"}
)


def question_form(pair: Comparison) -> Failure | None:
    """A yes-or-no question is not a count."""
    if _yes_or_no(pair.asked) != _yes_or_no(pair.stored):
        return Failure("form", "one of the two asks yes or no")
    return None


def _yes_or_no(reading: Reading) -> bool:
    words = (token.text.lower() for token in reading.tokens)
    return next((word for word in words if word not in wordlists.POLITE), "") in _YES_NO


def target(pair: Comparison) -> Failure | None:
    """`The highest population` is a number, `the country with the highest` is not."""
    if _wants_the_extreme(pair, pair.stored) != _wants_the_extreme(pair, pair.asked):
        return Failure("target", "one asks for the value, the other for what has it")
    return None


def _wants_the_extreme(pair: Comparison, reading: Reading) -> bool:
    """Whether a question opens with a superlative of a measure rather than of a thing."""
    tokens = [token for token in reading.tokens if token.key not in wordlists.LIGHT]
    for place, token in enumerate(tokens):
        if token.key in ("MAX", "MIN") and token.mark is Mark.OPERATOR:
            return not token.extra and not _names_a_table(pair, tokens[place + 1 : place + 2])
        if token.mark is not Mark.OPERATOR and token.text.lower() not in wordlists.REQUESTS:
            return False
    return False


def _names_a_table(pair: Comparison, tokens: list[Token]) -> bool:
    if not tokens or tokens[0].mark is not Mark.WORD:
        return True
    return any(not column for _, column in pair.schema.named_by(tokens[0].key))


def distinct_rows(pair: Comparison) -> Failure | None:
    """Rows asked for without repetition need SQL that says so."""
    says = "DISTINCT" in pair.asked.operators
    plain = not (pair.shape.distinct_rows or pair.shape.distinct_count or pair.shape.grouped)
    said = "DISTINCT" in pair.stored.operators
    if says and plain and not said:
        return Failure("distinct", "the approved SQL may repeat rows")
    if said and not says and pair.shape.distinct_rows and not pair.shape.distinct_count:
        return Failure("distinct", "the approved SQL leaves out repeated rows")
    return None


def roles(pair: Comparison) -> Failure | None:
    """Where a table meets itself, the words keep their order: who reports to whom."""
    if not pair.shape.repeats_a_table:
        return None
    partner = {right: f"={left}" for left, right in pair.binding.pairs}
    own = {left: f"={left}" for left, _ in pair.binding.pairs}
    before = _sequence(pair.stored, pair.stored_words, own)
    now = _sequence(pair.asked, pair.asked_words, partner)
    if len(before) == len(now) and all(map(_stands_for(pair), before, now)):
        return None
    return Failure("roles", "who does what to whom may have changed")


def _stands_for(pair: Comparison) -> Callable[[str, str], bool]:
    twins = {(word.key, other.key) for word, other, _ in pair.alignment.paired}
    return lambda one, other: relation(one, other) is Relation.SAME or (one, other) in twins


def _sequence(reading: Reading, words: tuple[Word, ...], literals_: dict[int, str]) -> list[str]:
    """Every mention of a content word and every literal, in order."""
    keys = {word.key for word in words}
    found = []
    for place, token in enumerate(reading.tokens):
        if place in literals_:
            found.append(literals_[place])
        elif token.mark is Mark.WORD and token.key in keys:
            found.append(token.key)
    return found


def negated_things(pair: Comparison) -> Failure | None:
    """What is denied stays denied: opened but not closed is not closed but not opened."""
    before, now = _after(pair.stored, "NOT"), _after(pair.asked, "NOT")
    for denied, other in zip(before, now, strict=False):
        twins = _same_in(pair.stored, other)
        twins = twins or {word.key for word, key, _ in pair.alignment.paired if key.key == other}
        if twins and denied not in twins:
            return Failure("negation", f"“{other}” is denied instead of “{denied}”")
    return None


def _after(reading: Reading, operator: str) -> list[str]:
    """The content word or value after each such operator."""
    found = []
    for place, token in enumerate(reading.tokens):
        if token.mark is Mark.OPERATOR and token.key == operator:
            following = (
                other for other in reading.tokens[place + 1 :] if other.key not in wordlists.LIGHT
            )
            other = next(following, None)
            found.append(other.key if other is not None else "")
    return found


def _same_in(reading: Reading, key: str) -> set[str]:
    """The words and values of a question that are the same as a key."""
    said = {token.key for token in reading.tokens if token.mark in (Mark.WORD, Mark.VALUE)}
    return {word for word in said if key and relation(word, key) is Relation.SAME}


def directions(pair: Comparison) -> Failure | None:
    """From this to that is not from that to this."""
    before, now = _led_by(pair.stored, pair.stored_words), _led_by(pair.asked, pair.asked_words)
    for one, other in (("from", "to"), ("to", "from")):
        for word in now[one]:
            if word not in before[one] and word in before[other]:
                return Failure("roles", f"“{word}” changed its direction")
    return None


def _led_by(reading: Reading, words: tuple[Word, ...]) -> dict[str, set[str]]:
    """The content words right after each direction word."""
    places = {word.place: word.key for word in words}
    found: dict[str, set[str]] = {"from": set(), "to": set()}
    for place, token in enumerate(reading.tokens):
        if token.text.lower() in found:
            following = (places[item] for item in range(place + 1, place + 3) if item in places)
            found[token.text.lower()].update(list(following)[:1])
    return found
