"""Guards on values and content words: each has its counterpart, in the same column."""

import re

from knowledge.matching import lexicon, wordlists
from knowledge.matching.alignment import Word
from knowledge.matching.clauses import BEING, is_done
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.periods import fixed_dates, speaks_of_now
from knowledge.matching.reading import Reading
from knowledge.matching.schema import Element, used_by
from knowledge.matching.slots import Slot
from knowledge.matching.sqlshape import name_words
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

_NEAR, _SURE = 0.7, 0.8
_UNSURE, _PAIRED = 1, 3


def whole_question(pair: Comparison) -> Failure | None:
    """The question was read to its end."""
    if pair.asked.too_long or pair.stored.too_long:
        return Failure("length", "the question is too long to be compared whole")
    return None


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


_ENDS = frozenset(
    stem(word)
    for word in ("origin", "source", "destination", "dest", "from", "to", "departure", "arrival")
) | frozenset(stem(word) for word in ("start", "end", "sender", "receiver", "buyer", "seller"))


def value_direction(pair: Comparison) -> Failure | None:
    """A value of a column that is one end of something keeps its preposition."""
    slots = {slot.token: slot for slot in pair.slots}
    for left, right in pair.binding.pairs:
        slot = slots.get(left)
        if slot is None or not _ENDS & set(name_words(slot.column[1])):
            continue
        if _direction(pair.stored, left) != _direction(pair.asked, right):
            return Failure("roles", f"“{pair.asked.tokens[right].text}” changed its direction")
    return None


# Prepositions that never say the same of one value; in, of, for and from often do.
_APART = {"to": frozenset({"in", "at", "on", "of", "for", "from", "by"})} | {
    "by": frozenset({"in", "at", "on", "to"})
}


# After a verb, they tell whom it is done for from whom it is done to: left for Oslo, left Oslo.
_AIMS = frozenset({"for", "to", "from", "against", "with", "by"})


def value_preposition(pair: Comparison) -> Failure | None:
    """Revenue in Spain is not revenue to Spain."""
    for left, right in pair.binding.pairs:
        one, other = _just_before(pair.stored, left), _just_before(pair.asked, right)
        if pair.stored.tokens[left].mark not in (Mark.VALUE, Mark.QUOTED):
            if {one, other} == {"for", "in"} and _is_done_then(pair, left, right):
                return Failure("roles", f"what was done “{other}” it was not done “{one}” it")
            continue
        aimed = {one, other} & _AIMS and any(map(is_done, (one, other)))
        if aimed or other in _APART.get(one, ()) or one in _APART.get(other, ()):
            return Failure("roles", f"“{other}” is not “{one}”")
    return None


def _is_done_then(pair: Comparison, left: int, right: int) -> bool:
    """Issued in 2024 is not issued for 2024, while revenue in a year is that for it."""
    both = (pair.stored.tokens[left - 2], pair.asked.tokens[right - 2])
    return all(is_done(token.text.lower()) for token in both)


def value_named(pair: Comparison) -> Failure | None:
    """What is called Georgia need not be in Georgia."""
    for left, right in pair.binding.pairs:
        one, other = _just_before(pair.stored, left), _just_before(pair.asked, right)
        for name, reading, place in ((one, pair.stored, left), (other, pair.asked, right)):
            says_is = place > 1 and reading.tokens[place - 2].text.lower() in BEING
            if one != other and name in _NAMED and says_is:
                return Failure("roles", f"only one of them asks what is {name} so")
    return None


_NAMED = wordlists.words("named called titled entitled")


def numbered_or_counted(pair: Comparison) -> Failure | None:
    """Warehouse 7 is not 7 warehouses."""
    for left, right in pair.binding.pairs:
        if pair.asked.tokens[right].mark is not Mark.NUMBER:
            continue
        before, now = _neighbours(pair.stored, left), _neighbours(pair.asked, right)
        for one, other in ((before[0], now[1]), (now[0], before[1])):
            if one and other and relation(one, other) is Relation.SAME:
                return Failure("values", f"“{pair.asked.tokens[right].text}” changed its role")
    return None


def _neighbours(reading: Reading, place: int) -> tuple[str, str]:
    """The content word right before a literal and its comparison, and the one right after it."""
    first = place
    while first and _only_leads(reading.tokens[first - 1]):
        first -= 1
    before = _contents(reading.tokens[max(first - 1, 0) : first])
    after = _contents(reading.tokens[place + 1 : place + 2])
    return (before or [""])[0], (after or [""])[0]


def _only_leads(token: Token) -> bool:
    """`Of at least`, before a number."""
    compares = token.mark is Mark.OPERATOR and token.key in lexicon.COMPARATORS
    return compares or token.text.lower() in ("of", "is", "a", "the")


def _just_before(reading: Reading, place: int) -> str:
    before = [token.text.lower() for token in reading.tokens[max(place - 2, 0) : place]]
    if before and before[-1] == "the":
        before.pop()
    return before[-1] if before else ""


def _direction(reading: Reading, place: int) -> str:
    before = [token.text.lower() for token in reading.tokens[max(place - 2, 0) : place]]
    return next((word for word in reversed(before) if word in ("from", "to")), "")


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
        token.key
        for token in tokens
        if token.mark is Mark.WORD and token.key not in wordlists.LIGHT
    ]


def schema_contrast(pair: Comparison) -> Failure | None:
    """No word of the new question names a table or column that the SQL leaves aside."""
    leftover = [*pair.alignment.asked_only, *(pair_[1] for pair_ in pair.alignment.paired)]
    for word in leftover:
        named = pair.schema.named_by(word.key)
        if named and not used_by(pair.shape, named):
            return Failure(
                "schema",
                f"yours speaks of “{word.text}”, data that the approved query does not use",
            )
    return None


def named_apart(pair: Comparison) -> Failure | None:
    """Two words that each name another table or column of this database are not one thing."""
    for word, other, _ in pair.alignment.paired:
        before, now = pair.schema.named_by(word.key), pair.schema.named_by(other.key)
        if before and now and not before & now:
            return Failure("schema", f"“{other.text}” and “{word.text}” name different data")
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
        if _says_what_a_value_is(pair, word, {left: left for left, _ in pair.binding.pairs}):
            continue
        return Failure("wording", f"the approved one speaks of “{word.text}”, yours does not")
    return None


def _says_what_a_value_is(pair: Comparison, word: Word, literals_: dict[int, int]) -> bool:
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
        if _says_what_a_value_is(pair, word, {right: left for left, right in pair.binding.pairs}):
            continue
        return Failure("wording", f"yours speaks of “{word.text}”, the approved one does not")
    return None


def near_counterparts(pair: Comparison) -> Failure | None:
    """Words that stand for each other are near enough, and few."""
    weak = [item for item in pair.alignment.paired if item[2] < _NEAR]
    for word, other, _ in weak:
        return Failure("wording", f"“{other.text}” may not mean “{word.text}”")
    unsure = [item for item in pair.alignment.paired if item[2] < _SURE]
    if len(unsure) > _UNSURE or len(pair.alignment.paired) > _PAIRED:
        return Failure("wording", "too many words differ")
    return None
