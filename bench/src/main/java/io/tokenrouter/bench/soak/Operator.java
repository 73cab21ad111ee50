package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/** Whoever changes policies, batching and keys while requests run. Of one thread. */
final class Operator {

    private static final String POLICY = "/api/admin/policies/soak";
    private static final String BATCHING = "/api/admin/batching/demo";

    private static final List<String> RULES = List.of(
            "{\"mode\": \"self-tuned\"}",
            "{\"mode\": \"pinned\", \"policy\": \"greedy\"}",
            "{\"mode\": \"pinned\", \"policy\": \"minimum-batch\", \"small\": {\"rows\": 2, \"max_wait_ms\": 5},"
                    + " \"large\": {\"rows\": 2, \"max_wait_ms\": 10}}");

    private final Api api;
    private final String session;
    private final Tally tally;
    private final SplittableRandom random;

    /** @param session of an administrator */
    Operator(Api api, String session, Tally tally, SplittableRandom random) {
        this.api = api;
        this.session = session;
        this.tally = tally;
        this.random = random;
    }

    /** Makes the policy that {@link #one} changes, where it is not there, and lets the pair follow it. */
    void begin() throws IOException {
        require(api.send("GET", POLICY, session, "").status() == 200 ? savePolicy("*") : makePolicy(), 200, 201);
        require(change("PUT", "/api/admin/pairs/demo/policy", "{\"policy\": \"soak\"}"), 200);
    }

    /** The pair follows its first policy again, and batches as it likes. */
    void end() throws IOException {
        require(change("PUT", "/api/admin/pairs/demo/policy", "{\"policy\": \"uncertainty\"}"), 200);
        require(change("PUT", BATCHING, RULES.getFirst()), 200);
        require(change("DELETE", POLICY, ""), 200, 204);
    }

    /** A key that may ask all that the demo serves; returns id and secret. */
    JsonNode makeKey(String name) throws IOException {
        Api.Answer made = api.send(
                "POST",
                "/api/admin/keys",
                session,
                "{\"name\": \"" + name + "\", \"models\": [\"demo\", \"demo-small\", \"demo-large\"],"
                        + " \"may_route\": true}");
        require(made, 201);
        return made.json();
    }

    void revoke(String id) throws IOException {
        require(change("DELETE", "/api/admin/keys/" + id, ""), 200);
    }

    /** Does one thing by chance. */
    void one() {
        try {
            switch (random.nextInt(3)) {
                case 0 -> tell("policy change", savePolicy("*"));
                case 1 -> tell("batching edit", change("PUT", BATCHING, RULES.get(random.nextInt(RULES.size()))));
                default -> key();
            }
        } catch (IOException | RuntimeException e) {
            tally.unexpected("operator", e.toString());
        }
    }

    /** Works as long as it is not revoked, and not a request longer. */
    private void key() throws IOException {
        JsonNode made = makeKey("soak " + Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX));
        String secret = made.path("secret").stringValue();
        Api.Answer before = api.send("GET", "/v1/models", secret, "");
        revoke(made.at("/key/id").stringValue());
        Api.Answer after = api.send("GET", "/v1/models", secret, "");
        if (before.status() == 200 && after.status() == 401) {
            tally.asExpected("key made and revoked");
        } else {
            tally.unexpected("key made and revoked", before.shown() + ", then " + after.shown());
        }
    }

    private void tell(String kind, Api.Answer answer) {
        if (answer.status() == 200) {
            tally.asExpected(kind);
        } else {
            tally.unexpected(kind, answer.shown());
        }
    }

    private Api.Answer makePolicy() throws IOException {
        return api.send("PUT", POLICY, session, policy(), "Content-Type", "application/json", "If-None-Match", "*");
    }

    private Api.Answer savePolicy(String version) throws IOException {
        return api.send("PUT", POLICY, session, policy(), "Content-Type", "application/json", "If-Match", version);
    }

    private String policy() {
        return "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": "
                + String.format(Locale.ROOT, "%.3f", random.nextDouble(0.05, 1)) + "}}";
    }

    private Api.Answer change(String method, String path, String body) throws IOException {
        return api.send(method, path, session, body, "Content-Type", "application/json", "If-Match", "*");
    }

    private static void require(Api.Answer answer, Integer... wanted) throws IOException {
        if (!List.of(wanted).contains(answer.status())) {
            throw new IOException("the server answered " + answer.shown());
        }
    }
}
