"""Items: what stretches of a question were recognised as, each under one letter.

Letters of the first pass: T table, C column, V value, # number, D time span, G grain word,
M metric, F glossary condition, A "all information", k count, Q more than any, a aggregate, e each,
j days between, J how old, s superlative, i times, c comparison,
K comparison written after its number, b between, l text match, n negation, u distinct, t top,
o order, d direction, % share, & and, | or, 2 both, 3 either, w which, r relative word, h have,
y by, p preposition, N named, x a word that nothing explains, . end of a sentence,
@ which date counts, ^ growth between two periods, I the rank that each has, v what alone counts,
B a remark on rows that tie.
Letters that rules make of them: f condition, m measure, g grouping, S superlative, O order,
L limit, R relation, H having.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from pipeline.rules.schema.lexicon import Candidate


@dataclass(slots=True)
class Item:
    """A stretch of words [first, last) under a letter, with what it may mean."""

    letter: str
    first: int
    last: int
    text: str = ""
    payload: Any = None
    candidates: list[Candidate] = field(default_factory=list)
    other: "Item | None" = None
    verb: bool = False

    def best(self, *, table: bool) -> Candidate | None:
        """The best candidate that is a table, or that is a column."""
        return next((c for c in self.candidates if bool(c.column) != table), None)


def copied(items: Sequence[Item]) -> list[Item]:
    """The items for other rules to change: one that stood in two places still does."""
    made: dict[int, Any] = {}
    return [_copied(item, made) for item in items]


def _copied(value: Any, made: dict[int, Any]) -> Any:
    """A copy of what may be changed; what is frozen is shared."""
    if isinstance(value, list):
        return [_copied(each, made) for each in value]
    if isinstance(value, tuple):
        return tuple(_copied(each, made) for each in value)
    told = getattr(type(value), "__dataclass_params__", None)
    if told is None or told.frozen:
        return value
    if id(value) not in made:
        made[id(value)] = other = copy(value)
        for part in fields(value):
            setattr(other, part.name, _copied(getattr(value, part.name), made))
    return made[id(value)]


@dataclass(slots=True)
class Stream:
    """The items of a question in order; rules replace runs of them by one."""

    items: list[Item]
    marks: Any = None

    @property
    def code(self) -> str:
        """The letters of all items as one text, which rules match with regular expressions."""
        return "".join([item.letter for item in self.items])

    def nouns_first(self, pattern: str) -> None:
        """Put the last item of every run that a pattern matches first: a noun its adjectives."""
        for match in _compiled(pattern).finditer(self.code):
            *adjectives, noun = self.items[match.start() : match.end()]
            self.items[match.start() : match.end()] = [noun, *adjectives]
            for adjective in adjectives:
                if hasattr(adjective.payload, "first"):
                    adjective.payload.first = noun.first

    def rewrite(self, pattern: str, make: "Make") -> None:
        """Replace every match that `make` accepts by the item it returns."""
        at = 0
        compiled = _compiled(pattern)
        while True:
            match = compiled.search(self.code, at)
            if match is None:
                return
            run = Run(self.items, match)
            made = make(run)
            if made is None:
                at = match.start() + 1
                continue
            made.first, made.last = run.first, run.last
            made.text = made.text or run.text
            self.items[match.start() : match.end()] = [made]
            at = match.start() + 1


_CACHE: dict[str, re.Pattern[str]] = {}


def _compiled(pattern: str) -> re.Pattern[str]:
    known = _CACHE.get(pattern)
    if known is None:
        known = _CACHE[pattern] = re.compile(pattern)
    return known


@dataclass(frozen=True, slots=True)
class Run:
    """The items that a pattern matched."""

    items: list[Item]
    match: re.Match[str]

    def __getitem__(self, group: str) -> Item:
        return self.items[self.match.start(group)]

    def get(self, group: str) -> Item | None:
        """The first item of a group, or None where the group took no part."""
        return self.items[self.match.start(group)] if self.match.group(group) else None

    def all(self, group: str, letters: str = "") -> list[Item]:
        """The items of a group, or only those with these letters."""
        if not self.match.group(group):
            return []
        run = self.items[self.match.start(group) : self.match.end(group)]
        return [item for item in run if not letters or item.letter in letters]

    @property
    def before(self) -> list[Item]:
        return self.items[: self.match.start()]

    @property
    def after(self) -> list[Item]:
        return self.items[self.match.end() :]

    @property
    def first(self) -> int:
        return self.items[self.match.start()].first

    @property
    def last(self) -> int:
        return max(item.last for item in self.items[self.match.start() : self.match.end()])

    @property
    def text(self) -> str:
        inside = self.items[self.match.start() : self.match.end()]
        return " ".join(item.text for item in inside if item.text)


Make = Callable[[Run], Item | None]
