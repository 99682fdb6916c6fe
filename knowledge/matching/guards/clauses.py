"""Guards on what is asked for, who does what, and in which direction: whatever the words are."""

from collections.abc import Mapping, Set
from itertools import pairwise

from knowledge.matching import clauses, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.thesaurus import Relation, concepts_of, relation
from knowledge.matching.tokens import Mark

_PERSONS = frozenset({"who", "whose", "whom"})
_LOOKS_FOR_NAMES = 7


def person(pair: Comparison) -> Failure | None:
    """Who made the largest is not what the largest is."""
    one, other = pair.stored, pair.asked
    if _opens(one) in _PERSONS and _opens(other) in _PERSONS:
        same = _has(one) == _has(other)
    elif _opens(one) in _PERSONS or _opens(other) in _PERSONS:
        same = _may_name(other if _opens(one) in _PERSONS else one)
    else:
        same = True
    return None if same else Failure("target", "one asks who, the other what")


def _opens(reading: Reading) -> str:
    words = clauses.texts(reading)
    return next((word for word in words if word in clauses.ASKING), "")


def _has(reading: Reading) -> bool:
    """`Who has the oldest coach` is not the coach."""
    return any(
        one in _PERSONS and other in ("has", "have", "had")
        for one, other in pairwise(clauses.texts(reading))
    )


def _may_name(reading: Reading) -> bool:
    """Whether a question without `who` asks for names, or lists what it names."""
    words = clauses.texts(reading)
    return _opens(reading) not in ("what", "how", "count") or bool(
        {"name", "names"} & set(words[:_LOOKS_FOR_NAMES])
    )


def asked_for(pair: Comparison) -> Failure | None:
    """What one asks for is not what the other only mentions: bookings of passengers."""
    before, now = clauses.asked_for(pair.stored), clauses.asked_for(pair.asked)
    if not before or not now:
        return None
    grouped = list(clauses.each_nouns(pair.asked))
    both_each = [key for key in clauses.each_nouns(pair.stored) if clauses.has_same(key, grouped)]
    for listed, others, reading in ((now, before, pair.stored), (before, now, pair.asked)):
        mentioned = list(clauses.forms(reading))
        for key in listed:
            if key == "name" or clauses.has_same(key, others) or clauses.has_same(key, both_each):
                continue
            if clauses.has_same(key, mentioned):
                return Failure("target", f"“{key}” is not asked for by both")
    return None


def one_or_many(pair: Comparison) -> Failure | None:
    """Which hotel has the most is one hotel; the largest withdrawals are several."""
    before, now = _nouns(pair.stored), _nouns(pair.asked)
    for key, many in now.items():
        if key in before and before[key] != many:
            return Failure("target", "one asks for one, the other for several")
    return None


_EXTREMES = frozenset({"MAX", "MIN", "FIRST", "LAST", "SECOND", "THIRD"})


def _nouns(reading: Reading) -> dict[str, bool]:
    """The noun after `which`, and after a superlative without a number: whether it is a plural."""
    found: dict[str, bool] = {}
    for token, other in pairwise(reading.tokens):
        asks = token.text.lower() == "which" and token is reading.tokens[0]
        extreme = token.key in _EXTREMES and token.mark is Mark.OPERATOR
        if (asks or extreme) and other.mark in (Mark.WORD, Mark.VALUE):
            word = other.text.lower()
            found[other.key] = word.endswith("s") and not word.endswith("ss")
    return found


def own_measure(pair: Comparison) -> Failure | None:
    """How old the oldest coach is, is not who it is."""
    if _own_measures(pair.stored) != _own_measures(pair.asked):
        return Failure("target", "one asks for the measure, the other for what has it")
    return None


def _own_measures(reading: Reading) -> bool:
    """Whether a measure is named before the superlative that is measured on it."""
    tokens = reading.tokens
    for place, token in enumerate(tokens):
        if token.key in ("MAX", "MIN") and token.extra:
            wanted = concepts_of(token.extra)
            earlier = (other.key for other in tokens[:place] if other.mark is Mark.WORD)
            if any(key == token.extra or concepts_of(key) & wanted for key in earlier):
                return True
    return False


def voice(pair: Comparison) -> Failure | None:
    """Who refers is not who was referred; which teams beat Milan is not which Milan beat."""
    if _turned(pair.stored) != _turned(pair.asked):
        return Failure("roles", "who does what to whom may have changed")
    before, now = _voices(pair.stored), _voices(pair.asked)
    for key in before.keys() & now.keys():
        if {before[key], now[key]} == {"done", "doing"}:
            return Failure("roles", f"“{key}” may be done by another")
    return None


@once
def _turned(reading: Reading) -> int:
    """How often somebody is named after what is done, by `by` or after `did`."""
    words = clauses.texts(reading)
    passive = sum(
        clauses.is_done(word) and clauses.begins_by(reading.tokens[place + 1])
        for place, word in enumerate(words[:-1])
    )
    return passive + _inverted(reading)


_NO_SUBJECT = wordlists.words("we you they it i he she not the each all this that")


def _inverted(reading: Reading) -> int:
    """`Did Milan beat`: somebody named after `did`, who does it."""
    words = clauses.texts(reading)
    for place, word in enumerate(words[:-2]):
        if word in ("did", "does", "do") and place and words[place + 1] not in _NO_SUBJECT:
            return int("have" not in words[place:])
    return 0


