"""Pieces that the forms of wishes have in common."""

# ruff: noqa: RUF001 - people type typographic quotes

import re
from collections.abc import Callable
from typing import TypeAlias

from pipeline.writes.wishes.kinds import ChangeWish

Form: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str]], ChangeWish]]

_TABLE = re.compile(r"\s+table$", re.IGNORECASE)
_THE = re.compile(r"^the\s+", re.IGNORECASE)
DETERMINER = r"(?:the|a|an|all|all the|every|each|my|our|any|this|that)"
NAME = r"[\"'`“‘]?[\w.$]+(?: [\w.$]+){0,2}[\"'`”’]?"
IDENT = r"[\"'`“‘]?[\w$]+[\"'`”’]?"


def form(pattern: str) -> re.Pattern[str]:
    """A pattern that all of a wish must fit."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


def part(match: re.Match[str], name: str) -> str:
    """The words of one part; empty where nothing was said."""
    return (match.groupdict().get(name) or "").strip(" ,")


def bare(name: str) -> str:
    """A name without quotes, and without the word "table"."""
    plain = name.strip(" \"'`“‘”’")
    return _THE.sub("", _TABLE.sub("", plain))
