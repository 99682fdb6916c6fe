"""Guards on operators: comparisons, aggregates, superlatives, order, negation, periods."""

from collections import Counter

from knowledge.matching import lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

_REACH = 6
# Stands for a known value as the thing that is counted.
_VALUES = "=values"
_ABOUT = lexicon.AGGREGATES | {"MOST", "FEWEST", "MAX", "MIN"}


_ARTICLES = frozenset({"the", "all", "of", "a", "an", "any", "our"})


_IN_TOTAL = frozenset({"in total", "altogether", "overall", "combined"})


_WORDING = {
    "GT": "more than", "LT": "less than", "GE": "at least", "LE": "at most", "NOT": "a negation",
    "BETWEEN": "between", "BEFORE": "before", "AFTER": "after", "SINCE": "since", "UNTIL": "until",
    "MAX": "the highest", "MIN": "the lowest", "MOST": "the most", "FEWEST": "the fewest",
    "AVG": "an average", "SUM": "a total", "COUNT": "a count", "MEDIAN": "a median",
    "PERCENT": "a percentage", "DISTINCT": "distinct", "OR": "or", "ONLY": "only",
    "FISCAL": "a fiscal period", "ASC": "ascending order", "DESC": "descending order",
    "FIRST": "first", "LAST": "last", "YTD": "year to date",
}  # fmt: skip


def _said(operator: str) -> str:
    return _WORDING.get(operator, operator.replace(":", " ").lower())


def comparators(pair: Comparison) -> Failure | None:
    """More than is not at least; each keeps its number."""
    partner = {right: left for left, right in pair.binding.pairs}
    before = _compared(pair.stored, {left: left for left, _ in pair.binding.pairs})
    now = _compared(pair.asked, partner)
    if before == now:
        return None
    return _difference("comparison", before, now)


def _compared(reading: Reading, names: dict[int, int]) -> list[tuple[str, str]]:
    found = []
    for place, token in enumerate(reading.tokens):
        if token.mark is Mark.OPERATOR and token.key in lexicon.COMPARATORS and token.key != "EQ":
            found.append((token.key, _object_of(reading, place, names)))
    return sorted(found)


def _object_of(reading: Reading, place: int, names: dict[int, int]) -> str:
    """What a comparator compares with: the literal after it, or before it for `or more`."""
    tokens = reading.tokens
    after_number = tokens[place].text.lower().startswith(("or ", "and "))
    step = -1 if after_number or tokens[place].text.lower() == "onwards" else 1
    other = place + step
    while 0 <= other < len(tokens) and abs(other - place) <= _REACH:
        token = tokens[other]
        if other in names and token.mark is not Mark.WORD:
            return str(names[other])
        if token.mark is Mark.OPERATOR and token.key in lexicon.AGGREGATES | lexicon.SUPERLATIVES:
            return token.key
        other += step
    return ""


def _difference(guard: str, before: list[tuple[str, str]], now: list[tuple[str, str]]) -> Failure:
    gone = Counter(before) - Counter(now)
    new = Counter(now) - Counter(before)
    old, asked = (", ".join(f"“{_said(key)}”" for key, _ in each) for each in (gone, new))
    if old and asked:
        return Failure(guard, f"the approved question says {old}, and yours {asked}")
    if old:
        return Failure(guard, f"the approved question says {old}, and yours does not")
    if asked:
        return Failure(guard, f"yours says {asked}, and the approved question does not")
    return Failure(guard, "the two say the same in another order")


_STRICTNESS = {("GT", "gte"), ("GE", "gt"), ("LT", "lte"), ("LE", "lt")}


def approved_comparison(pair: Comparison) -> Failure | None:
    """The approved SQL itself compares as its question says: at least is not more than."""
    slots = {str(slot.token): slot.places[0].operator for slot in pair.slots if slot.numeric}
    for operator, literal in _compared(pair.stored, {left: left for left, _ in pair.binding.pairs}):
        if (operator, slots.get(literal, "")) in _STRICTNESS:
            return Failure("comparison", "the approved SQL compares otherwise than its question")
    return None


def aggregates(pair: Comparison) -> Failure | None:
    """The same aggregates and superlatives, in the same order."""
    kinds = lexicon.AGGREGATES | lexicon.SUPERLATIVES
    before, now = _measures(pair.stored, kinds), _measures(pair.asked, kinds)
    if before == now:
        return None
    if sorted(before) == sorted(now) and _attached(pair.stored) == _attached(pair.asked):
        return None
    return _difference("aggregate", [(key, "") for key in before], [(key, "") for key in now])


