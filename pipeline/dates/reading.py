"""Matching the grammar's patterns against tokens; the longest match wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from pipeline.dates import grammar
from pipeline.dates.languages.language import Language, Value
from pipeline.dates.tokens import Token

FILLERS = frozenset({"END_OF_TEXT", "COMMA", "OF", "IN", "THE", "FOR", "ON", "POSS"})
DAY_KINDS = frozenset({"date", "month_day", "day_of", "first_day", "last_day", "day_word"})
DEADLINE_KINDS = DAY_KINDS | {"month", "part", "year_month", "holiday"}
CLOCK_KINDS = DAY_KINDS | {"weekday"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """An expression found in the tokens: its kind, its place and what fills its slots."""

    kind: str
    first: int
    last: int
    slots: Mapping[str, "Value | Phrase"]

    def has(self, slot: str) -> bool:
        return slot in self.slots

    def number(self, slot: str, otherwise: int = 0) -> int:
        value = self.slots.get(slot)
        return value if isinstance(value, int) else otherwise

    def text(self, slot: str, otherwise: str = "") -> str:
        value = self.slots.get(slot)
        return value if isinstance(value, str) else otherwise

    def inner(self, slot: str) -> "Phrase | None":
        value = self.slots.get(slot)
        return value if isinstance(value, Phrase) else None

    def filled(self, slot: str, value: "Value | Phrase") -> "Phrase":
        return replace(self, slots={**self.slots, slot: value})


@dataclass(frozen=True, slots=True)
class Item:
    """One place in a pattern."""

    concepts: tuple[str, ...]
    level: str | None
    only: frozenset[str]
    slot: str | None
    optional: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the kind of expression that it finds."""

    kind: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a language by level, and by the concept that they can begin with."""

    by_start: Mapping[str, Mapping[str, tuple[Rule, ...]]]


def item_of(notation: str) -> Item:
    """One word of a pattern: `A|B=x,y:slot?`."""
    optional = notation.endswith("?")
    body, _, slot = notation.rstrip("?").partition(":")
    body, _, only = body.partition("=")
    level = body[1:-1] if body.startswith("<") else None
    concepts = () if level else tuple(body.split("|"))
    return Item(concepts, level, frozenset(filter(None, only.split(","))), slot or None, optional)


@cache
def rules_of(language: Language) -> Rules:
    """The grammar's patterns and the language's own, ready to match."""
    levels = {name: list(rows) for name, rows in grammar.CATEGORIES.items()}
    for level, kind, pattern in language.patterns:
        levels[level].append((kind, pattern))
    plain = {
        name: [
            Rule(kind, tuple(item_of(part) for part in pattern.split())) for kind, pattern in rows
        ]
        for name, rows in levels.items()
    }
    relative = plain["relative"]
    years = plain["year"] + _only_unit(relative, "year")
    points = relative + plain["year"] + plain["point"]
    whole = {
        "relative": relative,
        "year": years,
        "month": _only_unit(relative, "month"),
        "week": _only_unit(relative, "week"),
        "point": points,
        "day": [rule for rule in points if rule.kind in DAY_KINDS],
        "deadline": [rule for rule in points if rule.kind in DEADLINE_KINDS],
        "clock_day": [rule for rule in points if rule.kind in CLOCK_KINDS],
        "span": plain["span"] + points,
        "grain": plain["grain"],
        "ordinal_day": plain["ordinal_day"],
        "this_unit": plain["this_unit"],
    }
    return Rules({name: _indexed(rules, whole) for name, rules in whole.items()})


def _only_unit(rules: list[Rule], unit: str) -> list[Rule]:
    narrowed = []
    for rule in rules:
        items = tuple(
            replace(item, only=frozenset({unit})) if _is_unit(item) else item for item in rule.items
        )
        narrowed.append(Rule(rule.kind, items))
    return narrowed


def _is_unit(item: Item) -> bool:
    return item.slot == "unit" or (item.concepts == ("UNIT",) and item.slot is None)


def _indexed(rules: list[Rule], levels: Mapping[str, list[Rule]]) -> dict[str, tuple[Rule, ...]]:
    index: dict[str, list[Rule]] = {}
    for rule in rules:
        for concept in _openings(rule, levels):
            index.setdefault(concept, []).append(rule)
    return {concept: tuple(found) for concept, found in index.items()}


def _openings(rule: Rule, levels: Mapping[str, list[Rule]]) -> set[str]:
    """What a rule is looked up by; after an article, by the article and the next concept."""
    if rule.items[0].concepts != ("THE",):
        return _starts(rule, levels)
    following = _starts(Rule(rule.kind, rule.items[1:]), levels)
    with_article = {f"THE {concept}" for concept in following}
    return with_article | following if rule.items[0].optional else with_article


def _starts(rule: Rule, levels: Mapping[str, list[Rule]]) -> set[str]:
    found: set[str] = set()
    for item in rule.items:
        found.update(item.concepts)
        if item.level:
            for inner in levels[item.level]:
                if inner is not rule:
                    found.update(_starts(inner, levels))
        if not item.optional:
            break
    return found


def _fill(
    slots: dict[str, Value | Phrase], filled: Mapping[str, Value | Phrase], item: Item
) -> None:
    """Puts a match into its slot; a concept's own name gives way to a slot called the same."""
    for name, value in filled.items():
        if name in (item.slot, item.level):
            slots[name] = value
        else:
            slots.setdefault(name, value)


