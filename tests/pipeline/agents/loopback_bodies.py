"""Replies as the bodies of each provider's API: Chat Completions, Responses, Messages."""

import json

from tests.pipeline.agents.loopback_replies import (
    Answered,
    Called,
    CalledAtOnce,
    Json,
    Reply,
    Request,
    Spoke,
    TooLong,
)


def _arguments(reply: Reply) -> str:
    if isinstance(reply, CalledAtOnce):
        return json.dumps([call.arguments for call in reply.calls])
    given = isinstance(reply, Answered | Called)
    return json.dumps(reply.arguments) if given else reply.text  # type: ignore[union-attr]


def _named(reply: Reply, names: list[str]) -> str:
    """The tool that a reply calls: one to look around, or the one that takes the answer."""
    if isinstance(reply, Called):
        return reply.name
    return "answer" if "answer" in names else names[0]


def _counts(seen: Request, reply: Reply) -> tuple[int, int]:
    return len(seen.text) // 4, len(_arguments(reply)) // 4


def filtered_body(api: str, body: Json) -> Json:
    """The body without its answer, in each API's own words for that."""
    if api == "responses":
        why = {"reason": "content_filter"}
        return body | {"status": "incomplete", "incomplete_details": why, "output": []}
    if api == "messages":
        return body | {"stop_reason": "refusal", "content": []}
    message = {"role": "assistant", "content": None}
    choice = {"index": 0, "finish_reason": "content_filter", "message": message}
    return body | {"choices": [choice]}


def chat_body(reply: Reply, seen: Request) -> Json:
    """A Chat Completions body."""
    came, went = _counts(seen, reply)
    message: Json = {"role": "assistant", "content": None}
    finish = "stop"
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        text = _arguments(reply)
        refused = isinstance(reply, Spoke) and reply.refusal
        message |= {"refusal": text} if refused else {"content": text}
    elif isinstance(reply, CalledAtOnce):
        finish = "tool_calls"
        message["tool_calls"] = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        finish = "tool_calls"
        name = _named(reply, [tool["function"]["name"] for tool in seen.body["tools"]])
        call = {"name": name, "arguments": _arguments(reply)}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
        finish = "length" if isinstance(reply, TooLong) else finish
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 1_795_000_000,
        "model": seen.model,
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": came, "completion_tokens": went, "total_tokens": came + went},
    }


def responses_body(reply: Reply, seen: Request) -> Json:
    """A Responses body."""
    came, went = _counts(seen, reply)
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        refused = isinstance(reply, Spoke) and reply.refusal
        text = _arguments(reply)
        part = (
            {"type": "refusal", "refusal": text}
            if refused
            else {"type": "output_text", "text": text, "annotations": []}
        )
        items: list[Json] = [
            {"id": "msg_1", "type": "message", "role": "assistant", "content": [part]}
        ]
    elif isinstance(reply, CalledAtOnce):
        items = [
            {
                "id": f"fc_{id_}",
                "type": "function_call",
                "call_id": id_,
                "name": call.name,
                "arguments": json.dumps(call.arguments),
            }
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        items = [
            {
                "id": "fc_1",
                "type": "function_call",
                "call_id": "call_1",
                "name": _named(reply, [tool["name"] for tool in seen.body["tools"]]),
                "arguments": _arguments(reply),
            }
        ]
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_795_000_000,
        "status": "completed",
        "model": seen.model,
        "output": [item | {"status": "completed"} for item in items],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": came,
            "output_tokens": went,
            "total_tokens": came + went,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def messages_body(reply: Reply, seen: Request) -> Json:
    """A Messages body."""
    came, went = _counts(seen, reply)
    stop = "end_turn"
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        blocks: list[Json] = [{"type": "text", "text": _arguments(reply)}]
        if isinstance(reply, Spoke) and reply.refusal:
            stop = "refusal"
    elif isinstance(reply, CalledAtOnce):
        stop = "tool_use"
        blocks = [
            {"type": "tool_use", "id": f"tool{id_}", "name": call.name, "input": call.arguments}
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        # Anthropic hands parsed arguments over; what is no JSON object comes as a wrong one.
        given = (
            reply.arguments
            if isinstance(reply, Answered | Called)
            else {"sql": 7, "raw": _arguments(reply)}
        )
        name = _named(reply, [tool["name"] for tool in seen.body["tools"]])
        blocks = [{"type": "tool_use", "id": "toolu_1", "name": name, "input": given}]
        stop = "tool_use"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": seen.model,
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": came, "output_tokens": went},
    }
