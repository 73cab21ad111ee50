"""Calls tools through the official client. Usage: tools.py BASE_URL MODEL"""

import json
import sys

import openai

BASE_URL, MODEL = sys.argv[1:3]
MESSAGES = [{"role": "user", "content": "How many beads?"}]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "count",
            "description": "Counts",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {"kind": {"enum": ["beads", "buttons"]}, "left": {"type": "integer"}},
                "required": ["kind", "left"],
                "additionalProperties": False,
            },
        },
    }
]
CHOICE = {"type": "function", "function": {"name": "count"}}

client = openai.OpenAI(base_url=BASE_URL + "/v1", api_key="unused", max_retries=0, timeout=600)


def ask(**more):
    return client.chat.completions.create(
        **{"model": MODEL, "messages": MESSAGES, "tools": TOOLS, "tool_choice": CHOICE, "seed": 3, **more}
    )


def check_arguments(text):
    arguments = json.loads(text)
    assert arguments["kind"] in ("beads", "buttons") and isinstance(arguments["left"], int), text


def whole():
    choice = ask().choices[0]
    assert choice.finish_reason == "tool_calls" and choice.message.content is None, choice
    (call,) = choice.message.tool_calls
    assert call.type == "function" and call.function.name == "count" and call.id.startswith("call_")
    check_arguments(call.function.arguments)


def streamed():
    calls, reasons, usage = {}, [], None
    with ask(stream=True, n=2, stream_options={"include_usage": True}) as chunks:
        for chunk in chunks:
            if chunk.usage is not None:
                assert chunk.choices == []
                usage = chunk.usage
            for choice in chunk.choices:
                reasons.append(choice.finish_reason)
                for delta in choice.delta.tool_calls or []:
                    known = calls.setdefault((choice.index, delta.index), {"id": delta.id, "name": "", "arguments": ""})
                    known["name"] += delta.function.name or ""
                    known["arguments"] += delta.function.arguments or ""
    assert sorted(calls) == [(0, 0), (1, 0)], calls
    assert len({call["id"] for call in calls.values()}) == 2
    assert [reason for reason in reasons if reason] == ["tool_calls"] * 2, reasons
    assert usage.completion_tokens > 0
    for call in calls.values():
        assert call["name"] == "count"
        check_arguments(call["arguments"])


def helper():
    with client.chat.completions.stream(
        model=MODEL, messages=MESSAGES, tools=TOOLS, tool_choice=CHOICE, seed=3
    ) as events:
        kinds = [event.type for event in events]
        final = events.get_final_completion()
    assert "tool_calls.function.arguments.done" in kinds, kinds
    (call,) = final.choices[0].message.tool_calls
    assert call.function.parsed_arguments == json.loads(ask().choices[0].message.tool_calls[0].function.arguments)


def result():
    message = ask().choices[0].message
    answer = client.chat.completions.create(
        model=MODEL,
        messages=[
            *MESSAGES,
            message,
            {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "331"},
        ],
        tools=TOOLS,
        max_tokens=5,
    )
    assert answer.choices[0].finish_reason in ("length", "stop")


def errors():
    for wrong, param in (
        ({"tools": []}, "tools"),
        ({"tool_choice": {"type": "function", "function": {"name": "other"}}}, "tool_choice.function.name"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
    ):
        try:
            ask(**wrong)
            raise AssertionError(f"{wrong} was accepted")
        except openai.BadRequestError as error:
            assert error.param == param, error


for check in (whole, streamed, helper, result, errors):
    check()
    print("ok", check.__name__, flush=True)
