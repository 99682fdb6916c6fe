"""Guards on which side of a small word things stand: of each, after, and asked for at all."""

from dataclasses import dataclass
from itertools import combinations

from knowledge.matching import clauses, lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.guards.forms import NOT_GROUPED
from knowledge.matching.guards.scope import measures_each
from knowledge.matching.reading import Reading
from knowledge.matching.stem import stem
from knowledge.matching.tokens import Mark, Token

# What stands before them is not what stands after them.
_ONE_WAY = frozenset(
    {
        "minus",
        "divid",
        "versus",
        "vs",
        "BETWEEN",
        "AFTER",
        "BEFORE",
        "GT",
        "LT",
        "GE",
        "LE",
        "SINCE",
        "UNTIL",
    }
)
_REACH = 6


def of_each(pair: Comparison) -> Failure | None:
    """The first date of each farm is not the first farm of each date."""
    before, now = list(clauses.each_nouns(pair.stored)), list(clauses.each_nouns(pair.asked))
    told = list(clauses.forms(pair.stored))
    for noun in now:
        if clauses.has_same(noun, before):
            continue
        if before and clauses.has_same(noun, told):
            return Failure("grouping", f"for each “{noun}” is not what the approved question says")
        per = "per" in clauses.texts(pair.asked) or pair.shape.aggregated
        if not pair.shape.grouped and (per or measures_each(pair.asked)):
            return Failure("grouping", NOT_GROUPED)
    return None


_GROUPED = wordlists.words("of for in at on by with from to per and across among the name names")


_SAID = frozenset({Mark.WORD, Mark.VALUE})
_OF_EVERY = frozenset({"of", "for", "the", "name", "names", "to"})


def every_one(pair: Comparison) -> Failure | None:
    """Who delivered every shipment is not who delivered one."""
    before, now = _every_one(pair.stored), _every_one(pair.asked)
    # What is each of a group may be every one of them; a day is one only where a verb says so.
    if before != now and not (pair.shape.grouped and "EACH" in (before, now)):
        return Failure("meaning", "one asks for every one of them")
    return None


def _every_one(reading: Reading) -> str:
    """The `every` or `each` that says all of them, right after what is done to them."""
    for place, token in enumerate(reading.tokens):
        every = token.text.lower().split(" ")[0]
        grouping = token.key == "EACH" and token.text.lower() != every
        if place and every in ("every", "each") and not grouping:
            before = reading.tokens[place - 1]
            said = before.mark in _SAID or before.key in lexicon.COMPARATORS
            free = _GROUPED if every == "each" else _OF_EVERY
            if said and before.text.lower() not in free | clauses.ASKING:
                return token.key
    return ""


def listed_or_sorted(pair: Comparison) -> Failure | None:
    """The names and the number of stays are not the names by the number of stays."""
    if {_added(pair.stored), _added(pair.asked)} == {"and", "by"}:
        return Failure("target", "one lists a measure, the other only sorts by it")
    return None


def _added(reading: Reading) -> str:
    """Whether the last count or aggregate follows an `and`, or says what to sort by."""
    found = ""
    for place, token in enumerate(reading.tokens[1:], start=1):
        if token.mark is Mark.OPERATOR and token.key in lexicon.AGGREGATES:
            before = reading.tokens[place - 1]
            before = reading.tokens[place - 2] if before.text.lower() == "the" else before
            sorts = before.key == "SORT" or before.text.lower() == "by"
            found = "by" if sorts else "and" if before.text.lower() == "and" else found
    return found


def led_comparisons(pair: Comparison) -> Failure | None:
    """A rating of 4 and more than 100 rides is not a rating of 4 in more than 100 rides."""
    for one, other in zip(_leads(pair.stored), _leads(pair.asked), strict=False):
        verb = clauses.is_done(one) or clauses.is_done(other)
        if ("and" in (one, other) or verb) and {one, other} & _WITHIN:
            return Failure("meaning", "what is compared belongs to something else")
    return None


_WITHIN = frozenset({"in", "of", "on", "for", "from", "per", "at"})


def _leads(reading: Reading) -> list[str]:
    return [
        reading.tokens[place - 1].text.lower()
        for place, token in enumerate(reading.tokens)
        if place and token.mark is Mark.OPERATOR and token.key in lexicon.COMPARATORS
    ]


def who_is_meant(pair: Comparison) -> Failure | None:
    """A user invited by admins who has left is not a user invited by admins who have."""
    for one, other in zip(_numbers_of_who(pair.stored), _numbers_of_who(pair.asked), strict=False):
        if one != other:
            return Failure("meaning", "“who” may speak of others")
    return None


_ONE_OF = frozenset({"has", "is", "was", "does"})
_SEVERAL = frozenset({"have", "are", "were", "do"})


def _numbers_of_who(reading: Reading) -> list[bool]:
    """For each verb after a `who` in mid-sentence: whether it speaks of one."""
    words = clauses.texts(reading)
    return [
        words[place + 1] in _ONE_OF
        for place, word in enumerate(words[:-1])
        if place > 1 and word in ("who", "which", "that") and words[place + 1] in _ONE_OF | _SEVERAL
    ]


