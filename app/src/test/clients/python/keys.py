"""A client with a key of its own. Usage: keys.py BASE_URL KEY ALLOWED FORBIDDEN; the key allows 6 requests a minute."""

import sys

import openai

BASE_URL, KEY, ALLOWED, FORBIDDEN = sys.argv[1:5]
MESSAGES = [{"role": "user", "content": "Sara has 54 old and 75 new beads."}]


def client(key):
    return openai.OpenAI(base_url=BASE_URL + "/v1", api_key=key, max_retries=0, timeout=600)


def refusal(call, kind):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"not refused with {kind.__name__}")


def ask(model, **more):
    return client(KEY).chat.completions.create(model=model, messages=MESSAGES, max_tokens=2, **more)


def wrong_key():
    error = refusal(lambda: client("tr-" + "0" * 52).models.list(), openai.AuthenticationError)
    assert error.status_code == 401 and error.code == "invalid_api_key", error
    assert error.type == "authentication_error", error


def models():
    assert [model.id for model in client(KEY).models.list()] == [ALLOWED]
    assert client(KEY).models.retrieve(ALLOWED).id == ALLOWED
    refusal(lambda: client(KEY).models.retrieve(FORBIDDEN), openai.NotFoundError)


def allowed():
    assert ask(ALLOWED).usage.completion_tokens == 2
    assert sum(1 for _ in ask(ALLOWED, stream=True)) > 1


def forbidden():
    error = refusal(lambda: ask(FORBIDDEN), openai.PermissionDeniedError)
    assert error.type == "permission_error" and error.param == "model", error
    error = refusal(lambda: ask(ALLOWED, extra_body={"routing": {"threshold": 0.1}}), openai.PermissionDeniedError)
    assert error.param == "routing", error
    refusal(lambda: ask("no-such-model"), openai.NotFoundError)


def limited():
    # a place becomes free every ten seconds, which is soon on a slow machine
    error = refusal(lambda: [ask(ALLOWED) for _ in range(100)], openai.RateLimitError)
    assert error.code == "rate_limit_exceeded", error
    assert 1 <= int(error.response.headers["retry-after"]) <= 10, error.response.headers


for check in (wrong_key, models, allowed, forbidden, limited):
    check()
    print("ok", check.__name__)
