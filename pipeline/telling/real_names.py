"""What people read names tables and columns as the database does, dots in names included."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast

from knowledge.dotted_names import database_name
from pipeline.checkpoint import Input, InputKind
from pipeline.flow import Go, Outcome, Pause

T = TypeVar("T")
# Ids are compared and not read. Statements are written with real names, and cells are data.
_AS_THEY_ARE: Final = frozenset(
    ("id", "default", "digest", "rows", "sql", "reusable_sql", "undo", "chart", "meanings")
)


def with_real_names(outcome: Outcome) -> Outcome:
    """The outcome with every text of it as people are to read it."""
    if isinstance(outcome, Pause):
        return replace(outcome, ask=_named(outcome.ask))
    if isinstance(outcome, Go):
        return outcome if outcome.ended is None else replace(outcome, ended=_named(outcome.ended))
    return replace(outcome, outcome=_named(outcome.outcome))


def _named(value: T) -> T:
    if isinstance(value, str):
        plain = type(value) is str
        return cast("T", database_name(value)) if plain else value
    if isinstance(value, tuple):
        return cast("T", tuple(_named(each) for each in value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    if isinstance(value, Input) and value.kind is InputKind.SQL:
        return value
    changes: dict[str, Any] = {}
    for field in fields(value):
        now = getattr(value, field.name)
        if field.name not in _AS_THEY_ARE and (made := _named(now)) != now:
            changes[field.name] = made
    return replace(value, **changes) if changes else value
