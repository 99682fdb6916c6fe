"""The one place that reads the environment."""

import os
import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}")


class VariableMissing(Exception):
    """A setting names an environment variable that is not set."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the environment variable {name} is not set")


def environment() -> Mapping[str, str]:
    """The environment of this process."""
    return os.environ


def filled(value: Any, variables: Mapping[str, str]) -> Any:
    """The value with every `${NAME}` or `${NAME:-default}` replaced. Raises VariableMissing."""
    match value:
        case str():
            return _NAME.sub(lambda found: _look_up(found[1], found[2], variables), value)
        case dict():
            return {key: filled(item, variables) for key, item in value.items()}
        case list():
            return [filled(item, variables) for item in value]
        case _:
            return value


def _look_up(name: str, default: str | None, variables: Mapping[str, str]) -> str:
    """As a shell does: an empty variable takes the default as well."""
    if default is not None:
        return variables.get(name) or default
    if name not in variables:
        raise VariableMissing(name)
    return variables[name]
