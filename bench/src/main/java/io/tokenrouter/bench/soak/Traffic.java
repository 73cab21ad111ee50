package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** What clients of the API send: good requests of all kinds, and bad ones. Of one thread each. */
final class Traffic {

    private static final String SCHEMA = "{\"type\": \"object\", \"properties\": {\"answer\": {\"type\": \"integer\"}},"
            + " \"required\": [\"answer\"], \"additionalProperties\": false}";

    /** A request that must be refused with this status. */
    private record Bad(int status, String method, String path, String body, String contentType) {

        static Bad chat(int status, String fields) {
            return new Bad(status, "POST", "/v1/chat/completions", "{" + fields + "}", "application/json");
        }
    }

    private static final String HELLO = "\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]";
    private static final List<Bad> BAD = List.of(
            Bad.chat(400, ""),
            Bad.chat(400, "\"model\": \"demo\""),
            Bad.chat(400, "\"model\": \"demo\", \"messages\": []"),
            Bad.chat(400, "\"model\": \"demo\", " + HELLO + ", \"temperature\": 9"),
            Bad.chat(400, "\"model\": \"demo\", " + HELLO + ", \"max_tokens\": -1"),
            Bad.chat(400, "\"model\": \"demo\", " + HELLO + ", \"n\": 99"),
            Bad.chat(400, "\"model\": \"demo\", " + HELLO + ", \"routing\": {\"policy\": \"nobody made this\"}"),
            Bad.chat(
                    400,
                    "\"model\": \"demo\", " + HELLO
                            + ", \"response_format\": {\"type\": \"json_schema\", \"json_schema\": {\"name\": \"x\","
                            + " \"schema\": {\"type\": \"no type\"}}}"),
            Bad.chat(
                    400,
                    "\"model\": \"demo\", \"messages\": [{\"role\": \"user\", \"content\": \"" + "long ".repeat(2_000)
                            + "\"}]"),
            Bad.chat(404, "\"model\": \"nobody\", " + HELLO),
            new Bad(400, "POST", "/v1/completions", "{\"model\": ", "application/json"),
            new Bad(400, "POST", "/v1/completions", "\"\u0001\"", "application/json"),
            new Bad(415, "POST", "/v1/completions", "model=demo", "application/x-www-form-urlencoded"),
            new Bad(405, "PUT", "/v1/completions", "{}", "application/json"),
            new Bad(404, "POST", "/v1/nothing", "{}", "application/json"));

    private final Api api;
    private final String key;
    private final Tally tally;
    private final SplittableRandom random;

    Traffic(Api api, String key, Tally tally, SplittableRandom random) {
        this.api = api;
        this.key = key;
        this.tally = tally;
        this.random = random;
    }

    /** Sends one request of a kind by chance. */
    void one() {
        int chance = random.nextInt(100);
        if (chance < 25) {
            streamed();
        } else if (chance < 45) {
            good("chat", "/v1/chat/completions", chat(""));
        } else if (chance < 55) {
            good("several answers", "/v1/completions", text(", \"n\": " + random.nextInt(2, 5)));
        } else if (chance < 63) {
            structured();
        } else if (chance < 78) {
            leaving("aborted", 200, 0);
        } else if (chance < 83) {
            leaving("slow reader", 2_000, 300);
        } else {
            bad();
        }
    }

    private void good(String kind, String path, String body) {
        attempt(kind, () -> {
            Api.Answer answer = api.send("POST", path, key, body);
            judge(kind, answer, answer.status() == 200 && answer.json().has("usage"));
        });
    }

    private void streamed() {
        attempt("streamed chat", () -> {
            Api.Answer answer = api.send("POST", "/v1/chat/completions", key, chat(", \"stream\": true"));
            judge("streamed chat", answer, answer.body().endsWith("data: [DONE]\n\n"));
        });
    }

    private void structured() {
        attempt("structured", () -> {
            Api.Answer answer = api.send(
                    "POST",
                    "/v1/chat/completions",
                    key,
                    chat(", \"response_format\": {\"type\": \"json_schema\", \"json_schema\": {\"name\": \"sum\","
                            + " \"strict\": true, \"schema\": " + SCHEMA + "}}"));
            judge(
                    "structured",
                    answer,
                    answer.status() == 200
                            && answer.json().at("/choices/0/message/content").isString());
        });
    }

    /** Asks for a long answer, reads some of it, perhaps slowly, and leaves. */
    private void leaving(String kind, int mostBytes, int pauseMillis) {
        attempt(kind, () -> {
            RawClient.readSome(
                    api.server(),
                    key,
                    text(", \"ignore_eos\": true, \"stream\": " + (pauseMillis > 0 || random.nextBoolean())),
                    random.nextInt(mostBytes),
                    pauseMillis);
            tally.asExpected(kind);
        });
    }

    private void bad() {
        Bad bad = BAD.get(random.nextInt(BAD.size()));
        attempt("bad request", () -> {
            Api.Answer answer = api.send(bad.method(), bad.path(), key, bad.body(), "Content-Type", bad.contentType());
            judge("bad request", answer, answer.status() == bad.status());
        });
    }

    private String chat(String fields) {
        return "{\"model\": \"demo\", \"messages\": [{\"role\": \"user\", \"content\": \"" + problem()
                + "\"}], \"max_tokens\": " + random.nextInt(1, 120) + ", \"temperature\": " + random.nextInt(3) / 2.0
                + ", \"seed\": " + random.nextInt(1_000) + fields + "}";
    }

    private String text(String fields) {
        return "{\"model\": \"" + List.of("demo", "demo-small", "demo-large").get(random.nextInt(3))
                + "\", \"prompt\": \"" + problem() + "\", \"max_tokens\": " + random.nextInt(1, 200) + ", \"seed\": "
                + random.nextInt(1_000) + fields + "}";
    }

    private String problem() {
        return "Lena has " + random.nextInt(10, 200) + " buttons. She buys " + random.nextInt(10, 100)
                + " more. How many buttons does Lena have now?";
    }

    private void judge(String kind, Api.Answer answer, boolean isRight) {
        if (isRight) {
            tally.asExpected(kind);
        } else if (answer.status() == 503) {
            tally.busy(kind);
        } else {
            tally.unexpected(kind, answer.shown());
        }
    }

    private void attempt(String kind, Work work) {
        try {
            work.run();
        } catch (IOException | RuntimeException e) {
            tally.unexpected(kind, e.toString());
        }
    }

    private interface Work {
        void run() throws IOException;
    }
}
