"""The forms in which people wish for changes of rows."""

# ruff: noqa: RUF001 - people type typographic quotes

import re

from pipeline.writes.wishes.kinds import AddRow, ChangeWish, Mark, Move, Remove, Scale, SetValue
from pipeline.writes.wishes.parts import DETERMINER, Form, form, part

_SET = r"(?:set|change|update|make|put|adjust|correct|fix|edit|modify)"
_DOUBLED = ("ship",)


def _set(match: re.Match[str]) -> ChangeWish:
    return SetValue(
        column=part(match, "column"),
        rows=part(match, "rows"),
        value=part(match, "value"),
        old=part(match, "old"),
    )


def _scale(match: re.Match[str]) -> ChangeWish:
    verb = match["verb"].lower()
    return Scale(
        column=part(match, "column"),
        rows=part(match, "rows"),
        amount=part(match, "amount"),
        up=verb in ("increase", "raise", "bump", "up", "grow", "add"),
        percent=bool(part(match, "percent")),
    )


def _cleared(match: re.Match[str]) -> ChangeWish:
    return SetValue(column=part(match, "column"), rows=part(match, "rows"), value="null")


def _mark(match: re.Match[str]) -> ChangeWish:
    return Mark(rows=part(match, "rows"), state=part(match, "state"))


def _move(match: re.Match[str]) -> ChangeWish:
    return Move(
        rows=part(match, "rows"),
        to=part(match, "to"),
        old=part(match, "old"),
        column=part(match, "column"),
    )


def _remove(match: re.Match[str]) -> ChangeWish:
    return Remove(rows=part(match, "rows"))


def _add_row(match: re.Match[str]) -> ChangeWish:
    return AddRow(table=part(match, "table"), said=part(match, "said"))


def _done(match: re.Match[str]) -> ChangeWish:
    return Mark(rows=part(match, "rows"), state=_participle(match["verb"].lower()))


def _participle(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb == "cancel":
        return "cancelled"
    if verb.endswith("fy"):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


ROW_FORMS: tuple[Form, ...] = (
    # Rows.
    (
        form(
            r"(?P<verb>increase|raise|bump|decrease|reduce|lower|cut|drop|discount)\s+(?:up\s+)?"
            rf"(?:{DETERMINER}\s+)*(?P<column>.+?)\s+(?P<rows>(?:of|for|in|on|from|where|with)\s+.+?)"
            r"\s+by\s+(?P<amount>[$€£]?\d[\d,]*(?:\.\d+)?)\s*(?P<percent>%|percent|per cent)?"
        ),
        _scale,
    ),
    (
        form(
            r"(?P<verb>increase|raise|bump|decrease|reduce|lower|cut|drop|discount)\s+(?:up\s+)?"
            rf"(?:{DETERMINER}\s+)*(?P<rows>.*?)\s*\b(?P<column>\w+)"
            r"\s+by\s+(?P<amount>[$€£]?\d[\d,]*(?:\.\d+)?)\s*(?P<percent>%|percent|per cent)?"
            r"(?P<after>)"
        ),
        _scale,
    ),
    (
        form(
            rf"{_SET}\s+(?:the\s+)?(?P<rows>.+?)(?:'s|’s)\s+(?P<column>\w+)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+to\s+(?P<to>.+)"
        ),
        _move,
    ),
    (
        form(
            rf"{_SET}\s+(?:the\s+)?(?P<column>.+?)\s+(?:of|for|on|in)\s+(?P<rows>.+?)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+(?:to|=|as|into)\s+(?:be\s+)?(?P<value>.+)"
        ),
        _set,
    ),
    (
        form(
            rf"{_SET}\s+(?:the\s+)?(?P<column>[\w ]+?)\s*(?:\bto\b|=)\s*(?P<value>.+?)"
            r"\s+(?:of|for|on|in|where|with)\s+(?P<rows>.+)"
        ),
        _set,
    ),
    (
        form(
            r"(?:move|put|place|assign|reassign|transfer|relocate|shift)\s+(?P<rows>.+?)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+(?:to|into|in|onto|over to)\s+(?P<to>.+)"
        ),
        _move,
    ),
    (
        form(
            r"(?:mark|flag|set|make|put|tag|label|change|update|move|switch)\s+(?:the\s+)?"
            r"(?P<rows>.+?)\s+(?:as|to|to be)\s+"
            r"(?:being\s+|be\s+)?(?P<state>.+)"
        ),
        _mark,
    ),
    (
        form(
            rf"{_SET}\s+(?:the\s+)?(?P<rows>.+?)(?:'s|’s|s')?\s+(?P<column>\w+)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+(?:to|=)\s+(?:be\s+)?(?P<value>.+)"
        ),
        _set,
    ),
    (
        form(
            r"(?:clear|empty|blank(?: out)?|erase|reset)\s+(?:the\s+)?(?P<column>.+?)\s+"
            r"(?:of|for|on|in|from)\s+(?P<rows>.+)"
        ),
        _cleared,
    ),
    (
        form(
            r"(?:delete|remove|erase|purge|get rid of|clean up|clear out)\s+"
            r"(?:the\s+rows?\s+(?:of|in|from)\s+)?(?P<rows>.+)"
        ),
        _remove,
    ),
    (form(r"(?:empty|clear)\s+(?:out\s+)?(?:the\s+)?(?P<rows>.+?)(?:\s+table)?"), _remove),
    (
        form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?:row|record|entry|line)\s+(?:in|to|into|for)\s+(?:the\s+)?(?P<table>[\w ]+?)"
            r"(?:\s+table)?\s*(?:with|:|,|having|where)\s*(?P<said>.+)"
        ),
        _add_row,
    ),
    (
        form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?P<table>[\w ]+?)\s*(?:\b(?:with|having|whose|where)\b|:)\s*(?P<said>.+)"
        ),
        _add_row,
    ),
    (
        form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?P<table>[\w ]+?)\s+(?P<said>(?:called|named)\s+.+|[\"'“‘].+)"
        ),
        _add_row,
    ),
    (
        form(
            r"(?P<verb>cancel|close|archive|approve|activate|deactivate|block|unblock|reopen|"
            r"complete|confirm|reject|suspend|publish|ship|refund|disable|enable|discontinue|"
            r"verify|resolve|pause|expire)\s+(?:the\s+)?(?P<rows>.+)"
        ),
        _done,
    ),
)
