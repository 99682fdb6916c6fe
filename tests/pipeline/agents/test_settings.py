"""The `models:` section, and what the doctor says of it."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bots.bootstrap.checks import model_findings
from bots.settings import Settings

OPENAI = {"provider": "openai", "model": "gpt-5-mini", "api_key": "sk-1"}


def settings(*rungs: dict[str, Any], **workspace: Any) -> Settings:
    models = {"models": {"ladder": list(rungs)}} if rungs else {}
    shop = {"url": "sqlite:///shop.sqlite", **workspace}
    return Settings.model_validate({"workspaces": {"shop": shop}, **models})


@pytest.mark.parametrize(
    ("rung", "well"),
    [
        (OPENAI, True),
        ({**OPENAI, "provider": "openai-chat"}, True),
        ({**OPENAI, "provider": "anthropic", "api_key": "sk-ant-1"}, True),
        ({**OPENAI, "api_key": "sk-ant-1"}, False),
        ({**OPENAI, "api_key": "sk- 1"}, False),
        ({**OPENAI, "base_url": "http://elsewhere.example/v1"}, False),
        ({**OPENAI, "base_url": "no url"}, False),
        ({**OPENAI, "base_url": "https://proxy.example/v1"}, True),
        ({**OPENAI, "provider": "anthropic", "model": "claude-3-haiku-20240307"}, True),
        (
            {
                **OPENAI,
                "provider": "anthropic",
                "model": "claude-3-haiku-20240307",
                "form": "json_schema",
            },
            False,
        ),
        (
            {"provider": "compatible", "model": "qwen3", "base_url": "http://127.0.0.1:11434/v1"},
            True,
        ),
    ],
)
def test_the_doctor_looks_at_every_model(rung: dict[str, Any], well: bool) -> None:
    found = list(model_findings(settings(rung), Path()))
    assert [finding.well for finding in found] == [well]
    assert well or found[0].fix


def test_without_models_the_doctor_says_how_to_add_one() -> None:
    (found,) = model_findings(settings(), Path())
    assert found.well
    assert "models:" in found.fix


def test_a_folder_of_prompts_must_be_there(tmp_path: Path) -> None:
    found = list(model_findings(settings(OPENAI, models={"prompts": "mine"}), tmp_path))
    assert [finding.well for finding in found] == [True, False]


@pytest.mark.parametrize(("model", "well"), [("gpt-5-mini", True), ("gpt-4o", False)])
def test_an_effort_that_a_model_cannot_be_told_is_said(model: str, well: bool) -> None:
    models = {
        "ladder": [{**OPENAI, "model": model}],
        "layers": {"repair": {"effort": "high"}},
    }
    shop = {"url": "sqlite:///shop.sqlite"}
    given = Settings.model_validate({"workspaces": {"shop": shop}, "models": models})
    found = [finding for finding in model_findings(given, Path()) if not finding.well]
    assert [finding.said for finding in found] == (
        [] if well else ["For repair it cannot be told an effort, so it is passed over."]
    )


@pytest.mark.parametrize(
    "rung",
    [
        {"provider": "openai", "model": "gpt-5-mini"},
        {**OPENAI, "api_version": "2025-04-01-preview"},
        {"provider": "compatible", "model": "qwen3"},
        {"provider": "azure", "model": "deployed", "api_key": "k"},
        {"provider": "openai", "model": "", "api_key": "k"},
        {"provider": "hal", "model": "9000", "api_key": "k"},
    ],
)
def test_a_model_that_cannot_be_reached_is_refused(rung: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        settings(rung)


def test_a_ladder_without_a_model_is_refused() -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(
            {"workspaces": {"shop": {"url": "sqlite:///x"}}, "models": {"ladder": []}}
        )
