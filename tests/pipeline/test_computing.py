"""Several questions at once are computed in processes of their own; each tells the same as here."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pipeline.adapters.computing_processes import ComputingProcesses
from pipeline.computing import ComputingFailed
from pipeline.people import Person
from pipeline.sql import Grants, TableGrant
from pipeline.workspace import Workspace
from tests.pipeline import computed
from tests.pipeline.shop import ANA, a_workspace, write_shop

V = TypeVar("V")
pytestmark = pytest.mark.service


@dataclass(frozen=True)
class Shop:
    """A workspace whose questions come at the same moment as others."""

    runner: asyncio.Runner
    workspace: Workspace
    computing: ComputingProcesses

    def compute(self, function: Callable[..., V], *arguments: Any) -> V:
        return self.runner.run(self.workspace.compute(function, *arguments))

    def at_once(self, function: Callable[[Workspace], V], times: int) -> list[V]:
        """What it gives back, computed so many times at the same moment."""

        async def several() -> list[V]:
            computed_ = (self.workspace.compute(function, self.workspace) for _ in range(times))
            return await asyncio.gather(*computed_)

        return self.runner.run(several())


@contextmanager
def a_shop(path: Path, **limits: Any) -> Iterator[Shop]:
    computing = ComputingProcesses(2, **limits)
    workspace = a_workspace(write_shop(path), computing=computing)
    with asyncio.Runner() as runner:
        try:
            yield Shop(runner, workspace, computing)
        finally:
            runner.run(computing.close())
            runner.run(workspace.warehouse.close())


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """One whose processes are started: starting them takes longer than all else here."""
    with a_shop(tmp_path_factory.mktemp("computing") / "shop.sqlite") as opened:
        opened.at_once(computed.process, 3)
        yield opened


def test_one_question_alone_is_computed_here(tmp_path: Path) -> None:
    with a_shop(tmp_path / "shop.sqlite") as shop:
        assert shop.compute(computed.process, shop.workspace) == os.getpid()
        assert shop.computing.resting == 0


def test_several_at_once_are_computed_elsewhere(shop: Shop) -> None:
    where = set(shop.at_once(computed.process, 6))
    assert os.getpid() not in where
    assert len(where) <= 2


def test_what_is_known_to_a_role_is_known_to_it_elsewhere(shop: Shop) -> None:
    grants = {
        "reader": Grants(tables=(TableGrant(table="customer"),)),
        "chief": Grants(tables=(TableGrant(table="customer"), TableGrant(table="product"))),
    }
    workspace = replace(shop.workspace, name="granted", grants=grants, sights={})
    chief = Person(id="slack:T:ADA", roles=frozenset({"chief"}))
    for person in (ANA, chief):
        where, seen = shop.compute(computed.tables_of, workspace, person)
        assert where != os.getpid()
        assert seen == computed.tables_of(workspace, person)[1]


def test_what_a_person_may_know_is_sent_as_such(shop: Shop) -> None:
    grants = {"reader": Grants(tables=(TableGrant(table="customer"),))}
    workspace = replace(shop.workspace, name="granted", grants=grants, sights={})
    own = workspace.known_to(ANA)
    where, keys = shop.compute(computed.keys_of, own)
    assert where != os.getpid()
    assert keys == ("customer",)


def test_stored_values_are_found_elsewhere_as_here(shop: Shop) -> None:
    where, found = shop.compute(computed.found_value, shop.workspace, "Spein")
    assert where != os.getpid()
    assert found == computed.found_value(shop.workspace, "Spein")[1] == ("country",)


def test_a_workspace_that_comes_back_is_the_very_one_that_was_sent(shop: Shop) -> None:
    other = replace(shop.workspace, name="other")
    back = shop.compute(computed.itself, shop.workspace, other)
    assert back[0] is shop.workspace
    assert back[1] is other


def test_a_workspace_that_was_read_anew_takes_the_place_of_the_old_one(shop: Shop) -> None:
    for word in ("first", "second", "third"):
        anew = replace(shop.workspace, name="again", description=word)
        (back,) = shop.compute(computed.itself, anew)
        assert back is anew


def test_what_needs_a_connection_is_computed_here(shop: Shop) -> None:
    for _ in range(2):
        assert shop.compute(computed.needs_a_connection, shop.workspace) == "sqlite"


def test_what_cannot_be_sent_is_computed_here(shop: Shop) -> None:
    def here() -> int:
        return os.getpid()

    assert shop.compute(here) == os.getpid()


def test_an_error_of_a_function_is_raised_where_it_was_asked_for(shop: Shop) -> None:
    with pytest.raises(LookupError, match="no such column"):
        shop.compute(computed.fails, shop.workspace)


@pytest.mark.deep
def test_a_function_that_ends_its_process_is_given_up_and_the_service_goes_on(shop: Shop) -> None:
    with pytest.raises(ComputingFailed, match="ends_its_process"):
        shop.compute(computed.ends_its_process, shop.workspace, os.getpid())
    assert len(shop.at_once(computed.process, 3)) == 3


@pytest.mark.deep
def test_processes_that_rest_are_ended(tmp_path: Path) -> None:
    with a_shop(tmp_path / "shop.sqlite", rests_after=0.0) as shop:
        assert shop.at_once(computed.process, 2)[1] != os.getpid()
        shop.runner.run(asyncio.sleep(0))
        assert shop.computing.resting == 0
