package io.tokenrouter.app.admin;

import io.tokenrouter.app.batching.RequestedBatching;
import java.util.Map;

/**
 * Reads what an operator decides: {@code {"mode": "self-tuned"}}, or {@code {"mode": "pinned", "policy": ..., options}}; both may
 * have a {@code reason} for the audit trail.
 */
final class DecisionReader {

    private DecisionReader() {}

    static RequestedBatching read(byte[] body) {
        AdminFields fields = AdminFields.of(body);
        String reason = fields.reason();
        Object mode = fields.take("mode");
        if ("self-tuned".equals(mode)) {
            fields.rest().keySet().stream().findFirst().ifPresent(field -> {
                throw Problem.invalid(field, field + " must be left out where the mode is self-tuned");
            });
            return new RequestedBatching(null, Map.of(), reason);
        }
        if (!"pinned".equals(mode)) {
            throw Problem.invalid("mode", "mode must be self-tuned or pinned");
        }
        if (!(fields.take("policy") instanceof String policy)) {
            throw Problem.invalid("policy", "policy must be given, and be a string, where the mode is pinned");
        }
        return new RequestedBatching(policy, fields.rest(), reason);
    }
}
