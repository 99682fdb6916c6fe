"""Reads a glossary from the YAML file of a workspace, and says where it is wrong."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import available_timezones

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from knowledge.catalog import Catalog
from knowledge.defined_names import misdefined
from knowledge.errors import KnowledgeError
from knowledge.glossary import Definition, Glossary, Metric, Region, TableNote, Term, Union
from knowledge.sentences import uncapital
from knowledge.stored_times import UNITS, is_served

_EXAMPLES = {
    "metrics": "{name: net revenue, expression: sum(order_lines.net_amount), table: order_lines}",
    "terms": "{name: shop, means: stores, synonyms: [outlet]}",
    "definitions": "{name: ASP, words: average sale price, synonyms: [average selling price]}",
    "regions": "{name: Iberia, column: countries.country_name, values: [Spain, Portugal]}",
    "unions": "{name: orders, tables: [orders_emea, orders_apac]}",
    "tables": "{table: orders, grain: one row per order, time_column: order_date}",
    "": "metrics: [], terms: [], regions: [], tables: []",
}
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_Texts = tuple[_Text, ...]


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        message = f"{name!r} is not a time zone, such as Europe/Madrid"
        raise ValueError(message)
    return name


def _known_form(form: str) -> str:
    if not is_served(form):
        units = ", ".join(UNITS)
        message = f"{form!r} is no form of times: write one of {units}, or a format as %d/%m/%Y"
        raise ValueError(message)
    return form


_Zone = Annotated[str, AfterValidator(_known_zone)]
_Form = Annotated[str, AfterValidator(_known_form)]


class GlossaryInvalidError(KnowledgeError):
    """A glossary file that cannot be used; each problem is a sentence with file and line."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Metric(_Part):
    name: _Text
    expression: _Text
    table: _Text
    filters: _Texts = ()
    all_rows_of: _Texts = ()
    time_column: str = ""
    unit: str = ""
    description: str = ""
    synonyms: _Texts = ()
    owner: str = ""
    certified: bool = False
    source: str = ""


class _Term(_Part):
    name: _Text
    means: _Text
    synonyms: _Texts = ()
    description: str = ""


class _Definition(_Part):
    name: _Text
    words: _Text
    synonyms: _Texts = ()


class _Region(_Part):
    name: _Text
    synonyms: _Texts = ()
    column: str = ""
    values: _Texts = ()
    table: str = ""


class _Union(_Part):
    name: _Text
    tables: _Texts = Field(min_length=2)
    synonyms: _Texts = ()


class _TableNote(_Part):
    table: _Text
    description: str = ""
    grain: str = ""
    owner: str = ""
    synonyms: _Texts = ()
    filters: _Texts = ()
    time_column: str = ""
    deprecated: dict[str, str] = Field(default_factory=dict)
    time_zones: dict[str, _Zone] = Field(default_factory=dict)
    stored_times: dict[str, _Form] = Field(default_factory=dict)
    large: bool = False
    hidden: bool = False


class _File(_Part):
    metrics: tuple[_Metric, ...] = ()
    terms: tuple[_Term, ...] = ()
    definitions: tuple[_Definition, ...] = ()
    regions: tuple[_Region, ...] = ()
    unions: tuple[_Union, ...] = ()
    tables: tuple[_TableNote, ...] = ()


