"""A model's words while it writes them: whole sentences, and only such as code has checked."""

import asyncio
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pydantic_ai.models
import pytest

from pipeline.adapters.models_rungs import Provider, Rung, RungClient
from pipeline.agents.outputs import Opening, Sentence
from pipeline.agents.ports import ModelAwayError, Prompt, UnusableAnswerError
from pipeline.events import Event, TextChecked, heard_by
from pipeline.result import Answer
from pipeline.telling.aloud import Aloud
from tests.pipeline.agents.loopback import loopback_model
from tests.pipeline.agents.loopback_replies import (
    Answered,
    CutOff,
    Failed,
    Garbage,
    Halting,
    Raw,
    Reply,
    Request,
    Spoke,
)
from tests.pipeline.agents.shop import open_shop
from tests.waiting import until

PROMPT = Prompt(instructions="Say it.", text="What is it?", version="v")
TEXT = "There are 3 customers. Two of them are in Spain. That is all."
SQL = "SELECT COUNT(*) AS customers, SUM(country = 'Spain') AS spanish FROM customers"
PROVIDERS: tuple[Provider, ...] = ("openai", "openai-chat", "anthropic", "azure", "compatible")


def a_client(root: str, provider: Provider, form: str = "tool") -> RungClient:
    base = root if provider in {"anthropic", "azure"} else f"{root}/v1"
    return RungClient(
        Rung(provider=provider, model="m", api_key="k", base_url=base, timeout=5, form=form)  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("form", ["tool", "prompt"])
async def test_what_is_written_so_far_is_told_over_every_wire_format(
    provider: Provider, form: str
) -> None:
    heard: list[object] = []

    def so_far(fields: Mapping[str, object]) -> None:
        heard.append(fields.get("text", ""))

    async with loopback_model(lambda _: Answered({"text": TEXT})) as model:
        client = a_client(model.root, provider, form)
        with pydantic_ai.models.override_allow_model_requests(True):
            said, usage = await client.answer(PROMPT, Sentence, so_far)
        await client.close()
    assert said.text == TEXT
    assert heard[-1] == TEXT
    assert len(heard) > 5
    assert all(str(more).startswith(str(less)) for less, more in itertools.pairwise(heard))
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0


@pytest.mark.parametrize("provider", PROVIDERS[:3])
@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Failed(500), ModelAwayError),
        (Failed(401), ModelAwayError),
        (CutOff(), ModelAwayError),
        (Garbage(), (ModelAwayError, UnusableAnswerError)),
        (Raw('{"text": 7}'), UnusableAnswerError),
        (Spoke("I cannot.", refusal=True), UnusableAnswerError),
        (Spoke("Sure."), UnusableAnswerError),
    ],
)
async def test_a_stream_fails_as_any_other_call(
    provider: Provider, reply: Reply, error: type[Exception]
) -> None:
    async with loopback_model(lambda _: reply) as model:
        client = a_client(model.root, provider)
        with pydantic_ai.models.override_allow_model_requests(True), pytest.raises(error):
            await client.answer(PROMPT, Sentence, lambda _: None)
        await client.close()


def told(text: str) -> Callable[[Request], Reply]:
    def script(request: Request) -> Reply:
        if "You say in one or two plain sentences" in request.text:
            return Answered({"text": text})
        return Answered({"sql": SQL, "reading": "customers, and those in Spain"})

    return script


async def said_aloud(text: str, tmp_path: Path) -> tuple[list[str], Answer]:
    events: list[Event] = []
    models = {"order": "model", "summaries": True}
    async with open_shop(tmp_path, told(text), models=models) as shop:
        with heard_by(events.append):
            driven = await shop.ask("How many customers are there, and how many in Spain?")
    assert isinstance(driven.outcome, Answer), driven.outcome
    return [event.text for event in events if isinstance(event, TextChecked)], driven.outcome


async def test_sentences_are_shown_as_they_are_written(tmp_path: Path) -> None:
    shown, answer = await said_aloud(TEXT, tmp_path)
    assert shown == ["There are 3 customers.", "There are 3 customers. Two of them are in Spain."]
    assert answer.summary == TEXT


async def test_no_sentence_is_shown_from_the_first_wrong_number_on(tmp_path: Path) -> None:
    wrong = "There are 3 customers. In Spain there are 17. Two are in Spain. That is all."
    shown, answer = await said_aloud(wrong, tmp_path)
    assert shown == ["There are 3 customers."]
    assert "17" not in answer.summary


async def test_half_a_number_is_never_shown(tmp_path: Path) -> None:
    shown, _ = await said_aloud("There are 3.0 customers and 2 in Spain. Yes.", tmp_path)
    assert shown == ["There are 3.0 customers and 2 in Spain."]


async def test_where_nobody_listens_nothing_is_streamed(tmp_path: Path) -> None:
    models = {"order": "model", "summaries": True}
    async with open_shop(tmp_path, told(TEXT), models=models) as shop:
        await shop.ask("How many customers are there, and how many in Spain?")
        assert not any(request.body.get("stream") for request in shop.model.requests)


async def test_stopping_ends_a_stream_in_its_middle() -> None:
    heard = asyncio.Event()
    async with loopback_model(lambda _: Halting({"text": TEXT})) as model:
        client = a_client(model.root, "openai-chat")
        with pydantic_ai.models.override_allow_model_requests(True):
            call = asyncio.ensure_future(client.answer(PROMPT, Sentence, lambda _: heard.set()))
            await heard.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
        await until(lambda: model.hung_up)
        await client.close()


def test_the_sentences_of_a_list_are_told_once_the_next_one_begins() -> None:
    shown: list[str] = []
    aloud = Aloud(lambda sentence: "wrong" not in sentence)

    def listen(event: Event) -> None:
        assert isinstance(event, TextChecked)
        shown.append(event.text)

    with heard_by(listen):
        for written in (["One"], ["One is.", "Tw"], ["One is.", "Two wrong.", "Three."]):
            aloud.hear_sentences(Opening(sentences=written).model_dump())
        aloud.hear_sentences({"sentences": None})
    assert shown == ["One is."]