def _one_of_many(phrase: Phrase) -> bool:
    """`which month of 2023`, `each quarter of last year`: no unit holds a whole year."""
    within = phrase.inner("of") if phrase.kind == "holding" else None
    if within is None or not phrase.has("unit") or phrase.text("unit") == "year":
        return False
    return within.kind == "year" or (within.kind == "relative" and within.text("unit") == "year")


class Reader:
    """Finds expressions in one list of tokens."""

    def __init__(self, tokens: list[Token], language: Language) -> None:
        self._tokens = tokens
        self._rules = rules_of(language)
        self._found: dict[tuple[str, int], Phrase | None] = {}

    def longest(self, level: str, place: int) -> Phrase | None:
        """The longest expression of a level that begins at a token."""
        key = (level, place)
        if key not in self._found:
            self._found[key] = None
            if not self._leads_nowhere(place):
                self._found[key] = self._longest(level, place)
        return self._found[key]

    def _leads_nowhere(self, place: int) -> bool:
        """An article before a word without a sense of time begins nothing."""
        if "THE" not in self._concepts(place):
            return False
        following = self._concepts(place + 1)
        return not following or following.keys() == {"THE"}

    def _longest(self, level: str, place: int) -> Phrase | None:
        best: Phrase | None = None
        tried: set[int] = set()
        index = self._rules.by_start[level]
        for concept in self._openings(place):
            for rule in index.get(concept, ()):
                if id(rule) in tried:
                    continue
                tried.add(id(rule))
                phrase = self._match(rule, place)
                if (
                    phrase
                    and not _one_of_many(phrase)
                    and (best is None or phrase.last > best.last)
                ):
                    best = phrase
        return best

    def _openings(self, place: int) -> list[str]:
        concepts = self._concepts(place)
        if "THE" not in concepts:
            return list(concepts)
        return [*(f"THE {concept}" for concept in self._concepts(place + 1)), *concepts]

    def _concepts(self, place: int) -> Mapping[str, Value]:
        if place < len(self._tokens):
            return self._tokens[place].concepts
        return {"END_OF_TEXT": 0} if place == len(self._tokens) else {}

    def _match(self, rule: Rule, place: int) -> Phrase | None:
        slots: dict[str, Value | Phrase] = {}
        end = self._match_items(rule.items, 0, place, slots)
        if end is None or end == place:
            return None
        return Phrase(rule.kind, place, self._without_fillers(place, end), slots)

    def _without_fillers(self, place: int, end: int) -> int:
        """Where a phrase ends without the comma or "of" that nothing followed."""
        end = min(end, len(self._tokens))
        while end > place + 1 and self._tokens[end - 1].concepts.keys() <= FILLERS:
            end -= 1
        return end

    def _match_items(
        self, items: tuple[Item, ...], index: int, place: int, slots: dict[str, Value | Phrase]
    ) -> int | None:
        if index == len(items):
            return place
        item = items[index]
        for after, filled in self._match_item(item, place):
            end = self._match_items(items, index + 1, after, slots)
            if end is not None:
                _fill(slots, filled, item)
                return end
        if item.optional:
            return self._match_items(items, index + 1, place, slots)
        return None

    def _match_item(
        self, item: Item, place: int
    ) -> Iterator[tuple[int, dict[str, "Value | Phrase"]]]:
        if item.level:
            phrase = self.longest(item.level, place)
            if phrase:
                yield phrase.last, {item.slot or item.level: phrase}
            return
        present = self._concepts(place)
        for concept in item.concepts:
            if concept in present and (not item.only or str(present[concept]) in item.only):
                value = present[concept]
                yield place + 1, {concept.lower(): value, item.slot or concept.lower(): value}
                return
