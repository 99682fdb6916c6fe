"""What a model on loopback is made to answer, and what it was sent."""

from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Answered:
    """The arguments of the output, as the model hands them back."""

    arguments: Json


@dataclass(frozen=True)
class Called:
    """A call of a tool."""

    name: str
    arguments: Json


@dataclass(frozen=True)
class CalledAtOnce:
    """Several calls of tools in one turn; their ids are never used again."""

    calls: tuple[Called, ...]

    def ids(self, seen: "Request") -> list[str]:
        turn = len(seen.body.get("messages") or seen.body.get("input") or ())
        return [f"call_{turn}_{place}" for place in range(len(self.calls))]


@dataclass(frozen=True)
class Raw:
    """Arguments that are no JSON."""

    text: str


@dataclass(frozen=True)
class TooLong:
    """Arguments that end where no more tokens may be written."""

    text: str


@dataclass(frozen=True)
class Spoke:
    """Plain text where an output was asked for; `refusal` marks it as one."""

    text: str
    refusal: bool = False


@dataclass(frozen=True)
class Filtered:
    """No answer, because the provider's content filter took it."""


@dataclass(frozen=True)
class Failed:
    """An HTTP error."""

    status: int
    retry_after: str = ""


@dataclass(frozen=True)
class Slow:
    """No answer before somebody hangs up."""


@dataclass(frozen=True)
class Halting:
    """A streamed answer that stops in the middle, its connection open."""

    arguments: Json


@dataclass(frozen=True)
class CutOff:
    """A body that ends in the middle."""


@dataclass(frozen=True)
class Garbage:
    """Status 200 with a body that is no JSON."""


Reply: TypeAlias = (
    Answered | Called | CalledAtOnce | Raw | TooLong | Spoke | Filtered | Failed | Slow | Halting
    | CutOff | Garbage
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What was sent: the API, the model, all text of it, and the whole body."""

    api: str
    model: str
    text: str
    body: Json
    key: str
