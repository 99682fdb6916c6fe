"""The real SDKs against a provider on loopback: each wire format, each way to fail."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import pydantic_ai.models
import pytest

from pipeline.adapters.models_prices import Price
from pipeline.adapters.models_rungs import Provider, Rung, RungClient
from pipeline.agents.outputs import Written
from pipeline.agents.ports import ModelAwayError, Prompt, UnusableAnswerError
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model
from tests.pipeline.agents.loopback_replies import (
    Answered,
    CutOff,
    Failed,
    Garbage,
    Raw,
    Reply,
    Slow,
    Spoke,
    TooLong,
)

PROVIDERS: Sequence[Provider] = ("openai", "openai-chat", "anthropic", "azure", "compatible")
PROMPT = Prompt(instructions="Write SQL.", text="How many?", version="1")
GOOD = Answered({"sql": "SELECT 1", "reading": "one"})


@pytest.fixture(autouse=True)
def only_loopback() -> Iterator[None]:
    with pydantic_ai.models.override_allow_model_requests(True):
        yield


@asynccontextmanager
async def a_rung(
    reply: Reply, provider: Provider = "openai", seconds: float = 20.0
) -> AsyncIterator[tuple[RungClient, LoopbackModel]]:
    async with loopback_model(lambda _: reply) as model:
        base = model.root if provider in {"anthropic", "azure"} else model.url
        client = RungClient(
            Rung(
                provider=provider,
                model="m-1",
                api_key="sk-test",
                base_url=base,
                timeout=seconds,
                price=Price(input=1.0, output=10.0),
            )
        )
        try:
            yield client, model
        finally:
            await client.close()


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_typed_answer_comes_back_over_every_wire_format(provider: Provider) -> None:
    async with a_rung(GOOD, provider) as (client, model):
        written, usage = await client.answer(PROMPT, Written)
    assert written == Written(sql="SELECT 1", reading="one")
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
    cost = usage.input_tokens + 10 * usage.output_tokens
    assert usage.cost == pytest.approx(cost / 1_000_000)
    assert len(model.requests) == 1
    assert "sk-test" in model.requests[0].key


async def test_anthropic_is_told_to_cache_what_never_varies_and_not_the_question() -> None:
    async with a_rung(GOOD, "anthropic") as (client, model):
        await client.answer(PROMPT, Written)
    (request,) = model.requests
    assert request.body["system"][-1]["cache_control"]["type"] == "ephemeral"
    assert request.body["tools"][-1]["cache_control"]["type"] == "ephemeral"
    assert "cache_control" not in str(request.body["messages"])


@pytest.mark.parametrize("provider", ["openai-chat", "azure", "compatible"])
async def test_for_caches_of_prefixes_what_never_varies_comes_first(provider: Provider) -> None:
    async with a_rung(GOOD, provider) as (client, model):
        await client.answer(PROMPT, Written)
    first, second = model.requests[0].body["messages"]
    assert (first["content"], second["content"]) == ("Write SQL.", "How many?")


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("status", "passing"), [(401, False), (404, False), (400, False), (429, True), (500, True)]
)
async def test_an_http_error_says_whether_it_may_pass(
    provider: Provider, status: int, passing: bool
) -> None:
    async with a_rung(Failed(status), provider) as (client, model):
        with pytest.raises(ModelAwayError) as caught:
            await client.answer(PROMPT, Written)
    assert caught.value.passing is passing
    assert len(model.requests) == 1
    assert "sk-test" not in str(caught.value)


@pytest.mark.corpus(examples=8)
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "reply", [Raw("{broken"), Raw('{"sql": 7}'), Spoke("I would rather talk."), Spoke("No.", True)]
)
async def test_an_answer_in_another_form_is_paid_and_unusable(
    provider: Provider, reply: Reply
) -> None:
    async with a_rung(reply, provider) as (client, model):
        with pytest.raises(UnusableAnswerError) as caught:
            await client.answer(PROMPT, Written)
    assert len(model.requests) == 1
    assert caught.value.usage.input_tokens > 0


@pytest.mark.parametrize("provider", ["compatible", "azure"])
async def test_an_effort_is_sent_to_a_server_whose_models_nobody_knows(provider: Provider) -> None:
    async with loopback_model(lambda _: GOOD) as model:
        base = model.root if provider == "azure" else model.url
        rung = Rung(
            provider=provider, model="m-1", api_key="k", base_url=base, effort="high",
            max_output_tokens=700,
        )  # fmt: skip
        client = RungClient(rung)
        await client.answer(PROMPT, Written)
        await client.close()
    (request,) = model.requests
    assert request.body["reasoning_effort"] == "high"
    ceiling = "max_tokens" if provider == "compatible" else "max_completion_tokens"
    assert request.body[ceiling] == 700


async def test_a_model_that_cannot_be_told_an_effort_is_not_asked() -> None:
    async with loopback_model(lambda _: GOOD) as model:
        rung = Rung(
            provider="openai-chat", model="gpt-4o", api_key="k", base_url=model.url, effort="low"
        )
        with pytest.raises(ModelAwayError, match="cannot be told an effort"):
            await RungClient(rung).answer(PROMPT, Written)
    assert model.requests == []


async def test_an_answer_that_is_cut_off_names_the_setting_that_lengthens_it() -> None:
    async with a_rung(TooLong('{"sql": "SELECT'), "openai-chat") as (client, _):
        with pytest.raises(UnusableAnswerError, match="cut off") as caught:
            await client.answer(PROMPT, Written)
    assert "max_output_tokens" in caught.value.fix


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("reply", [CutOff(), Garbage()])
async def test_a_broken_body_is_an_error_of_ours(provider: Provider, reply: Reply) -> None:
    async with a_rung(reply, provider) as (client, _):
        with pytest.raises((ModelAwayError, UnusableAnswerError)):
            await client.answer(PROMPT, Written)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_slow_model_is_given_up_and_its_call_ended(provider: Provider) -> None:
    async with a_rung(Slow(), provider, seconds=0.3) as (client, model):
        with pytest.raises(ModelAwayError) as caught:
            await client.answer(PROMPT, Written)
    assert caught.value.passing is False
    assert model.hung_up == 1


async def test_nobody_listening_is_an_error_that_may_pass() -> None:
    client = RungClient(Rung(provider="compatible", model="m", base_url="http://127.0.0.1:9/v1"))
    with pytest.raises(ModelAwayError) as caught:
        await client.answer(PROMPT, Written)
    assert caught.value.passing is True
    await client.close()
