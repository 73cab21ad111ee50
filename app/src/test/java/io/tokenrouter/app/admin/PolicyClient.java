package io.tokenrouter.app.admin;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import tools.jackson.databind.JsonNode;

/** Policies of a running server; what it made is removed when it is closed, and the demo pair follows its first policy again. */
final class PolicyClient implements AutoCloseable {

    static final String POLICIES = "/api/admin/policies/";

    /** The one that is there at the first start. */
    static final String FIRST = "uncertainty";

    final AdminClient admin;

    PolicyClient(RunningServer server) {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    Answer get(String below) throws Exception {
        return admin.get(POLICIES + below);
    }

    Answer create(String name, String body) throws Exception {
        return save(name, "If-None-Match", "*", body);
    }

    /** @param version the newest as the caller knows it */
    Answer save(String name, int version, String body) throws Exception {
        return save(name, "If-Match", "\"" + version + "\"", body);
    }

    private Answer save(String name, String condition, String value, String body) throws Exception {
        return admin.put(POLICIES + name, body, "Content-Type", "application/json", condition, value);
    }

    Answer delete(String name, String etag) throws Exception {
        return admin.delete(POLICIES + name, "If-Match", etag);
    }

    /** Lets the demo pair follow a policy. */
    Answer follow(String policy) throws Exception {
        return admin.put(
                "/api/admin/pairs/demo/policy",
                "{\"policy\": \"" + policy + "\"}",
                "Content-Type",
                "application/json",
                "If-Match",
                "*");
    }

    @Override
    public void close() throws Exception {
        try (admin) {
            follow(FIRST);
            JsonNode all =
                    admin.get(POLICIES.substring(0, POLICIES.length() - 1)).body();
            for (JsonNode policy : all.path("policies")) {
                String name = policy.path("name").asString();
                if (!name.equals(FIRST)) {
                    delete(name, "*");
                }
            }
        }
    }
}
