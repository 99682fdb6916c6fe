"""The reference pages of the docs, written from the code: they cannot fall behind it."""

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

import typer.main
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from bots.bootstrap.telemetry.measures import Measures
from bots.cli import COMMANDS
from bots.settings import Settings
from pipeline.checkpoint import CheckpointKind
from review.ledger.notices import Notice

ROOT: Final = Path(__file__).parents[1]
_PACKAGES: Final = ("bots", "review", "pipeline", "knowledge")
# What says why something does not run, or is not answered, carries a code.
_CODED: Final = {"Refusal": "refusal", "Finding": "check of the SQL"}


def pages() -> Mapping[str, str]:
    """Each page by its name."""
    return {
        "reference-settings.md": _page("Settings", ("setting", "default", "meaning"), _settings()),
        "reference-commands.md": _commands(),
        "reference-cards.md": _cards(),
        "reference-codes.md": _page("Codes", ("code", "of", "where"), sorted(codes())),
        "reference-metrics.md": _page("Metrics", ("metric", "labels", "meaning"), _metrics()),
    }


def _page(title: str, head: tuple[str, ...], rows: object) -> str:
    return f"# {title}\n\n{_table(head, rows)}"


def _table(head: tuple[str, ...], rows: Any) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _settings() -> Iterator[tuple[str, str, str]]:
    yield from _fields(Settings, "")


def _fields(model: type[BaseModel], within: str) -> Iterator[tuple[str, str, str]]:
    for name, field in model.model_fields.items():
        place = f"{within}{name}"
        parts = list(_models_in(field.annotation))
        if not parts:
            yield f"`{place}`", _default(field.get_default()), field.description or ""
        keyed = "NAME." if "dict" in str(field.annotation) else ""
        for part in parts:
            yield from _fields(part, f"{place}.{keyed}")


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _default(value: object) -> str:
    if value is PydanticUndefined:
        return "needed"
    return f"`{json.dumps(value, default=str)}`" if value not in (None, "", (), {}) else ""


def _commands() -> str:
    parts = ["# Commands\n"]
    for listed in COMMANDS:
        app, loaded = typer.Typer(), listed.load()
        if isinstance(loaded, typer.Typer):
            app.add_typer(loaded, name=listed.name)
        else:
            app.command(listed.name)(loaded)
        command = typer.main.get_group(app).commands[listed.name]
        parts.append(f"## countersign {listed.name}\n\n{listed.help}\n")
        for name, each in sorted(getattr(command, "commands", {"": command}).items()):
            shown = f"countersign {listed.name} {name}".strip()
            rows = [
                (f"`{'`, `'.join(part.opts)}`", str(getattr(part, "help", "") or ""))
                for part in each.params
                if part.name != "help"
            ]
            parts.append(f"`{shown}`: {_cell(each.help or '')}\n")
            if rows:
                parts.append(_table(("argument or option", "meaning"), rows))
    return "\n".join(parts)


def _cards() -> str:
    kinds = [(f"`{kind}`",) for kind in CheckpointKind]
    told = [
        (f"`{each.__name__}`", (each.__doc__ or "").split("\n")[0]) for each in get_args(Notice)
    ]
    return (
        f"# Cards\n\n## Why a run pauses\n\n{_table(('kind',), kinds)}\n"
        f"## What is sent\n\n{_table(('message', 'meaning'), told)}"
    )


def codes() -> set[tuple[str, str, str]]:
    """Every code that a refusal or a check is made with, and the module that does."""
    found = set()
    for package in _PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    of = _CODED.get(node.func.id)
                    values = [part.value for part in node.keywords if part.arg == "code"]
                    for value in values if of else ():
                        if isinstance(value, ast.Constant) and isinstance(value.value, str):
                            where = path.relative_to(ROOT).as_posix()
                            found.add((f"`{value.value}`", str(of), f"`{where}`"))
    return found


def _metrics() -> Iterator[tuple[str, str, str]]:
    for each in vars(Measures()).values():
        described = getattr(each, "describe", None)
        for metric in described() if described and hasattr(each, "_labelnames") else ():
            ends = "_total" if metric.type == "counter" else ""
            labels = ", ".join(each._labelnames)  # noqa: SLF001 - the library tells it nowhere else
            yield f"`{metric.name}{ends}`", labels, metric.documentation
