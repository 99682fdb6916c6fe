"""Certainty from several readings: where those that err differently agree, they are probably right.

Agreement of independent readers as a sign of certainty is the idea of query by committee (Seung,
Opper and Sompolinsky, 1992). How probable an offer is by who makes it is fitted on databases that
none of the readings was developed on (`benchmarks.reader.merging`).
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pipeline.reader.reader import Row, result_key

Run = Callable[[str], Sequence[Row] | None]
IsSame = Callable[[str, str], bool]
_MOST_PLACES, _MOST_LEFT = 3, 3


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of a reading: how probable it finds it itself, how many words it leaves out."""

    sql: str
    probability: float = 0.0
    left_out: int = 0
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Voice:
    """What one reading says, best first. `confidence` is that its first is right."""

    said: tuple[Said, ...] = ()
    confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """The three readings of a question; the rules have answered, or list what they ask about."""

    rules: Voice
    public: Voice
    business: Voice
    answered: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A statement to choose, by whom, and how probably it is right.

    A place is that among the statements of a reading; None where it does not have it.
    """

    sql: str
    rules: int | None
    public: int | None
    business: int | None
    is_open: bool
    probability: float
    features: Mapping[str, float]


@cache
def shipped_merging() -> Mapping[str, float]:
    """What each sign of an offer weighs."""
    text = files("pipeline.reader").joinpath("data/merging.json").read_text("utf8")
    found: Mapping[str, float] = json.loads(text)["weights"]
    return found


def offers_of(voices: Voices, is_same: IsSame, weights: Mapping[str, float]) -> tuple[Offer, ...]:
    """One list of what the readings say, each statement once, the most probable first."""
    kept: list[str] = []
    for voice in (voices.rules, voices.public, voices.business):
        for said in voice.said:
            if not any(is_same(have, said.sql) for have in kept):
                kept.append(said.sql)
    offers = [_offer(sql, voices, is_same, weights) for sql in kept]
    return tuple(sorted(offers, key=lambda offer: -offer.probability))


def _offer(sql: str, voices: Voices, is_same: IsSame, weights: Mapping[str, float]) -> Offer:
    found = {
        name: _place(sql, voice, is_same)
        for name, voice in (
            ("rules", voices.rules), ("public", voices.public), ("business", voices.business),
        )
    }  # fmt: skip
    learned = [
        voice.said[place]
        for name, voice in (("public", voices.public), ("business", voices.business))
        if (place := found[name]) is not None
    ]
    of_rules = voices.rules.said[found["rules"]] if found["rules"] is not None else None
    said = [*learned, *([of_rules] if of_rules is not None else [])]
    left = min(_MOST_LEFT, *(each.left_out for each in said))
    is_open = all(each.is_open for each in said)
    features = _features(found, voices, left, is_open=is_open)
    value = sum(weights.get(name, 0.0) * number for name, number in features.items())
    probability = 1 / (1 + math.exp(-max(min(value, 30.0), -30.0)))
    return Offer(
        sql, found["rules"], found["public"], found["business"], is_open, probability, features
    )


def _place(sql: str, voice: Voice, is_same: IsSame) -> int | None:
    return next((n for n, said in enumerate(voice.said) if is_same(said.sql, sql)), None)


def _features(
    places: Mapping[str, int | None], voices: Voices, left: int, *, is_open: bool
) -> dict[str, float]:
    """What the probability of an offer is judged by."""
    has = {name for name, place in places.items() if place is not None}
    first = {name for name, place in places.items() if place == 0}
    found = {
        "bias": 1.0,
        f"left {left}": 1.0,
        "open": float(is_open),
        "answered by rules": float(voices.answered and "rules" in has),
        "against the rules": float(voices.answered and "rules" not in has),
        "rules have none": float(not voices.rules.said),
        " and ".join(sorted(has)): 1.0,
        f"first of {' and '.join(sorted(first)) or 'none'}": 1.0,
    }
    if places["rules"] is not None:
        found[f"rules {min(places['rules'], _MOST_PLACES)}"] = 1.0
    for name, voice in (("public", voices.public), ("business", voices.business)):
        place = places[name]
        if place is not None:
            found[f"{name} {min(place, _MOST_PLACES)}"] = 1.0
            found[f"{name} share"] = voice.said[place].probability
            found[f"{name} confidence"] = voice.confidence if place == 0 else 0.0
        elif voice.said:
            found[f"{name} has it not, and is sure"] = voice.confidence
    return found


class Sameness:
    """Whether two statements are the same, with what was worked out kept."""

    def __init__(self, dialect: str, run: Run | None) -> None:
        self._dialect, self._run = dialect, run
        self._texts: dict[str, str] = {}
        self._keys: dict[str, object] = {}

    def is_same(self, one: str, other: str) -> bool:
        if self._text(one) == self._text(other):
            return True
        key = self._key(one)
        return key is not None and key == self._key(other)

    def _text(self, sql: str) -> str:
        if sql not in self._texts:
            self._texts[sql] = canonical_sql(sql, self._dialect)
        return self._texts[sql]

    def _key(self, sql: str) -> object:
        if self._run is None:
            return None
        if sql not in self._keys:
            rows = self._run(sql)
            # The order is left out: one reading may sort what the other one lists.
            self._keys[sql] = None if rows is None else result_key(rows, ordered=False)
        return self._keys[sql]


def canonical_sql(sql: str, dialect: str) -> str:
    """The statement in a form in which names, aliases and the order of tests do not differ.

    A statement that cannot be parsed stays as it is.
    """
    try:
        tree = sqlglot.parse_one(sql, read=dialect)
    except SqlglotError:
        return sql
    names = {
        table.alias.lower(): table.name.lower() for table in tree.find_all(exp.Table) if table.alias
    }
    for table in tree.find_all(exp.Table):
        table.set("alias", None)
    for alias in list(tree.find_all(exp.Alias)):
        alias.replace(alias.this)
    several = len(list(tree.find_all(exp.Table))) > 1
    for column in tree.find_all(exp.Column):
        owner = names.get(column.table.lower(), column.table.lower())
        column.set("table", exp.to_identifier(owner) if owner and several else None)
    for identifier in tree.find_all(exp.Identifier):
        identifier.set("this", identifier.name.lower())
        identifier.set("quoted", None)
    for ordered in tree.find_all(exp.Ordered):
        ordered.set("nulls_first", None)
    for kind in (exp.And, exp.Or, exp.EQ):
        for node in list(tree.find_all(kind)):
            _sort(node)
    return tree.sql(dialect=dialect)


def _sort(node: exp.Binary) -> None:
    """Put the two sides of a symmetric test in one order."""
    left, right = node.left, node.right
    both = isinstance(left, exp.Column) == isinstance(right, exp.Column)
    if both and left.sql() > right.sql():
        node.set("this", right)
        node.set("expression", left)
