"""A model's history as text: compact, bounded, and of this version only."""

import json

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from pipeline.adapters.models_history import (
    LONGEST,
    UnreadableHistoryError,
    dump_history,
    load_history,
)


def a_talk(told: str = "3 rows", turns: int = 1) -> list[ModelMessage]:
    talk: list[ModelMessage] = [
        ModelRequest(parts=[UserPromptPart(content="Tidy up")], instructions="Look around.")
    ]
    for turn in range(turns):
        call = ToolCallPart("run_read_query", {"sql": "SELECT 1"}, tool_call_id=f"c{turn}")
        back = ToolReturnPart("run_read_query", told, tool_call_id=f"c{turn}")
        talk += [
            ModelResponse(parts=[TextPart("I look."), call]),
            ModelRequest(parts=[back]),
        ]
    return talk


def test_what_a_model_needs_comes_back_and_nothing_else_is_kept() -> None:
    text = dump_history(a_talk())
    again = load_history(text)
    assert [part.part_kind for message in again for part in message.parts] == [
        "user-prompt", "text", "tool-call", "tool-return",
    ]  # fmt: skip
    assert dump_history(again) == text
    assert "timestamp" not in text
    assert "Look around." not in text


def test_a_long_one_loses_what_the_oldest_tools_told_first() -> None:
    text = dump_history(a_talk(told="x" * 4_000, turns=40))
    assert len(text) <= LONGEST
    told = [
        str(part.content)
        for message in load_history(text)
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]
    assert len(told[0]) < 500
    assert len(told[-1]) == 4_000


def test_one_that_stays_too_long_is_not_kept() -> None:
    with pytest.raises(UnreadableHistoryError):
        dump_history([ModelRequest(parts=[UserPromptPart(content="x" * (LONGEST + 1))])])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        json.dumps({"version": 1, "messages": []}),
        json.dumps({"version": 2, "messages": [{"kind": "oracle", "parts": []}]}),
        json.dumps({"version": 2}),
    ],
)
def test_what_is_no_history_of_this_version_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableHistoryError):
        load_history(text)
