package io.tokenrouter.app.v1;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Bounds the memory that bodies take while they are received and prepared, however many connections send one, and however
 * slowly. Small bodies are not counted.
 */
@Component
class BodyMemory {

    private final long smallBytes;
    private final long largestBytes;
    private final long mostBytes;
    private final AtomicLong held = new AtomicLong();

    BodyMemory(ApiProperties properties) {
        this.smallBytes = properties.smallBody().toBytes();
        this.largestBytes = properties.maxBody().toBytes();
        this.mostBytes = properties.bodies().toBytes();
    }

    /**
     * Does what needs the request's body while there is memory for it. Fails with {@link RejectedExecutionException} where
     * there is none. A body that does not say its length may become as large as any.
     */
    <T> Mono<T> holding(ServerHttpRequest request, Mono<T> work) {
        long declared = request.getHeaders().getContentLength();
        long bytes = declared < 0 ? largestBytes : Math.min(declared, largestBytes);
        return bytes <= smallBytes
                ? work
                : Mono.using(() -> reserve(bytes), reserved -> work, reserved -> held.addAndGet(-reserved));
    }

    private Long reserve(long bytes) {
        long before = held.getAndUpdate(now -> now + bytes <= mostBytes ? now + bytes : now);
        if (before + bytes > mostBytes) {
            throw new RejectedExecutionException("bodies take " + before + " bytes already");
        }
        return bytes;
    }
}
