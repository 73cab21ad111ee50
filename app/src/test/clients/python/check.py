"""Talks to a running server through the official client. Usage: check.py BASE_URL PAIR SMALL LARGE"""

import asyncio
import sys

import openai

BASE_URL, PAIR, SMALL, LARGE = sys.argv[1:5]
PROBLEM = (
    "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
    " How many beads are there at the end?"
)
MESSAGES = [{"role": "user", "content": PROBLEM}]

client = openai.OpenAI(base_url=BASE_URL + "/v1", api_key="unused", max_retries=0, timeout=600)


def models():
    ids = [model.id for model in client.models.list()]
    assert {PAIR, SMALL, LARGE} <= set(ids), ids
    assert client.models.retrieve(PAIR).id == PAIR


def chat():
    answer = client.chat.completions.create(model=PAIR, messages=MESSAGES, temperature=0)
    choice = answer.choices[0]
    assert choice.message.role == "assistant"
    assert choice.message.content.endswith("Answer: 331"), choice.message.content
    assert choice.finish_reason == "stop"
    usage = answer.usage
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens
    assert usage.prompt_tokens_details.cached_tokens >= 0


def stream():
    whole = client.chat.completions.create(model=PAIR, messages=MESSAGES, temperature=0)
    text, reasons, usage = "", [], None
    with client.chat.completions.create(
        model=PAIR, messages=MESSAGES, temperature=0, stream=True, stream_options={"include_usage": True}
    ) as chunks:
        for chunk in chunks:
            assert chunk.object == "chat.completion.chunk" and chunk.model == PAIR
            if chunk.usage is not None:
                assert chunk.choices == []
                usage = chunk.usage
            for choice in chunk.choices:
                text += choice.delta.content or ""
                reasons.append(choice.finish_reason)
    assert text == whole.choices[0].message.content
    assert reasons[-1] == "stop" and not any(reasons[:-1]), reasons
    assert usage.completion_tokens == whole.usage.completion_tokens


def text_completion():
    chat_ids = client.chat.completions.create(
        model=LARGE, messages=MESSAGES, temperature=0, extra_body={"return_token_ids": True}
    )
    from_ids = client.completions.create(
        model=LARGE, prompt=chat_ids.prompt_token_ids, temperature=0, max_tokens=100
    )
    assert from_ids.object == "text_completion"
    assert from_ids.choices[0].text == chat_ids.choices[0].message.content
    two = client.completions.create(model=SMALL, prompt=["a", "b"], max_tokens=2, n=2, echo=True)
    assert [choice.text[0] for choice in two.choices] == ["a", "a", "b", "b"]


def routing():
    answer = client.chat.completions.create(
        model=PAIR,
        messages=MESSAGES,
        temperature=0,
        extra_body={"routing": {"policy": "uncertainty", "threshold": 0.2, "trace": True}},
    )
    told = answer.model_extra["routing"]
    trace = answer.choices[0].model_extra["trace"]
    assert told["pair"] == PAIR and told["threshold"] == 0.2
    assert sum(told["completion_tokens"].values()) == answer.usage.completion_tokens == len(trace)
    assert {entry["writer"] for entry in trace} == {SMALL, LARGE}
    assert "".join(entry["text"] for entry in trace) == answer.choices[0].message.content
    assert all(entry["entropy"] >= 0 for entry in trace)


def parameters():
    def ask(**more):
        return client.chat.completions.create(model=LARGE, messages=MESSAGES, **more)

    assert ask(temperature=0, stop=["="]).choices[0].message.content.find("=") < 0
    assert ask(temperature=0, max_tokens=3).choices[0].finish_reason == "length"
    one, two = (ask(temperature=1, seed=5).choices[0].message.content for _ in range(2))
    assert one == two
    assert len(ask(n=3, max_tokens=2).choices) == 3
    logprobs = ask(temperature=0, max_tokens=4, logprobs=True, top_logprobs=2).choices[0].logprobs.content
    assert all(len(token.top_logprobs) == 2 and token.logprob <= 0 for token in logprobs)


def errors():
    try:
        client.chat.completions.create(model="nobody", messages=MESSAGES)
        raise AssertionError("an unknown model was served")
    except openai.NotFoundError as error:
        assert error.code == "model_not_found", error
    try:
        client.chat.completions.create(model=PAIR, messages=MESSAGES, temperature=9)
        raise AssertionError("temperature 9 was accepted")
    except openai.BadRequestError as error:
        assert error.param == "temperature", error
    try:
        client.chat.completions.create(model=PAIR, messages=[{"role": "user", "content": "many " * 2000}])
        raise AssertionError("a prompt beyond the context was accepted")
    except openai.BadRequestError as error:
        assert error.code == "context_length_exceeded", error


def abort():
    for _ in range(5):
        with client.chat.completions.create(
            model=PAIR, messages=MESSAGES, stream=True, extra_body={"ignore_eos": True}
        ) as chunks:
            next(iter(chunks))
    chat()


def many():
    async def one(asynchronous):
        text = ""
        chunks = await asynchronous.chat.completions.create(
            model=PAIR, messages=MESSAGES, temperature=0, stream=True
        )
        async for chunk in chunks:
            text += chunk.choices[0].delta.content or ""
        return text

    async def all_at_once():
        async with openai.AsyncOpenAI(
            base_url=BASE_URL + "/v1", api_key="unused", max_retries=0, timeout=600
        ) as asynchronous:
            return await asyncio.gather(*(one(asynchronous) for _ in range(32)))

    texts = asyncio.run(all_at_once())
    assert len(texts) == 32 and len(set(texts)) == 1 and texts[0].endswith("Answer: 331"), set(texts)


for check in (models, chat, stream, text_completion, routing, parameters, errors, abort, many):
    check()
    print("ok", check.__name__, flush=True)
