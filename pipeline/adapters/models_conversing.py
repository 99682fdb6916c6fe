"""An agent that talks with tools, and stops where people must approve what it calls for."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import BaseModel

from pipeline.adapters.models_history import dump_history, load_history
from pipeline.agents.outputs import LastWord
from pipeline.agents.ports import Call, NeedsApprovalError, Prompt, Talking, Turn
from pipeline.agents.watching import watched
from pipeline.model_calls import Tool

if TYPE_CHECKING:
    from pydantic_ai import Agent, AgentRunResult, ModelSettings
    from pydantic_ai.models import Model

Form: TypeAlias = Literal["tool", "json_schema", "prompt"]
# How often in a turn a call or a last word that is wrong goes back to the model.
_RETRIES = 3


def conversing(
    model: Model,
    prompt: Prompt,
    talking: Talking,
    tools: Sequence[Tool],
    form: Form,
    settings: ModelSettings,
) -> Agent[object, Any]:
    """The agent for one turn of a talk."""
    from pydantic_ai import Agent, AgentRetries, DeferredToolRequests, ModelRetry
    from pydantic_ai import Tool as AgentTool

    agent: Agent[object, Any] = Agent(
        model,
        output_type=[held_to(LastWord, form), DeferredToolRequests],
        instructions=prompt.instructions,
        tools=[AgentTool(_waiting(tool), takes_ctx=False) for tool in watched(tools)],
        retries=AgentRetries(tools=_RETRIES, output=_RETRIES),
        model_settings=settings,
    )

    @agent.output_validator
    def is_last_word(output: Any) -> Any:
        said = talking.objection(output.text) if isinstance(output, LastWord) else ""
        if said:
            raise ModelRetry(said)
        return output

    return agent


def began_with(prompt: Prompt, talking: Talking) -> Mapping[str, Any]:
    """What the turn begins with. Raises `UnreadableHistoryError`."""
    from pydantic_ai import DeferredToolResults

    if not talking.history:
        return {"user_prompt": prompt.text}
    return {
        "message_history": load_history(talking.history),
        "deferred_tool_results": DeferredToolResults(calls=dict(talking.results)),
    }


def turn_of(result: AgentRunResult[Any]) -> Turn:
    """How the turn ended. Raises `UnreadableHistoryError` where it is too long to be kept."""
    from pydantic_ai import DeferredToolRequests

    output = result.output
    if not isinstance(output, DeferredToolRequests):
        return Turn(text=output.text)
    calls = tuple(
        Call(
            id=call.tool_call_id,
            tool=call.tool_name,
            arguments={name: str(value) for name, value in call.args_as_dict().items()},
        )
        for call in output.calls
    )
    return Turn(calls=calls, history=dump_history(result.all_messages()))


def held_to(kind: type[BaseModel], form: Form) -> Any:
    """How a model is made to answer in the form of that class."""
    from pydantic_ai import NativeOutput, PromptedOutput, ToolOutput

    match form:
        case "tool":
            return ToolOutput(kind, name="answer")
        case "json_schema":
            return NativeOutput(kind, name="answer")
        case "prompt":
            return PromptedOutput(kind, name="answer")


def _waiting(tool: Tool) -> Tool:
    """The same tool, its call left open where people must approve it first."""
    from pydantic_ai.exceptions import CallDeferred

    @functools.wraps(tool)
    async def called(*args: Any, **named: Any) -> str:
        try:
            return await tool(*args, **named)
        except NeedsApprovalError as error:
            raise CallDeferred from error

    return called
