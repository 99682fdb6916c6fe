"""Each promise and each capability names tests that are there, and one that always runs."""

import re
import textwrap
from pathlib import Path
from typing import Final

import pytest
import typer

from benchmarks.mutations import read_mutations
from bots.cards import Verb
from bots.cli import commands
from pipeline.checkpoint import CheckpointKind
from tests.named_tests import NODE_ID, ROOT, find_test

PROMISES: Final = ROOT / "docs" / "promises.md"
CAPABILITIES: Final = ROOT / "docs" / "capabilities.md"
# A table may grow as the product does; when rows go, a closing note says which.
LEAST: Final = {PROMISES: 105, CAPABILITIES: 120}
HEAD: Final = re.compile(r"^\|[\s:|-]+\|$")


def rows_of(page: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Return each row of the page's tables: what it says, and the node ids that it names."""
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = []
    for before, line in zip(["", *lines], lines, strict=False):
        if HEAD.match(line) or not line.startswith("|"):
            continue
        if HEAD.match(before) or before.startswith("|"):
            said, *named = [cell.strip() for cell in line.strip("|").split("|")]
            rows.append((said, tuple(NODE_ID.findall(" ".join(named)))))
    return rows


@pytest.mark.parametrize("page", LEAST, ids=lambda page: page.stem)
def test_each_row_has_a_test_that_make_check_always_runs(page: Path) -> None:
    wrong = []
    for said, named in rows_of(page):
        found = {node_id: find_test(node_id) for node_id in named}
        gone = [node_id for node_id, test in found.items() if not test.there]
        if gone or not any(test.gated for test in found.values()):
            wrong.append((said, gone or found))
    assert wrong == []


@pytest.mark.parametrize("page", LEAST, ids=lambda page: page.stem)
def test_no_row_disappears_unnoticed(page: Path) -> None:
    said = [each for each, _ in rows_of(page)]
    assert len(said) >= LEAST[page]
    assert len(said) == len(set(said))


def names_of(app: typer.Typer, before: str = "countersign") -> list[str]:
    """Return every command as it is typed."""
    own = [
        f"{before} {each.name or each.callback.__name__}"
        for each in app.registered_commands
        if each.callback is not None
    ]
    groups = [(each.typer_instance, f"{before} {each.name}") for each in app.registered_groups]
    return own + [name for group, path in groups if group for name in names_of(group, path)]


def test_every_command_is_a_capability() -> None:
    page = CAPABILITIES.read_text(encoding="utf-8")
    assert [name for name in names_of(commands()) if f"`{name}" not in page] == []


@pytest.mark.parametrize("names", [CheckpointKind, Verb], ids=["checkpoint", "button"])
def test_every_card_and_button_is_a_capability(names: type[CheckpointKind | Verb]) -> None:
    page = CAPABILITIES.read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in page] == []


def test_each_mutation_is_of_a_promise_and_names_tests_that_hold_it() -> None:
    held = dict(rows_of(PROMISES))
    for mutation in read_mutations():
        assert mutation.promise in held
        assert set(mutation.tests) <= set(held[mutation.promise]), mutation.promise


TREE: Final = {
    "tests/conftest.py": """
        from tests.servers import far_url
        @pytest.fixture
        def near_url(): ...
        @pytest.fixture
        def shop(far_url): ...
        """,
    "tests/servers.py": """
        @pytest.fixture
        def far_url():
            pytest.skip("nobody answers")
        """,
    "tests/a/test_one.py": """
        async def test_plain(near_url): ...
        @pytest.mark.deep
        def test_deep(): ...
        @needs_node
        def test_on_node(): ...
        @pytest.mark.parametrize("engine", [pytest.param("far", marks=pytest.mark.deep), "near"])
        def test_of_engines(engine): ...
        @pytest.mark.corpus
        def test_of_a_corpus(): ...
        def test_of_a_shop(shop): ...
        def test_that_skips():
            pytest.skip("not today")
        TestStates = StateMachine.TestCase
        """,
    "tests/a/test_browser.py": """
        pytestmark = [pytest.mark.browser, pytest.mark.skipif(True, reason="none")]
        def test_a_page(): ...
        """,
}
GATED: Final = {"test_plain", "test_of_engines", "test_of_a_corpus", "TestStates"}
NEEDING: Final = {"test_on_node", "test_of_a_shop", "test_that_skips", "test_a_page"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    return tmp_path


def test_a_test_that_is_gone_deep_or_skipped_somewhere_does_not_count(tree: Path) -> None:
    files = {"test_a_page": "test_browser"}
    names = {*GATED, *NEEDING, "test_deep", "test_gone"}
    ids = {name: f"tests/a/{files.get(name, 'test_one')}.py::{name}" for name in names}
    found = {name: find_test(node_id, tree) for name, node_id in ids.items()}

    assert {name for name, test in found.items() if test.gated} == GATED
    assert {name for name, test in found.items() if test.needs} == NEEDING
    assert {name for name, test in found.items() if test.deep} == {"test_deep"}
    assert {name for name, test in found.items() if not test.there} == {"test_gone"}
    assert not find_test("tests/gone/test_one.py::test_plain", tree).there


def test_what_a_mutation_replaces_stands_once_in_the_code() -> None:
    changes = [change for mutation in read_mutations() for change in mutation.changes]
    counts = {
        (change.file, change.old): (ROOT / change.file).read_text("utf8").count(change.old)
        for change in changes
    }
    assert {place: count for place, count in counts.items() if count != 1} == {}
