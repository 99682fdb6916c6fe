"""Guards: what must agree before a validated answer may be trusted. Each names what failed."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from knowledge.matching import lexicon
from knowledge.matching.alignment import Alignment, Word
from knowledge.matching.binding import Binding
from knowledge.matching.periods import Period, fixed_dates, speaks_of_now
from knowledge.matching.reading import Mark, Reading, Token
from knowledge.matching.schema import Element, SchemaWords, used_by
from knowledge.matching.slots import Slot
from knowledge.matching.sqlshape import Shape
from knowledge.matching.thesaurus import Relation, relation


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
    slots: tuple[Slot, ...]
    periods: tuple[Period, ...]
    schema: SchemaWords
    cosine: float


_ABOUT = lexicon.AGGREGATES | {"MOST", "FEWEST", "MAX", "MIN"}

_ARTICLES = frozenset({"the", "all", "of", "a", "an", "any", "our"})
_IN_TOTAL = frozenset({"in total", "altogether", "overall", "combined"})

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


def stale_dates(pair: Comparison) -> Failure | None:
    """`Last quarter` must not be answered with the dates of an earlier day."""
    if not speaks_of_now(pair.stored) and not speaks_of_now(pair.asked):
        return None
    fixed = fixed_dates(pair.shape, pair.periods)
    years = {token.key for token in pair.stored.tokens if token.mark is Mark.NUMBER}
    if any(literal.value[:4] not in years for literal in fixed):
        return Failure("dates", "the approved SQL holds fixed dates for words that move with time")
    return None


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


def grouping(pair: Comparison) -> Failure | None:
    """`For each` needs SQL that groups."""
    if "EACH" in pair.asked.operators and not pair.shape.grouped:
        if "EACH" not in pair.stored.operators:
            return Failure("grouping", "the approved SQL does not group")
    return None


_POLITE = frozenset("can could you please tell me us i want to know would like hi hello if".split())
_YES_NO = frozenset(
    "is are was were do does did has have had will isn aren doesn don didn am".split()
)


def question_form(pair: Comparison) -> Failure | None:
    """A yes-or-no question is not a count."""
    if _yes_or_no(pair.asked) != _yes_or_no(pair.stored):
        return Failure("form", "one of the two asks yes or no")
    return None


def _yes_or_no(reading: Reading) -> bool:
    words = (token.text.lower() for token in reading.tokens)
    return next((word for word in words if word not in _POLITE), "") in _YES_NO


def target(pair: Comparison) -> Failure | None:
    """`The highest population` is a number, `the country with the highest` is not."""
    if _wants_the_extreme(pair, pair.stored) != _wants_the_extreme(pair, pair.asked):
        return Failure("target", "one asks for the value, the other for what has it")
    return None


def _wants_the_extreme(pair: Comparison, reading: Reading) -> bool:
    """Whether a question opens with a superlative of a measure rather than of a thing."""
    tokens = [token for token in reading.tokens if token.key not in lexicon.LIGHT]
    for place, token in enumerate(tokens):
        if token.key in ("MAX", "MIN") and token.mark is Mark.OPERATOR:
            return not token.extra and not _names_a_table(pair, tokens[place + 1 : place + 2])
        if token.mark is not Mark.OPERATOR and token.text.lower() not in lexicon.REQUESTS:
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


def counted_things(pair: Comparison) -> Failure | None:
    """What is counted, averaged or highest is the same thing."""
    before, now = _heads(pair.stored), _heads(pair.asked)
    for (operator, head), (other_operator, other) in zip(before, now, strict=False):
        if operator != other_operator or not head or not other:
            continue
        twins = _counterparts(pair, other)
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
    for token in reading.tokens[place + 1 :]:
        light = token.key in lexicon.LIGHT
        if token.mark is Mark.WORD and not light:
            phrase.append(token)
        elif phrase or (light and token.key not in _ARTICLES):
            break
    if not phrase:
        return ""
    counted = (token for token in phrase if token.text.lower().endswith("s"))
    last = phrase[-1]
    return (next(counted, last) if reading.tokens[place].key == "COUNT" else last).key


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


def value_context(pair: Comparison) -> Failure | None:
    """A value keeps the column that the words beside it name."""
    slots = {slot.token: slot for slot in pair.slots}
    for left, right in pair.binding.pairs:
        slot = slots.get(left)
        if slot is None or slot.numeric:
            continue
        before, now = _beside(pair.stored, left), _beside(pair.asked, right)
        if any(relation(one, other) is Relation.SAME for one in before for other in now):
            continue
        for word in now:
            named = pair.schema.named_by(word)
            if named and not any(_of_slot(element, slot) for element in named):
                text = pair.asked.tokens[right].text
                return Failure("values", f"“{text}” stands beside “{word}”, another column")
    return None


def _of_slot(element: Element, slot: Slot) -> bool:
    table, column = slot.column
    if not element[1]:
        return element[0] == table
    return element[1] == column and (not table or not element[0] or element[0] == table)


def _beside(reading: Reading, place: int) -> list[str]:
    after = reading.tokens[place + 1 : place + 4]
    if after and re.search(r"[,.;:?]", reading.text[reading.tokens[place].end : after[0].start]):
        after = ()
    before = _contents(reading.tokens[max(place - 1, 0) : place])
    return _contents(after)[:1] + before


def _contents(tokens: tuple[Token, ...]) -> list[str]:
    return [
        token.key for token in tokens if token.mark is Mark.WORD and token.key not in lexicon.LIGHT
    ]


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
        if word.key == "name" and pair.shape.selected == 1:
            continue
        if _says_what_a_value_is(
            pair, pair.stored, word, {left: left for left, _ in pair.binding.pairs}
        ):
            continue
        return Failure("wording", f"nothing stands for “{word.text}”")
    return None


def _says_what_a_value_is(
    pair: Comparison, reading: Reading, word: Word, literals_: dict[int, int]
) -> bool:
    """`in San Jose city`, `advisor number 1121`: the word only names its value's column."""
    slots = {slot.token: slot for slot in pair.slots}
    for place in (word.place - 1, word.place + 1, word.place + 2):
        slot = slots.get(literals_.get(place, -1))
        if slot is None:
            continue
        if slot.numeric and slot.places[0].operator != "eq":
            continue
        if word.key == "number" and slot.numeric:
            return True
        if any(_of_slot(element, slot) for element in pair.schema.named_by(word.key)):
            return True
    return False


