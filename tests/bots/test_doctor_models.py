"""`countersign doctor --models`: what real calls say of each layer's models."""

from pathlib import Path

import pydantic_ai.models
import pytest

from bots.bootstrap.models_trial import Trial, trials_of
from bots.cli.doctor import models_tried
from bots.settings import ModelsSettings, Settings
from tests.pipeline.agents.asked_layer import layer_of
from tests.pipeline.agents.loopback import loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply, Request, Spoke, TooLong

WROTE = {"sql": "SELECT name FROM customers", "reading": "names"}
REPLIES: dict[str, Reply] = {
    "understand": Answered({"kind": "data question"}),
    "pick_tables": Answered({"tables": [{"name": "orders", "why": "x"}], "confidence": 1}),
    "write_sql": Answered(WROTE),
    "tell": Answered({"text": "Ada placed the most orders."}),
}


async def tried(**other: Reply) -> tuple[list[Trial], str]:
    """How a model with these replies does, and the address that it was asked at."""
    replies = REPLIES | other

    def script(request: Request) -> Reply:
        if "tools" not in request.body and "answer" in other:
            return other["answer"]
        return replies.get(layer_of(request), Failed(404))

    async with loopback_model(script) as model:
        rung = {"provider": "compatible", "model": "m-1", "base_url": model.url}
        with pydantic_ai.models.override_allow_model_requests(True):
            settings = ModelsSettings.model_validate({"ladder": [rung]})
            return [trial async for trial in trials_of(settings)], model.url


async def test_each_layer_is_asked_once_and_passes() -> None:
    found, _ = await tried()
    assert [trial.layer for trial in found] == [
        "understand", "pick_tables", "write_sql", "repair", "tell",
    ]  # fmt: skip
    assert all(trial.well for trial in found), found
    assert [trial.parses for trial in found] == [None, None, True, True, None]


@pytest.mark.parametrize(
    ("reply", "layer", "said"),
    [
        (Answered({"sql": "SELEKT 1", "reading": "x"}), "write_sql", "no query that may run"),
        (Answered({"sql": "DROP TABLE orders"}), "repair", "no query that may run"),
        (TooLong('{"sql": "SEL'), "write_sql", "cut off"),
        (Failed(404), "write_sql", "there is no such model"),
    ],
)
async def test_what_fails_is_said_with_its_layer(reply: Reply, layer: str, said: str) -> None:
    found, _ = await tried(write_sql=reply)
    (trial,) = (each for each in found if each.layer == layer)
    assert not trial.well
    assert said in trial.problem


async def test_a_form_that_is_kept_is_named_where_the_set_one_is_not() -> None:
    found, _ = await tried(write_sql=Spoke("SELECT 1"), answer=Answered(WROTE))
    (trial,) = (each for each in found if each.layer == "write_sql")
    assert trial.fix == "Set form: json_schema for m-1: it keeps to that."


async def test_the_command_prints_a_table_and_fails_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shop = {"url": f"sqlite:///{tmp_path / 'x.sqlite'}"}
    async with loopback_model(lambda request: REPLIES.get(layer_of(request), Failed(404))) as model:
        rung = {"provider": "compatible", "model": "m-1", "base_url": model.url}
        given = {"workspaces": {"shop": shop}, "models": {"ladder": [rung]}}
        with pydantic_ai.models.override_allow_model_requests(True):
            assert await models_tried(Settings.model_validate(given))
    head, *lines = capsys.readouterr().out.splitlines()
    assert " ".join(head.split()) == "layer model form kept SQL parses in time tokens/s"
    assert [line.split()[:5] for line in lines][2] == [
        "write_sql", "compatible:m-1", "pass", "pass", "pass",
    ]  # fmt: skip


async def test_without_models_it_says_how_to_add_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = Settings.model_validate({"workspaces": {"shop": {"url": "sqlite:///x.sqlite"}}})
    assert not await models_tried(given)
    assert "add one under models:" in capsys.readouterr().out
