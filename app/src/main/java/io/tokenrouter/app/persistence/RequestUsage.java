package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Splits the usage of one request between its generations as the API tells it: the request and each prompt count with the first
 * generation that ends. Answers to one prompt share the array of its ids. Safe from any thread.
 */
final class RequestUsage {

    private final String caller;
    private final Set<int[]> counted = Collections.newSetFromMap(new IdentityHashMap<>());

    RequestUsage(String caller) {
        this.caller = caller;
    }

    synchronized UsageShare of(GenerationRequest request, GenerationStats stats) {
        int requests = counted.isEmpty() ? 1 : 0;
        int promptTokens = counted.add(request.promptIds()) ? stats.promptTokens() : 0;
        return new UsageShare(caller, requests, promptTokens);
    }
}