def _measures(reading: Reading, kinds: frozenset[str]) -> list[str]:
    """The aggregates and superlatives; `how many in total` is only a count."""
    found = [token for token in reading.tokens if token.mark is Mark.OPERATOR]
    counted = any(token.key == "COUNT" for token in found)
    return [
        token.key
        for token in found
        if token.key in kinds and not (counted and token.text.lower() in _IN_TOTAL)
    ]


def _attached(reading: Reading) -> list[tuple[str, str]]:
    kinds = lexicon.AGGREGATES | lexicon.SUPERLATIVES
    return sorted(
        (token.key, _next_word(reading, place))
        for place, token in enumerate(reading.tokens)
        if token.mark is Mark.OPERATOR and token.key in kinds
    )


def _next_word(reading: Reading, place: int) -> str:
    for token in reading.tokens[place + 1 :]:
        if token.mark is Mark.WORD and token.key not in wordlists.LIGHT:
            return token.key
    return ""


def counted_things(pair: Comparison) -> Failure | None:
    """What is counted, averaged or highest is the same thing."""
    before, now = _heads(pair.stored), _heads(pair.asked)
    for (operator, head), (other_operator, other) in zip(before, now, strict=False):
        if operator == other_operator == "MOST" and bool(head) != bool(other):
            return Failure("aggregate", "one asks who does most, the other with most of what")
        if operator != other_operator or not head or not other:
            continue
        twins = _counterparts(pair, other)
        if _VALUES in (head, other) and head != other:
            return Failure("aggregate", f"{_said(operator)} of something else")
        if twins and not any(relation(head, twin) is Relation.SAME for twin in twins):
            return Failure("aggregate", f"{_said(operator)} of “{other}” is not of “{head}”")
    return None


def _counterparts(pair: Comparison, asked: str) -> list[str]:
    same = [word.key for word in pair.stored_words if relation(word.key, asked) is Relation.SAME]
    return same or [word.key for word, other, _ in pair.alignment.paired if other.key == asked]


def _heads(reading: Reading) -> list[tuple[str, str]]:
    """The noun that each count or aggregate is about: the last word of the phrase after it."""
    return [
        (token.key, _head_after(reading, place))
        for place, token in enumerate(reading.tokens)
        if token.mark is Mark.OPERATOR and token.key in _ABOUT
    ]


def _head_after(reading: Reading, place: int) -> str:
    phrase: list[Token] = []
    if _counts_values(reading, place):
        return _VALUES
    for token in reading.tokens[place + 1 :]:
        light = token.key in wordlists.LIGHT
        if token.mark is Mark.WORD and not light:
            phrase.append(token)
        elif phrase or (light and token.key not in _ARTICLES):
            break
    if not phrase:
        return ""
    counted = (token for token in phrase if token.text.lower().endswith("s"))
    last = phrase[-1]
    return (next(counted, last) if reading.tokens[place].key == "COUNT" else last).key


def _counts_values(reading: Reading, place: int) -> bool:
    """`How many cows had calves`, where cows are one of the known species."""
    value, *after = (*reading.tokens[place + 1 : place + 3],) or (None,)
    if value is None or value.mark is not Mark.VALUE or not value.text.lower().endswith("s"):
        return False
    return not after or after[0].key in wordlists.LIGHT


def direction(pair: Comparison) -> Failure | None:
    """The same sort order."""
    before, now = _directions(pair.stored), _directions(pair.asked)
    if before == now:
        return None
    return _difference("order", [(key, "") for key in before], [(key, "") for key in now])


def _directions(reading: Reading) -> list[str]:
    said = [key for key in reading.operators if key in ("ASC", "DESC")]
    if said:
        return said
    return ["ASC"] if {"ALPHA", "SORT"} & set(reading.operators) else []


def other_operators(pair: Comparison) -> Failure | None:
    """Negation, or, only, fiscal, relative periods, grain: as often on both sides."""
    before, now = _others(pair, pair.stored), _others(pair, pair.asked)
    if before == now:
        return None
    return _difference(
        "meaning",
        [(key, "") for key in before.elements()],
        [(key, "") for key in now.elements()],
    )


def _others(pair: Comparison, reading: Reading) -> Counter[str]:
    skipped = lexicon.COMPARATORS | lexicon.AGGREGATES | lexicon.SUPERLATIVES | lexicon.DIRECTIONS
    skipped |= lexicon.SOFT
    if not pair.shape.distinct_count:
        skipped |= {"DISTINCT"}
    return Counter(key for key in reading.operators if key not in skipped)
