"""Tests that pages and tables name by their node id: are they there, and where do they run.

Everything is read from the syntax trees of the test files. Nothing is imported or collected.
"""

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[1]
# A node id as a page writes it: `tests/review/test_audit.py::test_an_untouched_chain_holds`.
NODE_ID: Final = re.compile(r"tests/[\w/]+\.py::\w+")
DEEP: Final = "deep"
# Marks of tests that are skipped where a service or tool is missing.
SERVICES: Final = {
    "browser": "a browser",
    "needs_browser": "a browser",
    "needs_node": "Node",
    "mariadb": "MariaDB",
    "live": "a model key",
    "skip": "nothing: it is skipped",
    "skipif": "a condition",
    "xfail": "nothing: it may fail",
}

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class NamedTest:
    """What the files say of a test. `needs` names services without which it is skipped."""

    there: bool
    deep: bool = False
    needs: frozenset[str] = frozenset()

    @property
    def gated(self) -> bool:
        """Whether `make check` always runs it."""
        return self.there and not self.deep and not self.needs


def find_test(node_id: str, root: Path = ROOT) -> NamedTest:
    """Return what is known of the test that a node id names; paths begin at the root."""
    path, _, name = node_id.partition("::")
    file = root / path
    function = _functions(file).get(name) if file.is_file() else None
    if function is None and name not in _machines(file):
        return NamedTest(there=False)
    marks = _marks(function, file)
    needs = {SERVICES[mark] for mark in marks if mark in SERVICES}
    if function is not None:
        needs |= {"a condition"} if _calls_skip(function) else set()
        for fixture in _arguments(function):
            needs |= _needs_of_fixture(fixture, file, frozenset())
    return NamedTest(there=True, deep=DEEP in marks, needs=frozenset(needs))


@functools.cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@functools.cache
def _functions(file: Path) -> dict[str, Function]:
    return {
        node.name: node
        for node in _tree(file).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _machines(file: Path) -> set[str]:
    """Names of the state machines' test cases: `TestDecisions = DecisionMachine.TestCase`."""
    if not file.is_file():
        return set()
    return {
        name
        for node in _tree(file).body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith(".TestCase")
        for name in map(ast.unparse, node.targets)
    }


def _marks(function: Function | None, file: Path) -> set[str]:
    """Every name in the decorators of a test and in the marks of its module."""
    marks = set[str]()
    for decorator in function.decorator_list if function is not None else ():
        # The marks of single parameters say nothing of the others.
        if "parametrize" not in ast.unparse(decorator).partition("(")[0]:
            marks |= set(_names(decorator))
    for node in _tree(file).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            marks |= set(_names(node.value))
    return marks


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr


def _arguments(function: Function) -> list[str]:
    return [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]


def _calls_skip(function: Function) -> bool:
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.skip", "skip")
        for node in ast.walk(function)
    )


def _needs_of_fixture(name: str, file: Path, seen: frozenset[str]) -> frozenset[str]:
    """What a fixture needs in every case; a fixture that chooses an engine needs none."""
    if name in seen:
        return frozenset()
    found = _fixture(name, file)
    if found is None:
        return frozenset()
    fixture, place = found
    needs = frozenset({f"what the fixture {name} looks for"} if _calls_skip(fixture) else ())
    return needs.union(
        *(_needs_of_fixture(each, place, seen | {name}) for each in _arguments(fixture))
    )


def _fixture(name: str, file: Path) -> tuple[Function, Path] | None:
    """The fixture that a test of this file gets: its own, or the nearest conftest's."""
    root = next(folder.parent for folder in file.parents if folder.name == "tests")
    folders = [folder for folder in file.parents if folder.is_relative_to(root / "tests")]
    for place in (file, *(folder / "conftest.py" for folder in folders)):
        if not place.is_file():
            continue
        if name in (own := _functions(place)):
            return own[name], place
        imported = _imported(name, place, root)
        if imported is not None and name in (theirs := _functions(imported)):
            return theirs[name], imported
    return None


def _imported(name: str, file: Path, root: Path) -> Path | None:
    for node in _tree(file).body:
        if isinstance(node, ast.ImportFrom) and any(each.name == name for each in node.names):
            module = root / f"{(node.module or '').replace('.', '/')}.py"
            return module if module.is_file() else None
    return None