def no_new_words(pair: Comparison) -> Failure | None:
    """Nothing is asked that the approved question does not speak of."""
    for word in pair.alignment.asked_only:
        if word.key == "name" and "name" in pair.shape.selected_words:
            continue
        if _says_what_a_value_is(
            pair, pair.asked, word, {right: left for left, right in pair.binding.pairs}
        ):
            continue
        return Failure("wording", f"“{word.text}” is not in the approved question")
    return None


def near_counterparts(pair: Comparison) -> Failure | None:
    """Words that stand for each other are near enough, and few."""
    weak = [item for item in pair.alignment.paired if item[2] < 0.7]
    for word, other, _ in weak:
        return Failure("wording", f"“{other.text}” may not mean “{word.text}”")
    unsure = [item for item in pair.alignment.paired if item[2] < 0.8]
    if len(unsure) > 1 or len(pair.alignment.paired) > 3:
        return Failure("wording", "too many words differ")
    return None


ALWAYS: tuple[Guard, ...] = (literals, stale_dates)

GUARDS: tuple[Guard, ...] = (
    comparators,
    approved_comparison,
    aggregates,
    direction,
    other_operators,
    grouping,
    counted_things,
    question_form,
    target,
    distinct_rows,
    roles,
    value_context,
    conflicting_words,
    schema_contrast,
    stored_words_kept,
    no_new_words,
    near_counterparts,
)


def failures(pair: Comparison, *, same_words: bool) -> list[Failure]:
    """Every guard that does not hold, in order of importance; some hold for equal words too."""
    guards = ALWAYS if same_words else (*ALWAYS, *GUARDS)
    found = (guard(pair) for guard in guards)
    return [failure for failure in found if failure is not None]
