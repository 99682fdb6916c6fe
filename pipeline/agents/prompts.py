"""Prompts: versioned template files, with everything that others wrote in marked data blocks."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import structlog
from jinja2 import StrictUndefined, TemplateError, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pipeline.agents.ports import Prompt
from pipeline.agents.prompt_source import PromptSource

log = structlog.get_logger()
BUILT_IN = Path(__file__).parent.parent / "prompts"
# Looking around starts from the same task as writing at once.
_TASKS = {"explore": "write_sql"}
_LONGEST_OF_TOOL = 4_000
_MARK = re.compile(r"<(?=[\s/]*data\b)", re.IGNORECASE)
# What a template may raise, by what it does with what it is given.
UNRENDERED = (
    TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RuntimeError
)  # fmt: skip
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """The two templates of a prompt, and where they come from; `note` says what was passed over."""

    fixed: str
    varying: str
    whence: str = ""
    note: str = ""

    @property
    def version(self) -> str:
        """The content hash that traces name it by, with its source where that is no file."""
        note = f"({self.note})" if self.note else ""
        said = [version_of(self.fixed, self.varying), self.whence, note]
        return " ".join(part for part in said if part)


class Prompts:
    """The templates of one folder over those of a source, over the built-in ones.

    Templates are `NAME.instructions.j2` and `NAME.j2`. What a source has counts only where it
    renders, and says everything that the file says.
    """

    def __init__(self, folder: Path | None = None, source: PromptSource | None = None) -> None:
        self._folder = folder
        self._source = source
        # No HTML is made of it, so nothing is escaped but the marks of the data blocks.
        self._templates = ImmutableSandboxedEnvironment(
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
        )
        self._templates.filters |= {"line": as_line, "block": as_block}
        self._judged: dict[tuple[str, str, str], str] = {}

    async def caught_up(self) -> None:
        """Let the source look for news before prompts are made."""
        if self._source is not None:
            await self._source.refresh()

    def render(self, name: str, values: Mapping[str, Any]) -> Prompt:
        """The prompt of that name with these values. Raises what a broken file raises."""
        template = self.template(name)
        if not template.whence:
            return self._rendered(template, values)
        try:
            return self._rendered(template, values)
        except UNRENDERED as error:
            log.warning("prompt_not_rendered", prompt=template.whence, reason=str(error)[:200])
            note = f"file, for {template.whence} does not render"
            return self._rendered(replace(self.of_files(name), note=note), values)

    def template(self, name: str) -> Template:
        """The templates that a prompt of that name is made of."""
        own = self.of_files(name)
        sourced = self._source.get(name) if self._source is not None else None
        if sourced is None or self._is_overridden(name):
            return own
        varying = own.varying if sourced.text is None else sourced.text
        problem = self._problem(own, sourced.instructions, varying)
        if problem:
            return replace(own, note=f"file, for {sourced.whence} {problem}")
        return Template(fixed=sourced.instructions, varying=varying, whence=sourced.whence)

    def files(self) -> dict[str, Path]:
        """The file that each template comes from, or falls back to."""
        names = sorted(path.name for path in BUILT_IN.glob("*.j2"))
        return {name: self._path(name) for name in names}

    def version(self, name: str) -> str:
        """The content hash of a prompt, as traces name it."""
        return self.template(name).version

    def names(self) -> tuple[str, ...]:
        """Every prompt there is."""
        return prompt_names()

    def _rendered(self, template: Template, values: Mapping[str, Any]) -> Prompt:
        return Prompt(
            instructions=self._templates.from_string(template.fixed).render(values).strip(),
            text=self._templates.from_string(template.varying).render(values).strip(),
            version=template.version,
        )

    def _problem(self, own: Template, fixed: str, varying: str) -> str:
        """Why templates of others cannot stand for the file's; empty where they can."""
        key = (own.version, fixed, varying)
        if key not in self._judged:
            self._judged[key] = self._judge(own, fixed, varying)
        return self._judged[key]

    def _judge(self, own: Template, fixed: str, varying: str) -> str:
        try:
            told = self._variables(fixed) | self._variables(varying)
        except TemplateError:
            return "is no template"
        wanted = self._variables(own.fixed) | self._variables(own.varying)
        left_out, strange = sorted(wanted - told), sorted(told - wanted)
        if left_out:
            return f"leaves out {', '.join(left_out)}"
        return f"wants {', '.join(strange)}, which is not there" if strange else ""

    def _variables(self, text: str) -> set[str]:
        return meta.find_undeclared_variables(self._templates.parse(text))

    def of_files(self, name: str) -> Template:
        """What the files alone say."""
        fixed, varying = (self._path(file).read_text("utf-8") for file in _files_of(name))
        return Template(fixed=fixed, varying=varying)

    def _is_overridden(self, name: str) -> bool:
        return any(self._path(file) != BUILT_IN / file for file in _files_of(name))

    def _path(self, file: str) -> Path:
        own = self._folder / file if self._folder else None
        return own if own is not None and own.is_file() else BUILT_IN / file


def prompt_names() -> tuple[str, ...]:
    """Every prompt there is."""
    end = ".instructions.j2"
    return tuple(sorted(path.name.removesuffix(end) for path in BUILT_IN.glob(f"*{end}")))


def _files_of(name: str) -> tuple[str, str]:
    return f"{name}.instructions.j2", f"{_TASKS.get(name, name)}.j2"


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
