"""Changes that people wish for in plain words: which kind, and the words of each part."""

# ruff: noqa: RUF001 - people type typographic quotes

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class SetValue:
    """`column` of `rows` is to become `value`; `old` is what it is now, where that was said."""

    column: str
    rows: str
    value: str
    old: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`rows` are to be `state`, whichever column says so."""

    rows: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The numbers in `column` of `rows` go up or down by an amount or a share."""

    column: str
    rows: str
    amount: str
    up: bool
    percent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """`rows` are to go."""

    rows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRow:
    """A new row of `table`, of which `said` tells the values."""

    table: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddIndex:
    """An index on `columns` of `table` (empty where only the columns were named)."""

    columns: str
    table: str
    unique: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AddColumn:
    """A new column of `table`; `type` and `default` are empty where nothing was said."""

    name: str
    table: str
    type: str = ""
    default: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """`what` gets the name `to`; `kind` is column, table, or empty where it was not said."""

    what: str
    to: str
    table: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy:
    """A table, column, index or more is to go with all that is in it."""

    kind: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfReach:
    """Something that no statement here may do. `what` names it."""

    what: str


ChangeWish: TypeAlias = (
    SetValue | Mark | Scale | Remove | AddRow | AddIndex | AddColumn | Rename | Destroy | OutOfReach
)
_Make: TypeAlias = Callable[[re.Match[str]], ChangeWish]

