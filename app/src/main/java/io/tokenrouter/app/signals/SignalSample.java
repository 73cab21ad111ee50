package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.PolicySpec;
import java.time.Instant;

/**
 * The signals of one request.
 *
 * @param requestId as logs and records have it
 * @param policy that it was routed by, without text that somebody wrote
 */
public record SignalSample(
        String requestId,
        String pair,
        String small,
        String large,
        PolicySpec policy,
        Instant endedAt,
        SignalArrays signals) {

    /** Says nothing of the positions. */
    @Override
    public String toString() {
        return "signals of request " + requestId;
    }
}
