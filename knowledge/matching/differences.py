"""What differs between two questions: what makes them contradict, and what is only left over."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from knowledge.matching import lexicon
from knowledge.matching.alignment import Alignment, Word
from knowledge.matching.binding import Binding
from knowledge.matching.periods import Period, fixed_dates, speaks_of_now
from knowledge.matching.reading import Reading
from knowledge.matching.schema import Element, SchemaWords, used_by
from knowledge.matching.slots import Slot
from knowledge.matching.sqlshape import Shape
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark

_REACH = 6
_SURE = 0.7
# Nearly every table has them: without a counterpart they are left over, and contradict nothing.
_COMMON = frozenset({"name", "id", "number", "detail"})
_OPPOSITES = ("un", "non", "in", "im", "ir", "il", "dis", "mis", "re", "pre", "anti", "over")
_IN_TOTAL = frozenset({"in total", "altogether", "overall", "combined"})
_MEASURES = lexicon.AGGREGATES | lexicon.SUPERLATIVES
_SKIPPED = lexicon.COMPARATORS | _MEASURES | lexicon.DIRECTIONS | lexicon.SOFT
_WORDING = {
    "GT": "more than", "LT": "less than", "GE": "at least", "LE": "at most", "NOT": "a negation",
    "BETWEEN": "between", "BEFORE": "before", "AFTER": "after", "SINCE": "since", "UNTIL": "until",
    "MAX": "the highest", "MIN": "the lowest", "MOST": "the most", "FEWEST": "the fewest",
    "AVG": "an average", "SUM": "a total", "COUNT": "a count", "MEDIAN": "a median",
    "PERCENT": "a percentage", "DISTINCT": "distinct", "OR": "or", "ONLY": "only",
    "FISCAL": "a fiscal period", "ASC": "ascending order", "DESC": "descending order",
    "FIRST": "first", "LAST": "last", "YTD": "year to date",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs, of a kind, in words for a person."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two questions side by side, with the SQL that answers the stored one."""

    stored: Reading
    asked: Reading
    shape: Shape
    binding: Binding
    alignment: Alignment
    slots: tuple[Slot, ...]
    periods: tuple[Period, ...]
    schema: SchemaWords


Rule = Callable[[Comparison], Difference | None]


def whole_question(pair: Comparison) -> Difference | None:
    """The question was read to its end."""
    if pair.asked.too_long or pair.stored.too_long:
        return Difference("length", "the question is too long to be compared whole")
    return None


def literals(pair: Comparison) -> Difference | None:
    """Every number, date, name and quoted text has its counterpart."""
    return Difference("values", pair.binding.failure) if pair.binding.failure else None


def units(pair: Comparison) -> Difference | None:
    """Over 10% is not over 10, and dollars are not euros."""
    before, now = _units(pair.stored), _units(pair.asked)
    shared = {"%", "ordinal"}
    if before & shared != now & shared or (before and now and before != now):
        said = next(iter((now ^ before) - {""}))
        return Difference("units", f"only one of them has a number in “{said}”")
    return None


def _units(reading: Reading) -> set[str]:
    return {t.extra for t in reading.tokens if t.mark is Mark.NUMBER and t.extra}


def stale_dates(pair: Comparison) -> Difference | None:
    """`Last quarter` must not be answered with the dates of an earlier day."""
    fixed = fixed_dates(pair.shape, pair.periods)
    if fixed and pair.binding.dates:
        return Difference("dates", "the approved SQL holds other dates, which would stay")
    if not speaks_of_now(pair.stored) and not speaks_of_now(pair.asked):
        return None
    years = {token.key for token in pair.stored.tokens if token.mark is Mark.NUMBER}
    if any(literal.value[:4] not in years for literal in fixed):
        reason = "the approved SQL holds fixed dates for words that move with time"
        return Difference("dates", reason)
    return None


def comparators(pair: Comparison) -> Difference | None:
    """More than is not at least; each keeps its number."""
    partner = {right: left for left, right in pair.binding.pairs}
    before = _compared(pair.stored, {left: left for left, _ in pair.binding.pairs})
    return _difference("comparator", before, _compared(pair.asked, partner))


def _compared(reading: Reading, names: dict[int, int]) -> list[tuple[str, str]]:
    return [
        (token.key, _object_of(reading, place, names))
        for place, token in enumerate(reading.tokens)
        if token.mark is Mark.OPERATOR and token.key in lexicon.COMPARATORS and token.key != "EQ"
    ]


def _object_of(reading: Reading, place: int, names: dict[int, int]) -> str:
    """What a comparator compares with: the literal after it, or before it for `or more`."""
    tokens = reading.tokens
    text = tokens[place].text.lower()
    step = -1 if text.startswith(("or ", "and ")) or text == "onwards" else 1
    other = place + step
    while 0 <= other < len(tokens) and abs(other - place) <= _REACH:
        if other in names and tokens[other].mark is not Mark.WORD:
            return str(names[other])
        if tokens[other].mark is Mark.OPERATOR and tokens[other].key in _MEASURES:
            return tokens[other].key
        other += step
    return ""


def aggregates(pair: Comparison) -> Difference | None:
    """The same aggregates and superlatives; `how many in total` is only a count."""
    named = {each.column for each in pair.shape.used} - {"count", "average"}
    return _difference("aggregate", _measures(pair.stored, named), _measures(pair.asked, named))


def _measures(reading: Reading, named: set[str]) -> list[tuple[str, str]]:
    """Each once: a number may be named again. A column that the SQL reads is no aggregate."""
    found = [token for token in reading.tokens if token.mark is Mark.OPERATOR]
    counted = any(token.key == "COUNT" for token in found)
    keys = {
        token.key
        for token in found
        if token.key in _MEASURES
        and not (counted and token.text.lower() in _IN_TOTAL)
        and named.isdisjoint(token.text.lower().split())
    }
    return [(key, "") for key in sorted(keys)]