_POLITE = re.compile(
    r"^\W*(?:(?:hi|hello|hey|ok|okay|so|now|then|and|also|kindly|please|pls)\b[\s,!]*|"
    r"(?:can|could|would|will)\s+(?:you|we|i)\s+(?:please\s+)?|"
    r"(?:i|we)(?:'d|’d| would)?\s+(?:like|want|need|have)\s+(?:you\s+)?to\s+|let'?s\s+|"
    r"(?:i|we)\s+(?:must|should)\s+|go ahead and\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,]+(?:please|pls|thanks|thank you|for me|right away|now|asap)?[\s.!?]*$", re.IGNORECASE
)
# "change in revenue", "set of customers": nouns, and no wish.
_NOUN = re.compile(r"\w+\s+(?:in|of|on|for|from|by|over|between|to|me|us)\b", re.IGNORECASE)
_TABLE = re.compile(r"\s+table$", re.IGNORECASE)
_THE = re.compile(r"^the\s+", re.IGNORECASE)
_WHY = re.compile(
    r"[\s,]+(?:(?:in order )?to (?:speed|make|help|improve|allow|support|avoid|optimi[sz]e)\b|"
    r"so that\b|because\b|since it\b|as it is slow|for faster\b|for (?:better|quicker)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_DETERMINER = r"(?:the|a|an|all|all the|every|each|my|our|any|this|that)"
_TYPE = (
    r"text|string|varchar(?:\(\d+\))?|char(?:\(\d+\))?|integer|int|bigint|whole number|number|"
    r"numeric(?:\(\d+,\s*\d+\))?|decimal(?:\(\d+,\s*\d+\))?|float|double|money|boolean|bool|"
    r"yes/no|flag|date|timestamp|datetime|date and time|time|json"
)
_SET = r"(?:set|change|update|make|put|adjust|correct|fix|edit|modify)"
_NAME = r"[\"'`“‘]?[\w.$]+(?: [\w.$]+){0,2}[\"'`”’]?"
_IDENT = r"[\"'`“‘]?[\w$]+[\"'`”’]?"


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


def wish_in(words: str) -> tuple[ChangeWish, ...]:
    """The ways to read the words as one change, the likeliest first."""
    text = _TAIL.sub("", _POLITE.sub("", words.strip()) + " ").strip()
    if words.strip().endswith("?") and not _POLITE.match(words.strip()):
        return ()
    text = text.rstrip(" .!?")
    if _NOUN.match(text):
        return ()
    found = []
    for pattern, make in _FORMS:
        match = pattern.fullmatch(_WHY.sub("", text) if pattern in _WITH_REASON else text)
        if match:
            found.append(make(match))
    return tuple(dict.fromkeys(found))


def _part(match: re.Match[str], name: str) -> str:
    return (match.groupdict().get(name) or "").strip(" ,")


def _set(match: re.Match[str]) -> ChangeWish:
    return SetValue(
        column=_part(match, "column"),
        rows=_part(match, "rows"),
        value=_part(match, "value"),
        old=_part(match, "old"),
    )


def _scale(match: re.Match[str]) -> ChangeWish:
    verb = match["verb"].lower()
    return Scale(
        column=_part(match, "column"),
        rows=_part(match, "rows"),
        amount=_part(match, "amount"),
        up=verb in ("increase", "raise", "bump", "up", "grow", "add"),
        percent=bool(_part(match, "percent")),
    )


def _cleared(match: re.Match[str]) -> ChangeWish:
    return SetValue(column=_part(match, "column"), rows=_part(match, "rows"), value="null")


def _mark(match: re.Match[str]) -> ChangeWish:
    return Mark(rows=_part(match, "rows"), state=_part(match, "state"))


def _remove(match: re.Match[str]) -> ChangeWish:
    return Remove(rows=_part(match, "rows"))


def _destroy(match: re.Match[str]) -> ChangeWish:
    kind = _part(match, "kind").lower() or "table"
    return Destroy(kind=kind, what=_bare(_part(match, "what")))


def _add_row(match: re.Match[str]) -> ChangeWish:
    return AddRow(table=_part(match, "table"), said=_part(match, "said"))


def _add_index(match: re.Match[str]) -> ChangeWish:
    return AddIndex(
        columns=_part(match, "columns"),
        table=_bare(_part(match, "table")),
        unique=bool(_part(match, "unique")),
    )


def _add_column(match: re.Match[str]) -> ChangeWish:
    kind = next((_part(match, n) for n in ("type", "type2", "type3") if _part(match, n)), "")
    return AddColumn(
        name=_bare(_part(match, "name")),
        table=_bare(_part(match, "table")),
        type=kind,
        default=_part(match, "default"),
    )


def _rename(match: re.Match[str]) -> ChangeWish:
    return Rename(
        what=_bare(_part(match, "what")),
        to=_part(match, "to"),
        table=_bare(_part(match, "table")),
        kind=_part(match, "kind").lower(),
    )


def _out_of_reach(match: re.Match[str]) -> ChangeWish:
    return OutOfReach(what=match[0].split("\n")[0][:60])


def _bare(name: str) -> str:
    plain = name.strip(" \"'`“‘”’")
    return _THE.sub("", _TABLE.sub("", plain))


def _done(match: re.Match[str]) -> ChangeWish:
    return Mark(rows=_part(match, "rows"), state=_participle(match["verb"].lower()))


def _participle(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb == "cancel":
        return "cancelled"
    if verb.endswith("fy"):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


_FORMS: tuple[tuple[re.Pattern[str], _Make], ...] = (
    # The schema.
    (
        _form(
            rf"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            rf"index(?:\s+(?:called|named)\s+{_IDENT})?\s+(?:on|for|to|over)\s+"
            rf"(?:the\s+)?(?:table\s+)?(?P<table>{_IDENT}(?:\.{_IDENT})?)\s*"
            r"(?:\((?P<columns>[^)]+)\))"
        ),
        _add_index,
    ),
    (
        _form(
            r"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            rf"index(?:\s+(?:called|named)\s+{_IDENT})?\s+(?:on|for|to|over)\s+"
            r"(?P<columns>.+?)\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>.+?)(?:\s+table)?"
        ),
        _add_index,
    ),
    (
        _form(
            r"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            r"index\s+(?:on|for|to|over)\s+(?P<columns>.+)"
        ),
        _add_index,
    ),
    (
        _form(
            r"index\s+(?:the\s+)?(?P<table>.+?)(?:\s+table)?\s+(?:by|on)\s+(?:the\s+)?(?P<columns>.+)"
        ),
        _add_index,
    ),
    (
        _form(r"index\s+(?:the\s+)?(?P<columns>.+?)\s+(?:of|in)\s+(?:the\s+)?(?P<table>.+)"),
        _add_index,
    ),
    (
        _form(
            rf"(?:add|create)\s+(?:an?\s+|the\s+|new\s+|another\s+)*(?:(?P<type>{_TYPE})\s+)?"
            rf"(?:column|field)\s+(?:called\s+|named\s+)?(?P<name>{_IDENT})"
            rf"(?:\s+(?:of type\s+|as\s+|\()?(?P<type2>{_TYPE})\)?)?"
            rf"\s+(?:to|in|on)\s+(?:the\s+)?(?P<table>{_NAME}?)(?:\s+table)?"
            rf"(?:[\s,]+(?:of type\s+|as\s+(?:an?\s+)?|\()(?P<type3>{_TYPE})\)?)?"
            r"(?:[\s,]+(?:with\s+)?(?:the\s+|a\s+)?default(?:\s+value)?(?:\s+of)?\s+(?P<default>.+))?"
        ),
        _add_column,
    ),
    (
        _form(
            rf"(?:add|create)\s+(?:an?\s+)?(?P<name>{_IDENT})\s+(?:column|field)"
            rf"(?:\s*\((?P<type2>{_TYPE})\))?\s+(?:to|in|on)\s+(?:the\s+)?(?P<table>{_NAME}?)"
            rf"(?:\s+table)?(?:[\s,]+(?:of type\s+|as\s+(?:an?\s+)?|\()(?P<type3>{_TYPE})\)?)?"
            r"(?:[\s,]+(?:with\s+)?(?:the\s+|a\s+)?default(?:\s+value)?(?:\s+of)?\s+(?P<default>.+))?"
        ),
        _add_column,
    ),
    (
        _form(
            rf"rename\s+(?:the\s+)?(?P<kind>column|field)\s+(?P<what>{_IDENT}(?:\.{_IDENT})?)"
            rf"(?:\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{_NAME}?)(?:\s+table)?)?"
            rf"\s+(?:to|as|into)\s+(?P<to>{_IDENT})"
        ),
        _rename,
    ),
    (
        _form(
            rf"rename\s+(?:the\s+)?(?P<what>{_NAME}?)\s+(?P<kind>column|field)"
            rf"(?:\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{_NAME}?)(?:\s+table)?)?"
            rf"\s+(?:to|as|into)\s+(?P<to>{_IDENT})"
        ),
        _rename,
    ),
    (
        _form(
            rf"rename\s+(?:the\s+)?(?:(?P<kind>table)\s+)(?P<what>{_NAME}?)\s+(?:to|as|into)\s+"
            rf"(?P<to>{_IDENT})"
        ),
        _rename,
    ),
    (
        _form(
            rf"rename\s+(?:the\s+)?(?P<what>{_NAME}?)\s+(?P<kind>table)\s+(?:to|as|into)\s+"
            rf"(?P<to>{_IDENT})"
        ),
        _rename,
    ),
    (
        _form(
            rf"rename\s+(?:the\s+)?(?P<kind>column|field)\s+(?P<what>{_IDENT})\s+(?:to|as|into)\s+"
            rf"(?P<to>{_IDENT})\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{_NAME})"
        ),
        _rename,
    ),
    (_form(r"rename\s+(?:the\s+)?(?P<what>.+?)\s+(?:to|as|into)\s+(?P<to>.+)"), _rename),
    # What never runs.
    (
        _form(
            r"(?:drop|delete|remove|destroy|get rid of|kill)\s+(?:the\s+|an?\s+)?"
            r"(?P<kind>table|column|field|index|view|schema|database|user|role|trigger|constraint)"
            r"\s+(?P<what>.+)"
        ),
        _destroy,
    ),
    (
        _form(
            r"(?:drop|delete|remove|destroy|get rid of|kill)\s+(?:the\s+|an?\s+|our\s+|whole\s+|"
            r"entire\s+)*(?P<what>.+?)\s+(?P<kind>table|column|field|index|view|schema|database|"
            r"user|role|trigger|constraint)(?P<rest>\s+(?:of|from|in|on)\s+.+)?"
        ),
        _destroy,
    ),
    (_form(r"(?:drop|destroy)\s+(?:the\s+|all\s+)*(?P<what>.+)"), _destroy),
    (_form(r"truncate\s+(?:the\s+)?(?:table\s+)?(?P<what>.+?)(?:\s+table)?"), _destroy),
    (
        _form(
            r"(?:grant|revoke)\s+.+\s+(?:to|from|on)\s+.+|"
            r"(?:create|add)\s+(?:an?\s+|new\s+)*(?:database|db)?\s*"
            r"(?:user|role|login|trigger|stored procedure|procedure|function)\s+"
            r"(?:called|named|account|for the database|on|that)\b.*|"
            r"(?:backup|back up|restore|vacuum|reindex|shut\s?down|restart)\s+(?:the\s+)?"
            r"(?:database|db|server|table|index)\b.*"
        ),
        _out_of_reach,
    ),
    # Rows.
    (
        _form(
            r"(?P<verb>increase|raise|bump|decrease|reduce|lower|cut|drop|discount)\s+(?:up\s+)?"
            rf"(?:{_DETERMINER}\s+)*(?P<column>.+?)\s+(?P<rows>(?:of|for|in|on|from|where|with)\s+.+?)"
            r"\s+by\s+(?P<amount>[$€£]?\d[\d,]*(?:\.\d+)?)\s*(?P<percent>%|percent|per cent)?"
        ),
        _scale,
    ),
    (
        _form(
            r"(?P<verb>increase|raise|bump|decrease|reduce|lower|cut|drop|discount)\s+(?:up\s+)?"
            rf"(?:{_DETERMINER}\s+)*(?P<rows>.*?)\s*\b(?P<column>\w+)"
            r"\s+by\s+(?P<amount>[$€£]?\d[\d,]*(?:\.\d+)?)\s*(?P<percent>%|percent|per cent)?"
            r"(?P<after>)"
        ),
        _scale,
    ),
    (
        _form(
            rf"{_SET}\s+(?:the\s+)?(?P<column>.+?)\s+(?:of|for|on|in)\s+(?P<rows>.+?)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+(?:to|=|as|into)\s+(?:be\s+)?(?P<value>.+)"
        ),
        _set,
    ),
    (
        _form(
            rf"{_SET}\s+(?:the\s+)?(?P<column>[\w ]+?)\s*(?:\bto\b|=)\s*(?P<value>.+?)"
            r"\s+(?:of|for|on|in|where|with)\s+(?P<rows>.+)"
        ),
        _set,
    ),
    (
        _form(
            rf"{_SET}\s+(?:the\s+)?(?P<rows>.+?)(?:'s|’s|s')?\s+(?P<column>\w+)"
            r"(?:\s+from\s+(?P<old>.+?))?\s+(?:to|=)\s+(?:be\s+)?(?P<value>.+)"
        ),
        _set,
    ),
    (
        _form(
            r"(?:mark|flag|set|make|put|tag|label)\s+(?:the\s+)?(?P<rows>.+?)\s+(?:as|to|to be)\s+"
            r"(?:being\s+|be\s+)?(?P<state>.+)"
        ),
        _mark,
    ),
    (
        _form(
            r"(?:clear|empty|blank(?: out)?|erase|reset)\s+(?:the\s+)?(?P<column>.+?)\s+"
            r"(?:of|for|on|in|from)\s+(?P<rows>.+)"
        ),
        _cleared,
    ),
    (
        _form(
            r"(?:delete|remove|erase|purge|get rid of|clean up|clear out)\s+"
            r"(?:the\s+rows?\s+(?:of|in|from)\s+)?(?P<rows>.+)"
        ),
        _remove,
    ),
    (_form(r"(?:empty|clear)\s+(?:out\s+)?(?:the\s+)?(?P<rows>.+?)(?:\s+table)?"), _remove),
    (
        _form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?:row|record|entry|line)\s+(?:in|to|into|for)\s+(?:the\s+)?(?P<table>[\w ]+?)"
            r"(?:\s+table)?\s*(?:with|:|,|having|where)\s*(?P<said>.+)"
        ),
        _add_row,
    ),
    (
        _form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?P<table>[\w ]+?)\s*(?:\b(?:with|having|whose|where)\b|:)\s*(?P<said>.+)"
        ),
        _add_row,
    ),
    (
        _form(
            r"(?:insert|add|create|register|enter|record)\s+(?:an?\s+|the\s+|new\s+|another\s+)*"
            r"(?P<table>[\w ]+?)\s+(?P<said>(?:called|named)\s+.+|[\"'“‘].+)"
        ),
        _add_row,
    ),
    (
        _form(
            r"(?P<verb>cancel|close|archive|approve|activate|deactivate|block|unblock|reopen|"
            r"complete|confirm|reject|suspend|publish|ship|refund|disable|enable|discontinue|"
            r"verify|resolve|pause|expire)\s+(?:the\s+)?(?P<rows>.+)"
        ),
        _done,
    ),
)
_WITH_REASON = frozenset(
    pattern for pattern, make in _FORMS if make in (_add_index, _remove, _rename, _destroy)
)
_DOUBLED = ("ship",)
