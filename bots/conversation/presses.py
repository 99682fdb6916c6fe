"""Presses as short text: what a button carries through a surface and back."""

import json

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bots.cards import Press, Verb

_COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_SHORT = {"subject": "s", "nonce": "n", "question": "q", "choice": "c"}


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    v: str = Field(max_length=20)
    s: str = Field(default="", max_length=200)
    n: str = Field(default="", max_length=200)
    q: str = Field(default="", max_length=500)
    c: str = Field(default="", max_length=500)


class UnreadablePress(Exception):
    """What came back from a button is not something we ever sent."""

    def __init__(self) -> None:
        super().__init__("The value of this button is not one of ours.")


def encode(press: Press) -> str:
    filled = {short: getattr(press, name) for name, short in _SHORT.items()}
    wire = {"v": press.verb.value} | {short: text for short, text in filled.items() if text}
    return _COMPACT.encode(wire)


def decode(text: str) -> Press:
    try:
        wire = _Wire.model_validate_json(text)
        return Press(
            verb=Verb(wire.v), subject=wire.s, nonce=wire.n, question=wire.q, choice=wire.c
        )
    except (ValidationError, ValueError) as error:
        raise UnreadablePress from error