def directions(pair: Comparison) -> Difference | None:
    """The same sort order."""
    return _difference("order", _directions(pair.stored), _directions(pair.asked))


def _directions(reading: Reading) -> list[tuple[str, str]]:
    said = [(key, "") for key in reading.operators if key in ("ASC", "DESC")]
    return said or ([("ASC", "")] if {"ALPHA", "SORT"} & set(reading.operators) else [])


def negations(pair: Comparison) -> Difference | None:
    """Negation, or, only, fiscal, relative periods, grain: as often on both sides."""
    skipped = _SKIPPED | (frozenset() if pair.shape.distinct_count else {"DISTINCT"})
    sides = [
        [(key, "") for key in reading.operators if key not in skipped]
        for reading in (pair.stored, pair.asked)
    ]
    return _difference("negation" if any(("NOT", "") in s for s in sides) else "meaning", *sides)


def _difference(
    kind: str, before: list[tuple[str, str]], now: list[tuple[str, str]]
) -> Difference | None:
    gone, new = Counter(before) - Counter(now), Counter(now) - Counter(before)
    if not gone and not new:
        return None
    old, asked = (
        ", ".join(f"“{_WORDING.get(key, key.replace(':', ' ').lower())}”" for key, _ in each)
        for each in (gone, new)
    )
    if old and asked:
        return Difference(kind, f"the approved question says {old}, and yours {asked}")
    if old:
        return Difference(kind, f"the approved question says {old}, and yours does not")
    return Difference(kind, f"yours says {asked}, and the approved question does not")


def other_terms(pair: Comparison) -> Difference | None:
    """Revenue is not profit, and inactive is not active."""
    for word, other in pair.alignment.conflicts:
        return Difference("wording", f"“{other.text}” is not “{word.text}”")
    for word, other, _ in pair.alignment.paired:
        short, long = sorted((word.text.lower(), other.text.lower()), key=len)
        if any(long == start + short for start in _OPPOSITES):
            return Difference("wording", f"“{other.text}” is not “{word.text}”")
    return None


def other_data(pair: Comparison) -> Difference | None:
    """No word of either question names a table or column that the other one does not speak of."""
    for word, other, _ in pair.alignment.paired:
        before, now = pair.schema.named_by(word.key), pair.schema.named_by(other.key)
        if before and now and not before & now:
            return Difference("entity", f"“{other.text}” and “{word.text}” name different data")
    asked_by = {right: left for left, right in pair.binding.pairs}
    for word in _alone(pair, pair.alignment.asked_only, asked_by):
        if not used_by(pair.shape, pair.schema.named_by(word.key)):
            reason = f"yours speaks of “{word.text}”, data that the approved query does not use"
            return Difference("entity", reason)
    for word in _alone(
        pair, pair.alignment.stored_only, {left: left for left, _ in pair.binding.pairs}
    ):
        return Difference("entity", f"the approved one speaks of “{word.text}”, yours does not")
    return None


def _alone(pair: Comparison, words: tuple[Word, ...], literals_: dict[int, int]) -> Iterator[Word]:
    """The words without a counterpart that name data, but for `in San Jose city`."""
    for word in words:
        named = pair.schema.named_by(word.key)
        if named and word.key not in _COMMON and not _says_what_a_value_is(pair, word, literals_):
            yield word


def _says_what_a_value_is(pair: Comparison, word: Word, literals_: dict[int, int]) -> bool:
    slots = {slot.token: slot for slot in pair.slots}
    for place in (word.place - 1, word.place + 1, word.place + 2):
        slot = slots.get(literals_.get(place, -1))
        if slot is None or (slot.numeric and slot.places[0].operator != "eq"):
            continue
        if any(_of_slot(element, slot) for element in pair.schema.named_by(word.key)):
            return True
    return False


def _of_slot(element: Element, slot: Slot) -> bool:
    table, column = slot.column
    if not element[1]:
        return element[0] == table
    return element[1] == column and (not table or not element[0] or element[0] == table)


# What no wording may leave open, the same words included.
ALWAYS: tuple[Rule, ...] = (whole_question, units, literals, stale_dates)
# What makes two questions another one each.
CONTRADICTIONS: tuple[Rule, ...] = (
    *ALWAYS,
    comparators,
    aggregates,
    directions,
    negations,
    other_terms,
    other_data,
)


def found_by(rules: tuple[Rule, ...], pair: Comparison) -> tuple[Difference, ...]:
    """Every difference that the rules find, in their order."""
    return tuple(found for rule in rules if (found := rule(pair)) is not None)


def left_over(pair: Comparison) -> tuple[Difference, ...]:
    """The content words of either question that nothing in the other one stands for.

    Those of kind `approved` are the approved question's own; the others are words of the new one.
    """
    alone = [
        *(
            Difference("words", f"yours speaks of “{word.text}”")
            for word in pair.alignment.asked_only
        ),
        *(
            Difference("approved", f"the approved one speaks of “{word.text}”")
            for word in pair.alignment.stored_only
        ),
        *(
            Difference("words", f"“{other.text}” may not mean “{word.text}”")
            for word, other, strength in pair.alignment.paired
            if strength < _SURE
        ),
    ]
    unlike = [
        Difference("family", f"“{other.text}” need not be “{word.text}”")
        for word, other, _ in pair.alignment.paired
        if relation(word.key, other.key) is Relation.UNKNOWN
    ]
    return (*unlike, *alone)
