"""Changes the text of a glossary file where it must, and leaves every other line as it was."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

import yaml

from knowledge.glossary import Definition, Glossary, Metric, TableNote, Term

Entry = Metric | Term | Definition | TableNote
_SECTIONS = ("metrics", "terms", "definitions", "regions", "unions", "tables")


def with_entries(text: str, found: Glossary, present: Glossary) -> tuple[str, int]:
    """The text with what it does not have yet, and how many entries that is."""
    names = {m.name.lower() for m in present.metrics}
    words = {t.name.lower() for t in present.terms}
    defined = {d.name.lower() for d in present.definitions}
    noted = {n.table.lower() for n in present.tables}
    new: dict[str, Sequence[Entry]] = {
        "metrics": [each for each in found.metrics if each.name.lower() not in names],
        "terms": [each for each in found.terms if each.name.lower() not in words],
        "definitions": [each for each in found.definitions if each.name.lower() not in defined],
        "tables": [each for each in found.tables if each.table.lower() not in noted],
    }
    for section, entries in new.items():
        if entries:
            text = _added(text, section, [_as_map(entry) for entry in entries])
    return text, sum(map(len, new.values()))


def certified(text: str, metric: str, by: str) -> str | None:
    """The text with that metric certified under a name; None where it has no such metric."""
    found = _metric_node(text, metric)
    if found is None:
        return None
    lines = text.splitlines(keepends=True)
    pairs = {pair[0].value: pair for pair in found.value}
    if "certified" in pairs:
        value = pairs["certified"][1]
        line, column = value.start_mark.line, value.start_mark.column
        lines[line] = f"{lines[line][:column]}true{lines[line][value.end_mark.column :]}"
        return "".join(_named(lines, found, by))
    first = found.value[0][0].start_mark
    name_end = found.value[0][1].end_mark.line
    lines.insert(name_end + 1, f"{' ' * first.column}certified: true\n")
    return "".join(_named(lines, found, by))


def exported(glossary: Glossary) -> str:
    """A whole glossary as the text of a file."""
    kept = {
        section: [_as_map(entry) for entry in getattr(glossary, section)]
        for section in _SECTIONS
        if getattr(glossary, section)
    }
    return _dumped(kept) if kept else ""


def _named(lines: list[str], node: yaml.MappingNode, by: str) -> list[str]:
    """Who said so, behind the word."""
    for place in range(node.start_mark.line, min(node.end_mark.line + 2, len(lines))):
        if lines[place].strip() == "certified: true":
            lines[place] = f"{lines[place].rstrip()}  # by {' '.join(by.split())}\n"
            break
    return lines


def _metric_node(text: str, metric: str) -> yaml.MappingNode | None:
    section = _section(text, "metrics")
    for node in section.value if section is not None else ():
        if isinstance(node, yaml.MappingNode):
            name = next((value.value for key, value in node.value if key.value == "name"), "")
            if name.lower() == metric.lower():
                return node
    return None


def _section(text: str, name: str) -> yaml.SequenceNode | None:
    tree = yaml.compose(text, Loader=yaml.SafeLoader)
    pairs = tree.value if isinstance(tree, yaml.MappingNode) else []
    found = next((value for key, value in pairs if key.value == name), None)
    return found if isinstance(found, yaml.SequenceNode) else None


def _added(text: str, section: str, entries: list[Mapping[str, object]]) -> str:
    node = _section(text, section)
    text = text if not text or text.endswith("\n") else f"{text}\n"
    if node is None or not node.value or node.flow_style:
        return _whole(text, section, entries, node)
    lines = text.splitlines(keepends=True)
    last = node.value[-1].end_mark
    at = last.line if last.column == 0 else last.line + 1
    while at > 0 and not lines[at - 1].strip():
        at -= 1
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    indent = " " * max(node.start_mark.column, 0)
    block = "".join(f"{indent}{line}" for line in _dumped(entries).splitlines(keepends=True))
    return "".join([*lines[:at], block, *lines[at:]])


def _whole(
    text: str, section: str, entries: list[Mapping[str, object]], node: yaml.SequenceNode | None
) -> str:
    """A section of its own: a list in brackets is written anew."""
    if node is None:
        return f"{text}{_dumped({section: entries})}"
    before = yaml.safe_load(text)[section]
    start, end = node.start_mark.index, node.end_mark.index
    rest = text[end:].lstrip(" ")
    return f"{text[:start].rstrip()}\n{_dumped([*before, *entries])}{rest.lstrip(chr(10))}"


def _as_map(entry: object) -> Mapping[str, object]:
    """What differs from what nothing said means; an imported metric always says `certified`."""
    told = asdict(entry)  # type: ignore[call-overload]  # every entry is a dataclass
    empty = {each.name for each in fields(entry) if not told[each.name]}  # type: ignore[arg-type]
    keep = {"certified"} if told.get("source") else set()
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in told.items()
        if key not in empty or key in keep
    }


def _dumped(data: object) -> str:
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100)
