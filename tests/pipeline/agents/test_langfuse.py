"""Prompts from Langfuse: what it holds counts where it can stand for the files, else they do."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots.bootstrap.checks import prompt_findings
from bots.settings import Settings
from pipeline.adapters.langfuse_prompts import Langfuse, LangfusePrompts
from pipeline.agents.prompts import BUILT_IN, Prompts
from tests.pipeline.agents.langfuse import KEYS, FakeLangfuse, a_langfuse
from tests.pipeline.agents.loopback_replies import Answered
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop, said_to

TOLD: dict[str, Any] = {
    "question": "How many?", "reading": "orders", "columns": ("n",), "rows": (("5",),), "total": 1
}  # fmt: skip
OWN = "Say it in rhyme.\n"
TASK = (BUILT_IN / "tell.j2").read_text("utf-8")


@pytest.fixture
async def langfuse() -> AsyncIterator[FakeLangfuse]:
    async with a_langfuse() as fake:
        yield fake


def settings_of(fake: FakeLangfuse) -> Langfuse:
    return Langfuse(url=fake.url, public_key=KEYS[0], secret_key=KEYS[1], timeout=0.5)


async def prompts_of(fake: FakeLangfuse, folder: Path | None = None) -> Prompts:
    prompts = Prompts(folder, LangfusePrompts(settings_of(fake), ("tell", "write_sql")))
    await prompts.caught_up()
    return prompts


async def test_what_langfuse_holds_is_sent_and_named_with_its_version(
    langfuse: FakeLangfuse,
) -> None:
    langfuse.holds_chat("countersign/tell", OWN, TASK + "Soon!", version=7)
    prompt = (await prompts_of(langfuse)).render("tell", TOLD)
    assert prompt.instructions == "Say it in rhyme."
    assert prompt.text.endswith("Soon!")
    assert prompt.version.endswith("langfuse countersign/tell v7")
    assert ("countersign/tell", "production") in langfuse.asked


async def test_a_text_prompt_holds_the_instructions_alone(langfuse: FakeLangfuse) -> None:
    langfuse.holds_text("countersign/tell", OWN)
    prompt = (await prompts_of(langfuse)).render("tell", TOLD)
    assert prompt.instructions == "Say it in rhyme."
    assert prompt.text == Prompts().render("tell", TOLD).text


async def test_what_langfuse_does_not_hold_comes_from_files(langfuse: FakeLangfuse) -> None:
    prompts = await prompts_of(langfuse)
    assert prompts.render("tell", TOLD) == Prompts().render("tell", TOLD)
    assert prompts.template("tell").whence == ""


async def test_a_workspaces_own_file_stands_before_langfuse(
    langfuse: FakeLangfuse, tmp_path: Path
) -> None:
    (tmp_path / "tell.instructions.j2").write_text("Say it plainly.\n")
    langfuse.holds_text("countersign/tell", OWN)
    prompt = (await prompts_of(langfuse, tmp_path)).render("tell", TOLD)
    assert prompt.instructions == "Say it plainly."


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Just say it.", "leaves out"),
        (TASK + "{{ password }}", "wants password"),
        (TASK + "{% for %}", "is no template"),
        (TASK + "{{ question | shout }}", "is no template"),
        (TASK + "{{ 1 / (total - 1) }}", "does not render"),
        (TASK + "{{ question.__class__.__mro__ }}", "does not render"),
    ],
)
async def test_a_prompt_that_cannot_stand_for_the_file_is_passed_over_and_the_trace_says_so(
    langfuse: FakeLangfuse, task: str, said: str
) -> None:
    langfuse.holds_chat("countersign/tell", OWN, task)
    prompt, plain = (
        (await prompts_of(langfuse)).render("tell", TOLD),
        Prompts().render("tell", TOLD),
    )
    assert replace(prompt, version="") == replace(plain, version="")
    assert prompt.version.startswith(plain.version)
    assert said in prompt.version


@pytest.mark.parametrize(
    "held",
    [
        "no json",
        {"type": "text", "prompt": 7, "version": 1},
        {"type": "chat", "prompt": [{"role": "assistant", "content": "x"}], "version": 1},
        {"type": "chat", "prompt": [{"role": "user", "content": "x"}], "version": 1},
        {"type": "chat", "prompt": [{"role": "system", "content": "x"}] * 2, "version": 1},
        {"type": "text", "prompt": "x" * 500_000, "version": 1},
    ],
)
async def test_what_is_no_prompt_is_not_used(langfuse: FakeLangfuse, held: object) -> None:
    langfuse.prompts["countersign/tell"] = held
    source = LangfusePrompts(settings_of(langfuse), ("tell",))
    await source.refresh()
    assert source.get("tell") is None
    assert "is no prompt" in source.problems()["tell"]


@pytest.mark.parametrize(
    ("status", "slow", "said"),
    [(500, False, "could not be asked"), (401, False, "refused the keys"), (0, True, "Timeout")],
)
async def test_while_it_is_away_the_last_prompts_go_on_being_used(
    langfuse: FakeLangfuse, status: int, slow: bool, said: str
) -> None:
    now = [0.0]
    source = LangfusePrompts(settings_of(langfuse), ("tell",), lambda: now[0])
    langfuse.holds_text("countersign/tell", OWN)
    await source.refresh()
    langfuse.status, langfuse.slow, now[0] = status, slow, 100.0
    await source.refresh()
    await source.settled()
    found = source.get("tell")
    assert found is not None
    assert found.instructions == OWN
    assert said in source.problems()["tell"]


async def test_it_is_asked_once_a_minute_and_nobody_waits_for_news(langfuse: FakeLangfuse) -> None:
    now = [0.0]
    source = LangfusePrompts(settings_of(langfuse), ("tell",), lambda: now[0])
    for _ in range(3):
        await source.refresh()
    assert len(langfuse.asked) == 1
    langfuse.holds_text("countersign/tell", OWN)
    now[0] = 61.0
    await source.refresh()
    await source.settled()
    assert len(langfuse.asked) == 2
    assert source.get("tell") is not None


async def test_a_question_is_asked_with_its_prompt_and_the_trace_names_it(
    langfuse: FakeLangfuse, tmp_path: Path
) -> None:
    instructions = (BUILT_IN / "write_sql.instructions.j2").read_text("utf-8")
    langfuse.holds_text("countersign/write_sql", instructions + "\nMind the boomerangs.", 3)
    good = Answered({"sql": BOOMERANG, "reading": "repeat customers"})
    keys = {"url": langfuse.url, "public_key": KEYS[0], "secret_key": KEYS[1]}
    async with open_shop(tmp_path, in_turn(good), langfuse=keys) as shop:
        driven = await shop.ask(PUZZLE)
        assert "Mind the boomerangs." in said_to(shop.model)
    assert driven.state.spent[0].prompt.endswith("langfuse countersign/write_sql v3")


async def test_the_doctor_says_how_many_come_from_it_and_which_do_not(
    langfuse: FakeLangfuse,
) -> None:
    langfuse.holds_text("countersign/tell", OWN)
    (well,) = await prompt_findings(_settings(langfuse))
    assert well.well
    assert well.said.startswith("1 of ")
    langfuse.holds_chat("countersign/tell", OWN, "Just say it.")
    (ill,) = await prompt_findings(_settings(langfuse))
    assert not ill.well
    assert "leaves out" in ill.said


def _settings(fake: FakeLangfuse) -> Settings:
    rung = {"provider": "openai", "model": "mini", "api_key": "k"}
    keys = {"url": fake.url, "public_key": KEYS[0], "secret_key": KEYS[1]}
    shop = {"url": "sqlite:///shop.sqlite"}
    return Settings.model_validate(
        {"workspaces": {"shop": shop}, "models": {"ladder": [rung], "langfuse": keys}}
    )
