"""Small rules that say what a JSON value must look like; they are put together in block_shapes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Rule: TypeAlias = Callable[[object, str], Iterator[str]]


def string(most: int, *, least: int = 1) -> Rule:
    def check(value: object, path: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"{path}: must be a string"
        elif len(value) < least:
            yield f"{path}: must be at least {least} characters"
        elif len(value) > most:
            yield f"{path}: {len(value)} characters, at most {most} allowed"

    return check


def flag(value: object, path: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{path}: must be true or false"


def number(value: object, path: str) -> Iterator[str]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield f"{path}: must be a number"


def choice(*allowed: str) -> Rule:
    def check(value: object, path: str) -> Iterator[str]:
        if value not in allowed:
            yield f"{path}: {value!r} is none of {', '.join(allowed)}"

    return check


def anything(_value: object, _path: str) -> Iterator[str]:
    return iter(())


def listing(item: Rule, most: int, *, least: int = 1) -> Rule:
    def check(value: object, path: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{path}: must be a list"
            return
        if len(value) < least:
            yield f"{path}: {len(value)} items, at least {least} needed"
        if len(value) > most:
            yield f"{path}: {len(value)} items, at most {most} allowed"
        for position, each in enumerate(value):
            yield from item(each, f"{path}[{position}]")

    return check


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """An object's fields: those it must have, those it may have, and nothing else."""

    required: Mapping[str, Rule] = field(default_factory=dict)
    optional: Mapping[str, Rule] = field(default_factory=dict)
    one_of: tuple[str, ...] = ()

    def __call__(self, value: object, path: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{path}: must be an object"
            return
        yield from self._missing(value, path)
        for name, each in value.items():
            if name == "type":
                continue
            rule = self.required.get(name) or self.optional.get(name)
            if rule is None:
                yield f"{path}.{name}: unknown field"
            else:
                yield from rule(each, f"{path}.{name}")

    def _missing(self, value: Json, path: str) -> Iterator[str]:
        for name in self.required:
            if name not in value:
                yield f"{path}.{name}: missing required field"
        if self.one_of and not any(value.get(name) for name in self.one_of):
            yield f"{path}: needs one of {', '.join(self.one_of)}"


def by_type(shapes: Mapping[str, Rule], noun: str) -> Rule:
    """Pick the rule by the object's `type`; an unknown type is a problem."""

    def check(value: object, path: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{path}: must be an object"
            return
        kind = value.get("type")
        rule = shapes.get(kind) if isinstance(kind, str) else None
        if rule is None:
            yield f"{path}: unsupported {noun} {kind!r}"
        else:
            yield from rule(value, path)

    return check
