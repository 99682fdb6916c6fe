"""Fixtures that every test may ask for, and how deep a test run goes.

`--depth fast` runs unit and contract tests: no server, no browser, some cases of each table.
`--depth gate`, the default, runs every promise, and examples of the costly tables. `--depth deep`
runs all.
"""

import zlib
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.browser import browser, chromium_endpoint
from tests.databases import mariadb_url, postgres_server, postgres_url
from tests.tables import drawn

__all__ = ["browser", "chromium_endpoint", "mariadb_url", "postgres_server", "postgres_url"]

# A test that uses one of these, or stands in one of these folders, needs more than this process.
_SERVICE_FIXTURES: Final = frozenset((
    "chromium_endpoint", "mariadb_url", "postgres_server", "postgres_url",
))  # fmt: skip
_SERVICE_FOLDERS: Final = (
    "tests/chaos/", "tests/demo/", "tests/pipeline/agents/", "tests/scenarios/", "tests/surfaces/",
    "tests/yardsticks/",
)  # fmt: skip
# A case with one of these as a parameter talks to a server, nearly always.
_SERVERS: Final = frozenset(("postgres", "postgresql", "mysql", "mariadb"))
# How many cases of a costly table run in the gate, where its mark names no number.
_EXAMPLES: Final = 12

settings.register_profile("fast", max_examples=20, deadline=None, derandomize=True)
settings.register_profile("gate", max_examples=40, deadline=None)
settings.register_profile("deep", max_examples=400, deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--depth",
        choices=("fast", "gate", "deep"),
        default="gate",
        help="fast: no servers; gate: all promises, examples of long tables; deep: everything",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(config.getoption("--depth"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what this depth leaves out; a test that is named on the command line stays."""
    depth = config.getoption("--depth")
    if depth == "deep" or any("::" in argument for argument in config.args):
        return
    left_out = {item.nodeid for item in items if item.get_closest_marker("deep")}
    left_out |= _beyond_examples(items, depth) | _in_the_other_chat(items)
    if depth == "fast":
        left_out |= {item.nodeid for item in items if _is_slow(item)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


def _beyond_examples(items: list[pytest.Item], depth: str) -> set[str]:
    """The cases of tables that are no examples: which are is drawn once and stays."""
    tables: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        tables[item.nodeid.partition("[")[0]].append(item)
    left_out: set[str] = set()
    for cases in tables.values():
        taken = drawn(cases, depth, _examples_of(cases[0]), ids=lambda case: str(case.nodeid))
        left_out |= {case.nodeid for case in cases} - {case.nodeid for case in taken}
    return left_out


def _examples_of(case: pytest.Item) -> int | None:
    """How many cases of this table run in the gate; None: all."""
    mark = case.get_closest_marker("corpus")
    return int(mark.kwargs.get("examples", _EXAMPLES)) if mark else None


def _in_the_other_chat(items: list[pytest.Item]) -> set[str]:
    """Scenarios that are played in several chats run in one of them, drawn once for each."""
    played: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is not None and "chat" in callspec.params:
            others = [
                f"{name}={value}" for name, value in callspec.params.items() if name != "chat"
            ]
            played["|".join((item.nodeid.partition("[")[0], *sorted(others)))].append(item)
    left_out: set[str] = set()
    for name, plays in played.items():
        if plays[0].get_closest_marker("every_chat") is None:
            ordered = sorted(plays, key=lambda item: zlib.crc32(f"{name}{item.nodeid}".encode()))
            left_out |= {item.nodeid for item in ordered[1:]}
    return left_out


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A fast run does not even load what it leaves out."""
    if config.getoption("--depth") != "fast" or any("::" in each for each in config.args):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if f"{path}/".startswith(_SERVICE_FOLDERS) else None


def _is_slow(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is not None and not _SERVERS.isdisjoint(map(str, callspec.params.values())):
        return True
    if any(item.get_closest_marker(name) for name in ("service", "browser", "slow")):
        return True
    return not _SERVICE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def depth(request: pytest.FixtureRequest) -> str:
    """How deep this run goes: `fast`, `gate` or `deep`."""
    return str(request.config.getoption("--depth"))
