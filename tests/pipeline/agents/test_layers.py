"""Layers with models, effort, ceilings and limits of their own."""

from pathlib import Path
from typing import Any

import pydantic_ai.models
import pytest
from pydantic import ValidationError

from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings
from pipeline.direct import Driven, drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from tests.pipeline.agents.loopback import LoopbackModel, Script, loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Called, Failed, Reply, Request
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, TODAY, a_rung, in_turn, shop_database

GOOD = Answered({"sql": BOOMERANG, "reading": "customers with more than one order"})
WRONG = Answered({"sql": "SELECT nme FROM customers", "reading": "names"})


async def asked(
    folder: Path, script: Script, layers: dict[str, Any], **more: Any
) -> tuple[Driven, LoopbackModel]:
    """The puzzle, asked over a ladder of three models; `more` is for the workspace's models."""
    path = shop_database(folder)
    async with loopback_model(script) as model:
        rungs = [a_rung(model, name, more.pop("provider", "openai-chat")) for name in NAMES]
        settings = Settings.model_validate(
            {
                "workspaces": {"shop": {"url": f"sqlite:///{path}", "models": more}},
                "models": {"ladder": rungs, "layers": layers},
            }
        )
        with pydantic_ai.models.override_allow_model_requests(True):
            workspaces = LiveWorkspaces(settings, folder, lambda *_: NoAnswers())
            await workspaces.open()
            state = RunState(question=PUZZLE, asker=Person(id="you"), today=TODAY)
            driven = await drive(Pipeline(workspaces), state, take_defaults)
            await workspaces.close()
    return driven, model


NAMES = ("small", "gpt-5-mini", "large")


def models_of(driven: Driven) -> list[tuple[str, str]]:
    return [(spent.step, spent.model.partition(":")[2]) for spent in driven.state.spent]


async def test_each_layer_asks_its_own_models(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        told = "You say in one or two plain sentences" in request.text
        return Answered({"text": "It is Ada."}) if told else GOOD

    layers = {"write_sql": {"models": ["gpt-5-mini", "large"]}, "tell": {"models": ["small"]}}
    driven, _ = await asked(tmp_path, script, layers, summaries=True)
    assert isinstance(driven.outcome, Answer)
    assert models_of(driven) == [("write_sql", "gpt-5-mini"), ("tell", "small")]


async def test_only_what_failed_climbs_its_own_ladder(tmp_path: Path) -> None:
    layers = {"repair": {"models": ["large", "small"]}}
    driven, _ = await asked(tmp_path, in_turn(WRONG, WRONG, GOOD), layers)
    assert isinstance(driven.outcome, Answer)
    assert [model for _, model in models_of(driven)] == ["small", "large", "small"]


async def test_a_layers_models_fall_over_to_one_another(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return Failed(401) if request.model == "large" else GOOD

    driven, _ = await asked(tmp_path, script, {"write_sql": {"models": ["large", "small"]}})
    assert models_of(driven) == [("write_sql", "small")]


@pytest.mark.parametrize("effort", ["low", "high"])
async def test_effort_is_sent_where_a_layer_sets_it(effort: str, tmp_path: Path) -> None:
    layers = {"write_sql": {"models": ["gpt-5-mini"], "effort": effort}}
    _, model = await asked(tmp_path, in_turn(GOOD), layers)
    assert model.requests[0].body["reasoning_effort"] == effort


async def test_without_it_the_provider_decides(tmp_path: Path) -> None:
    _, model = await asked(tmp_path, in_turn(GOOD), {"write_sql": {"models": ["gpt-5-mini"]}})
    assert "reasoning_effort" not in model.requests[0].body


async def test_a_look_around_ends_at_the_layers_own_limits(tmp_path: Path) -> None:
    no = Answered({"cannot": "There is nothing about boomerangs."})
    look = Called("ls", {"path": "/"})
    driven, model = await asked(
        tmp_path, in_turn(no, look), {"explore": {"requests": 3}}, explore=True
    )
    assert isinstance(driven.outcome, Refusal)
    explored = [request for request in model.requests if "look around" in request.text]
    assert 1 <= len(explored) <= 3 * 3


async def test_a_layers_ceiling_is_kept_before_anything_is_sent(tmp_path: Path) -> None:
    layers = {"write_sql": {"max_input_tokens": 1_000}}
    driven, model = await asked(tmp_path, in_turn(GOOD), layers)
    assert model.requests == []
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "too_large"


def test_a_layer_can_only_have_models_of_the_ladder() -> None:
    rung = {"provider": "openai", "model": "gpt-5-mini", "api_key": "sk-1"}
    with pytest.raises(ValidationError, match="the ladder has no model 'gpt-6'"):
        Settings.model_validate(
            {
                "workspaces": {"shop": {"url": "sqlite:///shop.sqlite"}},
                "models": {"ladder": [rung], "layers": {"tell": {"models": ["gpt-6"]}}},
            }
        )
