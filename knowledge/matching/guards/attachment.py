"""Guards on what the words of a question belong to: shares of what, how compared, who is what."""

from collections.abc import Mapping
from itertools import pairwise

from knowledge.matching import lexicon, wordlists
from knowledge.matching.clauses import is_done, texts
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.sqlshape import name_words
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

_SHARES = frozenset({"PERCENT", "RATIO"})
_SHARE_WORDS = frozenset({"share", "portion", "part"})


def names_another_column(pair: Comparison) -> Failure | None:
    """What was dumped in a year has no date on which it was bottled.

    A value whose own word names another column that the SQL uses brings that column along, and
    only its own value may stay.
    """
    for slot, _ in pair.binding.values:
        old = {stem(word) for word in slot.places[0].value.lower().split()}
        for used in pair.shape.used:
            if used.column != slot.column[1] and old & set(name_words(used.column)):
                said = pair.stored.tokens[slot.token].text
                return Failure("values", f"{used.column} in the approved SQL goes with “{said}”")
    return None


def compared_how(pair: Comparison) -> Failure | None:
    """Weaker than is not stronger than, whatever is measured."""
    before, now = _comparatives(pair.stored), _comparatives(pair.asked)
    for one, other in zip(before, now, strict=False):
        if relation(one.key, other.key) is not Relation.SAME:
            return Failure("comparison", f"“{other.text} than” is not “{one.text} than”")
    return None


def _comparatives(reading: Reading) -> list[Token]:
    return [
        token
        for token, other in pairwise(reading.tokens)
        if other.text.lower() == "than" and token.mark is Mark.WORD
    ]


def share_of_what(pair: Comparison) -> Failure | None:
    """A share of all tests is not a share of the blood tests."""
    before, now = _wholes(pair.stored), _wholes(pair.asked)
    twins = {(word.key, other.key) for word, other, _ in pair.alignment.paired}
    partner = {
        pair.asked.tokens[r].key: pair.stored.tokens[left].key for left, r in pair.binding.pairs
    }
    for one, other in zip(before, now, strict=False):
        if one is None or other is None:
            same = one is other
        elif other.mark is not Mark.WORD or one.mark is not Mark.WORD:
            same = partner.get(other.key) == one.key
        else:
            same = relation(one.key, other.key) is Relation.SAME or (one.key, other.key) in twins
        if not same:
            said = other.text if other is not None else "all"
            return Failure("aggregate", f"a share of “{said}” may be of something else")
    return None


def _wholes(reading: Reading) -> list[Token | None]:
    """What each share is of: the first word after it that carries meaning."""
    found: list[Token | None] = []
    for place, token in enumerate(reading.tokens[:-1]):
        share = token.key in _SHARES or token.text.lower() in _SHARE_WORDS
        if share and reading.tokens[place + 1].text.lower() == "of":
            following = filter(_carries_meaning, reading.tokens[place + 2 :])
            found.append(next(following, None))
    return found


def value_beside_measure(pair: Comparison) -> Failure | None:
    """A high percentage is not the percentage of what is high."""
    if _qualified(pair.stored) != _qualified(pair.asked):
        return Failure("aggregate", "a value may describe the measure in only one of them")
    return None


def _qualified(reading: Reading) -> bool:
    """Whether a known value stands right before an aggregate, as if it were its adjective."""
    return any(
        token.mark is Mark.VALUE and other.mark is Mark.OPERATOR and other.key in lexicon.AGGREGATES
        for token, other in pairwise(reading.tokens)
    )


def denied_operators(pair: Comparison) -> Failure | None:
    """Not ending in that year but renewed is not ending then but not renewed."""
    before, now = _denied(pair.stored), _denied(pair.asked)
    for one, other in zip(before, now, strict=False):
        apart = (
            one is None
            or other is None
            or (one.mark is Mark.OPERATOR) != (other.mark is Mark.OPERATOR)
        )
        if apart and one is not other:
            return Failure("negation", "not the same thing is denied")
        if one and other and one.mark is Mark.OPERATOR and one.key != other.key:
            return Failure("negation", f"“{other.text}” is denied instead of “{one.text}”")
    return None


def _denied(reading: Reading) -> list[Token | None]:
    """What follows each negation."""
    return [
        next(
            (item for item in reading.tokens[place + 1 :] if item.key not in wordlists.LIGHT), None
        )
        for place, token in enumerate(reading.tokens)
        if token.mark is Mark.OPERATOR and token.key == "NOT"
    ]


def _carries_meaning(token: Token) -> bool:
    return token.key not in wordlists.LIGHT


_PERFECT = frozenset({"has", "have", "had"})
_BETWEEN = frozenset({"not", "NOT", "never", "ever", "also", "already", "just", "yet"})


def has_been(pair: Comparison) -> Failure | None:
    """Who has been paid is not who has paid."""
    before, now = _perfects(pair.stored), _perfects(pair.asked)
    for key in before.keys() & now.keys():
        if before[key] != now[key]:
            return Failure("roles", f"“{key}” may be done by another")
    return None


@once
def _perfects(reading: Reading) -> Mapping[str, bool]:
    """Each verb after `have`: whether it is done to its subject."""
    found: dict[str, bool] = {}
    for place, token in enumerate(reading.tokens):
        if token.mark in (Mark.WORD, Mark.VALUE) and is_done(token.text.lower()):
            before = [item for item in reading.tokens[:place] if item.key not in _BETWEEN]
            leads = before[-1].text.lower() if before else ""
            if leads == "been" or leads in _PERFECT:
                found[token.key] = leads == "been"
    return found


def somebody_elses(pair: Comparison) -> Failure | None:
    """`Their staff`, where nobody was named before, are somebody else's."""
    if _refers_outside(pair, pair.stored) != _refers_outside(pair, pair.asked):
        return Failure("meaning", "“their” speaks of somebody who is not named")
    return None


def _refers_outside(pair: Comparison, reading: Reading) -> bool:
    """Whether `their` stands where nothing of the database was named yet."""
    at = next((at for at, word in enumerate(texts(reading)) if word in ("their", "theirs")), None)
    return at is not None and not any(_names(pair, token) for token in reading.tokens[:at])


def _names(pair: Comparison, token: Token) -> bool:
    """Whether a word is a value, or names a table."""
    if token.mark is not Mark.WORD:
        return token.mark is Mark.VALUE
    return any(not column for _, column in pair.schema.named_by(token.key))
