"""Reads `countersign.yaml`; every error names the file, the line, what is wrong and an example."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bots.settings.environment import VariableMissing, environment, filled
from bots.settings.features import missing_features
from bots.settings.values import Settings

Location = Sequence[int | str]


class SettingsError(Exception):
    """The settings cannot be used; the message says where, why and what would do."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def read_settings(
    path: Path,
    variables: Mapping[str, str] | None = None,
    *,
    without: Collection[str] = (),
) -> Settings:
    """The settings of that file, `${NAME}` filled from the environment. Raises SettingsError.

    Parts in `without` are not read: a command that needs no chat needs no chat's secrets.
    """
    text = _text(path)
    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        raw = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise SettingsError([_malformed(path, error)]) from error
    if not isinstance(raw, dict):
        raise SettingsError(
            [f"{path}: expected settings such as\n  workspaces:\n    sales:\n      url: …"]
        )
    raw = {name: part for name, part in raw.items() if name not in without}
    try:
        settings = Settings.model_validate(
            filled(raw, environment() if variables is None else variables)
        )
    except VariableMissing as error:
        line = _line_of_text(text, f"${{{error.name}}}")
        problem = f"{path}, line {line}: {error}. Set it, e.g. export {error.name}=…"
        raise SettingsError([problem]) from error
    except ValidationError as error:
        raise SettingsError([_problem(path, tree, item) for item in error.errors()]) from error
    missing = [f"{path}: {sentence}" for sentence in missing_features(settings)]
    if missing:
        raise SettingsError(missing)
    return settings


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        hint = f"{path}: there is no such file. Write one with: countersign init DATABASE_URL"
        raise SettingsError([hint]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError([f"{path}: cannot be read ({error})."]) from error


def _malformed(path: Path, error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    if not isinstance(error, yaml.YAMLError):
        return f"{path}: a value cannot be read ({error}). Put it in quotes."
    what = getattr(error, "problem", None) or "not YAML"
    return f"{path}{where}: {what}. Check the indentation (two spaces a level) and the quotes."


def _problem(path: Path, tree: yaml.Node | None, item: Any) -> str:
    location: Location = item["loc"]
    line = _line(tree, location)
    where = f"{path}, line {line}" if line else f"{path}"
    key = ".".join(str(part) for part in location)
    what = item["msg"].removeprefix("Value error, ")
    example = _example(location)
    shown = f" Example: {_last_name(location)}: {example}" if example else ""
    return f"{where}: {key + ': ' if key else ''}{what}.{shown}"


def _last_name(location: Location) -> str:
    return next((str(part) for part in reversed(location) if isinstance(part, str)), "")


def _line(tree: yaml.Node | None, location: Location) -> int | None:
    """The line of the deepest part of the location that the file has, counted from 1."""
    line, node = None, tree
    for part in location:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line


def _line_of_text(text: str, wanted: str) -> int:
    return text[: text.find(wanted)].count("\n") + 1


def _example(location: Location) -> Any:
    field = _field(Settings, list(location))
    return field.examples[0] if field and field.examples else None


def _field(model: type[BaseModel], location: list[int | str]) -> FieldInfo | None:
    """The field that a location of an error speaks of; keys of mappings are stepped over."""
    found: FieldInfo | None = None
    for part in location:
        if str(part) not in model.model_fields:
            continue
        found = model.model_fields[str(part)]
        model = next(iter(_parts(found.annotation)), model)
    return found


def _parts(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [part for inner in getattr(annotation, "__args__", ()) for part in _parts(inner)]
