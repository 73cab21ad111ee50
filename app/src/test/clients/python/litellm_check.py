"""Talks to a running server through litellm. Usage: litellm_check.py BASE_URL PAIR SMALL LARGE"""

import json
import os
import sys

# it would look for prices on the network when it is imported
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
import litellm

BASE_URL, PAIR, SMALL, LARGE = sys.argv[1:5]
PROBLEM = (
    "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
    " How many beads are there at the end?"
)
MESSAGES = [{"role": "user", "content": PROBLEM}]
SCHEMA = {
    "type": "object",
    "properties": {"glad": {"type": "boolean"}, "count": {"type": "integer"}},
    "required": ["glad", "count"],
    "additionalProperties": False,
}

litellm.telemetry = False
litellm.suppress_debug_info = True


def ask(model=PAIR, messages=MESSAGES, **more):
    return litellm.completion(
        model="openai/" + model,
        api_base=BASE_URL + "/v1",
        api_key="unused",
        messages=messages,
        num_retries=0,
        max_retries=0,
        timeout=600,
        **{"temperature": 0, **more},
    )


def chat():
    answer = ask()
    assert answer.choices[0].message.content.endswith("Answer: 331"), answer
    assert answer.choices[0].finish_reason == "stop"
    usage = answer.usage
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


def stream():
    whole = ask()
    chunks = list(ask(stream=True, stream_options={"include_usage": True}))
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    reasons = [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices]
    assert "stop" in reasons, reasons
    usage = [chunk.usage for chunk in chunks if getattr(chunk, "usage", None)][-1]
    assert usage.completion_tokens == whole.usage.completion_tokens, usage
    assert usage.prompt_tokens == whole.usage.prompt_tokens, usage


def turns():
    first = ask()
    said = first.choices[0].message.content
    second = ask(messages=MESSAGES + [{"role": "assistant", "content": said}, {"role": "user", "content": "And then?"}])
    assert second.usage.prompt_tokens > first.usage.total_tokens


def logprobs():
    told = ask(logprobs=True, top_logprobs=2, max_tokens=3).choices[0].logprobs.content
    assert len(told) == 3 and all(len(token.top_logprobs) == 2 for token in told), told


def structured():
    answer = ask(
        response_format={"type": "json_schema", "json_schema": {"name": "verdict", "schema": SCHEMA, "strict": True}}
    )
    verdict = json.loads(answer.choices[0].message.content)
    assert isinstance(verdict["glad"], bool) and isinstance(verdict["count"], int), verdict


def routing():
    answer = ask(extra_body={"routing": {"threshold": 0.2, "trace": True}})
    assert answer.choices[0].message.content.endswith("Answer: 331")


def errors():
    try:
        ask("nobody")
        raise AssertionError("an unknown model was served")
    except litellm.NotFoundError as error:
        assert "nobody" in str(error), error
    try:
        ask(temperature=9)
        raise AssertionError("temperature 9 was accepted")
    except litellm.BadRequestError as error:
        assert "temperature" in str(error), error
    try:
        ask(messages=[{"role": "user", "content": "many " * 2000}])
        raise AssertionError("a prompt beyond the context was accepted")
    except litellm.ContextWindowExceededError:
        pass


for check in (chat, stream, turns, logprobs, structured, routing, errors):
    check()
    print("ok", check.__name__, flush=True)
