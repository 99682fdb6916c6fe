"""The layers over every wire format: what is answered badly is brought back, or passed by."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.result import Answer
from tests.pipeline.agents.layers.store import MEANT, OTHERS, PUZZLE, Replies, open_store, usual
from tests.pipeline.agents.loopback_replies import (
    Answered,
    CutOff,
    Failed,
    Garbage,
    Raw,
    Reply,
    Request,
    Spoke,
)

PROVIDERS = ("openai", "openai-chat", "anthropic")
LAYERS = ("find_spans", "understand", "pick_tables", "pick_columns")
# What comes back, and how often the layer is paid before it has its answer.
PAID_TWICE: dict[str, Reply] = {
    "no json": Raw('{"times": ["'),
    "talk instead": Spoke("Sure, let me think."),
    "a refusal": Spoke("I cannot help with that.", refusal=True),
}


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_each_layer_is_asked_in_the_providers_own_format(
    tmp_path: Path, provider: str
) -> None:
    async with open_store(tmp_path, usual(), provider=provider) as store:
        driven = await store.ask(PUZZLE)
        assert store.script.asked == [*LAYERS, "write_sql"]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)


@pytest.mark.corpus(examples=4)
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", PAID_TWICE)
async def test_a_broken_answer_is_asked_anew(tmp_path: Path, provider: str, fault: str) -> None:
    right = usual().replies
    script = usual(**{layer: [PAID_TWICE[fault], right[layer]] for layer in LAYERS})  # type: ignore[arg-type]
    async with open_store(tmp_path, script, provider=provider) as store:
        driven = await store.ask(PUZZLE)
        # The first two are asked at once.
        road = [*(each for each in LAYERS for _ in "12"), "write_sql"]
        assert sorted(store.script.asked[:4]) == sorted(road[:4])
        assert store.script.asked[4:] == road[4:]
        assert "What was wrong with the last try" in store.told("pick_columns")
    assert isinstance(driven.outcome, Answer), driven.outcome


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_layer_that_never_answers_well_is_passed_by(tmp_path: Path, provider: str) -> None:
    script = usual(understand=Raw("{"), pick_tables=Spoke("No.", refusal=True))
    async with open_store(tmp_path, script, provider=provider) as store:
        driven = await store.ask(PUZZLE)
        assert store.script.asked.count("understand") == 3
        assert store.script.asked.count("pick_tables") == 3
        # Nobody chose, so that all that is likely is told.
        assert sum(name in store.told("write_sql") for name in OTHERS) >= 4
    assert isinstance(driven.outcome, Answer), driven.outcome


def away_at_small(kind: Reply, answer: dict[str, Any]) -> Replies:
    def reply(request: Request) -> Reply:
        return kind if request.model == "small" else Answered(answer)

    return reply


@pytest.mark.corpus(examples=5)
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "kind",
    [Failed(401), Failed(429, retry_after="0"), Failed(500), CutOff(), Garbage()],
    ids=["401", "429", "500", "cut", "garbage"],
)
async def test_a_model_that_is_away_is_passed_over_in_that_layer(
    tmp_path: Path, provider: str, kind: Reply
) -> None:
    layers = {"understand": {"models": ["small", "large"]}}
    script = usual(understand=away_at_small(kind, MEANT))
    names = ("other", "small", "large")
    async with open_store(tmp_path, script, *names, provider=provider, layers=layers) as store:
        driven = await store.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer), driven.outcome
    asked = {spent.step: spent.model.partition(":")[2] for spent in driven.state.spent}
    assert asked["understand"] == "large"
    assert asked["pick_tables"] == "other"