def sides(pair: Comparison) -> Failure | None:
    """Arrived after departure is not departed after arrival."""
    before, now = _sides(pair.stored), _sides(pair.asked)
    told = list(clauses.forms(pair.stored))
    for (operator, left, right), (other, other_left, other_right) in zip(before, now, strict=False):
        if operator != other:
            continue
        first = other_right[0] if right and other_right else ""
        if first and not clauses.has_same(first, right[:1]) and clauses.has_same(first, told):
            return Failure("roles", f"“{first}” is compared with instead")
        own, own_right = _without(left, right), _without(right, left)
        if _shares(own, other_right) and _shares(own_right, other_left):
            return Failure("roles", "what is compared with what has changed sides")
    return None


def _sides(reading: Reading) -> list[tuple[str, list[str], list[str]]]:
    """Each one-way word with the content words before and after it."""
    return [
        (
            token.key,
            clauses.contents(reading.tokens[max(place - _REACH, 0) : place]),
            clauses.contents(reading.tokens[place + 1 : place + 1 + _REACH]),
        )
        for place, token in enumerate(reading.tokens)
        if token.key in _ONE_WAY
    ]


def _without(keys: list[str], others: list[str]) -> list[str]:
    return [key for key in keys if not clauses.has_same(key, others)]


def _shares(keys: list[str], others: list[str]) -> bool:
    return any(clauses.has_same(key, others) for key in keys)


def value_asked_for(pair: Comparison) -> Failure | None:
    """Dogs that have owners are not owners that have dogs."""
    if _asks_for_a_value(pair.stored) != _asks_for_a_value(pair.asked):
        return Failure("target", "one asks for what the other only mentions")
    return None


def _asks_for_a_value(reading: Reading) -> bool:
    """Whether a known value in the plural is itself what is asked for: list the dogs."""
    for token in reading.tokens:
        word = token.text.lower()
        if token.mark is Mark.VALUE:
            return word.endswith("s") and not word.endswith("ss") and _ends_a_phrase(reading, token)
        asks = word in clauses.ASKING or word in wordlists.FUNCTION or word in wordlists.POLITE
        if not asks:
            return False
    return False


def _ends_a_phrase(reading: Reading, value: Token) -> bool:
    after = next((token for token in reading.tokens if token.start >= value.end), None)
    return after is None or after.mark is Mark.OPERATOR or after.key in wordlists.LIGHT


_OF = frozenset({"of", "for", "in", "by", "from", "EACH"})
# What anything has: `the names of students` may stand anywhere beside them.
_ATTRIBUTES = frozenset(map(stem, ("name", "id", "title", "detail", "information")))
_EACH = frozenset({"by", "per"})


def same_order(pair: Comparison) -> Failure | None:
    """A thing of the database that changes its place takes along the small word that leads it."""
    if clauses.has_sentences(pair.stored) or clauses.has_sentences(pair.asked):
        return None
    before, now = _places(pair)
    for one, other in combinations(before, 2):
        listed = "and" in (before[other].lead, now[one].lead)
        if listed or now[one].at < now[other].at or before[one].key == before[other].key:
            continue
        moved = (before[other], now[other]), (now[one], before[one])
        if not any(_moved_whole(*each) or _owned(*each) for each in moved):
            return Failure("roles", f"“{now[other].text}” and “{now[one].text}” changed places")
    return None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a content word or value stands, what leads it, and whether a noun follows at once."""

    key: str
    at: int
    lead: str
    leans: bool
    text: str


def _places(pair: Comparison) -> tuple[dict[int, _Place], dict[int, _Place]]:
    """The place of every table and column that both questions name, by a number of its own."""
    twins = [*clauses.twins(pair), *((one, other) for one, other, _ in pair.alignment.paired)]
    once = {
        word.place: other.place
        for word, other in twins
        if pair.schema.named_by(word.key)
        and word.key not in _ATTRIBUTES
        and not clauses.is_done(other.text.lower())
    }
    order = sorted(once)
    return (
        {number: _place(pair.stored, left) for number, left in enumerate(order)},
        {number: _place(pair.asked, once[left]) for number, left in enumerate(order)},
    )


def _place(reading: Reading, at: int) -> _Place:
    lead = clauses.preposition_before(reading, at) or _operator_before(reading, at)
    following = reading.tokens[at + 1 : at + 2]
    leans = any(token.mark in (Mark.WORD, Mark.VALUE) for token in following) and not any(
        token.key in wordlists.LIGHT for token in following
    )
    return _Place(reading.tokens[at].key, at, lead, leans, reading.tokens[at].text)


def _operator_before(reading: Reading, at: int) -> str:
    before = reading.tokens[at - 1] if at else None
    return before.key if before is not None and before.mark is Mark.OPERATOR else ""


def _moved_whole(before: _Place, now: _Place) -> bool:
    """In Oslo, by region: whatever it stands before or after, it says the same."""
    grouped = before.lead in _EACH | {"EACH"} and now.lead in _EACH | {"EACH"}
    return grouped or (bool(before.lead) and before.lead == now.lead)


def _owned(before: _Place, now: _Place) -> bool:
    """The names of students are the student names."""
    return before.lead in _OF and now.leans
