"""What a question mentions, in order, and the small words that lead each mention."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from knowledge.matching import clauses, wordlists
from knowledge.matching.comparison import Comparison
from knowledge.matching.reading import Reading, once
from knowledge.matching.slots import LITERALS
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

# Operators that only lead what they stand before.
_LEADERS = frozenset({"EACH", "AND", "EQ", "SORT"})
_LED = {"EACH": "each", "AND": "and", "SORT": "sort"}
# For each, by and per.
EACH = frozenset({"by", "per", "each"})
# Operators, which other guards compare.
_COMPARING = frozenset({"over", "under", "without"})
_LEADING = clauses.PREPOSITIONS - _COMPARING - {"and"} | {"each", "sort"}
_ASKING = wordlists.REQUESTS | clauses.ASKING | wordlists.POLITE
# Each day may be by day, or one every day.
_EVERY = frozenset({"each", "every"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A content word, value or operator, its place, and the small words since the one before."""

    token: Token
    place: int
    leads: tuple[str, ...]
    after: int


@dataclass(frozen=True, slots=True)
class Mentions:
    """Mentions that both questions make, side by side, and those that only one of them makes."""

    pairs: tuple[tuple[Mention, Mention], ...]
    stored_only: tuple[Mention, ...]
    asked_only: tuple[Mention, ...]

    def crossed(self) -> Iterator[tuple[tuple[Mention, Mention], tuple[Mention, Mention]]]:
        """Every two pairs that stand in one order here and in the other there."""
        for one, other in combinations(self.pairs, 2):
            if other[1].place < one[1].place:
                yield one, other


@once
def mentions_of(reading: Reading) -> tuple[Mention, ...]:
    """Every mention of a question, in order."""
    found: list[Mention] = []
    leads: list[str] = []
    for place, token in enumerate(reading.tokens):
        word = token.text.lower()
        if _only_leads(token, word, begins=not found):
            leads.append(_LED.get(token.key, word))
            continue
        if token.key.startswith("GRAIN") and word.split(" ")[0] not in _EVERY:
            leads.append("each")
        after = found[-1].place if found else -1
        found.append(Mention(token, place, tuple(leads), after))
        leads = []
    return tuple(found)


def _only_leads(token: Token, word: str, *, begins: bool) -> bool:
    if token.mark is Mark.OPERATOR:
        return token.key in _LEADERS
    if token.mark is not Mark.WORD:
        return False
    if word in wordlists.FUNCTION or (begins and word in _ASKING):
        return True
    # What is held or used says little, but it says it of what it stands beside.
    return token.key in wordlists.LIGHT and not clauses.is_past(word)


def led_by(reading: Reading, mention: Mention) -> str:
    """The small word that leads the phrase of a mention; empty for none."""
    lead = clauses.preposition_before(reading, mention.place)
    if lead == "by" and "the" in mention.leads:
        # By the farm: it did it.
        return "by the"
    if lead in _COMPARING:
        lead = ""
    # What opens a question leads nothing: I would like to know the revenue.
    leading = _LEADING if mention.after >= 0 else EACH
    return lead or next((word for word in reversed(mention.leads) if word in leading), "")


def side_by_side(pair: Comparison) -> Mentions:
    """The mentions of two questions, each beside its twin where it has one."""
    free = list(mentions_of(pair.asked))
    bound = dict(pair.binding.pairs)
    paired = {(word.key, other.key) for word, other, _ in pair.alignment.paired}
    pairs, alone = [], []
    for one in mentions_of(pair.stored):
        literal = one.token.mark in LITERALS
        twin = next(
            (
                other
                for other in free
                if (bound.get(one.place) == other.place if literal else _same(one, other, paired))
            ),
            None,
        )
        if twin is None:
            alone.append(one)
        else:
            free.remove(twin)
            pairs.append((one, twin))
    return Mentions(tuple(pairs), tuple(alone), tuple(free))


def _same(one: Mention, other: Mention, paired: set[tuple[str, str]]) -> bool:
    if one.token.mark is not other.token.mark:
        return False
    left, right = one.token.key, other.token.key
    return relation(left, right) is Relation.SAME or (left, right) in paired
