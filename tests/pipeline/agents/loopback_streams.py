"""The same answers as server-sent events, a few characters at a time, in each provider's words."""

import json
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
_PIECE = 7


def events_of(api: str, body: Json) -> Iterator[tuple[str, Json]]:
    """Each event's name and data; Chat Completions names none."""
    if api == "responses":
        return _responses(body)
    return _messages(body) if api == "messages" else _chat(body)


def sent(name: str, data: Json) -> bytes:
    """One event on the wire."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]


def _chat(body: Json) -> Iterator[tuple[str, Json]]:
    choice = body["choices"][0]
    message = choice["message"]
    head = {**body, "object": "chat.completion.chunk"}
    head.pop("usage")

    def chunk(delta: Json, finish: str | None = None) -> tuple[str, Json]:
        return "", {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    yield chunk({"role": "assistant"})
    for place, call in enumerate(message.get("tool_calls") or ()):
        function = call["function"]
        begun = {"name": function["name"], "arguments": ""}
        made = {"index": place, "id": call["id"], "type": "function", "function": begun}
        yield chunk({"tool_calls": [made]})
        for piece in pieces(function["arguments"]):
            yield chunk({"tool_calls": [{"index": place, "function": {"arguments": piece}}]})
    for key in ("content", "refusal"):
        for piece in pieces(message.get(key) or ""):
            yield chunk({key: piece})
    yield chunk({}, choice["finish_reason"])
    yield "", {**head, "choices": [], "usage": body["usage"]}


def _responses(body: Json) -> Iterator[tuple[str, Json]]:
    number = iter(range(10_000))

    def event(kind: str, **data: Any) -> tuple[str, Json]:
        return kind, {"type": kind, "sequence_number": next(number), **data}

    begun = {**body, "output": [], "status": "in_progress", "usage": None}
    yield event("response.created", response=begun)
    for place, item in enumerate(body["output"]):
        at = {"output_index": place, "item_id": item["id"]}
        bare: Json = {"arguments": ""} if item["type"] == "function_call" else {"content": []}
        empty = {**item, "status": "in_progress", **bare}
        yield event("response.output_item.added", output_index=place, item=empty)
        if item["type"] == "function_call":
            for piece in pieces(item["arguments"]):
                yield event("response.function_call_arguments.delta", delta=piece, **at)
            done = {"arguments": item["arguments"], "name": item["name"]}
            yield event("response.function_call_arguments.done", **done, **at)
        else:
            for piece in pieces(item["content"][0].get("text", "")):
                more = {"delta": piece, "content_index": 0, "logprobs": []}
                yield event("response.output_text.delta", **more, **at)
        yield event("response.output_item.done", output_index=place, item=item)
    yield event("response.completed", response=body)


def _messages(body: Json) -> Iterator[tuple[str, Json]]:
    def event(kind: str, **data: Any) -> tuple[str, Json]:
        return kind, {"type": kind, **data}

    usage = {**body["usage"], "output_tokens": 1}
    begun = {**body, "content": [], "stop_reason": None, "usage": usage}
    yield event("message_start", message=begun)
    for place, block in enumerate(body["content"]):
        called = block["type"] == "tool_use"
        empty = {**block, "input": {}} if called else {"type": "text", "text": ""}
        yield event("content_block_start", index=place, content_block=empty)
        for piece in pieces(json.dumps(block["input"]) if called else block["text"]):
            delta = {"type": "input_json_delta", "partial_json": piece}
            text = {"type": "text_delta", "text": piece}
            yield event("content_block_delta", index=place, delta=delta if called else text)
        yield event("content_block_stop", index=place)
    stop = {"stop_reason": body["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=stop, usage=body["usage"])
    yield event("message_stop")
