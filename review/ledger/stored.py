"""Stored JSON: how values become text in the ledger, and come back from older versions."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from pydantic import JsonValue, TypeAdapter, ValidationError

from pipeline.checkpoint import Ask, Decision
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import VERSION, RunState
from pipeline.writes.receipt import Receipt
from review.ledger.errors import NewerStateError, UnreadableStateError
from review.ledger.notices import Notice
from review.ledger.older_rows import state_with_unmet, with_unmet
from review.ledger.threads import Thread

V = TypeVar("V")
Fields: TypeAlias = dict[str, JsonValue]
Upgrade: TypeAlias = Callable[[Fields], Fields]

# From each older version of the state to the next; a version that is not here is the current one.
UPGRADES: Mapping[int, Upgrade] = {}

_FIELDS: TypeAdapter[Fields] = TypeAdapter(Fields)


class Codec(Generic[V]):
    """One type as JSON text; `older` brings up fields that it was kept without.

    `load` raises UnreadableStateError.
    """

    def __init__(self, kind: type[V], older: Upgrade | None = None) -> None:
        self._kind = kind
        self._older = older

    @cached_property
    def _adapter(self) -> TypeAdapter[V]:
        """Made when first needed: a start must not wait for those of all kinds."""
        return TypeAdapter(self._kind)

    def prepare(self) -> None:
        """Make what it works with, before it is needed."""
        _ = self._adapter

    def dump(self, value: V, *, only: set[str] | None = None) -> str:
        """The value as text, or some of its fields."""
        return self._adapter.dump_json(value, include=only).decode()

    def load(self, text: str) -> V:
        try:
            if self._older is None:
                return self._adapter.validate_json(text)
            return self._adapter.validate_python(self._older(_FIELDS.validate_json(text)))
        except ValidationError as error:
            raise UnreadableStateError(_first(error)) from error


ASK = Codec(Ask)
DECISION = Codec(Decision)
PERSON = Codec(Person)
THREAD = Codec(Thread)
ANSWER = Codec(Answer, older=with_unmet)
REFUSAL = Codec(Refusal)
RECEIPT = Codec(Receipt)
_STATE = Codec(RunState)
_NOTICES: dict[str, Codec[Any]] = {kind.__name__: Codec[Any](kind) for kind in get_args(Notice)}
# In the order in which a run that goes on needs them.
CODECS: Sequence[Codec[Any]] = (
    ASK,
    THREAD,
    DECISION,
    PERSON,
    _STATE,
    *_NOTICES.values(),
    ANSWER,
    REFUSAL,
    RECEIPT,
)
_STATE_FIELDS = tuple(field.name for field in dataclasses.fields(RunState))
_STATE_VALUES = attrgetter(*_STATE_FIELDS)


def dump_state(state: RunState) -> str:
    return _STATE.dump(state)


def load_state(text: str, upgrades: Mapping[int, Upgrade] = UPGRADES) -> RunState:
    """The state, brought up to the current version. Raises UnreadableStateError.

    Raises NewerStateError where the version is not known here yet.
    """
    try:
        fields = _FIELDS.validate_json(text)
    except ValidationError as error:
        raise UnreadableStateError(_first(error)) from error
    if fields.get("version") == VERSION and "left_out" in fields:
        return _STATE.load(text)
    whole = state_with_unmet(_upgraded(fields, upgrades))
    return _STATE.load(_FIELDS.dump_json(whole).decode())


def _upgraded(fields: Fields, upgrades: Mapping[int, Upgrade]) -> Fields:
    version = fields.get("version")
    while isinstance(version, int) and version != VERSION and version in upgrades:
        fields = upgrades[version](fields) | {"version": version + 1}
        version = version + 1
    if version != VERSION:
        reason = f"it has version {version}, and this is version {VERSION}"
        newer = isinstance(version, int) and version > VERSION
        raise NewerStateError(reason) if newer else UnreadableStateError(reason)
    return fields


def dump_notice(notice: Notice) -> tuple[str, str]:
    """The name of the notice's kind, and its text."""
    name = type(notice).__name__
    return name, _NOTICES[name].dump(notice)


def load_notice(name: str, text: str) -> Notice:
    notice: Notice = _NOTICES[name].load(text)
    return notice


def dump_outcome(outcome: Answer | Refusal | Receipt) -> str:
    if isinstance(outcome, Answer):
        return f"A{ANSWER.dump(outcome)}"
    if isinstance(outcome, Receipt):
        return f"W{RECEIPT.dump(outcome)}"
    return f"R{REFUSAL.dump(outcome)}"


def load_outcome(text: str) -> Answer | Refusal | Receipt:
    """What a run ended with. Raises UnreadableStateError."""
    kinds: Mapping[str, Codec[Any]] = {"A": ANSWER, "W": RECEIPT, "R": REFUSAL}
    outcome: Answer | Refusal | Receipt = kinds[text[:1]].load(text[1:])
    return outcome


def changed_fields(before: RunState, after: RunState) -> str:
    """What a step changed, as text; of fetched rows only their number."""
    values = zip(_STATE_FIELDS, _STATE_VALUES(before), _STATE_VALUES(after), strict=True)
    changed = {name for name, was, now in values if now is not was and now != was}
    if not changed:
        return "{}"
    rows = after.fetched if "fetched" in changed else None
    text = _STATE.dump(after, only=changed - {"fetched"})
    if "fetched" not in changed:
        return text
    slim = _FIELDS.validate_json(text)
    slim["fetched"] = None
    if rows is not None:
        slim["fetched"] = {"columns": list(rows.columns), "rows": len(rows.rows)}
    return _FIELDS.dump_json(slim).decode()


def _first(error: ValidationError) -> str:
    problem = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}" if place else problem["msg"]