_OBJECTS = wordlists.words("the a an another other more less all no each every some their our")
_ADVERBS = wordlists.words("not never ever also first last already NOT")


@once
def _voices(reading: Reading) -> Mapping[str, str]:
    """Each verb that plainly is done to its subject, or plainly does something to an object."""
    words, found = clauses.texts(reading), dict[str, str]()
    inverted = any(word in ("did", "does", "do") for word in words)
    for place, token in enumerate(reading.tokens):
        if token.mark is not Mark.WORD:
            continue
        before = [word for word in words[max(place - 2, 0) : place] if word not in _ADVERBS]
        after = reading.tokens[place + 1 : place + 2]
        if (clauses.is_done(words[place]) and before[-1:] and before[-1] in clauses.BEING) or (
            clauses.is_done(words[place]) and after and clauses.begins_by(after[0])
        ):
            found[token.key] = "done"
        elif after and words[place + 1] in _OBJECTS and not inverted:
            found.setdefault(token.key, "doing")
    return found


# Prepositions that never say the same of one word.
_APART = {
    frozenset(pair.split("/"))
    for pair in wordlists.words(
        """to/from by/to by/with by/for to/with by/from by/in by/on on/per to/in and/with
        against/for against/by about/by about/to about/from"""
    )
}


def prepositions(pair: Comparison) -> Failure | None:
    """Taught with is not taught by; members and books are not members with books."""
    for word, other in clauses.twins(pair):
        one = clauses.preposition_before(pair.stored, word.place)
        two = clauses.preposition_before(pair.asked, other.place)
        month = any(domain == "month" for domain, _ in concepts_of(other.key))
        apart = frozenset({one, two}) in _APART or (month and {one, two} == {"in", "for"})
        if one and two and one != two and apart:
            return Failure("roles", f"“{two} {other.text}” is not “{one} {word.text}”")
        if {"with", "and"} <= _leads(pair.stored, word.key) ^ _leads(pair.asked, other.key):
            return Failure("roles", f"one says and “{other.text}”, the other with it")
        if {one, two} == {"", "to"}:
            return Failure("roles", f"“{other.text}” may be another end of it")
    return None


def _leads(reading: Reading, key: str) -> set[str]:
    """What leads each mention of a word."""
    return {
        clauses.preposition_before(reading, place)
        for place, token in enumerate(reading.tokens)
        if token.key == key
    }


def verb_forms(pair: Comparison) -> Failure | None:
    """Accounts that were open are not accounts that were opened."""
    before, now = clauses.forms(pair.stored), clauses.forms(pair.asked)
    for key in before.keys() & now.keys():
        if before[key] & now[key]:
            continue
        written = before[key] | now[key]
        if any(word.endswith("ing") for word in written):
            continue
        if not _done_then(pair.stored, before[key]) & _done_then(pair.asked, now[key]):
            said = " and ".join(sorted(written))
            return Failure("wording", f"{said} may not be the same")
    return None


def _done_then(reading: Reading, written: Set[str]) -> set[bool]:
    """Whether forms of a verb say the past: `did borrow` says it as `borrowed` does."""
    did = "did" in clauses.texts(reading)
    return {clauses.is_past(word) or did for word in written}


_PARTICLES = wordlists.words("out off down back away over")
_LEADING = wordlists.words("in on up to from by about with for against")


def particles(pair: Comparison) -> Failure | None:
    """Checked out is not checked in."""
    before, now = _with_particles(pair.stored), _with_particles(pair.asked)
    for key in before.keys() & now.keys():
        turned = before[key] != now[key] and (before[key] | now[key]) & _PARTICLES
        if turned or _led_apart(before[key], now[key]):
            return Failure("roles", f"“{key}” changed its direction")
    return None


@once
def _with_particles(reading: Reading) -> Mapping[str, Set[str]]:
    """Each word with the small words right behind it that may turn it."""
    found: dict[str, set[str]] = {}
    words = clauses.texts(reading)
    for place, (token, other) in enumerate(pairwise(reading.tokens), start=1):
        if token.mark is other.mark is Mark.WORD:
            found.setdefault(token.key, set()).add(words[place])
    return {key: words & (_PARTICLES | _LEADING) for key, words in found.items()}


def _led_apart(before: Set[str], now: Set[str]) -> bool:
    """`Leased to`, `leased from`."""
    return len(before) == len(now) == 1 and frozenset(before | now) in _APART


def sorted_on(pair: Comparison) -> Failure | None:
    """Ordered by name is not ordered by capacity."""
    before, now = _sort_keys(pair.stored), _sort_keys(pair.asked)
    for one, other in zip(before, now, strict=False):
        named = [word.key for word, _ in clauses.twins(pair)]
        if relation(one, other) is not Relation.SAME and clauses.has_same(other, named):
            return Failure("order", f"one is sorted by “{other}”, the other by “{one}”")
    return None


def _sort_keys(reading: Reading) -> list[str]:
    found = []
    for place, token in enumerate(reading.tokens):
        if token.key == "SORT" and token.text.lower().endswith("by"):
            following = (
                other.key
                for other in reading.tokens[place + 1 :]
                if other.mark is Mark.WORD and other.text.lower() not in ("the", "their", "its")
            )
            found.append(next(following, ""))
    return found
