"""Prompts: versioned template files, with everything that others wrote in marked data blocks."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pipeline.agents.ports import Prompt

BUILT_IN = Path(__file__).parent.parent / "prompts"
# Looking around starts from the same task as writing at once.
_TASKS = {"explore": "write_sql"}
_LONGEST_OF_TOOL = 4_000
_MARK = re.compile(r"<(?=[\s/]*data\b)", re.IGNORECASE)
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


class Prompts:
    """The templates of one folder over the built-in ones: `NAME.instructions.j2`, `NAME.j2`."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folders: list[Path] = [folder, BUILT_IN] if folder else [BUILT_IN]
        # No HTML is made of it, so nothing is escaped but the marks of the data blocks.
        self._templates = ImmutableSandboxedEnvironment(
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
        )
        self._templates.filters |= {"line": as_line, "block": as_block}

    def render(self, name: str, values: Mapping[str, Any]) -> Prompt:
        """The prompt of that name with these values. Raises what a broken template raises."""
        fixed, varying = self._both(name)
        return Prompt(
            instructions=self._templates.from_string(fixed).render(values).strip(),
            text=self._templates.from_string(varying).render(values).strip(),
            version=version_of(fixed, varying),
        )

    def files(self) -> dict[str, Path]:
        """The file that each template comes from."""
        names = sorted(path.name for path in BUILT_IN.glob("*.j2"))
        return {name: self._path(name) for name in names}

    def version(self, name: str) -> str:
        """The content hash of a prompt, as traces name it."""
        return version_of(*self._both(name))

    def names(self) -> tuple[str, ...]:
        """Every prompt there is."""
        end = ".instructions.j2"
        return tuple(sorted(path.name.removesuffix(end) for path in BUILT_IN.glob(f"*{end}")))

    def _both(self, name: str) -> tuple[str, str]:
        return self._text(f"{name}.instructions.j2"), self._text(f"{_TASKS.get(name, name)}.j2")

    def _text(self, file: str) -> str:
        return self._path(file).read_text("utf-8")

    def _path(self, file: str) -> Path:
        paths = [folder / file for folder in self._folders]
        return next(path for path in paths if path.is_file())


def version_of(*texts: str) -> str:
    """The content hash that a trace names a prompt by."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def as_line(text: str) -> str:
    """Text of others on one line, unable to end the data block it stands in."""
    return " ".join(as_block(text).split())


def as_block(text: str) -> str:
    """Text of others, lines kept, unable to end the data block it stands in."""
    plain = unicodedata.normalize("NFKC", text)
    seen = "".join(c for c in plain if c in "\n\t" or unicodedata.category(c) not in _INVISIBLE)
    return _MARK.sub("(", seen)


def as_tool_data(text: str) -> str:
    """A tool's answer: material to read, cut where it is long, unable to leave its block."""
    cut = f"{text[:_LONGEST_OF_TOOL]}\n(cut)" if len(text) > _LONGEST_OF_TOOL else text
    return f'<data kind="tool">\n{as_block(cut)}\n</data>'
