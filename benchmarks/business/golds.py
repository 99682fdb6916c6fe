"""Accepted queries in one compact line: `SELECT {a ~ b} FROM t` stands for two statements.

Groups with the same name, `{d: a ~ b}`, are chosen together. Macros write what is always accepted
in several forms: `@show(c)` (how a thing is named), `@pct(part, whole)`, `@r(number)` (rounded or
not), `@month(date)`, `@quarter(date)`, `@year(date)`, `@days(from, to)`, `@hours(from, to)`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

MOST = 240
_NAME = re.compile(r"(\w+):")
_MACRO = re.compile(r"@(\w+)\(")


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives, of which groups of the same name take the same place."""

    name: str
    arms: tuple["Nodes", ...]


Nodes = tuple["str | Group", ...]


def expand(gold: str, show: Mapping[str, Sequence[str]], most: int = MOST) -> list[str]:
    """Return the statements that a compact gold stands for, the preferred one first."""
    nodes, _ = _parsed(_without_macros(gold, show), 0)
    found: dict[str, None] = {}
    for text, _ in _chosen(nodes, {}):
        found[re.sub(r"\s+", " ", text).strip()] = None
        if len(found) == most:
            break
    return list(found)


def _parsed(text: str, start: int) -> tuple[Nodes, int]:
    """The nodes from a place to the end of their arm, and where that is."""
    nodes: list[str | Group] = []
    place = start
    while place < len(text) and text[place] not in "~}":
        if text[place] == "{":
            group, place = _group(text, place + 1)
            nodes.append(group)
            continue
        end = re.compile(r"[{}~]").search(text, place)
        stop = end.start() if end else len(text)
        nodes.append(text[place:stop])
        place = stop
    return tuple(nodes), place


def _group(text: str, start: int) -> tuple[Group, int]:
    named = _NAME.match(text, start)
    place, arms = named.end() if named else start, []
    while True:
        arm, place = _parsed(text, place)
        arms.append(arm)
        if place >= len(text):
            message = f"a group is not closed: {text[start : start + 60]}"
            raise ValueError(message)
        if text[place] == "}":
            return Group(named[1] if named else "", tuple(arms)), place + 1
        place += 1


def _chosen(nodes: Nodes, taken: Mapping[str, int]) -> Iterator[tuple[str, Mapping[str, int]]]:
    if not nodes:
        yield "", taken
        return
    for head, then in _texts(nodes[0], taken):
        for tail, last in _chosen(nodes[1:], then):
            yield head + tail, last


def _texts(node: str | Group, taken: Mapping[str, int]) -> Iterator[tuple[str, Mapping[str, int]]]:
    if isinstance(node, str):
        yield node, taken
        return
    places = [taken[node.name]] if node.name in taken else range(len(node.arms))
    for place in places:
        kept = {**taken, node.name: place} if node.name else taken
        for text, then in _chosen(node.arms[place], kept):
            yield f" {text.strip()} " if text.strip() else " ", then


def _without_macros(text: str, show: Mapping[str, Sequence[str]]) -> str:
    while macro := _MACRO.search(text):
        end = _closing(text, macro.end())
        parts = split_list(text[macro.end() : end])
        name = macro[1]
        forms = list(show[parts[0]]) if name == "show" else _FORMS[name](*parts)
        text = f"{text[: macro.start()]}{{{' ~ '.join(forms)}}}{text[end + 1 :]}"
    return text


def _closing(text: str, start: int) -> int:
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    message = f"a macro is not closed: {text[start - 20 : start + 40]}"
    raise ValueError(message)


def split_list(text: str) -> list[str]:
    """Return the parts between the commas that stand in no parentheses."""
    parts, depth, begin = [], 0, 0
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


def _percent(part: str, whole: str) -> list[str]:
    hundred, one = f"100.0 * ({part}) / ({whole})", f"1.0 * ({part}) / ({whole})"
    rounded = [f"ROUND({hundred}, {digits})" for digits in (1, 2)]
    return [hundred, one, *rounded, *(f"ROUND({one}, {digits})" for digits in (4, 3, 2))]


def _rounded(number: str) -> list[str]:
    return [number, f"ROUND({number}, 2)", f"ROUND({number}, 1)"]


def _month(date: str) -> list[str]:
    year, month = f"strftime('%Y', {date})", f"strftime('%m', {date})"
    return [
        f"strftime('%Y-%m', {date})", f"{year}, {month}", f"date({date}, 'start of month')",
        f"CAST({year} AS INTEGER), CAST({month} AS INTEGER)",
    ]  # fmt: skip


def _month_of_year(date: str) -> list[str]:
    month = f"strftime('%m', {date})"
    return [*_month(date), month, f"CAST({month} AS INTEGER)"]


def _quarter(date: str) -> list[str]:
    year, number = f"strftime('%Y', {date})", f"((strftime('%m', {date}) + 2) / 3)"
    return [
        f"{year} || '-Q' || {number}", f"{year}, {number}", f"CAST({year} AS INTEGER), {number}",
        f"{year} || ' Q' || {number}", f"'Q' || {number} || ' ' || {year}",
        f"date({date}, 'start of month', '-' || ((strftime('%m', {date}) - 1) % 3) || ' months')",
    ]  # fmt: skip


def _year(date: str) -> list[str]:
    return [f"strftime('%Y', {date})", f"CAST(strftime('%Y', {date}) AS INTEGER)"]


def _days(begin: str, end: str) -> list[str]:
    return [
        f"julianday({end}) - julianday({begin})",
        f"julianday(date({end})) - julianday(date({begin}))",
    ]


def _hours(begin: str, end: str) -> list[str]:
    return [f"24.0 * (julianday({end}) - julianday({begin}))"]


_FORMS: Mapping[str, Callable[..., list[str]]] = {
    "pct": _percent, "r": _rounded, "month": _month, "month1": _month_of_year,
    "quarter": _quarter, "year": _year, "days": _days, "hours": _hours,
}  # fmt: skip
