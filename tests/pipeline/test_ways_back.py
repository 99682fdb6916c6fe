"""The graph of steps: no cycle is without a bound and a message of its own."""

import ast
import graphlib
import importlib
import itertools
from pathlib import Path

import pytest

import pipeline.steps
from pipeline.flow import Finish, Go
from pipeline.result import Refusal
from pipeline.small_layers import ON_THE_WAY
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.ways_back import WAYS_BACK, WayBack, bounded
from tests.pipeline.shop import FakeWorkspaces, a_state

NAMES = Pipeline(FakeWorkspaces(())).names


def is_later(name: str, than: str) -> bool:
    return NAMES.index(name) > NAMES.index(than)


def ways_in_the_code() -> set[tuple[str, str]]:
    """Every way from a step to a named one that is written in the steps' own modules."""
    folder = Path(pipeline.steps.__file__).parent
    found: set[tuple[str, str]] = set()
    for file in folder.glob("*.py"):
        module = importlib.import_module(f"pipeline.steps.{file.stem}")
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                continue
            if call.func.id == "Go":
                wanted = next((k.value for k in call.keywords if k.arg == "to"), None)
                source = {"write_ends": "commit"}.get(file.stem, file.stem)
                found |= {(source, to) for to in targets(wanted, vars(module), source) if to}
    return found


def targets(wanted: ast.expr | None, names: dict[str, object], source: str) -> tuple[str, ...]:
    match wanted:
        case None:
            return ()
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.Name(id=name) if isinstance(names.get(name), str):
            return (str(names[name]),)
        case ast.IfExp(body=body, orelse=other):
            return (*targets(body, names, source), *targets(other, names, source))
        case ast.Call(func=ast.Name(id="next_layer")):
            # Of the layers it names those that come after the one that is over.
            return tuple(to for to in (*ON_THE_WAY, "write_sql") if is_later(to, source))
        case ast.Call(func=ast.Name(id="_writer")):
            return ("write_sql", "intent")
        case _:
            raise AssertionError(ast.dump(wanted))


def test_without_the_bounded_ways_the_graph_of_steps_has_no_cycle() -> None:
    back = {(way.source, way.target) for way in WAYS_BACK}
    ways = ways_in_the_code() | set(itertools.pairwise(NAMES))
    order = graphlib.TopologicalSorter[str]()
    for source, target in ways - back:
        assert {source, target} <= set(NAMES), (source, target)
        order.add(target, source)
    assert set(order.static_order()) <= set(NAMES)


def test_every_way_back_in_the_code_is_a_bounded_one() -> None:
    back = {(way.source, way.target) for way in WAYS_BACK}
    for source, target in ways_in_the_code():
        if not is_later(target, source):
            assert (source, target) in back, f"{source} goes back to {target} without a bound"


def test_what_ends_a_way_back_is_said_in_words_of_its_own() -> None:
    assert len({way.name for way in WAYS_BACK}) == len(WAYS_BACK)
    assert len({way.reason for way in WAYS_BACK}) == len(WAYS_BACK)
    for way in WAYS_BACK:
        assert way.reason.endswith(".")
        assert way.next_step.rstrip(" …").endswith((".", "UPDATE")), way.next_step
        assert NAMES.index(way.target) <= NAMES.index(way.source)


@pytest.mark.parametrize("way", WAYS_BACK, ids=lambda way: way.name)
def test_a_way_back_that_is_taken_for_ever_ends_with_its_message(way: WayBack) -> None:
    state, taken = a_state(), 0
    while True:
        outcome = bounded(way.source, Go(state=state, to=way.target), NAMES)
        if isinstance(outcome, Finish):
            break
        state, taken = outcome.state, taken + 1
    assert taken == way.most
    assert isinstance(outcome.outcome, Refusal)
    assert (outcome.outcome.code, outcome.outcome.reason) == ("no_end", way.reason)


def test_the_ways_within_one_part_count_anew_in_the_next_part() -> None:
    used = a_state(ways_back={"write_sql>write_sql": 5, "gather>dates": 1})
    outcome = bounded("gather", Go(state=used, to="dates"), NAMES)
    assert outcome.state.ways_back == {"gather>dates": 2}


def test_a_way_that_nobody_declared_ends_the_run() -> None:
    outcome = bounded("interpret", Go(state=a_state(), to="recall"), NAMES)
    assert isinstance(outcome, Finish)
    assert isinstance(outcome.outcome, Refusal)
    assert "interpret went back to recall" in outcome.outcome.reason


def test_a_way_to_a_later_step_is_not_counted() -> None:
    state: RunState = a_state()
    assert bounded("intent", Go(state=state, to="tables"), NAMES) == Go(state=state, to="tables")
