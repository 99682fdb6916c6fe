"""Where prompts may come from besides files: a service in which people edit and label them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedPrompt:
    """A prompt's templates; without `text` the file's task goes with these instructions.

    `whence` names it and its version for people.
    """

    instructions: str
    text: str | None
    whence: str


class PromptSource(Protocol):
    """Holds the prompts that a service gave last. Errors: none; what goes wrong is a problem."""

    async def refresh(self) -> None:
        """Ask the service for news, where that was not done lately."""
        ...

    def get(self, name: str) -> SourcedPrompt | None:
        """The prompt of that name, None where the service has none."""
        ...

    def problems(self) -> Mapping[str, str]:
        """Why prompts could not be had, by their names, in sentences."""
        ...
