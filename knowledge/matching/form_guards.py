"""Guards on what kind of answer is asked for, and who does what to whom."""

from collections.abc import Callable

from knowledge.matching import wordlists
from knowledge.matching.alignment import Word
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Mark, Reading, Token
from knowledge.matching.thesaurus import Relation, relation


def grouping(pair: Comparison) -> Failure | None:
    """`For each` needs SQL that groups."""
    new = "EACH" in pair.asked.operators and "EACH" not in pair.stored.operators
    if new and not pair.shape.grouped:
        return Failure("grouping", "the approved SQL does not group")
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
