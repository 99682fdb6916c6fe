"""Sums in words as trees: `(total revenue - total cost) / total cost * 100`."""

# ruff: noqa: RUF001 - people type typographic signs

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

_SIGNS = {
    "times": "*", "multiplied by": "*", "x": "*", "*": "*", "×": "*", "minus": "-", "less": "-",
    "-": "-", "–": "-", "plus": "+", "+": "+", "divided by": "/", "over": "/", "/": "/",
    "÷": "/",
}  # fmt: skip
_PRIORITY = {"+": 1, "-": 1, "*": 2, "/": 2}
_TOKEN = re.compile(
    r"\s*(?:(?P<bracket>[()])|(?P<sign>[*×/÷+])"
    r"|(?<=[\s)])(?P<dash>[-–])(?=[\s(])"
    r"|(?<=[\s)])(?P<word>times|multiplied by|minus|less|plus|divided by|over|x)(?=[\s(])"
    r"|(?P<number>\d+(?:\.\d+)?)(?=\s*(?:[()*×/÷+]|[-–]\s|$))"
    r"|(?P<name>[^()*×/÷+]+?)"
    r"(?=\s*(?:[()*×/÷+]|\s[-–]\s|$"
    r"|\s(?:times|multiplied by|minus|less|plus|divided by|over|x)[\s(])))",
    re.IGNORECASE,
)
# `, expressed as a percentage`: by a hundred.
_PERCENT = re.compile(
    r",?\s+(?:expressed |given |shown |stated )?(?:as an?|in) (?:percentage|percent)s?\s*$", re.I
)
_MOST = 12


@dataclass(frozen=True, slots=True)
class Sum:
    """One sign between two sides."""

    sign: str
    left: "Formula"
    right: "Formula"


Formula: TypeAlias = "str | float | Sum"


def formula_of(said: str) -> Sum | None:
    """The tree of a sum in words; None where it is none."""
    percent = _PERCENT.search(said)
    plain = said[: percent.start()] if percent else said
    tokens = list(_tokens(plain.strip().rstrip(".")))
    if not tokens or len(tokens) > 2 * _MOST or ("", "") in tokens:
        return None
    try:
        tree = _level(tokens, 1)
    except (IndexError, ValueError):
        return None
    if tokens or not isinstance(tree, Sum):
        return None
    return Sum("*", tree, 100.0) if percent else tree


def names_in(tree: Formula) -> list[str]:
    """The names that a tree adds up, in order."""
    if isinstance(tree, Sum):
        return [*names_in(tree.left), *names_in(tree.right)]
    return [tree] if isinstance(tree, str) else []


def _tokens(said: str) -> Iterator[tuple[str, str]]:
    """Each as its kind and its text; ("", "") for what is no token."""
    at = 0
    while at < len(said):
        found = _TOKEN.match(said, at)
        if found is None or found.end() == at:
            yield "", ""
            return
        kind = str(found.lastgroup)
        text = found[kind].strip().lower() if kind != "name" else found[kind].strip()
        sign = _SIGNS.get(text, "") if kind in ("sign", "dash", "word") else ""
        yield ("sign", sign) if sign else (kind, text)
        at = found.end()


def _level(tokens: list[tuple[str, str]], priority: int) -> Formula:
    """One level of signs, the weakest first; raises where something is missing."""
    if priority > max(_PRIORITY.values()):
        return _one(tokens)
    left = _level(tokens, priority + 1)
    while tokens and tokens[0][0] == "sign" and _PRIORITY[tokens[0][1]] == priority:
        _, sign = tokens.pop(0)
        left = Sum(sign, left, _level(tokens, priority + 1))
    return left


def _one(tokens: list[tuple[str, str]]) -> Formula:
    kind, text = tokens.pop(0)
    if kind == "number":
        return float(text)
    if kind == "name":
        return text
    if (kind, text) != ("bracket", "("):
        message = f"{text} is no number"
        raise ValueError(message)
    inside = _level(tokens, 1)
    if tokens.pop(0) != ("bracket", ")"):
        message = "a bracket is open"
        raise ValueError(message)
    return inside


def written(number: float) -> str:
    """A number as SQL and people write it."""
    return str(int(number)) if number == int(number) else str(number)
