"""Places by their everyday names: countries, codes, groups, adjectives, states of the US."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "places"
# Codes that are everyday words, or mean something else in an office.
_NO_CODES = frozenset(
    ("AM", "AS", "AT", "BE", "BY", "DO", "HR", "ID", "IN", "IS", "IT", "LA", "MA", "ME", "MS", "MY",
     "NO", "OK", "OR", "PA", "PR", "SO", "TO", "TV", "VIP", "AI")
)  # fmt: skip
# Names that are also things, written small.
_THINGS = frozenset(("turkey", "china", "jordan", "guinea", "polish", "dutch", "swiss", "hellas"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country: its ISO codes, names and adjectives."""

    code: str
    long_code: str
    continent: str
    names: tuple[str, ...]
    adjectives: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sense:
    """What a place name may stand for: a `country`, a `state`, or a `group` of countries."""

    kind: str
    name: str
    codes: tuple[str, ...]


def folded_place(text: str) -> str:
    """A name without case, accents, dots and articles."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"\s+", " ", plain.replace(".", "").lower()).removeprefix("the ").strip()


@cache
def countries() -> dict[str, Country]:
    """Every country by its two-letter code."""
    found = {}
    for code, long_code, continent, name, others, adjectives in _rows("countries.tsv"):
        found[code] = Country(
            code=code,
            long_code=long_code,
            continent=continent,
            names=(name, *_list(others)),
            adjectives=_list(adjectives),
        )
    return found


@cache
def states() -> dict[str, str]:
    """The states of the US by their two-letter code."""
    return {row[0]: row[1] for row in _rows("states.tsv")}


@cache
def country_codes() -> dict[str, str]:
    """Country codes by folded name, and by either code in small letters."""
    found: dict[str, str] = {}
    for country in countries().values():
        for name in (*country.names, country.code, country.long_code):
            found.setdefault(folded_place(name), country.code)
    return found


@cache
def state_codes() -> dict[str, str]:
    """State codes by folded name, and by code in small letters."""
    named = {folded_place(name): code for code, name in states().items()}
    return named | {code.lower(): code for code in states()}


@cache
def _senses() -> dict[str, tuple[Sense, ...]]:
    found: dict[str, list[Sense]] = {}
    for country in countries().values():
        sense = Sense(kind="country", name=country.names[0], codes=(country.code,))
        for name in (*country.names, *country.adjectives):
            found.setdefault(folded_place(name), []).append(sense)
    for name, others, members in _rows("groups.tsv"):
        for each in members.split(" / "):
            codes = _members(each)
            sense = Sense(kind="group", name=name, codes=codes)
            if len(codes) == 1:
                sense = Sense(kind="country", name=countries()[codes[0]].names[0], codes=codes)
            for word in (name, *_list(others)):
                found.setdefault(folded_place(word), []).append(sense)
    for code, name in states().items():
        sense = Sense(kind="state", name=name, codes=(code,))
        found.setdefault(folded_place(name), []).append(sense)
    return {name: _distinct(senses) for name, senses in found.items()}


def senses_of(words: str) -> tuple[Sense, ...]:
    """What words, as they are written, may stand for as a place; nothing for other words."""
    small = folded_place(words)
    if words.isupper() and len(words) in (2, 3) and words not in _NO_CODES:
        by_code = country_codes().get(small)
        if by_code and small not in _senses():
            return (Sense(kind="country", name=countries()[by_code].names[0], codes=(by_code,)),)
    if words.islower() and (small in _THINGS or len(small) <= 3):  # noqa: PLR2004 - "us", "eu"
        return ()
    return _senses().get(small, ())


def _members(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for part in text.split():
        if part.startswith("@"):
            found += [c.code for c in countries().values() if c.continent == part[1:]]
        elif part.startswith("-"):
            found.remove(part[1:])
        elif part not in found:
            found.append(part)
    return tuple(dict.fromkeys(found))


def _distinct(senses: list[Sense]) -> tuple[Sense, ...]:
    return tuple({(*sense.codes, sense.kind): sense for sense in senses}.values())


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _rows(name: str) -> Iterator[list[str]]:
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield line.split("\t")