def read_glossary(path: Path) -> Glossary:
    """The glossary in the file. Raises `GlossaryInvalidError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise GlossaryInvalidError([f"{path}: cannot be read: {reason}."]) from error
    return glossary_from(text, str(path))


def glossary_from(text: str, name: str) -> Glossary:
    """The glossary in the text of a file of that name. Raises `GlossaryInvalidError`."""
    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        content = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise GlossaryInvalidError([_malformed(error, name)]) from error
    if not isinstance(content, dict | None):
        raise GlossaryInvalidError([f"{name}:1: is no list of sections. Write {_EXAMPLES['']}."])
    try:
        read = _File.model_validate(content or {})
    except ValidationError as error:
        raise GlossaryInvalidError([_sentence(e, tree, name) for e in error.errors()]) from error
    glossary = Glossary(
        metrics=tuple(Metric(**metric.model_dump()) for metric in read.metrics),
        terms=tuple(Term(**term.model_dump()) for term in read.terms),
        definitions=tuple(Definition(**each.model_dump()) for each in read.definitions),
        regions=tuple(Region(**region.model_dump()) for region in read.regions),
        unions=tuple(Union(**union.model_dump()) for union in read.unions),
        tables=tuple(TableNote(**note.model_dump()) for note in read.tables),
    )
    found = [_misdefined(place, what, tree, name) for place, what in misdefined(glossary)]
    if found:
        raise GlossaryInvalidError(found)
    return glossary


def unknown_names(glossary: Glossary, catalog: Catalog) -> tuple[str, ...]:
    """Sentences about tables and columns of the glossary that the database does not have."""
    unions = {union.name.lower() for union in glossary.unions}
    metrics = [m for m in glossary.metrics if m.table.lower() not in unions]
    named = [
        *((f"metric {m.name}", m.table, "") for m in metrics),
        *((f"union {u.name}", table, "") for u in glossary.unions for table in u.tables),
        *(("table note", n.table, "") for n in glossary.tables),
        *(
            (f"table note {note.table}", *_split(column, note.table))
            for note in glossary.tables
            for column in (
                *note.deprecated,
                *note.time_zones,
                *note.stored_times,
                note.time_column,
            )
        ),
        *((f"region {r.name}", r.table, "") for r in glossary.regions if r.table),
        *((f"region {r.name}", *_split(r.column)) for r in glossary.regions if r.column),
        *((f"metric {m.name}", *_split(m.time_column, m.table)) for m in metrics),
    ]
    missing = (_missing(catalog, *name) for name in named)
    return tuple(dict.fromkeys(sentence for sentence in missing if sentence))


def _split(column: str, table: str = "") -> tuple[str, str]:
    owner, _, name = column.rpartition(".")
    return owner or table, name


def _missing(catalog: Catalog, where: str, table: str, column: str) -> str:
    found = catalog.table(table)
    if found is None:
        return f"The glossary's {where} names the table {table}, which the database does not have."
    if column and found.column(column) is None:
        return f"The glossary's {where} names {table}.{column}, which the database does not have."
    return ""


def _malformed(error: Exception, name: str) -> str:
    if not isinstance(error, yaml.YAMLError):
        return f"{name}: a value cannot be read: {error}. Put it in quotes."
    mark = getattr(error, "problem_mark", None)
    line = mark.line + 1 if mark else 1
    problem = getattr(error, "problem", None) or "it cannot be read"
    return f"{name}:{line}: is not YAML: {problem}. Check the indentation and the quotes there."


def _sentence(error: Any, tree: yaml.Node | None, name: str) -> str:
    path = tuple(error["loc"])
    section = str(path[0]) if path and path[0] in _EXAMPLES else ""
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
    what = {
        "missing": "is missing",
        "extra_forbidden": "is not a key that a glossary has",
    }.get(error["type"], uncapital(error["msg"]))
    example = _EXAMPLES[section]
    return f"{name}:{_line(tree, path)}: {key} {what}. Example: {example}."


def _misdefined(place: int, what: str, tree: yaml.Node | None, name: str) -> str:
    key, example = f"definitions.{place + 1}.name", _EXAMPLES["definitions"]
    line = _line(tree, ("definitions", place, "name"))
    return f"{name}:{line}: {key} {what}. Example: {example}."


def _line(node: yaml.Node | None, path: Sequence[str | int]) -> int:
    """The line of the deepest part of the path that the file has."""
    line = 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == part), None)
            if pair is None:
                return line
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part] if part < len(node.value) else None
            line = node.start_mark.line + 1 if node else line
    return line
