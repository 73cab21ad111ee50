"""Talks to a running server through langchain-openai. Usage: langchain_check.py BASE_URL PAIR SMALL LARGE"""

import sys

import openai
from langchain_core.messages import AIMessage, HumanMessage
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

BASE_URL, PAIR, SMALL, LARGE = sys.argv[1:5]
PROBLEM = (
    "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
    " How many beads are there at the end?"
)


def model(name=PAIR, **more):
    return ChatOpenAI(
        base_url=BASE_URL + "/v1", api_key="unused", model=name, max_retries=0, timeout=600, **{"temperature": 0, **more}
    )


class Verdict(BaseModel):
    """Whether somebody is glad."""

    glad: bool
    count: int


def chat():
    answer = model().invoke(PROBLEM)
    assert answer.content.endswith("Answer: 331"), answer
    assert answer.response_metadata["finish_reason"] == "stop"
    assert answer.response_metadata["model_name"] == PAIR
    usage = answer.usage_metadata
    assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"]


def stream():
    whole = model().invoke(PROBLEM)
    streamed = None
    for chunk in model(stream_usage=True).stream(PROBLEM):
        streamed = chunk if streamed is None else streamed + chunk
    assert streamed.content == whole.content
    for count in ("input_tokens", "output_tokens", "total_tokens"):
        assert streamed.usage_metadata[count] == whole.usage_metadata[count], streamed.usage_metadata
    assert streamed.response_metadata["finish_reason"] == "stop"


def turns():
    first = model().invoke(PROBLEM)
    second = model().invoke([HumanMessage(PROBLEM), AIMessage(first.content), HumanMessage("And then?")])
    assert second.usage_metadata["input_tokens"] > first.usage_metadata["total_tokens"]


def batch():
    answers = model().batch([PROBLEM] * 4)
    assert len({answer.content for answer in answers}) == 1


def structured():
    verdict = model().with_structured_output(Verdict, method="json_schema", strict=True).invoke(PROBLEM)
    assert isinstance(verdict, Verdict), verdict


def routing():
    answer = model(extra_body={"routing": {"threshold": 0.2}}).invoke(PROBLEM)
    assert answer.content.endswith("Answer: 331")


def errors():
    try:
        model("nobody").invoke(PROBLEM)
        raise AssertionError("an unknown model was served")
    except openai.NotFoundError as error:
        assert error.code == "model_not_found", error
    try:
        model(temperature=9).invoke(PROBLEM)
        raise AssertionError("temperature 9 was accepted")
    except openai.BadRequestError as error:
        assert error.param == "temperature", error


for check in (chat, stream, turns, batch, structured, routing, errors):
    check()
    print("ok", check.__name__, flush=True)
