package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.batching.RequestedBatching;
import io.tokenrouter.app.web.JsonFault;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what an operator decides: {@code {"mode": "self-tuned"}}, or {@code {"mode": "pinned", "policy": ..., options}}; both may
 * have a {@code reason} for the audit trail.
 */
final class DecisionReader {

    private static final int MOST_BYTES = 16_384;

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private DecisionReader() {}

    static RequestedBatching read(byte[] body) {
        Map<String, Object> fields = fields(body);
        String reason = reason(fields.remove("reason"));
        Object mode = fields.remove("mode");
        if ("self-tuned".equals(mode)) {
            if (!fields.isEmpty()) {
                String field = fields.keySet().iterator().next();
                throw Problem.invalid(field, field + " must be left out where the mode is self-tuned");
            }
            return new RequestedBatching(null, Map.of(), reason);
        }
        if (!"pinned".equals(mode)) {
            throw Problem.invalid("mode", "mode must be self-tuned or pinned");
        }
        if (!(fields.remove("policy") instanceof String policy)) {
            throw Problem.invalid("policy", "policy must be given, and be a string, where the mode is pinned");
        }
        fields.values().removeIf(value -> value == null);
        return new RequestedBatching(policy, fields, reason);
    }

    private static @Nullable String reason(@Nullable Object given) {
        if (given == null) {
            return null;
        }
        if (!(given instanceof String reason) || reason.length() > AuditTrail.LONGEST_REASON) {
            throw Problem.invalid(
                    "reason", "reason must be a string of at most " + AuditTrail.LONGEST_REASON + " characters");
        }
        return reason;
    }

    private static Map<String, Object> fields(byte[] body) {
        if (body.length > MOST_BYTES) {
            throw Problem.invalid("body", "The body must have at most " + MOST_BYTES + " bytes");
        }
        JsonNode root;
        try {
            root = JSON.readTree(body);
        } catch (JacksonException bad) {
            throw Problem.invalid("body", "The body is not valid JSON" + JsonFault.describe(bad, body));
        }
        if (!(root instanceof ObjectNode)) {
            throw Problem.invalid("body", "The body must be a JSON object.");
        }
        refuseRepeatedNames(body);
        return new HashMap<>(JSON.convertValue(root, OBJECT));
    }

    /** @param body valid JSON */
    private static void refuseRepeatedNames(byte[] body) {
        try {
            STRICT.readTree(body);
        } catch (JacksonException repeated) {
            TokenStreamLocation at = repeated.getLocation();
            throw Problem.invalid(
                    "body",
                    "The body names a field twice"
                            + (at == null ? "." : " at line " + at.getLineNr() + ", column " + at.getColumnNr() + "."));
        }
    }
}
