"""Prints how large the code is and how it hangs together: `python -m benchmarks.size [FOLDER ...]`.

Run it at the project's root. It prints lines and files of each folder, then one figure a line
beside the last release's, and all figures as one JSON line last. Without folders the way of one
plain question is counted as well. `--names` also lists what the figures about classes count.
"""

import ast
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from benchmarks import question_path

FOLDERS = ["bots", "pipeline", "review", "knowledge"]
# The figures of this program at the last release; a release replaces them.
LAST_RELEASE = Path(__file__).parent / "data" / "size_of_last_release.json"
SMALL = 40
_PROTOCOL = "Protocol"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file, read and parsed."""

    name: str
    path: Path
    lines: int
    tree: ast.Module

    @property
    def is_small(self) -> bool:
        """Whether it hides little; a folder's front is often short and does not count."""
        return self.lines < SMALL and self.path.name != "__init__.py"


@dataclass(frozen=True, slots=True)
class Class:
    """A class: the names of its bases, and of the methods that it defines itself."""

    name: str
    module: str
    bases: tuple[str, ...]
    methods: frozenset[str]

    @property
    def full_name(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def promised(self) -> frozenset[str]:
        """What a class needs that has this Protocol: its methods without those of Python."""
        plain = frozenset(name for name in self.methods if not name.startswith("__"))
        return plain or self.methods


@dataclass(frozen=True, slots=True)
class Found:
    """What the figures are counted from."""

    modules: Sequence[Module]
    importers: Mapping[str, set[str]]
    protocols: Sequence[Class]
    classes: Sequence[Class]
    longest: tuple[int, str] = field(default=(0, ""))

    @property
    def single_bases(self) -> list[str]:
        """Base classes of ours that one class inherits from."""
        heirs: defaultdict[str, set[str]] = defaultdict(set)
        for each in self.classes:
            for base in each.bases:
                heirs[base].add(each.full_name)
        ours = {each.name for each in (*self.classes, *self.protocols)}
        return sorted(base for base, names in heirs.items() if base in ours and len(names) == 1)

    @property
    def lone_protocols(self) -> list[str]:
        """Protocols whose methods at most one class has."""
        return sorted(
            each.full_name
            for each in self.protocols
            if each.methods and sum(each.promised <= one.methods for one in self.classes) <= 1
        )

    @property
    def shared_names(self) -> list[str]:
        """Names of classes that stand in several modules."""
        places: defaultdict[str, set[str]] = defaultdict(set)
        for each in (*self.classes, *self.protocols):
            places[each.name].add(each.module)
        return sorted(name for name, modules in places.items() if len(modules) > 1)


def read_modules(folders: Sequence[str]) -> list[Module]:
    """Every Python file of the folders."""
    return [_read_module(path) for folder in folders for path in sorted(Path(folder).rglob("*.py"))]


def _read_module(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    return Module(name=name, path=path, lines=len(text.splitlines()), tree=ast.parse(text))


def examine(modules: Sequence[Module]) -> Found:
    """Collect imports, classes and functions of the modules."""
    names = {module.name for module in modules}
    importers: defaultdict[str, set[str]] = defaultdict(set)
    classes: list[Class] = []
    longest = (0, "")
    for module in modules:
        for node in ast.walk(module.tree):
            match node:
                case ast.Import() | ast.ImportFrom():
                    for target in _imported(node, names):
                        importers[target].add(module.name)
                case ast.ClassDef():
                    classes.append(_read_class(node, module.name))
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    place = f"{module.path}:{node.lineno} {node.name}"
                    longest = max(longest, (_length(node), place), key=lambda pair: pair[0])
                case _:
                    pass
    return Found(
        modules=modules,
        importers=importers,
        protocols=[each for each in classes if _PROTOCOL in each.bases],
        classes=[each for each in classes if _PROTOCOL not in each.bases],
        longest=longest,
    )


def _imported(node: ast.Import | ast.ImportFrom, names: set[str]) -> Iterator[str]:
    """The modules of ours that the statement imports, or imports from."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in names)
        return
    for alias in node.names:
        submodule = f"{node.module}.{alias.name}"
        found = next((each for each in (submodule, node.module) if each in names), None)
        if found is not None:
            yield found


def _read_class(node: ast.ClassDef, module: str) -> Class:
    own = (each.name for each in node.body if isinstance(each, Function))
    return Class(
        name=node.name,
        module=module,
        bases=tuple(_base_name(base) for base in node.bases),
        methods=frozenset(own),
    )


def _base_name(base: ast.expr) -> str:
    match base:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
        case _:
            return ""


def _length(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def count_words(root: Path) -> int:
    """Words of the documentation and of the change log."""
    pages = [root / "CHANGELOG.md", *sorted((root / "docs").glob("*.md"))]
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages if page.exists())


def figures_of(found: Found, words: int) -> dict[str, int]:
    """The figures, by their names."""
    return {
        "files": len(found.modules),
        "lines": sum(module.lines for module in found.modules),
        "files_under_40": sum(module.is_small for module in found.modules),
        "files_with_one_importer": sum(len(by) == 1 for by in found.importers.values()),
        "bases_with_one_subclass": len(found.single_bases),
        "protocols": len(found.protocols),
        "protocols_with_at_most_one_class": len(found.lone_protocols),
        "class_names_in_several_modules": len(found.shared_names),
        "longest_function": found.longest[0],
        "words_of_docs": words,
    }


def print_folders(modules: Sequence[Module]) -> None:
    """Print lines and files of each folder, and of the folders within it."""
    sizes: defaultdict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
    for module in modules:
        parts = module.path.parts[:-1]
        for folder in {parts[:1], parts[:2]}:
            sizes[folder][0] += module.lines
            sizes[folder][1] += 1
    for folder in sorted(sizes):
        lines, files = sizes[folder]
        print(f"{'/'.join(folder):36} {lines:>7} lines {files:>5} files")


def print_names(found: Found) -> None:
    print("bases with one subclass:", ", ".join(found.single_bases))
    print("protocols with at most one class:", ", ".join(found.lone_protocols))
    print("class names in several modules:", ", ".join(found.shared_names))
    print("longest function:", found.longest[1])


def main(arguments: Sequence[str]) -> None:
    folders = [each for each in arguments if not each.startswith("-")] or FOLDERS
    found = examine(read_modules(folders))
    figures = figures_of(found, count_words(Path()))
    if folders == FOLDERS:
        figures |= question_path.measure().figures()
    before = json.loads(LAST_RELEASE.read_text(encoding="utf-8"))
    print_folders(found.modules)
    if "--names" in arguments:
        print_names(found)
    print(f"{'':36} {'now':>7} {before['release']:>9}")
    for name, figure in figures.items():
        print(f"{name.replace('_', ' '):36} {figure:>7} {before['figures'].get(name, ''):>9}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1:])
