package io.tokenrouter.app.admin;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads what an operator decides: {@code {"mode": "self-tuned"}}, or {@code {"mode": "pinned", "policy": ..., options}}. */
final class DecisionReader {

    private static final int MOST_BYTES = 16_384;

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private DecisionReader() {}

    /**
     * @param policy null lets the pair tune itself
     * @param options of the policy, not checked yet
     */
    record Decision(@Nullable String policy, Map<String, Object> options) {}

    static Decision read(byte[] body) {
        Map<String, Object> fields = fields(body);
        Object mode = fields.remove("mode");
        if ("self-tuned".equals(mode)) {
            if (!fields.isEmpty()) {
                throw Problem.invalid(
                        fields.keySet().iterator().next(), "must be left out where the mode is self-tuned");
            }
            return new Decision(null, Map.of());
        }
        if (!"pinned".equals(mode)) {
            throw Problem.invalid("mode", "must be self-tuned or pinned");
        }
        if (!(fields.remove("policy") instanceof String policy)) {
            throw Problem.invalid("policy", "must be given, and be a string, where the mode is pinned");
        }
        fields.values().removeIf(value -> value == null);
        return new Decision(policy, fields);
    }

    private static Map<String, Object> fields(byte[] body) {
        if (body.length > MOST_BYTES) {
            throw Problem.invalid("body", "must have at most " + MOST_BYTES + " bytes");
        }
        try {
            Map<String, Object> fields = JSON.readValue(body, OBJECT);
            if (fields != null) {
                return new HashMap<>(fields);
            }
        } catch (JacksonException e) {
            // the same message
        }
        throw Problem.invalid("body", "must be a JSON object");
    }
}
