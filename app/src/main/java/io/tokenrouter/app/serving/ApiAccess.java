package io.tokenrouter.app.serving;

import java.util.List;
import reactor.core.publisher.Mono;

/** Decides who may call the API. */
public interface ApiAccess {

    /**
     * Tells who sends a request. Known callers are told from memory at once; nothing waits on the thread that subscribes.
     * Fails with {@link AccessException}.
     *
     * @param authorization values of the request's {@code Authorization} headers, as they came
     */
    Mono<Caller> identify(List<String> authorization);
}
