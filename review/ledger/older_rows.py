"""Rows that were kept before what they say in sentences had fields of its own."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from knowledge.validated.query import Cause, Status

Row: TypeAlias = Mapping[str, object]

_LEFT_OUT, _NOT_AS_ASKED, _UNTITLED = "left out:", "not as asked:", "Untitled: "
_CAUSES = {
    "its database changed: ": Cause.DRIFTED,
    "taken out of use by ": Cause.SET_ASIDE,
    "its question says more than its SQL": Cause.SAYS_MORE,
}


def with_unmet(answer: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A stored answer with what its question says and its SQL does not."""
    return {**answer, **_unmet(answer)}


def state_with_unmet(state: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """As `with_unmet`, also of the reading that was put aside for a model's."""
    other = state.get("other")
    aside = {"other": {**other, **_unmet(other)}} if isinstance(other, dict) else {}
    return {**state, **_unmet(state), **aside}


def _unmet(row: Row) -> dict[str, JsonValue]:
    """The fields that the row was kept without."""
    if "left_out" in row:
        return {}
    lines = list(dict.fromkeys((*_texts(row, "confirmed"), *_texts(row, "assumptions"))))
    return {
        "left_out": [word.strip("“”") for word in _after(_LEFT_OUT, lines)],
        "ignored": list(_after(_NOT_AS_ASKED, lines)),
    }


def with_cause(row: object) -> object:
    """A stored query with what brought it to where it stands, and what its reviewer said."""
    if not isinstance(row, Mapping) or "cause" in row:
        return row
    reason, question = str(row.get("status_reason") or ""), str(row.get("question") or "")
    waits = row.get("status") == Status.DEMOTED
    causes = (cause for begins, cause in _CAUSES.items() if waits and reason.startswith(begins))
    return {
        **row,
        "cause": next(causes, Cause.NONE),
        "note": reason if row.get("status") == Status.ACTIVE else "",
        "untitled": question.startswith(_UNTITLED),
    }


def _texts(row: Row, name: str) -> Iterator[str]:
    listed = row.get(name)
    yield from map(str, listed if isinstance(listed, list | tuple) else ())


def _after(begins: str, lines: list[str]) -> Iterator[str]:
    return (line.removeprefix(begins).strip() for line in lines if line.startswith(begins))
