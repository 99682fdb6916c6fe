"""Guards: what must agree before a validated answer may be trusted. Each names what failed."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from knowledge.matching import lexicon
from knowledge.matching.alignment import Alignment, Word
from knowledge.matching.binding import Binding
from knowledge.matching.reading import Mark, Reading
from knowledge.matching.schema import SchemaWords, used_by
from knowledge.matching.sqlshape import Shape


@dataclass(frozen=True, slots=True)
class Failure:
    """A guard that did not hold, in words for a person."""

    guard: str
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two questions side by side, with the SQL that answers the stored one."""

    stored: Reading
    asked: Reading
    shape: Shape
    binding: Binding
    alignment: Alignment
    stored_words: tuple[Word, ...]
    asked_words: tuple[Word, ...]
    schema: SchemaWords
    cosine: float


Guard = Callable[[Comparison], Failure | None]

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


def literals(pair: Comparison) -> Failure | None:
    """Every number, date, name and quoted text has its counterpart."""
    return Failure("values", pair.binding.failure) if pair.binding.failure else None


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
    while 0 <= other < len(tokens) and abs(other - place) <= 6:
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
    old = ", ".join(_said(key) for key, _ in gone) or "no such word"
    asked = ", ".join(_said(key) for key, _ in new) or "no such word"
    return Failure(guard, f"the approved question says {old}, this one {asked}")


def aggregates(pair: Comparison) -> Failure | None:
    """The same aggregates and superlatives, in the same order."""
    kinds = lexicon.AGGREGATES | lexicon.SUPERLATIVES
    before = [key for key in pair.stored.operators if key in kinds]
    now = [key for key in pair.asked.operators if key in kinds]
    if before == now:
        return None
    if sorted(before) == sorted(now) and _attached(pair.stored) == _attached(pair.asked):
        return None
    return _difference("aggregate", [(key, "") for key in before], [(key, "") for key in now])


def _attached(reading: Reading) -> list[tuple[str, str]]:
    kinds = lexicon.AGGREGATES | lexicon.SUPERLATIVES
    return sorted(
        (token.key, _next_word(reading, place))
        for place, token in enumerate(reading.tokens)
        if token.mark is Mark.OPERATOR and token.key in kinds
    )


def _next_word(reading: Reading, place: int) -> str:
    for token in reading.tokens[place + 1 :]:
        if token.mark is Mark.WORD and token.key not in lexicon.LIGHT:
            return token.key
    return ""


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


def schema_contrast(pair: Comparison) -> Failure | None:
    """No word of the new question names a table or column that the SQL leaves aside."""
    leftover = [*pair.alignment.asked_only, *(pair_[1] for pair_ in pair.alignment.paired)]
    for word in leftover:
        named = pair.schema.named_by(word.key)
        if named and not used_by(pair.shape, named):
            return Failure("schema", f"“{word.text}” names data that the approved SQL does not use")
    return None


def conflicting_words(pair: Comparison) -> Failure | None:
    """Revenue is not profit."""
    for word, other in pair.alignment.conflicts:
        return Failure("wording", f"“{other.text}” is not “{word.text}”")
    return None


def stored_words_kept(pair: Comparison) -> Failure | None:
    """Nothing the approved question speaks of is missing."""
    for word in pair.alignment.stored_only:
        return Failure("wording", f"nothing stands for “{word.text}”")
    return None


def no_new_words(pair: Comparison) -> Failure | None:
    """Nothing is asked that the approved question does not speak of."""
    for word in pair.alignment.asked_only:
        return Failure("wording", f"“{word.text}” is not in the approved question")
    return None


def near_counterparts(pair: Comparison) -> Failure | None:
    """Words that stand for each other are near enough, and few."""
    weak = [item for item in pair.alignment.paired if item[2] < 0.6]
    for word, other, _ in weak:
        return Failure("wording", f"“{other.text}” may not mean “{word.text}”")
    if len(pair.alignment.paired) > 4:
        return Failure("wording", "too many words differ")
    return None


GUARDS: tuple[Guard, ...] = (
    literals,
    comparators,
    aggregates,
    direction,
    other_operators,
    conflicting_words,
    schema_contrast,
    stored_words_kept,
    no_new_words,
    near_counterparts,
)


def failures(pair: Comparison) -> list[Failure]:
    """Every guard that does not hold, in order of importance."""
    found = (guard(pair) for guard in GUARDS)
    return [failure for failure in found if failure is not None]
